import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOOLS } from '../../src/toolkit';
import { read } from './sources';

const DECLARED = read('cadence.d.ts');

/** What a package may write. */
const USE = `
import type { CadenceApi, CadenceDocument, CadenceHooks } from './cadence';
declare const api: CadenceApi;
declare const actor: CadenceDocument;
const [first] = api.actionsOf(actor);
export const texts: readonly (string | null)[] = [first!.label, first!.whyNot];
export const result = api.act(actor, first!.id, { targets: [actor, 'Actor.x'], options: { enhance: 2 } });
export const old: Promise<void> = api.act({ ruleset: 'energy', do: 'run' });
export const points: readonly number[] = api.stateOf(actor)?.pools.map(({ value }) => value) ?? [];
export const refuse: CadenceHooks['cadence.preAct'] = (_, { command }) => command.do === 'run' && 'no running';
`;

/** Returns the compiler's errors for a package's file beside the declarations, without any types of Foundry. */
function errorsOf(folder: string, source: string): string {
  writeFileSync(join(folder, 'use.ts'), source);
  writeFileSync(join(folder, 'cadence.d.ts'), DECLARED);
  const flags =
    '--noEmit --strict --skipLibCheck false --lib ES2022 --module ESNext --moduleResolution bundler --ignoreConfig';
  try {
    execFileSync(resolve('node_modules/.bin/tsc'), [...flags.split(' '), '--types', '', 'use.ts'], { cwd: folder });
    return '';
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout);
  }
}

describe('cadence.d.ts', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'cadence-types-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('compiles for a package without any types of Foundry', () => {
    expect(errorsOf(folder, USE)).toBe('');
  });

  it('refuses a wrong use', () => {
    const wrong = USE.replace('{ enhance: 2 }', '{ enhance: () => 2 }');
    expect(errorsOf(folder, wrong)).toContain('use.ts');
  });

  it('declares each part of the toolkit', () => {
    const [, members = ''] = DECLARED.split('export interface CadenceApi {');
    for (const name of Object.keys(TOOLS)) expect(members).toContain(`readonly ${name}: object;`);
  });

  it('is described in the documentation with the version of each function', () => {
    const docs = read('docs/api.md');
    const functions = [...DECLARED.split('export interface CadenceApi {')[1].matchAll(/^ {2}(\w+)\(/gm)].map(
      ([, name]) => name,
    );
    expect(new Set(functions)).toEqual(new Set(['actionsOf', 'stateOf', 'act', 'bringIn', 'register', 'rules']));
    for (const name of functions) expect(docs).toMatch(new RegExp(`\\| \`${name}\\(.*\\| 0\\.\\d`));
  });
});

import { expect } from 'vitest';
import { speakEnglish } from './words';

/** A ruleset and its schema, as far as they are looked at before they are taken. */
export const described = (id: string, pools: object = {}) => [{ id }, { id, pools, actor: {}, items: {} }];

/** What a package calls to offer a ruleset. */
interface Api {
  register(...described: readonly object[]): unknown;
}

interface Told {
  readonly format: { readonly said: string };
}

/** Foundry's globals, as far as the registry uses them. */
interface Globals {
  readonly game: { documentTypes: Record<string, readonly string[]>; readonly system: { readonly api: Api } };
  ui: { readonly notifications: { error(message: string, options: Told): void } };
  Hooks: { callAll(hook: string, api: Api): void };
}

/** What the game master reads when a package offers a ruleset; null for one that comes too late. */
export async function registers(described: readonly object[] | null): Promise<string> {
  await speakEnglish();
  // The table's files speak Foundry's types, which these tests do not load.
  const path = '../../src/foundry/adapters/registry';
  const { collectPackageRulesets, notifyRefused } = await import(path);
  const globals = globalThis as unknown as Globals;
  const types = ['own', 'mine.pulse'];
  const heard: string[] = [];
  Object.assign(globals.game, { user: { isGM: true }, system: {} });
  globals.game.documentTypes = { Actor: types, Combat: types, Combatant: types, ChatMessage: types };
  globals.ui = { notifications: { error: (_: string, { format }: Told) => heard.push(format.said) } };
  globals.Hooks = {
    callAll: (_: string, api: Api) => described && expect(() => api.register(...described)).toThrow('Cadence'),
  };
  collectPackageRulesets(['own'], {});
  if (!described) expect(() => globals.game.system.api.register({ id: 'slow' })).toThrow('cadence.init');
  notifyRefused();
  return heard.join(' ');
}

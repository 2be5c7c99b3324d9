import { expect } from 'vitest';
import { speakEnglish } from './words';

/** Returns a manifest with the fields that are checked before it is accepted. */
const described = (id: string, pools: object = {}) => [{ id }, { id, pools, actor: {}, items: {} }];

/** The API with which a package registers a ruleset. */
interface Api {
  register(...described: readonly object[]): unknown;
}

interface Told {
  readonly format: { readonly said: string };
}

/** The globals of Foundry that the registry uses. */
interface Globals {
  readonly game: { documentTypes: Record<string, readonly string[]>; readonly system: { readonly api: Api } };
  ui: { readonly notifications: { error(message: string, options: Told): void } };
  Hooks: { callAll(hook: string, api: Api): void };
}

/** Returns what the GM reads when a package registers a ruleset; null registers one too late. */
async function registers(described: readonly object[] | null): Promise<string> {
  await speakEnglish();
  // The tests do not load Foundry's types, which that file uses.
  const path = '../../src/foundry/adapters/registry';
  const { collectPackageRulesets, REFUSED_RULESETS } = await import(path);
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
  REFUSED_RULESETS.ready();
  return heard.join(' ');
}

/** What the author of a package reads about a ruleset that cannot be registered. */
export const REGISTERED = {
  'Notice.ruleset.late': () => registers(null),
  'Notice.ruleset.shapeless': () => registers([{}, {}]),
  'Notice.ruleset.taken': () => registers(described('own')),
  'Notice.ruleset.undeclared': () => registers(described('strange')),
  'Notice.ruleset.homeless': () =>
    registers(described('mine.pulse', { beats: { document: 'combatant', path: 'state.beats' } })),
};

import { expect } from 'vitest';
import { speakEnglish } from './words';

/** A ruleset and its schema, as far as they are looked at before they are taken. */
export const described = (id: string, pools: object = {}) => [{ id }, { id, pools, actor: {}, items: {} }];

/** What the game master reads when a package offers a ruleset; null for one that comes too late. */
export async function registers(described: readonly object[] | null): Promise<string> {
  await speakEnglish();
  // The table's files speak Foundry's types, which these tests do not load.
  const path = '../../src/foundry/adapters/registry';
  const { rulesetsOfPackages, tellRefused } = await import(path);
  const globals = globalThis as Record<string, any>;
  const types = ['own', 'mine.pulse'];
  const heard: string[] = [];
  Object.assign(globals.game, { user: { isGM: true }, system: {} });
  globals.game.documentTypes = { Actor: types, Combat: types, Combatant: types, ChatMessage: types };
  globals.ui = { notifications: { error: (_: string, { format }: any) => heard.push(format.said) } };
  globals.Hooks = {
    callAll: (_: string, api: any) => described && expect(() => api.register(...described)).toThrow('Cadence'),
  };
  rulesetsOfPackages(['own'], {});
  if (!described) expect(() => globals.game.system.api.register({ id: 'slow' })).toThrow('cadence.init');
  tellRefused();
  return heard.join(' ');
}

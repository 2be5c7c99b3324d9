import { afterEach, describe, expect, it } from 'vitest';
import { requestIn } from '../support/request';
import { core, thorough } from '../tiers/tier';
import { ANNS, actor, BOBS, COMBAT, combatant, HostileTable, OPENING } from './hostile-table';

let hostile: HostileTable;
afterEach(() => hostile.table.close());

const messages = () => hostile.gm.page.game.messages.contents;
const refused = () => messages().filter((message) => (requestIn(message)?.refused?.length ?? 0) > 0);
const cards = () => messages().filter(({ type, system }) => type === 'energy' && system.combat === '');
const warnings = () => hostile.table.log.filter((line) => line.includes('faster than anyone can click')).length;
/** Sends all at once, with no time between them. */
const floods = async (all: readonly object[]) => {
  const heard = all.map((message) => hostile.sends(message));
  await hostile.table.settle();
  await Promise.all(heard);
};

describe('a player who floods the referee', core, () => {
  it(
    'fills neither the chat nor the GM’s time, and is named once',
    async () => {
      hostile = await HostileTable.open('energy');
      await hostile.calm();
      await floods(Array.from({ length: 300 }, (_, at) => hostile.answer(`9.${at}`, [[1]])));
      expect(hostile.waiting()).toEqual([]);
      expect(refused().length).toBeLessThanOrEqual(20);
      expect(refused().some((message) => requestIn(message)?.refused?.[0].id === 'too-fast')).toBe(true);
      expect(warnings()).toBe(1);
      // Others are not slowed down, and a minute later the player can act again.
      expect(await hostile.posts(hostile.intent({ do: 'defend', by: BOBS }), hostile.tab('Bob'))).toBe('taken');
      hostile.table.clock.now += 60_000;
      expect(await hostile.posts(hostile.intent({ do: 'defend', by: ANNS }))).toBe('taken');
      expect(warnings()).toBe(1);
      expect(hostile.table.faults).toEqual([]);
    },
    OPENING,
  );

  it(
    'is limited for encounters that do not exist, too',
    async () => {
      hostile = await HostileTable.open('energy');
      await floods(Array.from({ length: 200 }, () => hostile.intent({ do: 'x', by: ANNS }, { combat: 'gone' })));
      expect(hostile.waiting()).toEqual([]);
      expect(refused().length).toBeLessThanOrEqual(20);
      expect(hostile.table.faults).toEqual([]);
    },
    OPENING,
  );

  it(
    'creates few cards outside encounters',
    async () => {
      hostile = await HostileTable.open('energy', { settings: { 'cadence.strictness': 'warn' } });
      await hostile.gmDoes((game) => game.combats.get(COMBAT).delete());
      const by = `Actor.${actor(0)}`;
      const moment = hostile.rules.momentOf(hostile.rules.idle);
      const system = {
        combat: '',
        fighter: by,
        moment,
        command: { do: 'defend', by },
        ask: null,
        answers: [],
        force: false,
      };
      await floods(Array.from({ length: 60 }, () => ({ type: 'request', system })));
      expect(cards()).toHaveLength(20);
      expect(hostile.waiting()).toEqual([]);
    },
    OPENING,
  );
});

describe('the history', thorough, () => {
  it(
    'keeps the steps of others when one player repeats a command',
    async () => {
      // Where players are only warned, everything can be repeated.
      hostile = await HostileTable.open('energy', { settings: { 'cadence.strictness': 'warn' } });
      await hostile.calm();
      const fates: string[] = [];
      for (let at = 0; at < 60; at++) fates.push(await hostile.posts(hostile.intent({ do: 'defend', by: ANNS })));
      expect(fates.filter((fate) => fate === 'taken')).toHaveLength(40);
      expect(new Set(fates.slice(40))).toEqual(new Set(['too-many-steps']));
      // Another player is not limited, nor is this one after the clock has advanced.
      expect(await hostile.posts(hostile.intent({ do: 'defend', by: BOBS }), hostile.tab('Bob'))).toBe('taken');
      await hostile.commands({ do: 'end-round', by: 'gm' });
      expect(await hostile.posts(hostile.intent({ do: 'defend', by: ANNS }))).toBe('taken');
      expect(hostile.table.faults).toEqual([]);
    },
    OPENING,
  );

  it(
    'keeps the GM’s steps when several players repeat commands together',
    async () => {
      hostile = await HostileTable.open('energy', {
        settings: { 'cadence.strictness': 'warn' },
        present: ['Gamemaster', 'Ann', 'Bob', 'Cal'],
      });
      await hostile.calm();
      await hostile.commands({ do: 'adjust', by: 'gm', at: ANNS, options: { pool: 'stamina', to: 1 } });
      const { step } = hostile.combat.system;
      const players = [
        ['Ann', ANNS],
        ['Bob', BOBS],
        ['Cal', combatant(2)],
      ] as const;
      const fates: string[] = [];
      for (let at = 0; at < 105; at++) {
        const [player, by] = players[at % 3] ?? players[0];
        fates.push(await hostile.posts(hostile.intent({ do: 'defend', by }), hostile.tab(player)));
      }
      expect(hostile.combat.system.history[step].command.do).toBe('adjust');
      expect(fates.filter((fate) => fate === 'taken')).toHaveLength(60);
      expect(new Set(fates.slice(60))).toEqual(new Set(['too-many-together']));
      // Any step of the GM lets them go on.
      await hostile.commands({ do: 'adjust', by: 'gm', at: ANNS, options: { pool: 'stamina', to: 2 } });
      expect(await hostile.posts(hostile.intent({ do: 'defend', by: BOBS }), hostile.tab('Bob'))).toBe('taken');
      expect(hostile.table.faults).toEqual([]);
    },
    OPENING,
  );
});

import { afterEach, describe, expect, it } from 'vitest';
import { ANNS, actor, COMBAT, HostileTable, OPENING, SCENE, token } from './hostile-table';

describe('the same offense of the same player', () => {
  let hostile: HostileTable;
  afterEach(() => hostile?.table.close());

  const read = (words: RegExp) =>
    hostile.table.log.filter((line) => /^Gamemaster reads/.test(line) && words.test(line)).length;

  it.each([
    ['enforce', /The token was put back/],
    ['warn', /The token stays there/],
  ])(
    'is reported once: moves without the referee, under the rule %s',
    async (strictness, words) => {
      hostile = await HostileTable.open('energy', { settings: { 'cadence.strictness': strictness } });
      await hostile.calm();
      for (let times = 1; times <= 5; times++)
        await hostile.writes({
          type: 'Token',
          action: 'update',
          operation: { updates: [{ _id: token(0), x: 300 + 100 * times }], parentUuid: `Scene.${SCENE}` },
        });
      expect(read(words)).toBe(1);
    },
    OPENING,
  );

  it(
    'is reported once: a combatant added twice',
    async () => {
      hostile = await HostileTable.open('energy');
      for (let times = 0; times < 4; times++)
        await hostile.writes({
          type: 'Combatant',
          action: 'create',
          operation: { data: [{ type: 'energy', actorId: actor(0) }], parentUuid: `Combat.${COMBAT}` },
        });
      expect(hostile.combat.combatants.has(ANNS)).toBe(true);
      expect(read(/a second time/)).toBe(1);
    },
    OPENING,
  );
});

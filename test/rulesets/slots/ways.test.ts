import { expect, it } from 'vitest';
import { slots } from '../../../src/rulesets/slots';
import { at, conditionOf, encounter, fighter, IDLE } from './vocabulary';

const ann = (rest = {}) => fighter('ann', { bab: 4, str: 3 }, { side: 'heroes', player: true, ...rest });
const orc = (rest = {}) => fighter('orc', {}, { side: 'foes', ...rest });

it('offers on the map the cheapest slot for a path', () => {
  const place = at(1, 1);
  const on = encounter([ann({ place }), orc({ place: at(9, 9) })]);
  const ways = (...path: ReturnType<typeof at>[]) =>
    slots
      .moves(on, 'ann', path)
      .filter(({ whyNot }) => whyNot.length === 0)
      .map(({ command }) => command.do);
  expect(ways(at(2, 1))).toEqual(['side-step', 'advance', 'tumble', 'dash']);
  expect(ways(at(6, 1))).toEqual(['advance', 'dash']);
  expect(ways(at(11, 1))).toEqual(['dash']);
  expect(ways(at(15, 1))).toEqual([]);
  const asks = slots.moves(on, 'ann', [at(2, 1)]).map(({ needsConfirmation = false }) => needsConfirmation);
  expect(asks).toEqual([false, false, true, true]);
  expect(slots.moves(on, 'absent', [at(8, 8)])).toEqual([]);
  expect(slots.moves(encounter([ann({ place })], { clock: IDLE }), 'ann', [at(2, 1)])).toEqual([]);
});
it('gives a reason for a path that cannot be paid for', () => {
  const place = at(1, 1);
  const on = encounter([ann({ place }), orc({ place: at(9, 9) })]);
  const why = (encounter: typeof on, by: string) =>
    slots.moves(encounter, by, [at(8, 8)])[0].whyNot.map(({ id }) => id);
  expect(why(on, 'orc')).toContain('not-your-turn');
  const asleep = encounter([ann({ place, conditions: [conditionOf('unconscious')] })]);
  expect(why(asleep, 'ann')).not.toEqual([]);
});
it('[L-11] asks before a path takes the Standard slot in place of the spent Move slot', () => {
  const on = encounter([ann({ place: at(1, 1), pools: { move: 0 } }), orc({ place: at(9, 9) })]);
  expect(slots.moves(on, 'ann', [at(6, 1)])[0]).toMatchObject({
    cost: [{ pool: 'standard' }],
    needsConfirmation: true,
  });
});

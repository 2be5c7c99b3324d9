import { expect, it } from 'vitest';
import type { Encounter } from '../../src/encounter/state';
import { defined } from '../../src/kernel/defined';
import { QuickAgent } from '../../src/opponent/quick-agent';
import * as clash from '../rulesets/clash/vocabulary';
import * as seconds from '../rulesets/seconds/vocabulary';
import * as slots from '../rulesets/slots/vocabulary';
import * as tempo from '../rulesets/tempo/vocabulary';
import { at, conditionOf } from '../support/rules';
import { judgeOf } from './skirmish';

const OUT = { pools: { hp: 0 }, conditions: [conditionOf('unconscious')] };
const FOE = { side: 'foes', place: at(30) };

/** A healer on its turn beside a fallen friend, and a foe far away. */
const CASES: Readonly<Record<string, () => unknown>> = {
  clash: () => {
    const draught = clash.item('gear', 'mend', { usable: true, effect: 'heal', dice: '1d6', quantity: 1 });
    const felled = { pools: { hp: 0 }, conditions: [conditionOf('defeated')] };
    return clash.encounter([
      clash.fighter('healer', {}, { side: 'heroes', place: at(0), items: [draught] }),
      clash.fighter('friend', {}, { side: 'heroes', place: at(1), ...felled }),
      clash.fighter('foe', {}, FOE),
    ]);
  },
  slots: () => {
    const draught = slots.item('gear', 'mend', { kind: 'potion', healing: '1d8', quantity: 1 });
    return slots.encounter([
      slots.fighter('healer', {}, { side: 'heroes', place: at(0), items: [draught], pools: { standard: 1, move: 1 } }),
      slots.fighter('friend', {}, { side: 'heroes', place: at(1), ...OUT }),
      slots.fighter('foe', {}, FOE),
    ]);
  },
  seconds: () => {
    const draught = seconds.gear('mend', { timeCost: 1, potion: true, heals: '1d8', quantity: 1 });
    return seconds.encounter([
      seconds.fighter('healer', {}, { side: 'heroes', place: at(0), items: [draught], pools: { seconds: 3 } }),
      seconds.fighter('friend', {}, { side: 'heroes', place: at(1), ...OUT }),
      seconds.fighter('foe', {}, FOE),
    ]);
  },
};

it.each(Object.keys(CASES))('a quick agent in %s heals the fallen friend, and no one who is whole', async (id) => {
  const judge = await judgeOf(id);
  const encounter = CASES[id]!() as Encounter;
  const healer = defined(encounter.fighters.healer, 'a healer');
  expect(judge.worth.isOut(defined(encounter.fighters.friend, 'a friend'))).toBe(true);
  expect(new QuickAgent(judge).command(encounter, healer)).toMatchObject({ at: 'friend', with: 'mend' });
  const whole = { ...encounter.fighters, friend: { ...healer, id: 'friend', items: [], place: at(1) } };
  expect(new QuickAgent(judge).command({ ...encounter, fighters: whole }, healer)?.with).not.toBe('mend');
});

it.each(Object.keys(CASES))('a quick agent in %s wastes no draught on a scratch', async (id) => {
  const judge = await judgeOf(id);
  const encounter = CASES[id]!() as Encounter;
  const { healer, friend } = encounter.fighters;
  const hurtBy = (points: number) => {
    const { hp } = defined(healer, 'a healer').pools;
    const pools = {
      ...defined(healer, 'a healer').pools,
      hp: { ...defined(hp, 'hp'), value: defined(hp, 'hp').max - points },
    };
    return { ...defined(friend, 'a friend'), conditions: [], pools };
  };
  const does = (points: number) =>
    new QuickAgent(judge).command(
      { ...encounter, fighters: { ...encounter.fighters, friend: hurtBy(points) } },
      defined(healer, 'a healer'),
    );
  const { max } = defined(healer?.pools.hp, 'hp');
  expect(does(1)?.with).not.toBe('mend');
  expect(does(Math.ceil(max * 0.7))).toMatchObject({ at: 'friend', with: 'mend' });
});

/** A healer with a draught that only its drinker swallows, beside a fallen friend. */
const DRUNK: Readonly<Record<string, () => [unknown, object]>> = {
  slots: () => [CASES.slots!(), { do: 'consume' }],
  tempo() {
    const items = [tempo.item('consumable', 'mend', { healing: 4, quantity: 1 })];
    const healer = tempo.hero('healer', {}, { items, place: at(0) });
    const friend = tempo.hero('friend', {}, { place: at(1), pools: { hp: 0 } });
    return [tempo.on(5, [healer, friend, tempo.foe('foe', {}, FOE)]), { do: 'inventory', options: { use: 'consume' } }];
  },
};

it.each(Object.keys(DRUNK))('a draught in %s that is drunk heals no friend', async (id) => {
  const { worth } = await judgeOf(id);
  const [encounter, verb] = DRUNK[id]!();
  const heals = (target: object) =>
    worth.heals?.(encounter as Encounter, { do: '', by: 'healer', with: 'mend', ...verb, ...target });
  expect([heals({}), heals({ at: 'healer' }), heals({ at: 'friend' })]).toEqual([true, true, false]);
});

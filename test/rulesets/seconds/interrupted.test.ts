import { expect, it } from 'vitest';
import type { Command } from '../../../src/encounter/command';
import type { Effect } from '../../../src/encounter/effect';
import type { Place } from '../../../src/encounter/state';
import { GM } from '../../../src/kernel/ask';
import { defined } from '../../../src/kernel/defined';
import { seconds } from '../../../src/rulesets/seconds';
import { logLineOf } from '../../../src/toolkit/views/card';
import { at, begun, encounter, fighter, gear, play, weapon } from './vocabulary';

const place = (x: number, y = 0.5) => ({ place: at(x + 0.5, y) });

/** Ann walks past a foe, who may strike when she leaves their reach after two meters. */
function walking(rest: Partial<Parameters<typeof encounter>[1]> = {}) {
  return encounter(
    [
      fighter('ann', {}, { side: 'heroes', items: [weapon('sword')], ...place(0) }),
      fighter('foe', {}, { side: 'foes', ...place(0, 1.5) }),
    ],
    rest,
  );
}
const walk: Command = { do: 'move', by: 'ann', path: [at(7.5)] };
const passes = [[-1]];
const linesOf = ({ effects }: { readonly effects: readonly Effect[] }) =>
  effects.flatMap((effect) => logLineOf(effect) ?? []).map(({ id, facts }) => [id, facts.why]);

/** A foe waits for fighters who come; the last space of the walk is the first in its reach. */
function awaited(east: number) {
  const plan = { held: 'she comes', heldPlan: [{ do: 'trip' }], heldWhen: 'comes' };
  return encounter([
    fighter('ann', {}, { side: 'heroes', ...place(0) }),
    fighter('foe', {}, { side: 'foes', ...place(east), state: plan }),
  ]);
}
const movesOf = ({ effects }: { readonly effects: readonly Effect[] }) =>
  effects.flatMap((effect) => (effect.kind === 'move' ? [effect.by.map(({ x, y }) => [x, y])] : []));

it('[S-21] a Move that ends where a foe has waited for it is not stopped', () => {
  const walked = begun(awaited(9), walk);
  expect(walked.run.open?.id).toBe('held');
  walked.run.answer(passes[0]);
  expect(walked.run.open).toBeNull();
  expect(linesOf(walked.table)).toEqual([]);
});

it('[S-21] a Move pauses only where a foe who waits is asked', () => {
  expect(movesOf(play(awaited(19), walk).table)).toEqual([[]]);
});

it('[S-74] a Move is recorded by the corners of its path', () => {
  const path = [at(2.5), at(2.5, 3.5), at(4.5, 3.5)];
  const { table } = play(awaited(19), { ...walk, path });
  expect(movesOf(table)).toEqual([
    [
      [2.5, 0.5],
      [2.5, 3.5],
    ],
  ]);
});

it('[S-A12] an attack that is begun is not stopped by ropes', () => {
  const rope = gear('rope', { restrains: true });
  const state = { held: 'she strikes', heldPlan: [{ do: 'restrain', with: 'rope' }], heldWhen: 'begins' };
  const on = encounter([
    fighter('ann', {}, { side: 'heroes', items: [weapon('sword')], pools: { seconds: 10 }, ...place(0) }),
    fighter('foe', {}, { side: 'foes', items: [rope], state, ...place(1) }),
  ]);
  const { table } = play(on, { do: 'attack', by: 'ann', at: 'foe', with: 'sword' }, [15, 2], [[0], ['str']]);
  expect(linesOf(table)).toEqual([
    ['begun', undefined],
    ['restrained', undefined],
  ]);
  expect(on.fighters.ann.state.progressTicks).toBe(10);
});

it.each([
  ['held-action', 'reaction'],
  ['opportunity-attack', 'reaction'],
  ['catch', 'reaction'],
  ['attack', null],
  ['adjust', 'master'],
])('[S-07] %s interrupts as %s', (id, how) => {
  expect(seconds.interrupts({ do: id, by: 'ann' })).toBe(how);
});

it.each([
  [{ str: 2, agi: 1 }, ['fortitude', 'reflex']],
  [{ str: 1, agi: 1 }, ['fortitude', 'reflex']],
  [{ str: 1, agi: 2 }, ['reflex', 'fortitude']],
])('[S-A28] the better save of %j is offered first', (base, saves) => {
  const on = encounter([fighter('ann', {}, place(0)), fighter('foe', base, place(1))]);
  const { open } = begun(on, { do: 'shove', by: 'ann', at: 'foe' }, [10]).run;
  expect(open?.kind === 'choice' && open.options.map(({ id }) => id)).toEqual(saves);
});

it('[S-61] a roll shows help only if there is some', () => {
  const { run } = begun(walking(), { do: 'trip', by: 'ann', at: 'foe', options: { check: 'str' } });
  expect(run.open?.kind === 'dice' && run.open.facts).toEqual({ bonus: 0 });
});

it('[S-74] a Move ends before a wall that is raised meanwhile', () => {
  const on = walking();
  const walked = begun(on, walk);
  expect(walked.run.open?.id).toBe('leaves');
  const wall = { from: { x: 5, y: 0 }, to: { x: 5, y: 9 }, sight: true, move: true };
  Object.assign(on.ground, { walls: [wall] });
  walked.run.answer([-1]);
  expect(walked.run.open).toBeNull();
  expect(on.fighters.ann.place?.x).toBe(4.5);
  expect(on.fighters.ann.pools.seconds.value).toBe(16);
  expect(linesOf(walked.table)).toEqual([['stopped', 'wall']]);
});

it('[S-74] a Move ends before a fighter who takes its last space meanwhile', () => {
  const on = walking();
  const walked = begun(on, walk);
  walked.run.interrupt({ do: 'place', by: GM, at: 'foe', path: [at(7.5)] });
  walked.run.answer([-1]);
  expect(on.fighters.ann.place?.x).toBe(6.5);
  expect(linesOf(walked.table)).toEqual([['stopped', 'occupied']]);
});

it('[S-75] a Move pays for difficult ground that appears meanwhile', () => {
  const on = walking();
  const walked = begun(on, walk);
  Object.assign(on.ground, { difficult: [{ x: 5.5, y: 0.5, width: 3, height: 1 }] });
  walked.run.answer([-1]);
  expect(on.fighters.ann.place?.x).toBe(6.5);
  expect(on.fighters.ann.pools.seconds.value).toBe(0);
});

it('[S-74] the GM can force a Move that is barred, also past a pause', () => {
  const on = walking();
  play(on, { do: 'condition', by: GM, at: 'ann', options: { condition: 'grappled', on: true } });
  play(on, walk, [], passes);
  expect(on.fighters.ann.place?.x).toBe(7.5);
});

it('[S-89, S-A29] a shove ends before a fighter who steps into its way while its direction is chosen', () => {
  const on = encounter([
    fighter('ann', { str: 3 }, { side: 'heroes', ...place(0) }),
    fighter('foe', {}, { side: 'foes', ...place(1) }),
    fighter('pal', {}, { side: 'foes', ...place(9) }),
  ]);
  const shoved = begun(on, { do: 'shove', by: 'ann', at: 'foe' }, [15, 2], [['fortitude']]);
  const places = shoved.run.open?.kind === 'place' ? (shoved.run.open.places as readonly Place[]) : [];
  const far = defined(
    places.find(({ x, y }) => x === 7.5 && y === 0.5),
    'the way east',
  );
  shoved.run.interrupt({ do: 'place', by: GM, at: 'pal', path: [at(5.5)] });
  shoved.run.answer([{ ...far }]);
  expect(on.fighters.foe.place).toMatchObject({ x: 4.5, y: 0.5 });
});

it('[S-A19] a hurried attack that lacks time says how much it needs', () => {
  const on = walking();
  on.fighters.ann.pools.seconds.value = 2;
  const hurried: Command = { do: 'attack', by: 'ann', at: 'foe', with: 'sword', options: { hurry: true } };
  const reasons = seconds.whyNot(on, hurried);
  expect(reasons).toEqual([{ id: 'no-seconds', data: { needs: 0.5, has: 0.2 } }]);
});

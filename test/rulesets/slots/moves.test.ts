import { expect, it } from 'vitest';
import { PASS } from '../../../src/kernel/ask';
import { commandsOf } from '../../../src/toolkit/turns/reaction';
import { at, begun, conditionOf, encounter, fighter, play, weapon } from './vocabulary';

/** Returns the columns at which the movement of a fighter pauses and ends. */
const restsOf = ({ table }: ReturnType<typeof play>, of: string): number[] =>
  table.effects.flatMap((effect) => (effect.kind === 'move' && effect.of === of && effect.to ? [effect.to.x] : []));

it('[L-64, L-A23] a jumper may take off where a friend stands', () => {
  const on = encounter([
    fighter('ann', { athletics: 9, speed: 30 }, { side: 'heroes', place: at(0) }),
    fighter('bob', {}, { side: 'heroes', place: at(3) }),
  ]);
  const jump = { do: 'jump', by: 'ann', path: [at(6)], options: { across: 10, after: 15 } };
  expect(restsOf(play(on, jump, [10]), 'ann')).toEqual([3, 6]);
});

it.each`
  readied                                                       | rests
  ${{ do: 'primary-attack', with: 'axe', when: 'approaches' }}  | ${[9, 8]}
  ${{ do: 'primary-attack', with: 'axe', when: 'attacks' }}     | ${[8]}
  ${{ do: 'primary-attack', with: 'pike', when: 'approaches' }} | ${[10, 8]}
`('[L-09] a mover in sight pauses only where $readied.when with $readied.with is due', ({ readied, rests }) => {
  const items = [weapon('axe', { dice: '1d4' }), weapon('pike', { dice: '1d4', reach: 10 })];
  const on = encounter([
    fighter('orc', { speed: 60 }, { side: 'foes', place: at(17), conditions: [conditionOf('concentrating')] }),
    fighter('ann', {}, { side: 'heroes', place: at(8, 1.5), items, pools: { waited: 1 }, state: { readied } }),
  ]);
  expect(restsOf(play(on, { do: 'advance', by: 'orc', path: [at(8)] }), 'orc')).toEqual(rests);
});

it.each`
  settings                          | far
  ${{}}                             | ${true}
  ${{ alternatingDiagonals: true }} | ${false}
`('[L-82, L-A18] a pursuer pays for diagonals as the world does: $settings', ({ settings, far }) => {
  const on = encounter(
    [
      fighter('ann', { speed: 60 }, { side: 'heroes', place: at(1, 0) }),
      fighter('orc', { speed: 30 }, { side: 'foes', place: at(0, 0), items: [weapon('axe')] }),
    ],
    { settings },
  );
  const { run } = begun(on, { do: 'advance', by: 'ann', path: [at(1, 2), at(7, 8)] });
  run.answer([PASS]);
  if (run.open?.kind !== 'offer') throw new Error('a pursuit was expected');
  run.answer([commandsOf(run.open.candidates).findIndex(({ do: id }) => id === 'pursue')]);
  expect(run.open).toMatchObject({ kind: 'place', id: 'pursue' });
  const { places = [] } = run.open as { places?: readonly { x: number; y: number }[] };
  expect(places.some(({ x, y }) => x === 3 && y === 3)).toBe(far);
});

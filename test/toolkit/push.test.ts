import { describe, expect, it } from 'vitest';
import { applyChange, log } from '../../src/encounter/change';
import type { Command } from '../../src/encounter/command';
import type { Effect } from '../../src/encounter/effect';
import type { Encounter, Fighter, Ground, Place } from '../../src/encounter/state';
import { makeCountingIds, workingCopyOf } from '../../src/encounter/table';
import type { PlaceAsk } from '../../src/kernel/ask';
import { simulate } from '../../src/kernel/drivers/simulate';
import { type ManualRules, manualCommands, pushFighter } from '../../src/toolkit/combat/manual';
import { encounter, fighter } from '../support/encounter';
import { at } from '../support/rules';

type Rules = ManualRules<Encounter>;
type Options = NonNullable<Command['options']>;

const NO_HOOKS: Rules = { conditions: {} };
const START = at(5.5, 5.5);
const wall = (x: number) => ({ from: { x, y: 0 }, to: { x, y: 9 }, sight: true, move: true });

/** Mira in the middle, a gnoll west of her, others where a test wants them. */
const scene = (ground: Partial<Ground> = {}, ...others: Fighter[]): Encounter => ({
  ...encounter(
    fighter('mira', { place: START }),
    fighter('gnoll', { place: at(3.5, 5.5) }),
    fighter('ghost'),
    ...others,
  ),
  ground: { grid: 'square', cell: 1, ...ground },
});
const given = (options: Options, rest: Partial<Command> = {}): Command => ({
  do: 'displace',
  by: 'gm',
  at: 'mira',
  options,
  ...rest,
});
const reasons = (on: Encounter, command: Command, rules = NO_HOOKS) =>
  manualCommands(rules).displace.whyNot?.(on, command, undefined as never);
function pushed(on: Encounter, command: Command, rules = NO_HOOKS): readonly Effect[] {
  const table = workingCopyOf(on, makeCountingIds());
  simulate(manualCommands(rules).displace.play(on, command, undefined as never), table, () => 1);
  return table.effects;
}
const linesOf = (effects: readonly Effect[]) =>
  effects.map((effect) => (effect.kind === 'log' ? `${effect.id} ${effect.of}` : effect.kind));
const endOf = (on: Encounter, ...how: [Command, Rules?]): Place | null | undefined => {
  pushed(on, ...how);
  return on.fighters['mira']?.place;
};

describe('the GM pushes a fighter', () => {
  it.each<[Options, number, number]>([
    [{ pushTo: 'n' }, 5.5, 4.5],
    [{ pushTo: 'ne' }, 6.5, 4.5],
    [{ pushTo: 'e' }, 6.5, 5.5],
    [{ pushTo: 'se' }, 6.5, 6.5],
    [{ pushTo: 's' }, 5.5, 6.5],
    [{ pushTo: 'sw' }, 4.5, 6.5],
    [{ pushTo: 'w' }, 4.5, 5.5],
    [{ pushTo: 'nw' }, 4.5, 4.5],
    [{ pushTo: 'n', pushFar: 3 }, 5.5, 2.5],
    [{ pushFrom: 'gnoll' }, 6.5, 5.5],
    [{ pushFrom: 'gnoll', pushFar: 3 }, 8.5, 5.5],
    [{ pushFrom: 'gnoll', pushTo: 'away' }, 6.5, 5.5],
    [{ pushFrom: 'gnoll', pushTo: 'towards' }, 4.5, 5.5],
    // A direction wins against the source.
    [{ pushFrom: 'gnoll', pushTo: 's', pushFar: 2 }, 5.5, 7.5],
  ])('with %j to %d, %d', (options, x, y) => {
    expect(reasons(scene(), given(options))).toEqual([]);
    expect(endOf(scene(), given(options))).toEqual({ ...START, x, y });
  });

  it('by one cell of the scene, if no distance is given', () => {
    expect(endOf(scene({ cell: 2 }), given({ pushTo: 'e' }))).toMatchObject({ x: 7.5 });
  });

  it('to the end of a path, even with a direction', () => {
    const command = given({ pushTo: 'n' }, { path: [at(6.5, 5.5), at(7.5, 5.5), at(8.5, 5.5)] });
    expect(endOf(scene(), command)).toMatchObject({ x: 8.5, y: 5.5 });
  });

  it.each<[string, Options, Partial<Command>]>([
    ['from a fighter that has left', { pushFrom: 'imp' }, {}],
    ['from a fighter off the map', { pushFrom: 'ghost' }, {}],
    ['from itself', { pushFrom: 'mira' }, {}],
    ['towards no one', { pushTo: 'towards' }, {}],
  ])('but not %s', (_, options, rest) => {
    expect(reasons(scene(), given(options, rest))).toEqual([{ id: 'no-source', impossible: true }]);
  });

  it('in a direction that it asks for, if none is given', () => {
    const command = { do: 'displace', by: 'gm', at: 'mira' } as const;
    expect(reasons(scene(), command)).toEqual([]);
    const on = scene({ walls: [wall(6)] }, fighter('hob', { place: at(5.5, 4.5) }));
    const asked = manualCommands(NO_HOOKS)
      .displace.play(on, command, undefined as never)
      .next().value as PlaceAsk;
    expect(asked).toMatchObject({ kind: 'place', id: 'displace', by: 'gm', facts: { at: 'mira' } });
    // South, south-west, west and north-west: a wall is in the east, a hob in the north.
    expect(asked.places.map((place) => [(place as Place).x, (place as Place).y])).toEqual([
      [5.5, 6.5],
      [4.5, 6.5],
      [4.5, 5.5],
      [4.5, 4.5],
    ]);
    expect(endOf(on, command)).toMatchObject({ x: 5.5, y: 6.5 });
  });

  it('nowhere if every way is blocked', () => {
    const around = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [x, y] as const)).filter(([x, y]) => x || y);
    const bodies = around.map(([x, y]) => fighter(`${x} ${y}`, { place: at(5.5 + x, 5.5 + y) }));
    const on = scene({}, ...bodies);
    expect(
      manualCommands(NO_HOOKS)
        .displace.play(on, given({}), undefined as never)
        .next().done,
    ).toBe(true);
  });
});

describe('a push', () => {
  const pit = { x: 7.5, y: 5.5, width: 1, height: 1, cost: null };
  const far = given({ pushTo: 'e', pushFar: 4 });

  it.each<[string, Encounter, number, string[]]>([
    ['reaches its goal', scene(), 9.5, ['move']],
    ['stops at a wall', scene({ walls: [wall(8)] }), 7.5, ['move', 'displaced-wall mira']],
    [
      'stops at another fighter',
      scene({}, fighter('hob', { place: at(8.5, 5.5) })),
      7.5,
      ['move', 'displaced-body mira'],
    ],
    ['ends in a pit', scene({ difficult: [pit] }), 7.5, ['move', 'displaced-forbidden mira']],
    ['is stopped at once', scene({ walls: [wall(6)] }), 5.5, ['displaced-wall mira']],
    ['leaves a rider behind', scene({}, fighter('rider', { place: START })), 9.5, ['move']],
  ])('%s', (_, on, x, lines) => {
    expect(linesOf(pushed(on, far))).toEqual(lines);
    expect(on.fighters['mira']?.place).toEqual({ ...START, x });
  });

  it('is not stopped by the space that a large fighter and its rider fill themselves', () => {
    const on = scene({}, fighter('rider', { place: at(4.5, 4.5) }));
    Object.assign(on.fighters['mira'] ?? {}, { place: at(4.5, 4.5, 0, 2) });
    expect(pushed(on, given({ pushTo: 'n' }))).toMatchObject([{ kind: 'move', to: { x: 5, y: 4 }, by: [] }]);
  });

  it('does not move a fighter off the map', () => {
    const ghost = fighter('ghost');
    expect([...pushFighter(scene(), ghost, START, {})]).toEqual([]);
  });

  it('tells the rules from where, and what a pit does', () => {
    const rules: Rules = {
      ...NO_HOOKS,
      placed: (_, { id, place }, from) => log(`from ${from.x} to ${place?.x}`, {}, id),
      plunged: (_, { id }) => log('plunges', {}, id),
    };
    expect(linesOf(pushed(scene({ difficult: [pit] }), far, rules))).toEqual([
      'move',
      'from 5.5 to 7.5 mira',
      'plunges mira',
    ]);
    expect(linesOf(pushed(scene({ walls: [wall(8)] }), far, rules))).toEqual([
      'move',
      'from 5.5 to 7.5 mira',
      'displaced-wall mira',
    ]);
  });

  it('is moved cell by cell where the ruleset does so, and not if there is no way', () => {
    const rules: Rules = {
      ...NO_HOOKS,
      placed: () => log('placed'),
      *forced(_, { id: of }, cells) {
        for (const to of cells) yield* applyChange({ kind: 'move', of, to, by: [] });
      },
    };
    expect(linesOf(pushed(scene(), far, rules))).toEqual(['move', 'move', 'move', 'move']);
    expect(linesOf(pushed(scene({ walls: [wall(6)] }), far, rules))).toEqual(['displaced-wall mira']);
  });
});

describe('a push off the map', () => {
  const off = (): Encounter => ({ ...encounter(fighter('mira')), ground: { grid: 'square', cell: 2 } });
  const rules: Rules = { ...NO_HOOKS, pushOffMap: (_, { id }, distance) => log(`${distance} metres`, {}, id) };

  it('is impossible, unless the ruleset has a rule for it', () => {
    expect(reasons(off(), given({ pushTo: 'n' }))).toEqual([{ id: 'off-map', impossible: true }]);
    expect(reasons(off(), given({ pushTo: 'n', pushFrom: 'imp' }), rules)).toEqual([]);
  });

  it('has the given distance, or one cell', () => {
    expect(linesOf(pushed(off(), given({ pushFar: 7 }), rules))).toEqual(['7 metres mira']);
    expect(linesOf(pushed(off(), { do: 'displace', by: 'gm', at: 'mira' }, rules))).toEqual(['2 metres mira']);
  });

  it('does not concern fighters on the map', () => {
    expect(endOf(scene(), given({ pushTo: 'e' }), rules)).toMatchObject({ x: 6.5 });
  });
});

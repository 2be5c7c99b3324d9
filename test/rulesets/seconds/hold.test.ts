import { describe, expect, it } from 'vitest';
import type { Place } from '../../../src/encounter/state';
import { heldByOption } from '../../../src/rulesets/seconds/state';
import { at, begun, conditionOf, encounter, fighter, gear, play, reasons, said, weapon } from './vocabulary';

const sword = () => weapon('sword', { timeCost: 1 });
const duel = (state: object = {}) =>
  encounter([
    fighter('mira', { str: 2 }, { items: [sword()], place: at(0.5), state: { ...state } }),
    fighter('foe', {}, { place: at(2.5) }),
  ]);
const hold = { do: 'hold', by: 'mira' };
const perform = { do: 'held-action', by: 'mira', at: 'foe' };

describe('[S-19, S-24] a held plan', () => {
  it('is played in order for one reaction, without further seconds', () => {
    const on = duel();
    play(on, hold, [], [['trip'], ['attack sword'], ['done'], ['he grins'], ['any']]);
    expect(on.fighters.mira.pools.seconds.value).toBe(5);
    play(on, { do: 'end-turn', by: 'mira' });
    const played = play(on, perform, [12, 3, 10, 4], [['str']]);
    expect(said(played)).toEqual(['tripped', 'hit']);
    const { mira, foe } = on.fighters;
    expect([mira.pools.reactions.value, mira.pools.seconds.value, mira.state.held]).toEqual([0, 0, undefined]);
    expect(foe.pools.hp.value).toBe(4);
  });

  it('skips a command that is no longer possible and continues', () => {
    const on = duel();
    play(on, hold, [], [['attack sword'], ['trip'], ['done'], ['he grins'], ['any']]);
    play(on, { do: 'end-turn', by: 'mira' });
    on.fighters.mira.items.splice(0);
    expect(said(play(on, perform, [12, 3], [['str']]))).toEqual(['dropped', 'tripped']);
  });

  it('with a Move has the chosen length, to any place', () => {
    const on = duel();
    play(on, hold, [], [['move'], [10], ['done'], ['he grins'], ['any']]);
    expect(on.fighters.mira.pools.seconds.value).toBe(20);
    play(on, { do: 'end-turn', by: 'mira' });
    const place = (y: number) => [{ ...at(0.5, y), facing: 0 }];
    play(on, perform, [], [place(1.5), place(3.5)]);
    expect(on.fighters.mira.place).toMatchObject({ x: 0.5, y: 3.5 });
  });

  it('carries the unused metres of a held Move over to the next one', () => {
    const on = duel();
    play(on, hold, [], [['move'], [5], ['attack sword'], ['move'], [5], ['done'], ['he grins'], ['any']]);
    play(on, { do: 'end-turn', by: 'mira' });
    const place = (y: number) => [{ ...at(0.5, y), facing: 0 }];
    // A metre and a half twice: one cell, then two.
    play(on, perform, [2], [place(1.5), place(3.5)]);
    expect(on.fighters.mira.place).toMatchObject({ x: 0.5, y: 3.5 });
  });

  it('without a trigger text is not held, and nothing is paid', () => {
    const on = duel();
    expect(said(play(on, hold, [], [['trip'], ['done'], ['  ']]))).toEqual(['holds-nothing']);
    expect(on.fighters.mira.pools.seconds.value).toBe(30);
  });
});

describe('[S-19] an unfinished action', () => {
  const begun = { progress: 'grapple', progressTicks: 30 };

  it('costs only the remaining seconds and becomes part of the held plan', () => {
    const on = duel(begun);
    play(on, hold, [], [['grapple'], ['done'], ['he grins'], ['any']]);
    const { mira } = on.fighters;
    expect([mira.pools.seconds.value, mira.state.progress]).toEqual([25, undefined]);
  });

  it('[S-15] is discarded by holding another plan', () => {
    const on = duel(begun);
    play(on, hold, [], [['trip'], ['done'], ['he grins'], ['any']]);
    expect(on.fighters.mira.state.progress).toBeUndefined();
  });
});

describe('[S-07, S-21] performing a held plan', () => {
  it('is refused in the own turn, and without a reaction', () => {
    const on = duel({ held: 'now', heldPlan: [{ do: 'trip' }] });
    expect(reasons(on, perform)).toEqual(['own-turn']);
    play(on, { do: 'next-turn', by: 'gm' });
    on.fighters.mira.state.held = 'now';
    on.fighters.mira.state.heldPlan = [{ do: 'trip' }];
    on.fighters.mira.pools.reactions.value = 0;
    expect(reasons(on, perform)).toEqual(['no-reaction']);
    on.fighters.mira.pools.reactions.value = 1;
    on.fighters.mira.conditions = [conditionOf('restrained')];
    expect(reasons(on, perform)).toEqual(['restrained']);
  });
});

describe('[S-19, S-A14] what can be held', () => {
  const spark = { id: 'spark', name: 'Spark', type: 'secondsSpell', timeCost: 1 };
  const items = [
    sword(),
    weapon('bow', { equipped: false }),
    spark,
    gear('draught', { potion: true, timeCost: 2 }),
    gear('rope', { restrains: true, timeCost: 1 }),
  ];
  const UNTARGETED = ['break-grapple', 'move', 'jump', 'stand-up', 'disengage', 'hide', 'speak'].concat(
    ...[['clear-eyes', 'change-equipment bow', 'use-item draught', 'use-item rope', 'improvise']],
  );
  const TARGETED = ['attack sword', 'attack unarmed', 'cast-spell spark', 'blind', 'grapple', 'restrain rope'].concat(
    ...[
      [
        'pin sword',
        'pin unarmed',
        'pin found',
        'shove',
        'tackle',
        'throw',
        'trip',
        'disarm',
        'help',
        'intimidate',
        'wake',
      ],
    ],
  );
  const offered = (command: object, state: Record<string, string | number> = {}, answers: (string | number)[] = []) => {
    const on = encounter([
      fighter('mira', {}, { player: true, items, state, place: at(0.5) }),
      fighter('foe', {}, { place: at(1.5) }),
      fighter('boss', {}, { place: at(2.5) }),
    ]);
    const { open } = begun(
      on,
      { ...hold, ...command },
      [],
      answers.map((each) => [each]),
    ).run;
    if (open?.kind !== 'choice' || open.id !== 'hold-what') throw new Error(`${open?.id} waits`);
    return open;
  };
  const idsOf = (command: object) => offered(command).options.map(({ id }) => id);
  const needsOf = (...args: Parameters<typeof offered>) =>
    Object.fromEntries(offered(...args).options.flatMap(({ id, whyNot }) => whyNot.map(({ data }) => [id, data])));

  it('is each action but Evade and what takes no time, with each item for it', () => {
    expect(idsOf({}).sort()).toEqual([...UNTARGETED, ...TARGETED, 'done'].sort());
  });

  it('is at each of several targets, once, and things may also be for the fighter', () => {
    const names = ['boss', 'foe'];
    const aimed = [...TARGETED, 'use-item draught', 'use-item rope'].flatMap((id) => names.map((at) => `${id} ${at}`));
    const command = { at: 'boss', options: { also: ['foe', 'boss', 'gone'] } };
    expect(idsOf(command).sort()).toEqual([...UNTARGETED, ...aimed, 'done'].sort());
    expect(idsOf({ options: { also: ['foe'] } })).toContain('trip foe');
  });

  it('costs what it costs now, and no more than is left', () => {
    const needs = needsOf({});
    expect(needs.grapple).toEqual({ needs: 3.5, has: 3 });
    expect(Object.keys(needs).sort()).toEqual(
      ['change-equipment bow', 'disarm', 'done', 'grapple', 'help', 'hide', 'restrain rope'].sort(),
    );
    const rest = needsOf({}, {}, ['attack sword', 'move', 15]);
    expect([rest.trip, rest['cast-spell spark'], rest.move]).toEqual([
      { needs: 1.5, has: 0.5 },
      { needs: 1, has: 0.5 },
      undefined,
    ]);
    expect(rest).not.toHaveProperty('speak');
    expect(offered({}, {}, ['attack sword']).facts).toMatchObject({ left: 2 });
  });

  it('[S-14] counts the seconds paid before for the first of two', () => {
    const state = { progress: 'grapple', progressTicks: 30 };
    expect(needsOf({}, state)).not.toHaveProperty('grapple');
    expect(needsOf({}, state, ['trip'])).not.toHaveProperty('grapple');
    expect(needsOf({}, state, ['grapple']).grapple).toEqual({ needs: 3.5, has: 2.5 });
  });

  it('[S-73] is the shortest Move without asking for its length if no more is left', () => {
    const on = duel();
    on.fighters.mira.pools.seconds.value = 5;
    play(on, hold, [], [['move'], ['he grins'], ['any']]);
    expect(on.fighters.mira.state.heldPlan).toEqual([{ do: 'move', ticks: 5 }]);
  });

  it('is at most eight actions', () => {
    const on = duel();
    const words = Array.from({ length: 8 }, () => [['speak'], ['Hey!'], [0]]).flat();
    play(on, hold, [], [...words, ['he grins'], ['any']]);
    expect(on.fighters.mira.state.heldPlan).toHaveLength(8);
    expect(on.fighters.mira.pools.seconds.value).toBe(30);
  });

  it('[S-72] is not what the game master refuses, or makes too long', () => {
    const on = duel();
    const improvise = (...verdict: (string | number)[]) => [
      ['improvise'],
      ['I kick'],
      ...verdict.map((each) => [each]),
    ];
    const answers = [...improvise('no'), ...improvise('usual', 31, 'none'), ...improvise('usual', 30, 'none')];
    const played = play(on, hold, [], [...answers, ['he grins'], ['any']]);
    expect(said(played)).toEqual(['describes', 'not-allowed', 'describes', 'no-time', 'describes', 'holds']);
    const [held] = on.fighters.mira.state.heldPlan ?? [];
    expect(on.fighters.mira.state.heldPlan).toHaveLength(1);
    expect(held).toMatchObject({ do: 'improvise', ticks: 30, terms: { base: 30 } });
  });

  it('[S-20] keeps its trigger, the occasion and the fighter it waits for', () => {
    const on = duel();
    const chosen = { ...hold, options: { when: 'comes', whom: 'foe' } };
    play(on, chosen, [], [['trip'], ['done'], [' he grins ']]);
    const { held, heldWhen, heldWhom } = on.fighters.mira.state;
    expect([held, heldWhen, heldWhom]).toEqual(['he grins', 'comes', 'foe']);
    const free = duel();
    play(free, hold, [], [['trip'], ['done'], ['he grins'], ['any']]);
    expect(free.fighters.mira.state).not.toHaveProperty('heldWhen');
  });
});

it('what can be held is read by option, and what does not fit is left out', () => {
  const held = { 'trip foe': { do: 'trip', at: 'foe' } };
  expect(heldByOption({ held })).toEqual(held);
  expect(heldByOption({ held: { trip: { at: 'foe' } } })).toEqual({});
  expect(heldByOption()).toEqual({});
});

describe('[S-24] a held Move or Jump', () => {
  const walled = (plan: { do: string; ticks?: number }[], cell = 1, base: Record<string, unknown> = {}) => {
    const wall = { from: { x: 4 * cell, y: 0 }, to: { x: 4 * cell, y: 20 * cell }, sight: true, move: true };
    const on = {
      ...encounter([
        fighter('mira', base, { place: at(2.5 * cell, 2.5 * cell), state: { held: 'now', heldPlan: plan } }),
        fighter('foe', {}, { place: at(20.5) }),
      ]),
      ground: { grid: 'square', cell, walls: [wall] } as const,
    };
    Object.assign(on.fighters.mira.place ?? {}, { width: cell, height: cell });
    on.clock = { ...on.clock, turn: 'foe' };
    return on;
  };
  const placesOf = (on: ReturnType<typeof walled>) => {
    const { open } = begun(on, perform).run;
    if (open?.kind !== 'place') throw new Error(`${open?.id} waits`);
    return { facts: open.facts, places: (open.places as readonly Place[]).map(({ x, y }) => `${x} ${y}`) };
  };

  it('goes one cell or all the way, in each direction, and not through walls', () => {
    const { facts, places } = placesOf(walled([{ do: 'move', ticks: 10 }]));
    expect(facts).toMatchObject({ left: 3 });
    expect(places).toEqual(expect.arrayContaining(['2.5 2.5', '3.5 2.5', '2.5 1.5', '2.5 5.5', '2.5 3.5']));
    for (const beyond of ['4.5 2.5', '5.5 2.5', '2.5 4.5', '2.5 6.5']) expect(places).not.toContain(beyond);
  });

  it('goes by whole cells', () => {
    const { places } = placesOf(walled([{ do: 'move', ticks: 30 }], 2));
    expect(places).toEqual(expect.arrayContaining(['5 13', '5 7']));
    expect(places).not.toContain('5 15');
  });

  it('leaps as far as STR allows, or not at all', () => {
    const table = () => walled([{ do: 'jump' }], 2, { str: 4 });
    const { places } = placesOf(table());
    expect(places).toEqual(expect.arrayContaining(['5 5', '5 7', '5 9', '7 5']));
    for (const beyond of ['5 11', '9 5']) expect(places).not.toContain(beyond);
    const on = table();
    const to = { ...at(5, 9), width: 2, height: 2 };
    expect(said(play(on, perform, [], [[to]]))).toEqual(['jumps']);
    expect(on.fighters.mira.place).toMatchObject({ x: 5, y: 9 });
    const still = table();
    expect(said(play(still, perform, [], [[{ ...to, y: 5 }]]))).toEqual(['dropped']);
  });

  it('leaps STR meters without a map', () => {
    const on = walled([{ do: 'jump' }], 1, { str: 2 });
    on.fighters.mira.place = null;
    const jump = play(on, perform).table.effects.find((effect) => effect.kind === 'log');
    expect(jump).toMatchObject({ id: 'jumps', facts: { far: 2 } });
  });
});

import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import type { Condition, ConditionDefinition } from '../../src/encounter/condition';
import { applyEffect } from '../../src/encounter/effect';
import { beginExchange, runUntilBlocked } from '../../src/encounter/play';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter } from '../../src/encounter/state';
import { seededDie } from '../../src/kernel/rng';
import { RULESETS } from '../../src/rulesets/index';
import { anyAnswer } from '../support/answer';
import { at, type Given, goOn, optionsOf, vocabularyOf } from '../support/rules';
import { TESTED } from '../support/rulesets';

/** C-98: a caster upholds this many spells. */
const BASES: Readonly<Record<string, Record<string, unknown>>> = { clash: { concentrationLimit: 5 } };

const SOURCES = ['mira', 'orc'] as const;

const vocabulary = (id: string) => {
  const ruleset = RULESETS[id as keyof typeof RULESETS] as unknown as Ruleset;
  const words = vocabularyOf(ruleset, () => ruleset.idle);
  // Random, so that keys do not sort as time does.
  const die = seededDie(7);
  const newId = () => Array.from({ length: 8 }, () => die(10) - 1).join('');
  const begun = (on: Encounter, command: Command) => beginExchange(ruleset, on, command, newId);
  const play = (on: Encounter, command: Command, faces: readonly number[] = [], answers: readonly Given[] = []) => {
    const open = goOn(begun(on, command), faces, answers);
    if (open) throw new Error(`${open.id} waits`);
  };
  const table = (): Encounter =>
    structuredClone(
      words.encounter(
        ['gnoll', 'mira', 'orc'].map((name, nth) =>
          words.fighter(name, BASES[id] ?? {}, { place: at(nth % 2, nth < 2 ? 0.5 : 1.5) }),
        ),
      ),
    );
  const condition = (on: Encounter, id: string, options: object = {}, of = 'gnoll') =>
    play(on, { do: 'condition', by: 'gm', at: of, options: { condition: id, on: true, ...options } });
  return { begun, play, table, condition };
};

const rootsOf = (on: Encounter, id: string, of = 'gnoll'): readonly Condition[] =>
  (on.fighters[of]?.conditions ?? []).filter((each) => each.id === id);

/** Returns the conditions of a ruleset that count by instance. */
const severalIn = ({ conditions }: Ruleset): [string, ConditionDefinition][] =>
  Object.entries(conditions).filter(([, { several }]) => several);

const given = (ruleset: Ruleset, id: string) => ({ id, row: ruleset.conditions[id] as ConditionDefinition });

const COUNTED = TESTED.flatMap((ruleset) =>
  severalIn(ruleset).map(([id]) => ({ ruleset: ruleset.id, ...given(ruleset, id) })),
);

describe.each(COUNTED)('$ruleset: $id', ({ ruleset: of, id, row }) => {
  const { table, condition } = vocabulary(of);
  // Damage and what falls from a lost limb are asked for.
  const isAsking = of === 'slots' && id === 'crippled';

  it.skipIf(isAsking)('is there twice, equal or not, and one ends without the other', () => {
    const details: readonly object[] = [
      {},
      {},
      ...(row.asks && 'source' in row.asks ? SOURCES.map((source) => ({ source })) : []),
    ];
    const on = table();
    details.forEach((each, nth) => {
      condition(on, id, each);
      expect(rootsOf(on, id), JSON.stringify(each)).toHaveLength(nth + 1);
    });
    const [first, ...others] = rootsOf(on, id);
    if (!first) throw new Error('none was added');
    applyEffect(on, { kind: 'condition-removed', of: 'gnoll', condition: first });
    expect(rootsOf(on, id)).toEqual(others);
    expect(others.slice(1).every(({ key }, at) => key !== others[at]?.key)).toBe(true);
  });
});

describe.each(TESTED)('in $id', (ruleset) => {
  const { table, condition } = vocabulary(ruleset.id);
  const states = Object.entries(ruleset.conditions).filter(([, { several }]) => several !== true);

  it.each(states)('%s is one state if it is given twice alike', (id, { several, asks }) => {
    const on = table();
    const alike = several && asks?.source ? { source: 'mira' } : {};
    if (several && !asks?.source) return;
    for (let time = 0; time < 2; time++) condition(on, id, alike);
    // Some are followed by others at once.
    expect(rootsOf(on, id).length).toBeLessThanOrEqual(1);
  });

  it('a question lists them in order of time', () => {
    const [id] = severalIn(ruleset).find(([each]) => each !== 'crippled') ?? [];
    if (!id) throw new Error(`no condition of ${ruleset.id} counts`);
    const on = table();
    const keys: string[] = [];
    for (let time = 0; time < 9; time++) {
      condition(on, id);
      keys.push(...rootsOf(on, id).flatMap(({ key }) => (keys.includes(key) ? [] : [key])));
    }
    expect(rootsOf(on, id).map(({ key }) => key)).toEqual(keys);
    expect(keys.toSorted()).not.toEqual(keys);
  });
});

/** What a fighter breaks out of, with the reply to the rolls of one who succeeds. */
const ESCAPES = [
  { id: 'seconds', do: 'break-grapple', condition: 'grappled', answers: ['str'], faces: [20], unheld: true },
  { id: 'seconds', do: 'break-grapple', condition: 'restrained', answers: ['str'], faces: [20], unheld: true },
  { id: 'seconds', do: 'break-pin', condition: 'pinned', options: { against: 14 }, answers: ['str'], faces: [20] },
  { id: 'slots', do: 'break-free', condition: 'restrained', answers: [], faces: [20], unheld: true },
  { id: 'clash', do: 'escape-grapple', condition: 'grappled', answers: [], faces: [20], unheld: true },
  { id: 'energy', do: 'escape', condition: 'restrained', answers: ['arm', 5], faces: [18], unheld: true },
] as const;

describe.each(ESCAPES)('$id: $do from one of two $condition', (row) => {
  const { table, condition, begun, play } = vocabulary(row.id);
  const command = { do: row.do, by: 'gnoll' };

  it('[C-A55, E-191, L-A48, S-56, S-84] asks which, and leaves the other', () => {
    const on = table();
    for (let time = 0; time < 2; time++) condition(on, row.condition, 'options' in row ? row.options : {});
    const [first, second] = rootsOf(on, row.condition);
    if (!first || !second) throw new Error('two were given');
    const asked = begun(structuredClone(on), command);
    expect(asked.run.open?.id).toBe('break-free-of');
    expect(optionsOf(asked.run.open)).toEqual([first.key, second.key]);
    play(on, command, row.faces, [second.key, ...row.answers]);
    expect(rootsOf(on, row.condition)).toEqual([first]);
  });

  // In Energy a single one without a holder is the other half of the hold: E-188.
  it.skipIf(!('unheld' in row) || row.id === 'energy')(
    '[C-A55, S-56] a holder or a net: the other is left, and no one holds in vain',
    () => {
      const on = table();
      for (const told of [{ source: 'mira' }, {}]) condition(on, row.condition, told);
      const exchange = begun(on, command);
      const open = runUntilBlocked(exchange, (ask) => ({
        // One below the highest face does not explode.
        answer: anyAnswer(ask, (sides) => ('by' in ask && ask.by === 'gnoll' && ask.kind === 'dice' ? sides - 1 : 1)),
      }));
      expect(open).toBeNull();
      expect(rootsOf(on, row.condition).map(({ by }) => by)).toEqual([undefined]);
      expect(on.fighters.mira?.conditions).toEqual([]);
    },
  );

  it('does not ask about a single one', () => {
    const on = table();
    condition(on, row.condition, 'options' in row ? row.options : {});
    play(on, command, row.faces, row.answers);
    expect(rootsOf(on, row.condition)).toEqual([]);
  });
});

describe.each([
  { id: 'seconds', do: 'release', condition: 'grappled' },
  { id: 'clash', do: 'release-grapple', condition: 'grappled' },
  { id: 'energy', do: 'release', condition: 'restrained' },
])('$id: who holds two', ({ id, do: release, condition: held }) => {
  const { table, condition, play } = vocabulary(id);
  const holding = () => {
    const on = table();
    for (const of of ['gnoll', 'orc']) condition(on, held, { source: 'mira' }, of);
    return on;
  };
  const isHeld = (on: Encounter) => ['gnoll', 'orc'].filter((of) => rootsOf(on, held, of).length > 0);

  it('[C-A55, E-193, S-A26] says whom to let go: one, or all', () => {
    const one = holding();
    play(one, { do: release, by: 'mira' }, [], ['gnoll']);
    expect(isHeld(one)).toEqual(['orc']);
    const all = holding();
    play(all, { do: release, by: 'mira' }, [], ['all']);
    expect(isHeld(all)).toEqual([]);
    const named = holding();
    play(named, { do: release, by: 'mira', at: 'orc' });
    expect(isHeld(named)).toEqual(['gnoll']);
  });
});

describe('a bond of two that the game master gives', () => {
  const pairs = (on: Encounter, id: string) =>
    Object.values(on.fighters).flatMap(({ id: of, conditions }) =>
      conditions.filter((each) => each.id === id).map(({ by }) => `${of}-${by}`),
    );

  it.each([
    [
      [
        ['gnoll', 'mira'],
        ['gnoll', 'orc'],
      ],
      ['gnoll-orc'],
    ],
    [
      [
        ['gnoll', 'mira'],
        ['orc', 'mira'],
      ],
      ['orc-mira'],
    ],
    [
      [
        ['gnoll', 'mira'],
        ['mira', 'gnoll'],
      ],
      ['mira-gnoll'],
    ],
    [
      [
        ['gnoll', 'mira'],
        ['mira', 'orc'],
      ],
      ['mira-orc'],
    ],
    [
      [
        ['gnoll', 'mira'],
        ['orc', 'gnoll'],
      ],
      ['orc-gnoll'],
    ],
  ] as const)('[C-64] leaves one rider to a mount and one mount to a rider: %j', (given, left) => {
    const { table, condition } = vocabulary('clash');
    const on = table();
    for (const [rider, source] of given) condition(on, 'mounted', { source }, rider);
    expect(pairs(on, 'mounted')).toEqual(left);
  });

  it.each(['guarded', 'marked'])('[T-A24, T-A27] leaves one that is %s to a source', (id) => {
    const { table, condition } = vocabulary('tempo');
    const on = table();
    for (const of of ['gnoll', 'orc']) condition(on, id, { source: 'mira' }, of);
    expect(pairs(on, id)).toEqual(['orc-mira']);
  });

  it.each([
    [
      ['gnoll', 'mira'],
      ['gnoll', 'orc'],
      ['gnoll-orc', 'orc-gnoll'],
    ],
    [
      ['gnoll', 'mira'],
      ['orc', 'mira'],
      ['mira-orc', 'orc-mira'],
    ],
    [
      ['gnoll', 'mira'],
      ['mira', 'gnoll'],
      ['gnoll-mira', 'mira-gnoll'],
    ],
  ] as const)('[L-35, L-A29] ends the grapple that either was in: %j, then %j', (first, then, left) => {
    const { table, condition } = vocabulary('slots');
    const on = table();
    for (const [held, source] of [first, then]) condition(on, 'restrained', { source, cause: 'grapple' }, held);
    expect(pairs(on, 'restrained')).toEqual(left);
  });
});

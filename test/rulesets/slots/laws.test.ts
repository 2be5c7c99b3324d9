import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command } from '../../../src/encounter/command';
import { applyEffect, invertEffect } from '../../../src/encounter/effect';
import { beginExchange, resumeExchange, runUntilBlocked } from '../../../src/encounter/play';
import { makeCountingIds } from '../../../src/encounter/table';
import { defined } from '../../../src/kernel/defined';
import { seededDie } from '../../../src/kernel/rng';
import { TRANSCRIPT_VERSION } from '../../../src/kernel/transcript';
import { slots } from '../../../src/rulesets/slots';
import { ACTIONS } from '../../../src/rulesets/slots/actions';
import { CONDITIONS, type ConditionId } from '../../../src/rulesets/slots/conditions';
import { REACTIONS } from '../../../src/rulesets/slots/reactions';
import { TRIGGERS } from '../../../src/rulesets/slots/schema';
import type { SlotsEncounter } from '../../../src/rulesets/slots/state';
import { anyAnswer } from '../../support/answer';
import { copyOf } from '../../support/copy';
import { at, begun, conditionOf, encounter, fighter, IDLE, item, weapon } from './vocabulary';

type ActionId = keyof typeof ACTIONS;

const CONDITION_IDS = Object.keys(CONDITIONS) as ConditionId[];
const GEAR = [
  weapon('sword', { dice: '1d8', critMin: 18 }),
  weapon('javelin', { dice: '1d6', thrown: true, range: 30, hp: 1 }),
  weapon('bow', { kind: 'ranged', range: 60, equipped: false, hands: 2 }),
  item('gear', 'charm', { kind: 'focus', equipped: true }),
  item('gear', 'dust', { kind: 'component', capacity: 4, quantity: 2 }),
  item('gear', 'vial', { kind: 'potion', healing: '1d8', quantity: 3 }),
  item('spell', 'bolt', {
    order: 1,
    school: 'Flame',
    damage: '2d6',
    damageType: 'heat',
    save: 'reflex',
    halves: true,
  }),
  item('spell', 'burst', { order: 1, school: 'Flame', damage: '1d6', area: 'burst', radius: 10 }),
  item('spell', 'curse', { order: 1, school: 'Woe', condition: 'crippled', lasts: 'lasting' }),
];
const WITH = [...GEAR.map(({ id }) => id), 'nothing', undefined];

const state = fc.record({
  conditions: fc.uniqueArray(fc.constantFrom(...CONDITION_IDS), { maxLength: 3 }),
  hp: fc.integer({ min: 0, max: 12 }),
  spent: fc.subarray(['standard', 'move', 'quick', 'reaction', 'sq'] as const),
  waited: fc.integer({ min: 0, max: 1 }),
  psionic: fc.boolean(),
});
type State = typeof state extends fc.Arbitrary<infer S> ? S : never;

const someone = (id: string, place: ReturnType<typeof at>, other: string, of: State) =>
  fighter(
    id,
    { hpMax: 12, negMax: 4, sqMax: 4, dex: 1, str: 2, psionic: of.psionic, magicalAptitude: 6, athletics: 3 },
    {
      side: id,
      player: id === 'ann',
      items: GEAR,
      place,
      pools: { hp: of.hp, waited: of.waited, ...Object.fromEntries(of.spent.map((pool) => [pool, 0])) },
      conditions: of.conditions.map((each) =>
        conditionOf(each, {
          ...(['edge', 'detected', 'fascinated'].includes(each) && { towards: [other] }),
          ...(['restrained', 'frightened'].includes(each) && { by: other }),
          ...(each === 'restrained' && of.psionic && { data: { cause: 'grapple' } }),
          ...(each === 'edge' && { data: { kind: 'cover' } }),
        }),
      ),
    },
  );

const anyEncounter = fc
  .record({ ann: state, orc: state, pig: state, turn: fc.constantFrom('ann', 'orc'), settings: fc.boolean() })
  .map(({ ann, orc, pig, turn, settings }): SlotsEncounter => {
    const all = [
      someone('ann', at(1, 1), 'orc', ann),
      someone('orc', at(2, 1), 'ann', orc),
      someone('pig', at(4, 1), 'ann', pig),
      fighter('door', { object: true, str: 4 }, { side: 'none', place: at(1, 2) }),
    ];
    const world = Object.fromEntries(Object.keys(slots.settings).map((key) => [key, settings]));
    return encounter(all, { clock: { round: 1, phase: 'turn', turn }, settings: world });
  });

const anyCommand = fc
  .record({
    verb: fc.constantFrom(...(Object.keys(ACTIONS) as ActionId[]), 'start', 'end-turn', 'end', 'day-passes'),
    at: fc.constantFrom('orc', 'pig', 'door', 'ann', undefined),
    with: fc.constantFrom(...WITH),
    way: fc.constantFrom([at(0, 1)], [at(1, 0), at(3, 0)], [at(8, 1)], [at(2, 2), at(3, 3)], undefined),
    slot: fc.constantFrom('standard', 'waited', undefined),
    options: fc.constantFrom(
      { across: 5, hide: true },
      { strength: 3, component: 'dust' },
      { group: 'skills', feet: 10 },
      {},
    ),
    text: fc.constantFrom('hold', undefined),
  })
  .map(({ verb, at: target, with: gear, way, slot, options, text }): Command => {
    if (!(verb in ACTIONS)) return { do: verb, by: 'gm' };
    return {
      do: verb,
      by: 'ann',
      ...(target && { at: target }),
      ...(gear && { with: gear }),
      ...(way && { path: way }),
      options: { ...options, ...(slot && { slot }), ...(text && { text }) } as NonNullable<Command['options']>,
    };
  });

/** Sorts conditions: undo may append a removed one, which means the same. */
const plain = (on: SlotsEncounter) => {
  const copy = copyOf(on);
  for (const each of Object.values(copy.fighters)) each.conditions.sort((a, b) => a.key.localeCompare(b.key));
  return copy;
};

describe('laws', () => {
  it('every possible command can be forced, undone and redone', () => {
    fc.assert(
      fc.property(anyEncounter, anyCommand, fc.integer(), (on, command, seed) => {
        fc.pre(!slots.whyNot(on, command).some((reason) => 'impossible' in reason));
        const before = plain(on);
        const die = seededDie(seed);
        const played = begun(on, command);
        expect(runUntilBlocked(played, (ask) => ({ answer: anyAnswer(ask, die) }))).toBeNull();
        for (const { pools } of Object.values(on.fighters))
          for (const { value, max } of Object.values(pools)) expect(value >= 0 && value <= max).toBe(true);
        const after = plain(on);

        const exchange = { version: TRANSCRIPT_VERSION, command, entries: [...played.run.entries] };
        expect(resumeExchange(slots, on, exchange, makeCountingIds('other')).run.open).toBeNull();
        expect(plain(on)).toEqual(after);

        const viewer = { gm: true, owns: [], targets: ['orc'] };
        const views = [
          slots.views.tracker(on, viewer),
          slots.views.sheet(on, on.fighters.ann, viewer),
          slots.views.card({ exchange, open: [], names: { ann: 'Ann' }, viewer }),
        ];
        expect(JSON.parse(JSON.stringify(views))).toEqual(views);

        for (const effect of [...played.table.effects].reverse()) applyEffect(on, invertEffect(effect));
        expect(plain(on)).toEqual(before);
      }),
      { numRuns: 150 },
    );
  }, 60_000);
});

it('random skirmishes reach every action, every reaction and every condition of a fight', () => {
  const brought: ConditionId[] = [
    ...(['assisted', 'broken', 'charging', 'concentrating', 'corpse', 'covered', 'crippled', 'defending'] as const),
    ...(['detected', 'dying', 'focused', 'locked', 'observing', 'prone', 'psionic-focus', 'restrained'] as const),
    ...(['surprised', 'unconscious'] as const),
  ];
  const left = new Set<string>([
    ...Object.keys(ACTIONS),
    ...Object.keys(REACTIONS),
    ...brought,
    'start',
    'end-turn',
    'let-pass',
  ]);
  const verbs = Object.keys(ACTIONS) as ActionId[];
  for (let game = 0; game < 1000 && left.size > 0; game++) {
    const die = seededDie(game);
    const pick = <T>(from: readonly T[]): T => from[die(from.length) - 1];
    const fresh = (extra: ConditionId[]): State => ({
      conditions: extra,
      hp: 9,
      spent: [],
      waited: 0,
      psionic: die(2) === 1,
    });
    const all = [
      someone('ann', at(1, 1), 'orc', fresh(die(3) === 1 ? ['edge'] : [])),
      someone('orc', at(2, 1), 'ann', fresh(die(3) === 1 ? ['bleeding'] : [])),
      {
        ...someone('bob', at(2, 3), 'orc', { ...fresh(die(3) === 1 ? ['restrained'] : []), psionic: false }),
        side: die(2) === 1 ? 'ann' : 'bob',
      },
      fighter('door', { object: true, hpMax: 1 }, { side: 'none', place: at(3, 2) }),
    ];
    const on = encounter(all, { clock: IDLE });
    const newId = makeCountingIds();
    const carryOut = (command: Command) => {
      if (slots.whyNot(on, command).length > 0) return;
      const played = beginExchange(slots, on, command, newId);
      expect(runUntilBlocked(played, (ask) => ({ answer: anyAnswer(ask, die) }))).toBeNull();
      left.delete(command.do);
      for (const { ask } of played.run.entries)
        if (ask.kind === 'section' && ask.command) left.delete((ask.command as Command).do);
      for (const effect of played.table.effects)
        if (effect.kind === 'condition-added') left.delete(effect.condition.id);
    };
    carryOut({ do: 'start', by: 'gm', ...(die(4) === 1 && { options: { ambushers: 'ann' } }) });
    for (const by of ['ann', 'orc', 'bob']) {
      carryOut({ do: 'take-turn', by });
      for (const other of ['ann', 'orc', 'bob']) carryOut({ do: 'let-pass', by, at: other });
    }
    for (let turn = 0; turn < 14; turn++) {
      for (const by of ['ann', 'orc', 'bob'])
        for (const held of ['grapple-contest', 'break-free']) carryOut({ do: held, by });
      carryOut({ do: 'feed', by: 'ann', at: 'bob', with: 'vial' });
      for (let tried = 0; tried < 30; tried++) {
        const by = pick(['ann', 'orc', 'bob']);
        const here = defined(on.fighters[by].place, 'a place');
        const [dx, dy] = pick([
          [1, 0],
          [-1, 0],
          [0, 1],
          [0, -1],
          [1, 1],
        ] as const);
        const path = Array.from({ length: die(5) }, (_, n) => ({
          ...here,
          x: here.x + dx * (n + 1),
          y: here.y + dy * (n + 1),
        }));
        const verb = pick(verbs);
        const needed = ACTIONS[verb].needs;
        carryOut({
          do: verb,
          by,
          at: pick(['ann', 'orc', 'bob', 'door'].filter((id) => id !== by)),
          ...((die(2) === 1 || 'ofItem' in ACTIONS[verb]) && { with: pick(GEAR).id }),
          ...(needed === 'path' && { path }),
          options: {
            across: 5,
            text: 'hold',
            hide: die(2) === 1,
            when: pick(TRIGGERS),
            ...(die(6) === 1 && { slot: 'waited' }),
          },
        });
      }
      carryOut({ do: 'end-turn', by: 'gm' });
    }
  }
  expect([...left]).toEqual([]);
}, 60_000);

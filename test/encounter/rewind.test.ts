import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adjustPool, applyChange, log } from '../../src/encounter/change';
import type { Command } from '../../src/encounter/command';
import { applyEffect, type Effect } from '../../src/encounter/effect';
import { effectsOf } from '../../src/encounter/exchange';
import { rewind } from '../../src/encounter/history';
import { type Encounter, fighterOf } from '../../src/encounter/state';
import type { Answer, InputAsk } from '../../src/kernel/ask';
import { GM, PASS } from '../../src/kernel/ask';
import { defined } from '../../src/kernel/defined';
import { type Die, dice, rollDice } from '../../src/kernel/dice';
import {
  askAll,
  askAmount,
  askPlace,
  askText,
  choose,
  offer,
  type Procedure,
  roll,
  section,
} from '../../src/kernel/procedure';
import { seededDie } from '../../src/kernel/rng';
import { encounter, fighter, madeUp } from '../support/encounter';
import { at as cell } from '../support/rules';
import { Desk } from './desk';

const IDS = ['mira', 'kor', 'gnoll'];
const others = (by: string) => IDS.filter((id) => id !== by);
const options = (...ids: string[]) => ids.map((id) => ({ id, whyNot: [] }));

/** A blow that others may interrupt. It deals damage, can fell the target, and wears the weapon. */
function* strike(state: Encounter, { by, at: target }: Command): Procedure<void> {
  const at = defined(target, 'a target');
  yield* adjustPool(by, 'energy', -2);
  const candidates = others(by).map((each) => ({
    by: each,
    commands: [
      { do: 'shove', by: each, at: by },
      { do: 'taunt', by: each, at: by },
    ],
    defaultAnswer: 'ask' as const,
  }));
  for (const { command } of yield* offer('begun', candidates, 'all'))
    yield* section(command, RULES[(command as Command).do](state, command as Command));
  if ((yield* choose('defense', at, options('stand', 'dodge'))) === 'dodge') return;
  const damage = yield* roll('damage', dice(2, 6), by);
  const lost = yield* adjustPool(at, 'hp', -damage);
  yield* log('struck', { lost }, at);
  if (fighterOf(state, at).pools.hp.value === 0)
    yield* applyChange({ kind: 'condition-added', of: at, condition: { id: 'dying', by } });
  yield* applyChange({ kind: 'item', of: by, item: 'spear', key: 'wear', to: damage });
}

/** Moves the target by one cell and adds a condition with an end. */
function* shove(state: Encounter, { by, at: target }: Command): Procedure<void> {
  const at = defined(target, 'a target');
  const from = defined(fighterOf(state, at).place, 'a place');
  const to = yield* askPlace('where', by, [cell(from.x + 1, from.y), cell(from.x, from.y + 1)]);
  yield* applyChange({ kind: 'move', of: at, to, by: [from] });
  const n = yield* roll('dazed', dice(1, 4), at);
  yield* applyChange({
    kind: 'condition-added',
    of: at,
    condition: { id: 'dazed', by, until: { at: 'round-end', n } },
  });
}

function* taunt(_: Encounter, { by, at: target }: Command): Procedure<void> {
  const at = defined(target, 'a target');
  const text = yield* askText('taunt', by, 9);
  yield* applyChange({ kind: 'state', of: at, key: 'heard', to: text });
  yield* applyChange({ kind: 'condition-added', of: at, condition: { id: 'hidden', towards: [by] } });
}

/**
 * Everyone regains breath; expired conditions are removed in the order of their keys, because their order in the list
 * means nothing.
 */
function* round(state: Encounter, _: Command): Procedure<void> {
  const { clock } = state;
  const gained = yield* askAll('breath', [
    ...IDS.map((by) => ({ kind: 'dice' as const, id: by, by, dice: dice(1, 4) })),
    { kind: 'amount' as const, id: 'gm', by: GM, min: 0, max: 2 },
  ]);
  for (const [index, id] of IDS.entries()) {
    yield* adjustPool(id, 'energy', gained[index] as number);
    const over = fighterOf(state, id).conditions.filter(
      ({ until }) => until && defined(until.n, 'a round') <= clock.round,
    );
    for (const { key } of over.toSorted((a, b) => a.key.localeCompare(b.key)))
      yield* applyChange({ kind: 'condition-removed', of: id, key });
    yield* applyChange({ kind: 'state', of: id, key: 'heard', to: null });
  }
  yield* applyChange({ kind: 'clock', to: { round: clock.round + 1, phase: gained[3] === 0 ? 'open' : 'late' } });
}

function* heal(_: Encounter, { by }: Command): Procedure<void> {
  yield* adjustPool(by, 'hp', yield* askAmount('how-much', GM, 0, 12));
}

const RULES: Record<string, (state: Encounter, command: Command) => Procedure<void>> = {
  strike,
  shove,
  taunt,
  round,
  heal,
};

const scene = () =>
  encounter(
    ...IDS.map((id, x) => fighter(id, { place: cell(x), items: [{ id: 'spear', name: 'Spear', type: 'weapon' }] })),
  );

/** A valid answer to the ask, chosen by the die. */
function anyAnswer(ask: InputAsk, die: Die): Answer {
  switch (ask.kind) {
    case 'dice':
      return rollDice(ask.dice, die);
    case 'choice':
      return [ask.options[die(ask.options.length) - 1].id];
    case 'amount':
      return [ask.min + die(ask.max - ask.min + 1) - 1];
    case 'text':
      return ['x'.repeat(die(ask.maxLength))];
    case 'place':
      return [ask.places[die(ask.places.length) - 1]];
    case 'offer':
      return ask.candidates.map(({ commands }) => (die(2) === 1 ? PASS : die(commands.length) - 1));
    case 'all':
      return ask.asks.map((each) => anyAnswer(each, die));
  }
}

/** Plays one more step: answers or interrupts an open ask, or begins a command. */
function take(desk: Desk, die: Die): void {
  const command: Command = { do: Object.keys(RULES)[die(5) - 1], by: IDS[die(3) - 1] };
  const whole = { ...command, at: others(command.by)[die(2) - 1] };
  if (!desk.open) desk.begin(whole);
  else if (die(6) === 1) desk.cutIn(whole);
  else desk.answer(desk.open.key, anyAnswer(desk.open.ask, die));
}

const look = ({ documents, open }: Desk) =>
  structuredClone({ documents, open: open && { exchange: open.exchange, ask: open.ask } });

/** Plays a number of steps and stores the state before the first and after each. */
function played(seed: number, steps: number) {
  const desk = new Desk(madeUp(RULES), scene());
  const die = seededDie(seed);
  const stood = [look(desk)];
  for (let step = 0; step < steps; step++) {
    take(desk, die);
    stood.push(look(desk));
  }
  return { desk, die, stood };
}

/** Few games, but long ones: every step is compared, and every undo replays its exchange. */
const FEW = { numRuns: 40 };
const anyGame = { seed: fc.integer(), steps: fc.integer({ min: 1, max: 40 }) };

// Thousands of replays take longer than the default of 5 s on a busy machine.
describe('any sequence of steps', { timeout: 60_000 }, () => {
  it('is undone to the states it began with, and redone to the states it ended with', () => {
    fc.assert(
      fc.property(fc.record(anyGame), ({ seed, steps }) => {
        const { desk, stood } = played(seed, steps);
        for (let at = steps - 1; at >= 0; at--) {
          expect(desk.rewind()).toEqual([]);
          expect(look(desk)).toEqual(stood[at]);
        }
        for (let at = 1; at <= steps; at++) {
          expect(desk.redo()).toEqual([]);
          expect(look(desk)).toEqual(stood[at]);
        }
      }),
      FEW,
    );
  });

  it('undone in part and redone in part has the state in which that part ended', () => {
    fc.assert(
      fc.property(fc.record({ ...anyGame, back: fc.nat(40), again: fc.nat(40) }), ({ seed, steps, back, again }) => {
        const { desk, stood } = played(seed, steps);
        const first = Math.max(0, steps - back);
        const last = Math.min(steps, first + again);
        for (let at = steps; at > first; at--) desk.rewind();
        expect(look(desk)).toEqual(stood[first]);
        for (let at = first; at < last; at++) desk.redo();
        expect(look(desk)).toEqual(stood[last]);
      }),
      FEW,
    );
  });

  it('can be undone anywhere, continued differently, and undone again', () => {
    fc.assert(
      fc.property(fc.record({ ...anyGame, back: fc.nat(40), more: fc.nat(12) }), ({ seed, steps, back, more }) => {
        const { desk, die, stood } = played(seed, steps);
        const first = Math.max(0, steps - back);
        for (let at = steps; at > first; at--) desk.rewind();
        for (let step = 0; step < more; step++) take(desk, die);
        for (let step = 0; step < more; step++) desk.rewind();
        expect(look(desk)).toEqual(stood[first]);
        while (desk.inForce().length > 0) desk.rewind();
        expect(look(desk)).toEqual(stood[0]);
      }),
      FEW,
    );
  });

  it('can be redone from the records alone on fresh documents', () => {
    fc.assert(
      fc.property(fc.record(anyGame), ({ seed, steps }) => {
        const { desk, stood } = played(seed, steps);
        const effects: Effect[] = [...desk.history.values()].flatMap(({ entries }) => effectsOf(entries));
        const fresh = scene();
        for (const effect of effects) applyEffect(fresh, effect);
        expect(fresh).toEqual(stood.at(-1)?.documents);
        expect(rewind(fresh, effects).conflicts).toEqual([]);
        expect(fresh).toEqual(scene());
      }),
      FEW,
    );
  });

  it('plays every command of these rules', () => {
    const seen = new Set<string>();
    for (let seed = 0; seed < 40; seed++)
      for (const { entries } of played(seed, 30).desk.history.values())
        for (const { ask, answer } of entries)
          if (ask.kind !== 'apply') seen.add(ask.kind);
          else if (answer) seen.add((answer as Effect).kind);
    expect([...seen].sort()).toEqual(
      'all amount choice clock condition-added condition-removed dice interrupt item log move offer place pool section state text'.split(
        ' ',
      ),
    );
  });
});

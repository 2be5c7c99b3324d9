import { adjustPool, applyChange, type Change, log } from '../../encounter/change';
import type { Command } from '../../encounter/command';
import { impossibleReason } from '../../encounter/legality';
import { areOnOneSide } from '../../encounter/sides';
import { type FighterId, fighterOf } from '../../encounter/state';
import { type Timing, turnOf } from '../../encounter/timing';
import { GM } from '../../kernel/ask';
import { choose, type Procedure } from '../../kernel/procedure';
import type { RowsById } from '../../toolkit/act/actions';
import type { PlainCommand } from '../../toolkit/act/commands';
import { addCondition } from '../../toolkit/combat/condition';
import { fighterCommand } from '../../toolkit/combat/manual';
import { expireConditions, expireConditionsAt } from '../../toolkit/define/duration';
import { clearDropPlaces } from '../../toolkit/define/item';
import { setPool } from '../../toolkit/turns/pools';
import { initiativeBefore, lastingRounds, rollEach, TURNS_TIMING, turnOrder } from '../../toolkit/turns/turn-order';
import { whyNoTurn } from '../../toolkit/turns/turn-reason';
import { endManaging, type Slots } from './action';
import { bleed, keepBreath, saveFromDying, suffocate } from './attack/health';
import { is, isObject, isOfFight, untilTurnOf } from './conditions';
import { optionsOf } from './options';
import { type Phase, ROUND_SECONDS, type Slot, TURN_END, TURN_START } from './schema';
import { bonusFacts, initiativeOf, skillCheck } from './skills/totals';
import { clearState, type SlotsClock, type SlotsEncounter, type SlotsFighter, setState } from './state';

export const IDLE: SlotsClock = { round: 0, phase: 'idle', turn: null };

/** L-03: slots of a turn. */
const TURN_SLOTS = ['standard', 'move', 'quick'] as const satisfies readonly Slot[];

/** L-04: the Reaction is for the turns of others. */
const ALL_SLOTS = [...TURN_SLOTS, 'reaction'] as const;

const hasTurns = (fighter: SlotsFighter): boolean => !isObject(fighter);
const fightersOf = ({ fighters }: SlotsEncounter): SlotsFighter[] => Object.values(fighters).filter(hasTurns);

const turns = turnOrder<SlotsFighter, SlotsEncounter>({
  fightersOf,
  setState,
  roll: rollMissing,
  compare: compareInitiative,
  onJoin: (fighter) => surprise(fighter),
  onStart: (encounter, fighter, isNewRound) =>
    beginTurn(encounter, fighter, Math.max(1, encounter.clock.round) + Number(isNewRound), 'turn'),
  // L-164: skips at most one round of turns at once.
  *onSkip(encounter, fighter, skipped, count) {
    yield* finishTurn(encounter, fighter);
    return skipped + 1 < count;
  },
});
export const { orderOf } = turns;

/** Returns the fighters of a side, or those listed. */
function fightersNamed(encounter: SlotsEncounter, selection: string | readonly string[] = []): SlotsFighter[] {
  const ids: readonly string[] = typeof selection === 'string' ? [selection] : selection;
  return fightersOf(encounter).filter(({ id, side }) => ids.includes(id) || side === selection);
}

/** L-21 to L-24: the ambushers' round comes before any initiative. */
function* start(encounter: SlotsEncounter, command: Command): Procedure<void> {
  const ambushers = fightersNamed(encounter, optionsOf(command).ambushers);
  for (const fighter of fightersOf(encounter)) yield* refill(fighter);
  if (ambushers.length === 0) {
    yield* rollInitiative(encounter);
    return;
  }
  yield* setClock(encounter, 0, 'surprise', null);
  yield* log('surprise-round', {});
  const sides = new Set(ambushers.map(({ side }) => side));
  const foes = fightersOf(encounter).filter(({ side }) => !sides.has(side));
  for (const fighter of fightersOf(encounter))
    yield* setState(fighter.id, 'ambush', ambushers.includes(fighter) ? 'ready' : 'none');
  const aware = yield* awareOf(command, ambushers, foes);
  for (const fighter of fightersOf(encounter)) {
    if (ambushers.includes(fighter)) continue;
    // L-A11: only the aware keep a Reaction before initiative is rolled.
    yield* emptySlots(fighter, aware.includes(fighter) ? TURN_SLOTS : ALL_SLOTS);
    if (foes.includes(fighter) && !aware.includes(fighter)) yield* surprise(fighter);
  }
}

/** Returns the foes who notice the ambush: those who beat the worst Stealth, or those the GM names (L-21, L-A27). */
function* awareOf(
  command: Command,
  ambushers: readonly SlotsFighter[],
  foes: readonly SlotsFighter[],
): Procedure<readonly SlotsFighter[]> {
  const { aware: how = 'none' } = optionsOf(command);
  if (how === 'none') return [];
  let least = Infinity;
  if (how === 'rolled') for (const fighter of ambushers) least = Math.min(least, yield* skillCheck(fighter, 'stealth'));
  const aware: SlotsFighter[] = [];
  for (const foe of foes) {
    if (is(foe, 'unconscious')) continue;
    const sees =
      how === 'rolled'
        ? (yield* skillCheck(foe, 'alertness', least)) >= least
        : (yield* choose('aware', GM, ['no', 'yes'], { at: foe.id })) === 'yes';
    if (!sees) continue;
    yield* log('aware', {}, foe.id);
    aware.push(foe);
  }
  return aware;
}

/** L-21, L-23, L-A11: returns what makes a fighter who joins in a Surprise Round one of those without a turn in it. */
export function joinsAmbush(encounter: SlotsEncounter, fighter: SlotsFighter): readonly Change[] {
  const { id: of, state, pools } = fighter;
  if (encounter.clock.phase !== 'surprise' || !hasTurns(fighter) || state.ambush !== undefined) return [];
  const ambushers = fightersOf(encounter).filter(
    (each) => each.state.ambush === 'ready' || each.state.ambush === 'done',
  );
  const isFoe = ambushers.every((each) => !areOnOneSide(each, fighter));
  return [
    { kind: 'state', of, key: 'ambush', to: 'none' },
    ...ALL_SLOTS.flatMap((pool): Change[] =>
      pools[pool].value > 0 ? [{ kind: 'pool', of, pool, by: -pools[pool].value }] : [],
    ),
    ...(isFoe && !is(fighter, 'surprised')
      ? [{ kind: 'condition-added', of, condition: { id: 'surprised', until: untilTurnOf(of) } } satisfies Change]
      : []),
  ];
}

const surprise = ({ id }: SlotsFighter) => addCondition(id, 'surprised', untilTurnOf(id));

/** L-14 to L-20: all roll, then all are Surprised, with a Reaction (L-17). */
function* rollInitiative(encounter: SlotsEncounter): Procedure<void> {
  const fighters = fightersOf(encounter);
  yield* setClock(encounter, 0, 'initiative', null);
  yield* rollMissing(fighters);
  const order = fighters.toSorted(
    (a, b) => compareInitiative(a, b) || a.name.localeCompare(b.name) || a.id.localeCompare(b.id),
  );
  for (const [at, fighter] of order.entries()) {
    yield* setState(fighter.id, 'order', at + 1);
    if (fighter.state.ambush !== undefined) yield* setState(fighter.id, 'ambush', null);
    yield* surprise(fighter);
    yield* refill(fighter);
  }
  // L-20: a tie waits for `let-pass`.
  const hasTie = order.some((fighter, at) => {
    const before = order[at - 1];
    return before !== undefined && compareInitiative(before, fighter) === 0;
  });
  if (!hasTie) yield* nextTurn(encounter);
}

/** L-14, L-16: stores each total and its modifier; keeps a total the GM has set. */
function* rollMissing(joining: readonly SlotsFighter[]): Procedure<void> {
  const fighters = joining.filter(({ state }) => state.initiative === undefined);
  const awake = fighters.filter((fighter) => !is(fighter, 'unconscious'));
  const faces = new Map(yield* rollEach('initiative', awake, (fighter) => bonusFacts(initiativeOf(fighter))));
  for (const fighter of fighters) {
    const { value } = initiativeOf(fighter);
    // L-163: every d20 of the unconscious counts as a 1.
    yield* setState(fighter.id, 'initiative', (faces.get(fighter) ?? 1) + value);
    yield* setState(fighter.id, 'initiativeModifier', value);
  }
}

/** L-14, L-16: sets an initiative total in place of a roll. */
export const initiative = fighterCommand<Slots>({
  whyNot: (_, fighter) => (hasTurns(fighter) ? [] : [impossibleReason('is-object')]),
  *play(encounter, fighter, command) {
    const { clock } = encounter;
    const { value } = initiativeOf(fighter);
    // Without a number, a 10 counts as rolled.
    yield* setState(fighter.id, 'initiative', optionsOf(command).to ?? fighter.state.initiative ?? 10 + value);
    yield* setState(fighter.id, 'initiativeModifier', value);
    if (clock.phase !== 'turn' && clock.phase !== 'initiative') return;
    const isLate = fighter.state.order === undefined;
    yield* turns.place(encounter, [fighter]);
    if (isLate) yield* surprise(fighter);
  },
});

/** L-15, L-18, L-19: compares totals, then modifiers, then players before others. Returns 0 for a tie. */
function compareInitiative(a: SlotsFighter, b: SlotsFighter): number {
  const by = (key: 'initiative' | 'initiativeModifier'): number => (b.state[key] ?? 0) - (a.state[key] ?? 0);
  return by('initiative') || by('initiativeModifier') || Number(b.player) - Number(a.player);
}

/** Returns the place in the turn order, from 1; null for who has none. */
const placeIn = (fighter: SlotsFighter): number | null => (hasTurns(fighter) ? (fighter.state.order ?? null) : null);

/** L-20: returns who may be tied, by initiative. */
export function tiesIn(encounter: SlotsEncounter): ReadonlyMap<number | undefined, readonly FighterId[]> {
  const ties = new Map<number | undefined, FighterId[]>();
  for (const { id, state } of fightersOf(encounter)) {
    const tied = ties.get(state.initiative);
    if (tied) tied.push(id);
    else ties.set(state.initiative, [id]);
  }
  return ties;
}

/** Moves the fighter behind the other; those in between move up. */
function* letPass(encounter: SlotsEncounter, { by, at = by }: Command): Procedure<void> {
  const order = orderOf(encounter).map(({ id }) => id);
  const [from, to] = [order.indexOf(by), order.indexOf(at)];
  order.splice(to, 0, ...order.splice(from, 1));
  for (const [place, id] of order.entries()) yield* setState(id, 'order', place + 1);
}

const takeTurn = (encounter: SlotsEncounter, { by }: Command): Procedure<unknown> =>
  beginTurn(encounter, fighterOf(encounter, by), 0, 'surprise');

/** Ends the running turn and begins the next; after the last ambusher rolls initiative (L-24). */
function* endTurn(encounter: SlotsEncounter): Procedure<void> {
  const { clock, fighters } = encounter;
  const fighter = clock.turn === null ? undefined : fighters[clock.turn];
  if (fighter) yield* finishTurn(encounter, fighter);
  if (clock.phase !== 'surprise') {
    yield* nextTurn(encounter);
    return;
  }
  if (fighter) yield* setState(fighter.id, 'ambush', 'done');
  const isWaiting = fightersOf(encounter).some(({ state }) => state.ambush === 'ready');
  if (isWaiting && fighter) yield* setClock(encounter, 0, 'surprise', null);
  else yield* rollInitiative(encounter);
}

/** L-26: ends what lasts one turn. */
function* finishTurn(encounter: SlotsEncounter, { id }: SlotsFighter): Procedure<void> {
  yield* expireConditionsAt(encounter, TURN_END, id);
  // In the turns of others, a banked Reaction pays for things too.
  for (const fighter of fightersOf(encounter)) yield* endManaging(fighter);
}

/** Counts rounds by the source's turns; for objects by the turns of the acting fighter. */
export const lasting = lastingRounds<SlotsFighter, SlotsEncounter>(
  TURN_START,
  (encounter, fighter) => (encounter.clock.phase === IDLE.phase ? null : turns.roundOfNextTurn(encounter, fighter)),
  ({ clock, fighters }, fighter, source) =>
    [source, fighter, fighters[clock.turn ?? '']].find((each) => each && hasTurns(each)) ?? undefined,
);

function* nextTurn(encounter: SlotsEncounter): Procedure<void> {
  const { phase, turn } = encounter.clock;
  const before = phase === 'turn' ? turn : null;
  yield* turns.admit(encounter);
  yield* turns.advance(encounter, before === null ? -1 : placeOf(encounter, before));
}

/** Returns the place of a fighter; for a corpse, that of its predecessor. */
function placeOf(encounter: SlotsEncounter, id: FighterId): number {
  const place = encounter.fighters[id]?.state.order ?? Infinity;
  const order = orderOf(encounter);
  const at = order.findIndex((fighter) => fighter.id === id);
  return at >= 0 ? at : order.filter(({ state }) => (state.order ?? Infinity) < place).length - 1;
}

/** Section 4, TS1 to TS4 (L-A13). Returns whether the fighter may act. */
function* beginTurn(encounter: SlotsEncounter, fighter: SlotsFighter, round: number, phase: Phase): Procedure<boolean> {
  const { id, pools } = fighter;
  if (phase === 'turn' && round !== encounter.clock.round) yield* log('round', { round });
  yield* setClock(encounter, round, phase, id);
  // TS1.
  yield* expireConditionsAt(encounter, TURN_START, id);
  if (pools.waited.value > 0) {
    yield* adjustPool(id, 'waited', -1);
    yield* log('waited-lost', {}, id, { tone: 'harm' });
  }
  // TS2.
  yield* refill(fighter);
  // TS3.
  yield* bleed(fighter);
  yield* saveFromDying(encounter, fighter);
  yield* suffocate(encounter, fighter);
  // TS4.
  if (is(fighter, 'corpse')) return false;
  if (is(fighter, 'unconscious') || is(fighter, 'stunned')) {
    yield* emptySlots(fighter);
    yield* log('turn-skipped', {}, id, { tone: 'harm' });
    return false;
  }
  yield* hinder(fighter);
  return true;
}

/** L-153, L-166, L-A48: the restrained lose the Move slot; the writhing choose one of two to lose. */
function* hinder(fighter: SlotsFighter): Procedure<void> {
  const { id } = fighter;
  if (is(fighter, 'restrained')) yield* adjustPool(id, 'move', -1);
  if (!is(fighter, 'writhing')) return;
  const slot = yield* choose('writhing', id, ['move', 'standard']);
  if (is(fighter, 'writhing')) yield* adjustPool(id, slot, -1);
}

/** L-03, L-04, L-A7: refills to the maximum, never above it. */
function* refill({ id, pools }: SlotsFighter): Procedure<void> {
  for (const slot of ALL_SLOTS)
    if (pools[slot].value < pools[slot].max) yield* adjustPool(id, slot, pools[slot].max - pools[slot].value);
}

function* emptySlots(fighter: SlotsFighter, slots: readonly Slot[] = ALL_SLOTS): Procedure<void> {
  for (const slot of slots) yield* setPool(fighter, slot, 0);
}

/** Closes the clock and ends conditions that wait for turns; wounds stay. */
function* end(encounter: SlotsEncounter): Procedure<void> {
  const fighters = Object.values(encounter.fighters);
  yield* expireConditions(fighters, isOfFight);
  for (const fighter of fighters) {
    yield* keepBreath(encounter, fighter);
    yield* clearState(fighter, 'encounter');
    yield* setPool(fighter, 'waited', 0);
  }
  yield* clearDropPlaces(fighters);
  yield* applyChange({ kind: 'clock', to: IDLE });
}

function* setClock({ clock }: SlotsEncounter, round: number, phase: Phase, turn: FighterId | null): Procedure<void> {
  if (clock.round === round && clock.phase === phase && clock.turn === turn) return;
  yield* applyChange({ kind: 'clock', to: { round, phase, turn } });
}

export const CLOCK: RowsById<PlainCommand<Slots>> = {
  start: {
    whyNot(encounter, command) {
      if (encounter.clock.phase !== IDLE.phase) return [impossibleReason('already-open')];
      const { ambushers } = optionsOf(command);
      if (ambushers !== undefined && fightersNamed(encounter, ambushers).length === 0)
        return [impossibleReason('no-ambushers', { ambushers: String(ambushers) })];
      return fightersOf(encounter).length > 0 ? [] : [impossibleReason('no-fighters')];
    },
    play: start,
  },
  'end-turn': {
    of: 'both',
    whyNot(encounter, { by }) {
      const { clock, fighters } = encounter;
      if (clock.phase === IDLE.phase) return [impossibleReason('not-open')];
      if (!fighters[by]) return [];
      return clock.turn === by ? [] : [whyNoTurn(encounter)];
    },
    play: endTurn,
  },
  end: { whyNot: ({ clock }) => (clock.phase === 'idle' ? [impossibleReason('not-open')] : []), play: end },
};

export const TURNS: RowsById<PlainCommand<Slots>> = {
  'take-turn': {
    of: 'fighter',
    /** L-22: ambushers take their turns in any sequence. */
    whyNot(encounter, { by }) {
      const { clock, fighters } = encounter;
      const fighter = fighters[by];
      if (!fighter) return [impossibleReason('no-fighter')];
      if (clock.phase !== 'surprise') return [impossibleReason('no-surprise-round')];
      if (clock.turn !== null) return [whyNoTurn(encounter)];
      return fighter.state.ambush === 'ready' ? [] : [{ id: 'no-ambusher' }];
    },
    play: takeTurn,
  },
  'let-pass': {
    of: 'fighter',
    /** L-20, L-A10: the earlier of two tied fighters lets the other go first. */
    whyNot(encounter, { by, at }) {
      const { clock, fighters } = encounter;
      const [fighter, other] = [fighters[by], at === undefined ? undefined : fighters[at]];
      if (!fighter) return [impossibleReason('no-fighter')];
      if (!other || other === fighter) return [impossibleReason('no-target')];
      if (clock.phase !== 'initiative' && clock.phase !== 'turn') return [impossibleReason('not-open')];
      const [first, second] = [placeIn(fighter), placeIn(other)];
      if (compareInitiative(fighter, other) !== 0 || first === null || second === null || first > second)
        return [{ id: 'not-tied' }];
      const acting = clock.turn === null ? undefined : fighters[clock.turn];
      const turn = acting ? placeIn(acting) : null;
      return turn !== null && first <= turn && turn <= second ? [{ id: 'turn-has-come' }] : [];
    },
    play: letPass,
  },
};

export const TIMING: Timing<SlotsEncounter> = {
  ...TURNS_TIMING,
  roundSeconds: ROUND_SECONDS,
  order: (encounter) => orderOf(encounter).map(({ id }) => id),
  actingFighters: ({ clock, fighters }) => {
    const turn = turnOf(clock);
    if (turn !== null) return [turn];
    // L-22: ambushers take their turns in any sequence.
    return Object.values(fighters)
      .filter(({ state }) => state.ambush === 'ready')
      .map(({ id }) => id);
  },
  setInitiative: (fighter, to) => ({ do: 'initiative', by: GM, at: fighter, options: { to } }),
  // L-14, L-16: as the GM sets any total.
  moveBefore(encounter, id, other) {
    const fighter = fighterOf(encounter, id);
    const others = orderOf(encounter).filter((each) => each !== fighter);
    const initiativeModifier = initiativeOf(fighter).value;
    const withTotal = (initiative: number) => ({
      ...fighter,
      state: { ...fighter.state, initiative, initiativeModifier },
    });
    return TIMING.setInitiative(
      id,
      initiativeBefore(others, other, (to, that) => compareInitiative(withTotal(to), that) < 0),
    );
  },
};

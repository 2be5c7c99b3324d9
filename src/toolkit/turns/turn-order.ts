import type { Until } from '../../encounter/condition';
import type { Encounter, Fighter, FighterId } from '../../encounter/state';
import { turnOf } from '../../encounter/timing';
import type { DiceAsk, Facts } from '../../kernel/ask';
import { defined } from '../../kernel/defined';
import { d20 } from '../../kernel/dice';
import { askAll, type Procedure } from '../../kernel/procedure';

/** A fighter with a stored place in the turn order, from 1. */
type OrderedFighter = Fighter & { readonly state: { readonly order?: number | undefined } };

/** Hooks of a game with a stored turn order. */
interface TurnRules<F extends OrderedFighter, E extends Encounter<F>> {
  /** Returns the fighters with turns, in the order they joined. */
  fightersOf(encounter: E): readonly F[];
  setState(of: FighterId, key: 'order', to: number): Procedure<unknown>;
  /** Rolls initiative and stores the results. */
  roll(fighters: readonly F[]): Procedure<void>;
  /** Negative if `a` acts before `b`, 0 if tied. */
  compare(a: F, b: F): number;
  /** Called for each late joiner, after all are placed. */
  onJoin?(fighter: F): Procedure<unknown>;
  /** Starts a turn. Returns true if the fighter can act. */
  onStart(encounter: E, fighter: F, isNewRound: boolean): Procedure<boolean>;
  /** Ends a skipped turn, after `skipped` earlier ones. Returns false if no other turn starts. */
  onSkip(encounter: E, fighter: F, skipped: number, count: number): Procedure<boolean>;
}

/** Returns the fighters by stored place. Those without one come last, in the order they joined. */
export const sortByPlace = <F extends OrderedFighter>(fighters: readonly F[]): F[] =>
  fighters.toSorted((a, b) => (a.state.order ?? Infinity) - (b.state.order ?? Infinity) || 0);

/** Returns the order from a fighter's view: from the next one up to itself. */
export function orderAfter<F extends Pick<Fighter, 'id'>>(order: readonly F[], id: FighterId | null): F[] {
  const next = order.findIndex((each) => each.id === id) + 1;
  return [...order.slice(next), ...order.slice(0, next)];
}

/** Returns the turn order of a game in which places last for the whole encounter. */
export function turnOrder<F extends OrderedFighter, E extends Encounter<F>>(rules: TurnRules<F, E>) {
  const isPlaced = ({ state }: F): boolean => state.order !== undefined;
  const orderOf = (encounter: E): F[] => sortByPlace(rules.fightersOf(encounter));

  /** Places fighters by `compare`, after those they are tied with. The others keep their order. */
  function* place(encounter: E, fighters: readonly F[]): Procedure<void> {
    const order = orderOf(encounter).filter((each) => isPlaced(each) && !fighters.includes(each));
    for (const fighter of fighters) {
      const at = order.findIndex((other) => rules.compare(fighter, other) < 0);
      order.splice(at < 0 ? order.length : at, 0, fighter);
    }
    for (const [at, { id, state }] of order.entries())
      if (state.order !== at + 1) yield* rules.setState(id, 'order', at + 1);
  }

  return {
    orderOf,
    place,

    /** Rolls for late joiners and places them. */
    *admit(encounter: E): Procedure<void> {
      const fighters = rules.fightersOf(encounter);
      const late = fighters.filter((fighter) => !isPlaced(fighter));
      if (late.length === 0 || late.length === fighters.length) return;
      yield* rules.roll(late);
      yield* place(encounter, late);
      if (rules.onJoin) for (const fighter of late) yield* rules.onJoin(fighter);
    },

    /** Starts the turn after this index. Turns of fighters that cannot act end at once. */
    *advance(encounter: E, from: number): Procedure<void> {
      let order = orderOf(encounter);
      const count = order.length;
      let at = from;
      for (let skipped = 0; order.length > 0; skipped++) {
        at += 1;
        const isNewRound = at >= order.length;
        if (isNewRound) at = 0;
        const fighter = defined(order[at], 'a fighter at each index of the order');
        if (yield* rules.onStart(encounter, fighter, isNewRound)) return;
        if (!(yield* rules.onSkip(encounter, fighter, skipped, count))) return;
        order = orderOf(encounter);
        // A fighter that died in its own turn has left the order.
        if (!order.includes(fighter)) at -= 1;
      }
    },

    /** Returns the round of a fighter's next turn after the current one. */
    roundOfNextTurn(encounter: E, fighter: F): number {
      const { round, turn } = encounter.clock;
      const order = orderOf(encounter);
      return order.indexOf(fighter) > order.findIndex(({ id }) => id === turn) ? round : round + 1;
    },
  };
}

/** Rolls a d20 for each fighter, all at once. Returns pairs of fighter and face. */
export function* rollEach<F extends Pick<Fighter, 'id'>>(
  id: string,
  fighters: readonly F[],
  factsOf: (fighter: F) => Facts,
): Procedure<readonly (readonly [F, number])[]> {
  if (fighters.length === 0) return [];
  const asks = fighters.map((each): DiceAsk => ({ kind: 'dice', id, by: each.id, dice: d20, facts: factsOf(each) }));
  const faces = (yield* askAll(id, asks)) as readonly number[];
  return fighters.map((each, at) => [each, defined(faces[at], 'a face for each fighter')]);
}

/**
 * Returns the initiative nearest to that of others with which a fighter acts before `other`, or behind the last of the order.
 * @param has the order without the fighter
 * @param isBefore whether the fighter with this total acts before that one
 */
export function initiativeBefore<
  F extends OrderedFighter & { readonly state: { readonly initiative?: number | undefined } },
>(has: readonly F[], other: FighterId | null, isBefore: (total: number, that: F) => boolean): number {
  const before = has.find(({ id }) => id === other);
  const neighbor = before ?? has.at(-1);
  const total = neighbor?.state.initiative ?? 0;
  if (!neighbor || isBefore(total, neighbor) === (before !== undefined)) return total;
  return before ? total + 1 : total - 1;
}

/**
 * Returns the `lasting` hook of a game with turns: the end of a condition after a number of rounds.
 * @param roundOfNextTurn of the counting fighter; null outside of fights
 * @param countedBy whose turns count the rounds; default: the source, else the bearer
 */
export const lastingRounds =
  <F extends Fighter, E extends Encounter<F>>(
    at: string,
    roundOfNextTurn: (encounter: E, fighter: F) => number | null,
    countedBy: (encounter: E, fighter: F, source: F | null) => F | undefined = (_, fighter, source) =>
      source ?? fighter,
  ) =>
  (encounter: E, fighter: F, source: F | null, rounds: number): Until | null => {
    const counted = countedBy(encounter, fighter, source);
    const round = counted ? roundOfNextTurn(encounter, counted) : null;
    return counted && round !== null ? { at, n: round + rounds - 1, of: counted.id } : null;
  };

/** The timing shared by games with one turn per round. */
export const TURNS_TIMING = {
  oneTurnPerRound: true,
  turnHolder: turnOf,
  initiative: ({ state }: { readonly state: { readonly initiative?: number | undefined } }) => state.initiative ?? null,
  actingFighters: ({ clock }: Encounter) => [turnOf(clock) ?? []].flat(),
  rollsAtStart: true,
  endTurn: 'end-turn',
  endCommands: ['end'],
} as const;

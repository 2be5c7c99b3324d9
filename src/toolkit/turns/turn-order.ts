import type { Until } from '../../encounter/condition';
import type { Encounter, Fighter, FighterId } from '../../encounter/state';
import { turnOf } from '../../encounter/timing';
import type { DiceAsk, Facts } from '../../kernel/ask';
import { defined } from '../../kernel/defined';
import { d20 } from '../../kernel/dice';
import { askAll, type Procedure } from '../../kernel/procedure';

/** A fighter with a stored place in the order of turns, counted from 1. */
type OrderedFighter = Fighter & { readonly state: { readonly order?: number | undefined } };

/** What a game with a stored order of turns decides itself. */
interface TurnRules<F extends OrderedFighter, E extends Encounter<F>> {
  /** The fighters who have turns, in the order in which they joined. */
  fightersOf(encounter: E): readonly F[];
  setState(of: FighterId, key: 'order', to: number): Procedure<unknown>;
  /** Rolls for these fighters and stores the results. */
  roll(fighters: readonly F[]): Procedure<void>;
  /** Negative if `a` goes before `b`, 0 if they are tied. */
  compare(a: F, b: F): number;
  /** Called for each late joiner, once all of them have their places. */
  onJoin?(fighter: F): Procedure<unknown>;
  /** Begins a turn. Returns true if the fighter can act. */
  onStart(encounter: E, fighter: F, isNewRound: boolean): Procedure<boolean>;
  /** Ends the turn of a fighter who cannot act, after so many skipped turns. Returns false if no other turn begins. */
  onSkip(encounter: E, fighter: F, skipped: number, count: number): Procedure<boolean>;
}

/** Sorts by stored place. Fighters without one come last, in the order in which they joined. */
export const sortByPlace = <F extends OrderedFighter>(fighters: readonly F[]): F[] =>
  fighters.toSorted((a, b) => (a.state.order ?? Infinity) - (b.state.order ?? Infinity) || 0);

/** The order as seen from a fighter: it begins with the next one and ends with this one. */
export function rotateAfter<F extends Pick<Fighter, 'id'>>(order: readonly F[], id: FighterId | null): F[] {
  const next = order.findIndex((each) => each.id === id) + 1;
  return [...order.slice(next), ...order.slice(0, next)];
}

/** The order of turns of a game in which each fighter keeps its place from round to round. */
export function turnOrder<F extends OrderedFighter, E extends Encounter<F>>(rules: TurnRules<F, E>) {
  const isPlaced = ({ state }: F): boolean => state.order !== undefined;
  const orderOf = (encounter: E): F[] => sortByPlace(rules.fightersOf(encounter));

  /** Places these fighters by `compare`, behind those they are tied with. The others keep their order. */
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

    /** Rolls for fighters who joined after the others rolled, and places them. */
    *admit(encounter: E): Procedure<void> {
      const fighters = rules.fightersOf(encounter);
      const late = fighters.filter((fighter) => !isPlaced(fighter));
      if (late.length === 0 || late.length === fighters.length) return;
      yield* rules.roll(late);
      yield* place(encounter, late);
      if (rules.onJoin) for (const fighter of late) yield* rules.onJoin(fighter);
    },

    /** Begins the turn after this index of the order. Turns of fighters who cannot act end at once. */
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
        // A fighter who died in its own turn has left the order.
        if (!order.includes(fighter)) at -= 1;
      }
    },

    /** The round of a fighter's next turn after the turn that runs. */
    roundOfNextTurn(encounter: E, fighter: F): number {
      const { round, turn } = encounter.clock;
      const order = orderOf(encounter);
      return order.indexOf(fighter) > order.findIndex(({ id }) => id === turn) ? round : round + 1;
    },
  };
}

/** Rolls a d20 for each fighter, all at once. Returns each fighter with its face. */
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
 * Makes the `lasting` of a game with turns: the end of a condition after a number of rounds.
 * @param roundOfNextTurn the round of the next turn of the fighter whose turns count the rounds; null outside of fights
 * @param countedBy the fighter whose turns count the rounds: the source, or else the bearer, if absent
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

/** The timing that all games with one turn a round have in common. */
export const TURNS_TIMING = {
  oneTurnPerRound: true,
  turnHolder: turnOf,
  initiative: ({ state }: { readonly state: { readonly initiative?: number | undefined } }) => state.initiative ?? null,
  actingFighters: ({ clock }: Encounter) => [turnOf(clock) ?? []].flat(),
  rollsAtStart: true,
  endCommands: ['end'],
} as const;

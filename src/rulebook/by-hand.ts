import { alter, apply } from '../encounter/change';
import type { Command } from '../encounter/command';
import type { ConditionTable } from '../encounter/condition';
import { impossible } from '../encounter/legality';
import { type Encounter, type Fighter, poolOf } from '../encounter/state';
import type { Reason } from '../kernel/ask';
import type { Procedure } from '../kernel/procedure';
import { gain, lose } from '../mechanics/condition';
import { fighterIn } from './actions';
import type { PlainCommand } from './command';

/** A command of the game master about a fighter of the encounter. */
interface About<F extends Fighter, E extends Encounter<F>> {
  whyNot?(encounter: E, fighter: F, command: Command): readonly Reason[];
  play(encounter: E, fighter: F, command: Command): Procedure<unknown>;
}

/** A command of the game master about the fighter it is `at`; refused where the encounter has none such. */
export const about = <F extends Fighter, E extends Encounter<F>>({ whyNot, play }: About<F, E>): PlainCommand<E> => ({
  whyNot(encounter, command) {
    const fighter = fighterIn<F>(encounter, command.at);
    if (!fighter) return [impossible('no-fighter')];
    return whyNot?.(encounter, fighter, command) ?? [];
  },
  play(encounter, command) {
    const fighter = fighterIn<F>(encounter, command.at);
    if (!fighter) throw new Error(`no fighter ${command.at} for ${command.do}`);
    return play(encounter, fighter, command);
  },
});

/** A condition given by hand, or taken. */
export interface Given<F extends Fighter> {
  readonly fighter: F;
  readonly condition: string;
  readonly on: boolean;
  readonly options: NonNullable<Command['options']>;
}

/** What setting things by hand brings with it in a ruleset. */
export interface ByHand<F extends Fighter, E extends Encounter<F>> {
  readonly conditions: ConditionTable;
  /** What follows from a pool that was set. @param by what it moved by */
  adjusted?(encounter: E, fighter: F, pool: string, by: number): Procedure<unknown>;
  /** Gives or takes a condition, where that is more than `afflict`. */
  afflict?(encounter: E, given: Given<F>): Procedure<unknown>;
  /** What follows from somebody set down elsewhere. */
  placed?(encounter: E): Procedure<unknown>;
}

/** A condition without an end is given, or its root instances are taken away. */
export function* afflict<F extends Fighter>({ fighter, condition, on }: Given<F>): Procedure<void> {
  if (on) yield* gain(fighter.id, condition, null);
  else yield* lose(fighter, condition);
}

/** What a game master sets by hand in every ruleset, whatever it would cost. */
export const byHand = <F extends Fighter, E extends Encounter<F>>(rules: ByHand<F, E>) => ({
  /** A pool, within its bounds: `{ at, options: { pool, to } }`. */
  adjust: about<F, E>({
    whyNot(_, fighter, { options: { pool, to } = {} }) {
      const isPool = typeof pool === 'string' && Object.hasOwn(fighter.pools, pool);
      if (!isPool) return [impossible('no-pool', { pool: String(pool) })];
      return Number.isInteger(to) ? [] : [impossible('no-number', { value: String(to) })];
    },
    *play(encounter, fighter, { options: { pool, to } = {} }) {
      const id = String(pool);
      const by = yield* alter(fighter.id, id, Number(to) - poolOf(fighter, id).value);
      if (rules.adjusted) yield* rules.adjusted(encounter, fighter, id, by);
    },
  }),
  /** A condition: `{ at, options: { condition, on } }`. */
  condition: about<F, E>({
    whyNot(_, __, { options = {} }) {
      const id = String(options.condition);
      if (!Object.hasOwn(rules.conditions, id)) return [impossible('no-condition', { condition: id })];
      return typeof options.on === 'boolean' ? [] : [impossible('no-mark', { value: String(options.on) })];
    },
    play(encounter, fighter, { options = {} }) {
      const given: Given<F> = { fighter, condition: String(options.condition), on: options.on === true, options };
      return rules.afflict ? rules.afflict(encounter, given) : afflict(given);
    },
  }),
  /** Where a fighter stands: at the end of `{ at, path }`. */
  place: about<F, E>({
    whyNot: (_, { place }, { path }) => (place && path?.length ? [] : [impossible('no-path')]),
    *play(encounter, { id: of }, { path = [] }) {
      const to = path.at(-1);
      if (to) yield* apply({ kind: 'move', of, to, by: path.slice(0, -1) });
      if (rules.placed) yield* rules.placed(encounter);
    },
  }),
});

import type { Encounter } from '../../encounter/state';
import { displayRound, NO_TURNS } from '../../encounter/timing';
import type { Adapter } from '../adapters/adapter';
import { adapterOf } from '../adapters/registry';
import { visibleFightOf } from '../host/store';
import { idOf } from '../platform/documents';

export interface CoreState {
  readonly round: number;
  readonly turn: number | null;
}

type Listed = Pick<Combatant.Implementation, 'id' | 'name' | 'actor'>;

/** Sorts combatants by turn; those without one follow, players first, then by name and id. */
const sortByTurn = <C extends Listed>(combatants: Iterable<C>, order: readonly string[]): C[] =>
  [...combatants].sort(byTurn(order));

function byTurn(order: readonly string[]): (a: Listed, b: Listed) => number {
  const places = new Map(order.map((id, at) => [id, at]));
  const placeOf = ({ id }: Listed): number => places.get(id ?? '') ?? order.length;
  const rank = ({ actor }: Listed): number => (actor?.hasPlayerOwner ? 0 : 1);
  return (a, b) =>
    placeOf(a) - placeOf(b) ||
    rank(a) - rank(b) ||
    (a.name ?? '').localeCompare(b.name ?? '') ||
    idOf(a).localeCompare(idOf(b));
}

export interface TurnOrder {
  readonly order: readonly string[];
  readonly initiatives: ReadonlyMap<string, number | null>;
  readonly compare: ReturnType<typeof byTurn>;
}

export const NO_TURN_ORDER: TurnOrder = { order: [], initiatives: new Map(), compare: byTurn([]) };

/** Returns the turn order of the current documents; empty if the ruleset has none, or before the game is ready. */
export function turnOrderOf(combat: Combat.Implementation): TurnOrder {
  const adapter = adapterOf(combat.type);
  if (!adapter) return NO_TURN_ORDER;
  const { timing } = adapter.ruleset;
  if (timing.order === NO_TURNS.order && timing.initiative === NO_TURNS.initiative) return NO_TURN_ORDER;
  // Before the game is ready, actors and tokens may still be missing.
  const encounter = game.ready ? visibleFightOf(combat)?.unmasked : null;
  if (!encounter) return NO_TURN_ORDER;
  const initiatives = Object.values(encounter.fighters).map(
    (fighter) => [fighter.id, timing.initiative(fighter)] as const,
  );
  const order = timing.order(encounter);
  return { order, initiatives: new Map(initiatives), compare: byTurn(order) };
}

export function coreStateOf(combat: Combat.Implementation, adapter: Adapter, encounter: Encounter): CoreState {
  const { idle, timing } = adapter.ruleset;
  const round = displayRound(encounter.clock, idle);
  const holder = round === 0 ? null : timing.turnHolder(encounter.clock);
  const turn =
    holder === null ? -1 : sortByTurn(combat.combatants, timing.order(encounter)).findIndex(({ id }) => id === holder);
  return { round, turn: turn < 0 ? null : turn };
}

import type { Clock, Encounter } from '../../encounter/state';
import { displayRound, NO_TURNS } from '../../encounter/timing';
import type { Adapter } from '../adapters/adapter';
import { adapterOf } from '../adapters/registry';
import { visibleFightOf } from '../host/store';
import { idOf } from '../platform/documents';
import { combatSystem } from '../stored/systems';

/** What Foundry's own fields of a Combat say of our clock. */
export interface CoreState {
  readonly round: number;
  readonly turn: number | null;
}

type Listed = Pick<Combatant.Implementation, 'id' | 'name' | 'actor'>;

/** Everybody in the order of turns; who has none stands behind, players first, then by name, ties by id. */
const inOrder = <C extends Listed>(combatants: Iterable<C>, order: readonly string[]): C[] =>
  [...combatants].sort(byTurn(order));

/** Which of two stands first. */
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

/** Who has turns, in their order, and the initiatives that gave it. */
export interface TurnOrder {
  readonly order: readonly string[];
  readonly initiatives: ReadonlyMap<string, number | null>;
  readonly compare: ReturnType<typeof byTurn>;
}

export const NO_TURN_ORDER: TurnOrder = { order: [], initiatives: new Map(), compare: byTurn([]) };

/** The order of turns by the documents as they are; nobody where the ruleset has none, or the table is not laid yet. */
export function turnOrderOf(combat: Combat.Implementation): TurnOrder {
  const adapter = adapterOf(combat.type);
  if (!adapter) return NO_TURN_ORDER;
  const { timing } = adapter.ruleset;
  // Where nobody has turns there is nothing to read the encounter for.
  if (timing.order === NO_TURNS.order && timing.initiative === NO_TURNS.initiative) return NO_TURN_ORDER;
  // Before the game is ready, actors and tokens may still be missing.
  const encounter = game.ready ? visibleFightOf(combat)?.whole : null;
  if (!encounter) return NO_TURN_ORDER;
  const initiatives = Object.values(encounter.fighters).map(
    (fighter) => [fighter.id, timing.initiative(fighter)] as const,
  );
  const order = timing.order(encounter);
  return { order, initiatives: new Map(initiatives), compare: byTurn(order) };
}

/** Round and turn of an encounter as it stands, or as a step is about to leave it. */
export function coreStateOf(combat: Combat.Implementation, adapter: Adapter, encounter: Encounter): CoreState {
  const { idle, timing } = adapter.ruleset;
  const round = displayRound(encounter.clock, idle);
  const whose = round === 0 ? null : timing.turnHolder(encounter.clock);
  const turn =
    whose === null ? -1 : inOrder(combat.combatants, timing.order(encounter)).findIndex(({ id }) => id === whose);
  return { round, turn: turn < 0 ? null : turn };
}

/** Whoever has the turn by our clock; null where nobody has, undefined where the clock is not ours. */
export function combatantOnTurn(combat: Combat.Implementation): Combatant.Implementation | null | undefined {
  const adapter = adapterOf(combat.type);
  if (!adapter) return undefined;
  const { idle, timing } = adapter.ruleset;
  const clock: Clock | undefined = combatSystem(combat)?.clock;
  const whose = clock && displayRound(clock, idle) > 0 ? timing.turnHolder(clock) : null;
  return (whose && combat.combatants.get(whose)) || null;
}

/** Who acts now, by their ids; empty where anybody may, or nothing runs. */
export function actingFighters(combat: Combat.Implementation): readonly string[] {
  const fight = visibleFightOf(combat);
  if (!fight) return [];
  const { adapter, encounter } = fight;
  if (displayRound(encounter.clock, adapter.ruleset.idle) === 0) return [];
  return adapter.ruleset.timing.actingFighters(encounter);
}

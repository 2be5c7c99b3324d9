import type { Clock, Encounter } from '../../encounter/state';
import { displayRound } from '../../encounter/timing';
import type { Adapter } from '../adapters/adapter';
import { replacement } from '../platform/v14';
import { roundSeconds } from '../platform/world-settings';
import { combatSystem } from '../stored/systems';
import { type CoreState, coreStateOf } from './mirror';
import { recordWorldTime } from './world-time';

/** The update of a Combat's core fields, with its options. */
interface Announcement {
  readonly data: Readonly<Record<string, unknown>>;
  readonly options: Readonly<Record<string, unknown>>;
  /** Additions to the step's `system`. */
  readonly system: object;
}

/**
 * Calls Foundry's hooks for a change of round or turn before it is written, as Foundry's buttons do. Additions by a hook are written with
 * the step, except to round, turn and our own fields.
 * T14: client/hooks.d.mts `combatStart`, `combatTurn`, `combatRound`; client/documents/combat.d.mts `TurnUpdateOptions`.
 * @param direction -1 for an undo, as for Foundry's “previous turn”
 * @param serverTime when the step was made, also for a redo
 */
export function announce(
  combat: Combat.Implementation,
  adapter: Adapter,
  encounter: Encounter,
  direction: 1 | -1,
  serverTime: number,
): Announcement {
  recordWorldTime();
  const state = coreStateOf(combat, adapter, encounter);
  const before: CoreState = { round: combat.round, turn: combat.turn };
  const data: Record<string, unknown> = { ...state };
  const options: Record<string, unknown> = {
    direction,
    worldTime: { delta: secondsBetween(combat, adapter, encounter) },
  };
  // The declared hooks want a number for `turn`; between turns it is null, as after Draw Steel's `endTurn`.
  const hooks: { callAll(hook: string, ...args: unknown[]): unknown } = Hooks;
  const call = (hook: string, ...args: unknown[]): void => void hooks.callAll(hook, combat, ...args);
  if (before.round === 0 && state.round > 0) call('combatStart', data);
  else if (state.round > 0 && state.round !== before.round) call('combatRound', data, options);
  else if (state.round > 0 && state.turn !== before.turn) call('combatTurn', data, options);
  const { system: _system, _id, type: _type, combatants: _combatants, groups: _groups, ...added } = data;
  const { parent: _parent, pack: _pack, action: _action, updates: _updates, ...keptOptions } = options;
  // Most steps take no time, and an update of the world time calls hooks even without a change.
  if (!(keptOptions.worldTime as { delta?: number } | undefined)?.delta) delete keptOptions.worldTime;
  return { data: { ...added, ...state }, options: keptOptions, system: timesOf(before, state, direction, serverTime) };
}

/** When the encounter began, if the step begins it or undoes that. An undone end leaves it as it was. */
function timesOf(before: CoreState, { round }: CoreState, direction: 1 | -1, serverTime: number): object {
  if (direction === -1) return round === 0 ? { began: null } : {};
  if (before.round > 0 || round === 0) return {};
  return { began: replacement({ worldTime: game.time.worldTime, serverTime }) };
}

/** Returns the world seconds of a step, negative for an undo: its rounds, or outside rounds the seconds of the clock. */
function secondsBetween(combat: Combat.Implementation, { ruleset }: Adapter, { clock }: Encounter): number {
  const before = combatSystem(combat).clock;
  const [from, to] = [before, clock].map((each) => displayRound(each, ruleset.idle));
  const counted = timeOf(ruleset, clock) - timeOf(ruleset, before);
  if (!from && !to) return counted;
  // When a fight ends by itself, no round follows the last one.
  const rounds = from && to ? to - from : counted / ruleset.timing.roundSeconds;
  return rounds * roundSeconds(ruleset);
}

const timeOf = ({ timing }: Adapter['ruleset'], clock: Clock): number => timing.elapsed?.(clock) ?? 0;

import type { Clock, Encounter } from '../../encounter/state';
import { displayRound } from '../../encounter/timing';
import type { Adapter } from '../adapters/adapter';
import { roundSeconds } from '../platform/world-settings';
import { combatSystem } from '../stored/systems';
import { type CoreState, coreStateOf } from './mirror';
import { recordWorldTime } from './world-time';

/** What a step writes into Foundry's own fields of its Combat, and with which options. */
interface Announced {
  readonly data: Readonly<Record<string, unknown>>;
  readonly options: Readonly<Record<string, unknown>>;
}

/**
 * Tells those who listen that round or turn are about to change: in the referee's tab, before it is written, as Foundry does in the
 * tab of whoever presses its buttons. What a hook adds to the data or the options is written with the step; round, turn and what is
 * ours stay.
 * T14: client/hooks.d.mts `combatStart`, `combatTurn`, `combatRound`; client/documents/combat.d.mts `TurnUpdateOptions`.
 * @param direction -1 where a step is taken back, as for Foundry's “previous turn”
 */
export function announce(
  combat: Combat.Implementation,
  adapter: Adapter,
  encounter: Encounter,
  direction: 1 | -1,
): Announced {
  recordWorldTime();
  const right = coreStateOf(combat, adapter, encounter);
  const before: CoreState = { round: combat.round, turn: combat.turn };
  const data: Record<string, unknown> = { ...right };
  const options: Record<string, unknown> = {
    direction,
    worldTime: { delta: secondsBetween(combat, adapter, encounter) },
  };
  // The declared hooks want a number for `turn`; between turns it is null, as after Draw Steel's `endTurn`.
  const hooks: { callAll(hook: string, ...args: unknown[]): unknown } = Hooks;
  const call = (hook: string, ...args: unknown[]): void => void hooks.callAll(hook, combat, ...args);
  if (before.round === 0 && right.round > 0) call('combatStart', data);
  else if (right.round > 0 && right.round !== before.round) call('combatRound', data, options);
  else if (right.round > 0 && right.turn !== before.turn) call('combatTurn', data, options);
  const { system: _system, _id, type: _type, combatants: _combatants, groups: _groups, ...added } = data;
  const { parent: _parent, pack: _pack, action: _action, updates: _updates, ...kept } = options;
  // Most steps take no time, and a world's clock that is set to what it says is news to whoever listens.
  if (!(kept.worldTime as { delta?: number } | undefined)?.delta) delete kept.worldTime;
  return { data: { ...added, ...right }, options: kept };
}

/** How much of the world's time a step takes, or gives back: that of its rounds, and between fights what the clock has counted. Seconds. */
function secondsBetween(combat: Combat.Implementation, { ruleset }: Adapter, { clock }: Encounter): number {
  const before = combatSystem(combat).clock;
  const [from, to] = [before, clock].map((each) => displayRound(each, ruleset.idle));
  const counted = timeOf(ruleset, clock) - timeOf(ruleset, before);
  if (!from && !to) return counted;
  // The last round of a fight that ends by itself is followed by none.
  const rounds = from && to ? to - from : counted / ruleset.timing.roundSeconds;
  return rounds * roundSeconds(ruleset);
}

const timeOf = ({ timing }: Adapter['ruleset'], clock: Clock): number => timing.elapsed?.(clock) ?? 0;

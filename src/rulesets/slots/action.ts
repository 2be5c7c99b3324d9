import { adjustPool } from '../../encounter/change';
import type { Command, Price } from '../../encounter/command';
import { type Place, poolOf } from '../../encounter/state';
import type { Reason } from '../../kernel/ask';
import { lookup } from '../../kernel/lookup';
import type { Procedure } from '../../kernel/procedure';
import { type ActionContext as BaseContext, type Game, type Row, rowsOf } from '../../toolkit/act/actions';
import type { Runtime } from '../../toolkit/act/commands';
import { whyNoTurn } from '../../toolkit/turns/turn-reason';
import { type OPTIONS, optionsOf } from './options';
import type { PhysicalItem, ReadyTrigger, Slot, SlotsItem } from './schema';
import { type SlotsEncounter, type SlotsFighter, setState } from './state';

/** A command with its fighter, item and target looked up. */
export interface SlotsContext extends BaseContext<SlotsEncounter> {
  readonly slot: Slot;
  readonly runtime: Runtime<Slots>;
}

/** The parts of a context that nested commands need. */
export type PlayContext = Pick<SlotsContext, 'encounter' | 'runtime'>;

/** An action of ledger section 5. */
export interface Action extends Row<Slots> {
  readonly slot: 'standard' | 'move' | 'quick';
  /** Marked ⚔ in the ledger: forbidden to the frightened and the held, and against what cannot be targeted. */
  readonly offensive?: true;
  /** Whether the action moves the fighter. */
  readonly moves?: true;
  /** Whether the held may use it (L-A48). */
  readonly whileHeld?: true;
  /** What is done with its item may harm, as offensive actions do. */
  readonly mayHarm?: true;
  /** Whether a target is required, where `needs` does not say so. */
  isAimed?(act: SlotsContext): boolean;
  /** Off the map it takes a target: whom it meets (L-67). */
  readonly meets?: true;
  /** L-A50: whether the command is no offense against its target, such as one against a thing on the ground. */
  isHarmless?(act: SlotsContext): boolean;
  /** The place from which the target is aimed at, if the action moves there first; null if it is not known yet. */
  aimedFrom?(act: SlotsContext): Place | null;
  /** Returns the trigger that it fires before it plays (L-09); by default `attacks` if it is offensive. */
  fires?(act: SlotsContext): ReadyTrigger | null;
  /** L-09: whether a banked Standard slot can pay for it. */
  readonly readiable?: true;
  /** Returns the feet that it leads at most when it is readied. */
  farthest?(fighter: SlotsFighter): number;
  /** It leads farthest straight on. */
  readonly straight?: true;
  /** Whom it provokes on its way (L-30, L-52): all, or all but its target. A Tumble provokes only if it fails. */
  readonly provokes?: 'all' | 'others';
  /** Whether a drag of the token takes it, and asks before. */
  readonly drag?: 'free' | 'asks';
  /** Whether it has a button at the item. */
  atItem?(item: SlotsItem): boolean;
  /** Returns the things of a target that it can be aimed at. */
  aimedThings?(target: SlotsFighter): readonly PhysicalItem[];
  /** Returns the id of its texts, if it is not its own. */
  textId?(command: Command): string | undefined;
  /** Plays the roll that its odds are of; null if it has none. */
  chance?(act: SlotsContext): Procedure<unknown> | null;
  /** The full price, where it is not just one slot. */
  cost?(act: SlotsContext): readonly Price[];
  /** Whether it costs nothing now. */
  isFree?(act: SlotsContext): boolean;
  /** Whether it needs the turns of a fight. */
  readonly inFight?: true;
}

export interface Slots extends Game {
  readonly encounter: SlotsEncounter;
  readonly context: SlotsContext;
  readonly row: Action;
  readonly option: keyof typeof OPTIONS & string;
  readonly declared: void;
  /** What was taken from the pools. */
  readonly paid: readonly Price[];
}

export const { requiring, targeted } = rowsOf<Slots>();

export const takesTarget = (action: Action, act: SlotsContext): boolean =>
  action.needs === 'target' || action.isAimed?.(act) === true;

/** Returns true on the fighter's turn, in the order or in a Surprise Round. */
export const isTurnOf = ({ clock }: SlotsEncounter, { id }: Pick<SlotsFighter, 'id'>): boolean =>
  (clock.phase === 'turn' || clock.phase === 'surprise') && clock.turn === id;

/**
 * Returns the slot that pays: the row's own, or the Standard slot (L-08) or the banked one (L-09) if the command names
 * it.
 */
export function slotOf(action: Action, command: Command): Slot {
  const { slot } = optionsOf(command);
  return slot === 'standard' || slot === 'waited' ? slot : action.slot;
}

export const isIdle = ({ clock }: SlotsEncounter): boolean => clock.phase === 'idle';

/** Returns the full price of an action, its slot first. */
export function pricesOf(action: Action, act: SlotsContext): readonly Price[] {
  if (action.isFree?.(act)) return [];
  return action.cost ? action.cost(act) : [{ pool: act.slot, amount: 1 }];
}

const isTurnSlot = ({ pool }: Price): boolean => pool === 'standard' || pool === 'move' || pool === 'quick';

/** L-03: outside a fight nothing takes a slot of a turn. */
export const pricesDue = (encounter: SlotsEncounter, prices: readonly Price[]): readonly Price[] =>
  isIdle(encounter) ? prices.filter((price) => !isTurnSlot(price)) : prices;

const SPENT: Readonly<Record<string, string>> = {
  standard: 'standard-spent',
  move: 'move-spent',
  quick: 'quick-spent',
  waited: 'waited-spent',
};

/**
 * Returns the reasons against paying now. Free actions need one's own turn (L-06), and so do prices beyond the banked
 * slot (L-A22).
 */
export function whyNotPay(
  encounter: SlotsEncounter,
  fighter: SlotsFighter,
  { slot }: SlotsContext,
  prices: readonly Price[],
) {
  const reasons: Reason[] = [];
  const isBanked = slot === 'waited' && prices.every(({ pool }) => pool === 'waited');
  if (!isBanked && !isIdle(encounter) && !isTurnOf(encounter, fighter)) reasons.push(whyNoTurn(encounter));
  for (const { pool, amount } of prices)
    if (poolOf(fighter, pool).value < amount) reasons.push({ id: lookup(SPENT, pool) ?? pool });
  return reasons;
}

/** Returns what the pools had of it: the GM may force an action that cannot be paid. */
export function* pay(fighter: SlotsFighter, prices: readonly Price[]): Procedure<readonly Price[]> {
  const paid: Price[] = [];
  for (const { pool, amount } of prices) paid.push({ pool, amount: -(yield* adjustPool(fighter.id, pool, -amount)) });
  return paid;
}

/** L-70: any other action, a Reaction too, ends what one slot has paid for. */
export function* endManaging({ id, state }: SlotsFighter): Procedure<void> {
  if (state.managing !== undefined) yield* setState(id, 'managing', null);
}

/** What an action returns that was not done after all: what was paid for it is given back. */
export const UNDONE = 'undone';

export const hasSlot = (fighter: SlotsFighter, slot: Slot): boolean => fighter.pools[slot].value > 0;

/** Returns the command, paid with the Standard slot (L-08) or the banked one (L-09) where only that helps. */
export function withSubstituteSlot(encounter: SlotsEncounter, action: Action, command: Command): Command {
  const fighter = encounter.fighters[command.by];
  if (!fighter || isIdle(encounter) || action.cost || optionsOf(command).slot !== undefined) return command;
  const paidWith = (slot: Slot): Command => ({ ...command, options: { ...command.options, slot } });
  if (!isTurnOf(encounter, fighter)) {
    // L-70: what was banked still pays for things.
    const isManaging = action.handles === true && fighter.state.managing === true;
    return isManaging || hasSlot(fighter, 'waited') ? paidWith('waited') : command;
  }
  if (hasSlot(fighter, action.slot)) return command;
  if (hasSlot(fighter, 'standard')) return paidWith('standard');
  return hasSlot(fighter, 'waited') ? paidWith('waited') : command;
}

/** Returns the slot that pays for a Reaction (L-08, L-09), or null. */
export function reactionSlot(encounter: SlotsEncounter, fighter: SlotsFighter): Slot | null {
  if (hasSlot(fighter, 'reaction')) return 'reaction';
  if (hasSlot(fighter, 'waited')) return 'waited';
  return isTurnOf(encounter, fighter) && hasSlot(fighter, 'standard') ? 'standard' : null;
}

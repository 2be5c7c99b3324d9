import { adjustPool } from '../../encounter/change';
import type { Command, Price } from '../../encounter/command';
import { poolOf } from '../../encounter/state';
import type { Reason } from '../../kernel/ask';
import type { Procedure } from '../../kernel/procedure';
import { type ActionDefinition, type ActionContext as Named, rowsOf } from '../../toolkit/define/actions';
import type { Runtime } from '../../toolkit/define/commands';
import { optionsOf } from './options';
import type { Slot } from './schema';
import { type SlotsEncounter, type SlotsFighter, setState } from './state';

/** A command with all it names looked up. */
export interface Act extends Named<SlotsFighter, SlotsEncounter> {
  /** The slot that pays. */
  readonly slot: Slot;
  readonly runtime: Runtime<Act, Action>;
}

/** Where something happens, and what plays other commands there. */
export type PlayContext = Pick<Act, 'encounter' | 'runtime'>;

/** What a row says besides what rows of all rulesets do. */
interface Own {
  /** What it is priced at. */
  readonly slot: 'standard' | 'move' | 'quick';
  /** Marked ⚔ in the ledger: nothing for the frightened, the held, or at whom one cannot target. */
  readonly offensive?: true;
  /** Whether it takes one from the spot. */
  readonly moves?: true;
  /** Whether the held may do it all the same (L-A48). */
  readonly whileHeld?: true;
  /** What it takes besides its slot, and whether the slot is taken at all. */
  cost?(act: Act): readonly Price[];
}

/** A row of ledger section 5. */
export interface Action extends ActionDefinition<Act>, Own {}
export const { needing, targeted } = rowsOf<Act, Own>();

/** L-83, L-93, L-94: what the slot that pays takes off an attack. */
const PENALTIES: Readonly<Record<Slot, number>> = { standard: 0, move: -5, quick: -10, reaction: 0, waited: 0 };
export const penaltyOf = (slot: Slot): number => PENALTIES[slot];

/** Whether it is this fighter's turn, in the order or in a Surprise Round. */
export const isTurnOf = ({ clock }: SlotsEncounter, { id }: Pick<SlotsFighter, 'id'>): boolean =>
  (clock.phase === 'turn' || clock.phase === 'surprise') && clock.turn === id;

/** The slot that pays for an action; a command may say the Standard slot for something smaller (L-08), or a banked one (L-09). */
export function slotOf(action: Action, command: Command): Slot {
  const { slot } = optionsOf(command);
  return slot === 'standard' || slot === 'waited' ? slot : action.slot;
}

/** Everything an action takes, its slot first. */
export const pricesOf = (action: Action, act: Act): readonly Price[] =>
  action.cost ? action.cost(act) : [{ pool: act.slot, amount: 1 }];

/** What is said of a slot that cannot pay. */
const SPENT: Readonly<Record<string, string>> = {
  standard: 'standard-spent',
  move: 'move-spent',
  quick: 'quick-spent',
  waited: 'waited-spent',
};

/**
 * What stands against paying now: whose turn it is, and what is spent. L-06: what is free too belongs to one's own turn; L-A22: so does what
 * takes slots of it besides the banked one.
 */
export function whyNotPay(encounter: SlotsEncounter, fighter: SlotsFighter, { slot }: Act, prices: readonly Price[]) {
  const reasons: Reason[] = [];
  const isBanked = slot === 'waited' && prices.every(({ pool }) => pool === 'waited');
  if (!isBanked && !isTurnOf(encounter, fighter)) reasons.push({ id: 'not-your-turn' });
  for (const { pool, amount } of prices)
    if (poolOf(fighter, pool).value < amount) reasons.push({ id: SPENT[pool] ?? pool });
  return reasons;
}

export function* pay(fighter: SlotsFighter, prices: readonly Price[]): Procedure<void> {
  for (const { pool, amount } of prices) yield* adjustPool(fighter.id, pool, -amount);
  if (fighter.pools.waited.value === 0) yield* clearReadied(fighter);
}

/** L-11: with the banked Reaction what was to be done with it is gone. */
export function* clearReadied({ id, state }: SlotsFighter): Procedure<void> {
  if (state.readied !== undefined) yield* setState(id, 'readied', null);
}

export const hasSlot = (fighter: SlotsFighter, slot: Slot): boolean => fighter.pools[slot].value > 0;

/**
 * The command as it is, or paid with the Standard slot where only that helps (L-08), or outside one's turn with what was banked (L-09).
 */
export function withSubstituteSlot(encounter: SlotsEncounter, action: Action, command: Command): Command {
  const fighter = encounter.fighters[command.by];
  if (!fighter || action.cost || optionsOf(command).slot !== undefined) return command;
  const paidWith = (slot: Slot): Command => ({ ...command, options: { ...command.options, slot } });
  if (!isTurnOf(encounter, fighter)) return hasSlot(fighter, 'waited') ? paidWith('waited') : command;
  if (hasSlot(fighter, action.slot)) return command;
  if (hasSlot(fighter, 'standard')) return paidWith('standard');
  return hasSlot(fighter, 'waited') ? paidWith('waited') : command;
}

/** What pays for a Reaction: a Reaction left, else a banked one, else on one's own turn the Standard slot (L-08, L-09). */
export function reactionSlot(encounter: SlotsEncounter, fighter: SlotsFighter): Slot | null {
  if (hasSlot(fighter, 'reaction')) return 'reaction';
  if (hasSlot(fighter, 'waited')) return 'waited';
  return isTurnOf(encounter, fighter) && hasSlot(fighter, 'standard') ? 'standard' : null;
}

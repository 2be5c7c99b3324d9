import type { Command, Price } from '../../encounter/command';
import { type Act as Named, type Row, rowsOf } from '../../rulebook/actions';
import type { SlotsEncounter, SlotsFighter } from './stats';
import type { Slot } from './words';

/** A command with all it names looked up. */
export interface Act extends Named<SlotsFighter, SlotsEncounter> {
  /** The slot that pays; null for what is free. */
  readonly slot: Slot | null;
}

/** What a row says besides what rows of all rulesets do. */
interface Own {
  /** What it is priced at; `free` costs no slot (L-05). */
  readonly slot: 'standard' | 'move' | 'quick' | 'free';
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
export interface Action extends Row<Act>, Own {}
export const { needing, targeted } = rowsOf<Act, Own>();

/** A whole number among the options; otherwise what is said instead. */
export function numberOf({ options }: Command, key: string, otherwise: number): number {
  const value = options?.[key];
  return typeof value === 'number' && Number.isInteger(value) ? value : otherwise;
}

/** A word among the options; otherwise what is said instead. */
export function wordOf({ options }: Command, key: string, otherwise = ''): string {
  const value = options?.[key];
  return typeof value === 'string' ? value : otherwise;
}

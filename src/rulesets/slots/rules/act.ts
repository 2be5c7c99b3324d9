import type { Command, Price } from '../../../encounter/command';
import type { Reason } from '../../../kernel/ask';
import type { Procedure } from '../../../kernel/procedure';
import type { SlotsEncounter, SlotsFighter } from './stats';
import type { Slot } from './words';

/** A command with all it names looked up. */
export interface Act {
  readonly encounter: SlotsEncounter;
  readonly fighter: SlotsFighter;
  readonly command: Command;
  /** Null where the command names nobody of this encounter. */
  readonly target: SlotsFighter | null;
  /** The slot that pays; null for what is free. */
  readonly slot: Slot | null;
}

/** A row of ledger section 5. */
export interface Action {
  /** What it is priced at; `free` costs no slot (L-05). */
  readonly slot: 'standard' | 'move' | 'quick' | 'free';
  readonly icon: string;
  readonly needs: 'nothing' | 'target' | 'path';
  /** Marked ⚔ in the ledger: nothing for the frightened, the held, or at whom one cannot target. */
  readonly offensive?: true;
  /** Whether it takes one from the spot. */
  readonly moves?: true;
  /** Whether the held may do it all the same (L-A48). */
  readonly whileHeld?: true;
  /** Whether it is done with or to an item and has its button there. */
  readonly ofItem?: true;
  /** What it takes besides its slot, and whether the slot is taken at all. */
  cost?(act: Act): readonly Price[];
  /** What stands against it besides its slot and the fighter's state. */
  whyNot(act: Act): readonly Reason[];
  /** Carries it out, once paid. */
  play(act: Act): Procedure<unknown>;
}

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

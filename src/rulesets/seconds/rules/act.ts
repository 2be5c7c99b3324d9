import type { Command } from '../../../encounter/command';
import type { Reason } from '../../../kernel/ask';
import type { Procedure } from '../../../kernel/procedure';
import { NOBODY_ASKS, type OnStride } from './answer';
import type { Progress } from './bar';
import type { SecondsItem } from './items';

import { type SecondsEncounter, type SecondsFighter, type World, worldOf } from './stats';

/** A command with all it names looked up. */
export interface Act {
  readonly encounter: SecondsEncounter;
  readonly world: World;
  readonly fighter: SecondsFighter;
  readonly command: Command;
  /** Null where the command names nobody of this encounter. */
  readonly target: SecondsFighter | null;
  /** Whatever of that id the fighter carries, or lies on the ground. */
  readonly item: SecondsItem | null;
  /** Metres run before it, this turn or before it was begun. */
  readonly runUp: number;
  /** What the game master said of it. */
  readonly terms: Terms;
  /** Who may answer to each stride of its own movement. */
  readonly onStride: OnStride;
}

/** What the game master settles of an action before it is paid: its time, whether DEX shortens it, a check it takes. */
export interface Terms {
  /** Ticks before DEX. */
  readonly base?: number;
  readonly final?: boolean;
  readonly check?: string;
  readonly against?: number;
}

export type Group = 'attack' | 'maneuver' | 'move' | 'other';

/** A row of ledger section 5. */
export interface Action {
  readonly group: Group;
  readonly icon: string;
  readonly needs: 'nothing' | 'target' | 'path';
  /** Whether it is done with an item and has its button there. */
  readonly ofItem?: true;
  /** Whether it only makes sense while the clock runs (ledger section 4, idle). */
  readonly inFight?: true;
  /** Whether the hold of another, or holding another, leaves it possible (section 7). */
  readonly anyway?: readonly ('restrained' | 'restraining')[];
  /** Whether it goes from one place to another of itself, so that who is held fast cannot (S-A26). */
  readonly moves?: true;
  /** Whether it answers to somebody else, with a reaction and without seconds. */
  readonly reacts?: true;
  /** Whether a run-up is for it (S-A17). */
  readonly runs?: true;
  /** Whether it leaves what was begun as it is, whatever it costs (S-16). */
  readonly keeps?: true;
  /** Whether nobody is asked for a trigger because of it. */
  readonly quiet?: true;
  /** Ticks before DEX. What the game master prices costs nothing until then. */
  base(act: Act): number;
  /** Whether DEX shortens it (S-04). */
  byDex(act: Act): boolean;
  /** Whether it may be paid over several turns (S-11). */
  readonly splits: boolean;
  /** Whether somebody must say what it takes before it is paid; comes to null where it is not allowed. */
  declare?(act: Act): Procedure<Terms | null>;
  /** What stands against beginning it, on the fighter's own side (S-A13). */
  whyNot(act: Act): readonly Reason[];
  /** What stands against finishing it: target, range, cover (S-A13). */
  whyNotFinish(act: Act): readonly Reason[];
  /** Whether it takes one's eyes off the enemy (S-112, S-113). @param remaining ticks still to be paid @param left ticks there are */
  distracts?(act: Act, remaining: number, left: number): boolean;
  play(act: Act): Procedure<void>;
}

export const nothing = (): readonly Reason[] => [];

export const toolOf = ({ with: tool, options }: Command): string => tool ?? (options?.found === true ? 'found' : '');

/** A command with all it names looked up. @param begun what is unfinished of it */
export function actOf(
  encounter: SecondsEncounter,
  fighter: SecondsFighter,
  command: Command,
  begun: Progress | null = null,
): Act {
  const { fighters } = encounter;
  return {
    ...{ encounter, fighter, command },
    world: worldOf(encounter),
    target: (command.at !== undefined && fighters[command.at]) || null,
    item: itemNamed(encounter, fighter, command.with),
    runUp: begun?.runUp || Number(fighter.book.runUp ?? 0),
    onStride: NOBODY_ASKS,
    terms: begun?.terms ? (JSON.parse(begun.terms) as Terms) : {},
  };
}

/** One's own, or what lies on the ground and was somebody else's. */
function itemNamed({ fighters }: SecondsEncounter, { items }: SecondsFighter, id?: string): SecondsItem | null {
  if (id === undefined) return null;
  const own = items.find((item) => item.id === id);
  if (own) return own;
  const others = Object.values(fighters).flatMap((other) => other.items);
  return others.find((item) => item.id === id && 'dropped' in item && item.dropped) ?? null;
}

import type { Reason } from '../../../kernel/ask';
import type { Procedure } from '../../../kernel/procedure';
import { isOut } from '../conditions';
import { mark } from '../marks';
import type { TempoEncounter, TempoFighter } from '../stats';

/** What every Reaction has: its name in the book, its tempo, and how often it works in a round (section 6). */
export interface Gate {
  readonly id: string;
  readonly tempo: number;
  readonly uses: number;
}

export const INTERCEPT: Gate = { id: 'intercept', tempo: 4, uses: 1 };
export const DUAL_WIELD: Gate = { id: 'dual-wield', tempo: 0, uses: 1 };
export const TEAMWORK: Gate = { id: 'teamwork', tempo: 3, uses: 1 };

/** How often something was used this Round: a Reaction, or an ability of limited uses. */
export const usesOf = ({ book }: TempoFighter, id: string): number => book[`used-${id}`] ?? 0;

export const noteUse = (fighter: TempoFighter, id: string): Procedure<unknown> =>
  mark(fighter.id, `used-${id}`, usesOf(fighter, id) + 1);

/** T-71 to T-77: what stands against any Reaction now, but for its own trigger and prerequisite. */
export function whyNotReact({ clock }: TempoEncounter, fighter: TempoFighter, gate: Gate): Reason[] {
  if (clock.turn === null || clock.turn === undefined) return [{ id: 'wrong-moment' }];
  const { book, stats } = fighter;
  return [
    ...(isOut(fighter) ? [{ id: 'incapacitated' }] : []),
    ...(clock.tempo < gate.tempo ? [{ id: 'tempo-too-low', data: { tempo: gate.tempo } }] : []),
    ...((book.reacted ?? 0) >= stats.reactionsPerTurn ? [{ id: 'reaction-spent' }] : []),
    ...(usesOf(fighter, gate.id) >= gate.uses ? [{ id: 'reaction-used-up' }] : []),
  ];
}

/** T-76. */
export function* spendReaction(fighter: TempoFighter, gate: Gate): Procedure<void> {
  yield* mark(fighter.id, 'reacted', (fighter.book.reacted ?? 0) + 1);
  yield* noteUse(fighter, gate.id);
}

import type { Reason } from '../../../kernel/ask';
import type { Procedure } from '../../../kernel/procedure';
import { mark } from '../../../mechanics/edit';
import { isOut } from '../conditions';
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

/** How many Reactions of the running turn a fighter has spent. */
export const REACTED = 'reacted';
export const USED = 'used-';

/** T-71 to T-77: what stands against any Reaction now, but for its own trigger and prerequisite. */
export function whyNotReact({ clock }: TempoEncounter, fighter: TempoFighter, gate: Gate): Reason[] {
  if (clock.turn === null || clock.turn === undefined) return [{ id: 'wrong-moment' }];
  const { book, stats } = fighter;
  return [
    ...(isOut(fighter) ? [{ id: 'incapacitated' }] : []),
    ...(clock.tempo < gate.tempo ? [{ id: 'tempo-too-low', data: { tempo: gate.tempo } }] : []),
    ...(Number(book[REACTED] ?? 0) >= stats.reactionsPerTurn ? [{ id: 'reaction-spent' }] : []),
    ...(Number(book[USED + gate.id] ?? 0) >= gate.uses ? [{ id: 'reaction-used-up' }] : []),
  ];
}

/** T-76. */
export function* spendReaction({ id, book }: TempoFighter, gate: Gate): Procedure<void> {
  yield* mark(id, REACTED, Number(book[REACTED] ?? 0) + 1);
  yield* mark(id, USED + gate.id, Number(book[USED + gate.id] ?? 0) + 1);
}

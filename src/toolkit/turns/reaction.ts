import type { OrderDefinition } from '../../encounter/automation';
import type { Candidate, Facts } from '../../kernel/ask';
import { deepEqual } from '../../kernel/deep-equal';
import { offer, type Procedure } from '../../kernel/procedure';

/** A moment at which others may cut in. */
export interface Moment {
  /** The offer's id. */
  readonly id: string;
  /** Whether the first who takes is heard alone, or everybody. */
  readonly wait: 'first' | 'all';
  /** Who may cut in now, and with what; judged afresh each time it is asked. */
  candidates(): readonly Candidate[];
  /** What the asked are told. */
  facts?(candidates: readonly Candidate[]): Facts;
  /** The procedure of a command that was taken, in its section. */
  playChild(command: unknown): Procedure<unknown>;
}

/**
 * Offers to cut in and plays what is taken, one after the other; then who is left is judged afresh, until nobody takes. Comes to whether
 * anything was taken.
 */
export function* offerReactions(moment: Moment): Procedure<boolean> {
  for (let isTaken = false; ; isTaken = true) {
    const candidates = moment.candidates();
    const taken = yield* offer(
      moment.id,
      candidates,
      moment.wait,
      candidates.length > 0 ? moment.facts?.(candidates) : undefined,
    );
    if (taken.length === 0) return isTaken;
    for (const [at, { by, command }] of taken.entries()) {
      // What an earlier child has made impossible is not played.
      if (at > 0 && !isStillOffered(moment, by, command)) continue;
      yield* moment.playChild(command);
    }
  }
}

const isStillOffered = (moment: Moment, by: string, command: unknown): boolean =>
  moment.candidates().some((taker) => taker.by === by && taker.commands.some((each) => deepEqual(each, command)));

/** That a reaction may be settled beforehand: to be asked, or to let it pass. */
export const reactionOrder = (id: string): OrderDefinition => ({
  id,
  label: { key: `Action.${id}.label` },
  choices: [
    { id: 'ask', label: { key: 'App.Order.ask' } },
    { id: 'pass', label: { key: 'App.Order.pass' } },
  ],
});

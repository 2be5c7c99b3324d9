import type { OrderDefinition } from '../../encounter/automation';
import type { Candidate, Facts } from '../../kernel/ask';
import { deepEqual } from '../../kernel/deep-equal';
import { offer, type Procedure } from '../../kernel/procedure';

export interface Moment {
  readonly id: string;
  /** Whether the first acceptance ends the offer. */
  readonly wait: 'first' | 'all';
  /** Returns who may interrupt now; called again after each interrupt. */
  candidates(): readonly Candidate[];
  facts?(candidates: readonly Candidate[]): Facts;
  /** Called when all candidates have passed. */
  passed?(candidates: readonly Candidate[]): void;
  /** Returns the procedure of an accepted command, in its section. */
  playChild(command: unknown): Procedure<unknown>;
}

/** Offers reactions and plays accepted ones until no candidate accepts. Returns true if any was accepted. */
export function* offerReactions(moment: Moment): Procedure<boolean> {
  for (let wasAccepted = false; ; wasAccepted = true) {
    const candidates = moment.candidates();
    const accepted = yield* offer(
      moment.id,
      candidates,
      moment.wait,
      candidates.length > 0 ? moment.facts?.(candidates) : undefined,
    );
    if (accepted.length === 0) {
      moment.passed?.(candidates);
      return wasAccepted;
    }
    for (const [at, { by, command }] of accepted.entries()) {
      // An earlier child may have made it impossible.
      if (at > 0 && !isStillOffered(moment, by, command)) continue;
      yield* moment.playChild(command);
    }
  }
}

const isStillOffered = (moment: Moment, by: string, command: unknown): boolean =>
  moment
    .candidates()
    .some((candidate) => candidate.by === by && candidate.commands.some((each) => deepEqual(each, command)));

/** Returns the order for a reaction: ask or pass. */
export const reactionOrder = (id: string): OrderDefinition => ({
  id,
  label: { key: `Action.${id}.label` },
  choices: [
    { id: 'ask', label: { key: 'App.Order.ask' } },
    { id: 'pass', label: { key: 'App.Order.pass' } },
  ],
});

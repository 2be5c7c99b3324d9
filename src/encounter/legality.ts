import type { Reason } from '../kernel/ask';

/** What the world makes of an illegal command: refuse it, ask whether it is meant, or let it pass. */
export type Strictness = 'enforce' | 'warn' | 'off';
export const STRICTNESS = ['enforce', 'warn', 'off'] as const satisfies readonly Strictness[];

export type Verdict = 'go' | 'confirm' | 'refuse';

/** Reasons nothing overrides: a command with one of these cannot be carried out at all, only misunderstood. */
export interface ImpossibleReason extends Reason {
  readonly impossible: true;
}

/**
 * What becomes of a command with these reasons against it.
 * @param force the sender has seen the reasons and means it; only `warn` and `off` listen, `enforce` never
 */
export function judge(reasons: readonly Reason[], strictness: Strictness, force = false): Verdict {
  if (reasons.some((reason) => 'impossible' in reason)) return 'refuse';
  if (reasons.length === 0 || strictness === 'off') return 'go';
  if (strictness === 'enforce') return 'refuse';
  return force ? 'go' : 'confirm';
}

/** The reason against what is aimed at nobody: whoever clicks it is asked at whom. */
export const NO_TARGET = 'no-target';

/** A reason that no strictness setting overrides. */
export const impossibleReason = (id: string, data?: Reason['data']): ImpossibleReason => ({
  id,
  ...(data && { data }),
  impossible: true,
});

import type { Reason } from '../kernel/ask';

/** How the world treats an illegal command: refuse, confirm, or allow it. */
export type Strictness = 'enforce' | 'warn' | 'off';
export const STRICTNESS = ['enforce', 'warn', 'off'] as const satisfies readonly Strictness[];

export type Verdict = 'go' | 'confirm' | 'refuse';

/** A reason that no setting overrides: the command cannot be carried out at all. */
export interface ImpossibleReason extends Reason {
  readonly impossible: true;
}

/**
 * Returns what happens to a command with these reasons.
 * @param force the sender has confirmed the reasons; ignored by `enforce`
 */
export function judge(reasons: readonly Reason[], strictness: Strictness, force = false): Verdict {
  if (reasons.some((reason) => 'impossible' in reason)) return 'refuse';
  if (reasons.length === 0 || strictness === 'off') return 'go';
  if (strictness === 'enforce') return 'refuse';
  return force ? 'go' : 'confirm';
}

/** The reason for a missing target; the interface then asks for one. */
export const NO_TARGET = 'no-target';

export const impossibleReason = (id: string, data?: Reason['data']): ImpossibleReason => ({
  id,
  ...(data && { data }),
  impossible: true,
});

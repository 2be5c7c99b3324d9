import type { Outcome } from '../../../encounter/effect';
import type { Faceoff } from '../../../encounter/view';
import type { Zone } from '../words';

/** What an attack, a spell or an effort came to. */
export interface ClashOutcome extends Outcome {
  /** Where it decides the face-off. */
  readonly verdict?: NonNullable<Faceoff['verdict']>;
  readonly zone?: Zone;
  /** What armor or Magic Defense took off. */
  readonly soak?: number;
}

import type { FormerOutcomes } from '../../../encounter/former';
import { type Former, listed } from '../../../rulebook/former';

/** Before 0.4.0 lists were texts. */
export const FORMER: Former = { option: (key, value) => (key === 'away' ? listed(value) : value) };

const MADE = { success: true };
const FAILED = { success: false };

/** What stood in exchanges as a mere line until 0.3.0. */
export const FORMER_OUTCOMES: FormerOutcomes = {
  damage: MADE,
  success: MADE,
  hides: MADE,
  miss: FAILED,
  failure: FAILED,
  found: FAILED,
};

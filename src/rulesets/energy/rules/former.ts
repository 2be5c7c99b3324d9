import type { FormerOutcomes } from '../../../encounter/former';

const MADE = { success: true };
const FAILED = { success: false };

/** What stood in exchanges as a mere line until 0.3.0. */
export const FORMER_OUTCOMES: FormerOutcomes = {
  hit: { success: true, critical: false },
  critical: { success: true, critical: true },
  miss: FAILED,
  fumble: FAILED,
  'trip-resisted': FAILED,
  'disarm-resisted': FAILED,
  'push-resisted': FAILED,
  'still-held': FAILED,
  tripped: MADE,
  disarmed: MADE,
  seized: MADE,
  pushed: MADE,
  escaped: MADE,
};

import { type Former, listed } from '../../rulebook/former';

const MADE = { success: true };
const FAILED = { success: false };

/** Before 0.4.0 lists were texts. */
export const FORMER: Former = {
  option: (key, value) => (key === 'away' ? listed(value) : value),
  outcomes: {
    damage: MADE,
    success: MADE,
    hides: MADE,
    miss: FAILED,
    failure: FAILED,
    found: FAILED,
  },
};

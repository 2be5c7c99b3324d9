import type { Former } from '../../rulebook/former';

const MADE = { success: true };
const FAILED = { success: false };

/** Before 0.4.0 ambushers were named in one text, a side or ids. */
export const FORMER: Former = {
  option: (key, value) =>
    key === 'ambushers' && typeof value === 'string' && /[\s,]/.test(value.trim())
      ? value.trim().split(/[\s,]+/)
      : value,
  outcomes: {
    hit: { success: true, critical: false },
    critical: { success: true, critical: true },
    disarmed: MADE,
    seized: MADE,
    falls: MADE,
    pushed: MADE,
    'taken-in': MADE,
    escaped: MADE,
    recalled: MADE,
    patched: MADE,
    jumped: MADE,
    tumbled: MADE,
    miss: FAILED,
    withstood: FAILED,
    'not-pushed': FAILED,
    'still-held': FAILED,
    'not-recalled': FAILED,
    'not-patched': FAILED,
    'jump-failed': FAILED,
    'tumble-failed': FAILED,
  },
};

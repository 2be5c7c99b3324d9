import type { Json } from '../../kernel/json';
import type { Former } from '../../rulebook/former';

const MADE = { success: true };
const FAILED = { success: false };

/** Before 0.4.0 ambushers were named in one text, a side or ids; before 0.5.0 what is added to a roll was a text. */
export const FORMER: Former = {
  option: (key, value) =>
    key === 'ambushers' && typeof value === 'string' && /[\s,]/.test(value.trim())
      ? value.trim().split(/[\s,]+/)
      : value,
  fact: (key, value) => ((key === 'terms' || key === 'ac') && typeof value === 'string' ? termsOf(value) : value),
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

/** `bab 4 slot -5`. */
function termsOf(text: string): Json {
  const parts = text.split(' ');
  return parts.flatMap((id, at) => (at % 2 === 0 ? [{ id, value: Number(parts[at + 1]) }] : []));
}

import type { Json } from '../../kernel/json';
import { type Former, listed } from '../../rulebook/former';
import { lyingNow } from '../../rulebook/item';

const MADE = { success: true };
const FAILED = { success: false };

/** Before 0.4.0 lists, places and what is won were texts, before 0.5.0 where a thing lies. */
export const FORMER: Former = {
  mark(key, value) {
    if (key === 'suppressed') return listed(value);
    if (typeof value !== 'string') return value;
    if (key === 'sprintFrom') return spotOf(value);
    return key === 'actsAfter' ? (JSON.parse(value) as Json) : value;
  },
  option: (key, value) => (key === 'also' ? listed(value) : value),
  item: lyingNow,
  outcomes: {
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
  },
};

function spotOf(text: string): Json {
  const [x = 0, y = 0, elevation = 0] = text.split(' ').map(Number);
  return { x, y, elevation };
}

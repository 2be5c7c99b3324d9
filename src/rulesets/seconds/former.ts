import type { Json } from '../../kernel/json';
import { type Former, listed } from '../../rulebook/former';
import { lyingNow } from '../../rulebook/item';

const MADE = { success: true };
const FAILED = { success: false };

/** Before 0.4.0 lists and records were texts, and what things came to mere lines; before 0.5.0 where a thing lies was a text. */
export const FORMER: Former = {
  mark(key, value) {
    if (key === 'helpBy' || key === 'provoked') return listed(value);
    if (typeof value !== 'string') return value;
    if (key === 'heldPlan' || key === 'progressTerms') return JSON.parse(value) as Json;
    return key === 'spans' ? value.split(' ').filter(Boolean).map(spanOf) : value;
  },
  item: lyingNow,
  outcomes: {
    hit: MADE,
    'hits-object': MADE,
    blinded: MADE,
    grappled: MADE,
    restrained: MADE,
    shoved: MADE,
    tackled: MADE,
    pinned: MADE,
    'pulled-free': MADE,
    'broken-free': MADE,
    frightened: MADE,
    improvises: MADE,
    disarmed: MADE,
    caught: MADE,
    tripped: MADE,
    miss: FAILED,
    'misses-object': FAILED,
    'not-blinded': FAILED,
    'not-grappled': FAILED,
    'not-shoved': FAILED,
    'not-tackled': FAILED,
    'not-pinned': FAILED,
    'still-pinned': FAILED,
    'still-held': FAILED,
    'not-frightened': FAILED,
    'fails-to': FAILED,
    'not-disarmed': FAILED,
    'not-caught': FAILED,
    'not-tripped': FAILED,
  },
};

/** `attack:30`, or `attack:30:open`. */
function spanOf(text: string): Json {
  const [action = '', ticks, open] = text.split(':');
  return { action, ticks: Number(ticks), open: open === 'open' };
}

import type { Json, JsonObject } from '../../kernel/json';
import { type Former, listed } from '../../rulebook/former';
import { lyingNow } from '../../rulebook/item';

const MADE = { success: true };
const FAILED = { success: false };

/** Before 0.4.0 lists, places and what is won were texts; before 0.5.0 lists among facts and where a thing lies were, too. */
export const FORMER: Former = {
  mark(key, value) {
    if (key === 'suppressed') return listed(value);
    if (typeof value !== 'string') return value;
    if (key === 'sprintFrom') return spotOf(value);
    return key === 'actsAfter' ? (JSON.parse(value) as Json) : value;
  },
  fact: (key, value) => (key === 'hindered' ? listed(value) : value),
  facts: pricesNow,
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

const PRICE = 'price ';

/** What each command of an offer costs stood under `price 0`, `price 1` …, as `energy:2 stamina:1`. */
function pricesNow(facts: JsonObject): JsonObject {
  const old = Object.entries(facts).filter(([key]) => key.startsWith(PRICE));
  if (old.length === 0) return facts;
  const others = Object.entries(facts).filter(([key]) => !key.startsWith(PRICE));
  const prices = old.map(([, text]) =>
    String(text)
      .split(' ')
      .filter(Boolean)
      .map((price) => {
        const [pool = '', amount] = price.split(':');
        return { pool, amount: Number(amount) };
      }),
  );
  return { ...Object.fromEntries(others), prices };
}

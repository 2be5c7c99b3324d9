import type { Json, JsonObject } from '../../kernel/json';
import { type Former, isObject, listed, resulting } from '../../rulebook/former';
import { lyingNow } from '../../rulebook/item';

/** Before 0.4.0 lists and records were texts, and what things resulting to mere lines; before 0.5.0 where a thing lies was a text. */
export const FORMER: Former = {
  mark(key, value) {
    if (key === 'helpBy' || key === 'provoked') return listed(value);
    if (typeof value !== 'string') return value;
    if (key === 'heldPlan' || key === 'progressTerms') return JSON.parse(value) as Json;
    return key === 'spans' ? value.split(' ').filter(Boolean).map(spanOf) : value;
  },
  item: lyingNow,
  outcomes: {
    ...resulting(
      true,
      ...['hit', 'hits-object', 'blinded', 'grappled', 'restrained', 'shoved', 'tackled', 'pinned', 'pulled-free'],
      ...['broken-free', 'frightened', 'improvises', 'disarmed', 'caught', 'tripped'],
    ),
    ...resulting(
      false,
      ...['miss', 'misses-object', 'not-blinded', 'not-grappled', 'not-shoved', 'not-tackled', 'not-pinned'],
      ...['still-pinned', 'still-held', 'not-frightened', 'fails-to', 'not-disarmed', 'not-caught', 'not-tripped'],
    ),
  },
  choice: (ask) => (ask.id === 'hold-what' ? holdWhat(ask) : ask),
};

/** What could be held was told by the ids of the options alone before 0.5.0: `attack`, or with what: `attack sword`. */
function holdWhat(ask: JsonObject): JsonObject {
  const { facts, options } = ask;
  if (!isObject(facts) || facts.held !== undefined || !Array.isArray(options)) return ask;
  const ids = options.flatMap((option) => (isObject(option) && option.id !== 'done' ? [String(option.id)] : []));
  const held = ids.map((id) => {
    const [action = '', tool] = id.split(' ');
    return [id, tool === undefined ? { do: action } : { do: action, with: tool }];
  });
  return { ...ask, facts: { held: Object.fromEntries(held), ...facts } };
}

/** `attack:30`, or `attack:30:open`. */
function spanOf(text: string): Json {
  const [action = '', ticks, open] = text.split(':');
  return { action, ticks: Number(ticks), open: open === 'open' };
}

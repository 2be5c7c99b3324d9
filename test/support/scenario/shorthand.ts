import type { Json } from '../../../src/kernel/json';

type Expand = (key: string, text: string) => Json;

const wordsOf = (text: string): string[] => text.split(' ').filter(Boolean);

/** `mark`, `magic ember`, `ability hex ember`; `@3` sets its number. */
function choiceIn(text: string): Json {
  const [choice = '', to] = text.split('@');
  const [action = '', item, spell] = choice.split(' ');
  return { action, ...(item && { item }), ...(spell && { spell }), ...(to !== undefined && { to: Number(to) }) };
}

/** `1001@3` */
function momentIn(text: string): Json {
  const [round, tempo] = text.split('@').map(Number);
  return { round: round, tempo: tempo };
}

/** `10.5 8.5 0` */
function placeIn(text: string): Json {
  const [x = 0, y = 0, elevation = 0] = wordsOf(text).map(Number);
  return { x, y, elevation };
}

/** `attack:30`, or `attack:30:open` */
function spanIn(text: string): Json {
  const [action = '', ticks, open] = text.split(':');
  return { action, ticks: Number(ticks), open: open === 'open' };
}

/** `int`, or `int` and the id of an ability */
function secretIn(text: string): Json {
  const [attribute = '', ...ability] = text.split(' ');
  return { attribute, ability: ability.join(' ') };
}

/**
 * Expansions of state written in short by scenario files and test vocabularies: `record: scan attack`, `plan-1: magic
 * ember`, `spans: attack:30:open`.
 */
const STATE: Readonly<Record<string, Expand>> = {
  tempo(key, text) {
    if (key === 'record') return wordsOf(text);
    if (key.startsWith('plan-pass-')) return momentIn(text);
    return /^(plan|moved|add|did|last)-/.test(key) ? choiceIn(text) : text;
  },
  seconds(key, text) {
    if (key === 'helpBy' || key === 'provoked') return wordsOf(text);
    if (key === 'heldPlan' || key === 'progressTerms') return JSON.parse(text);
    return key === 'spans' ? wordsOf(text).map(spanIn) : text;
  },
  energy(key, text) {
    if (key === 'suppressed') return wordsOf(text);
    if (key === 'sprintFrom') return placeIn(text);
    return key === 'actsAfter' ? JSON.parse(text) : text;
  },
  clash: (key, text) => (key === 'hidden' ? secretIn(text) : text),
};

/** Returns the value of a state field written in short. */
export const stateValue = (ruleset: string, key: string, value: Json): Json =>
  typeof value === 'string' ? (STATE[ruleset]?.(key, value) ?? value) : value;

export const stateValues = <T extends Readonly<Record<string, Json | undefined>>>(ruleset: string, state: T): T =>
  Object.fromEntries(
    Object.entries(state).map(([key, value]) => [key, value === undefined ? value : stateValue(ruleset, key, value)]),
  ) as T;

/** Returns the value of an item field; `lies` is written `3.5 1.5 0`. */
export const itemValue = (key: string, value: Json): Json =>
  key === 'lies' && typeof value === 'string' ? wordsOf(value).map(Number) : value;

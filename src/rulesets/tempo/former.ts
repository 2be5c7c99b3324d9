import type { Json, JsonObject } from '../../kernel/json';
import { type Former, isObject, listed } from '../../rulebook/former';
import type { Choice } from './marks';

const MADE = { success: true };
const FAILED = { success: false };

/** Before 0.4.0 lists of options were texts, before 0.5.0 marks, the clock, what an Exert asks for and what a Scan tells. */
export const FORMER: Former = {
  mark(key, value) {
    if (typeof value !== 'string') return value;
    if (key === 'record') return listed(value);
    const { start = '' } = /^(?<start>plan-pass-|plan-over-|moved-|plan-|add-|did-|last-)/.exec(key)?.groups ?? {};
    if (start === '') return value;
    const [text = '', number] = value.split('@');
    if (start === 'plan-pass-') return { round: Number(text), tempo: Number(number) };
    return number === undefined ? choiceIn(text) : { ...choiceIn(text), to: Number(number) };
  },
  choice: (ask) => (ask.id === 'exert-action' || ask.id === 'exert-retime' ? withChoices(ask) : ask),
  facts: scanned,
  option: (key, value) => (key === 'away' ? listed(value) : value),
  clock(clock) {
    const { action, groups = '', present = '' } = clock;
    if (typeof action !== 'string') return clock;
    return {
      ...clock,
      ...{ action: action === '' ? null : choiceIn(action), groups: listed(groups), present: listed(present) },
    };
  },
  outcomes: {
    damage: MADE,
    success: MADE,
    hides: MADE,
    miss: FAILED,
    failure: FAILED,
    found: FAILED,
  },
};

/** What an Exert could be for was told by the ids of the options alone: `magic ember`, and `1 magic ember` where it was moved. */
function withChoices(ask: JsonObject): JsonObject {
  const { id: question, facts, options } = ask;
  if (!Array.isArray(options) || (isObject(facts) && facts.choices !== undefined)) return ask;
  const ids = options.flatMap((option) => (isObject(option) ? [String(option.id)] : []));
  const textOf = (id: string) => (question === 'exert-retime' ? id.slice(id.indexOf(' ') + 1) : id);
  return {
    ...ask,
    facts: { ...(isObject(facts) && facts), choices: Object.fromEntries(ids.map((id) => [id, choiceIn(textOf(id))])) },
  };
}

const parted = (value: Json | undefined, by: string): string[] => String(value).split(by).filter(Boolean);

/** Conditions were `marked@Zoe|prone`, spells and the actions of a set parted by marks of punctuation. */
function scanned(facts: JsonObject): JsonObject {
  const { at, spells, actions, set, statuses, conditions } = facts;
  if (at === undefined) return facts;
  if (typeof spells === 'string') return { ...facts, spells: parted(spells, ', ') };
  if (set !== undefined && typeof actions === 'string') return { ...facts, actions: parted(actions, '; ') };
  if (typeof statuses !== 'string' || typeof conditions !== 'string') return facts;
  return { ...facts, statuses: parted(statuses, '|').map(seen), conditions: parted(conditions, '|').map(seen) };
}

/** By its id, or by the name the table gave it. */
function seen(text: string): Json {
  const [name = '', by] = text.split('@');
  return { id: name, ...(by !== undefined && { by }) };
}

/** `mark`, `magic ember`, `ability hex ember`. */
function choiceIn(text: string): Choice {
  const [action = '', item, spell] = text.split(' ');
  return { action, ...(item && { item }), ...(spell && { spell }) };
}

import type { Json, JsonObject } from '../../kernel/json';
import { type Former, isObject, listed } from '../../rulebook/former';

const MADE = { success: true };
const FAILED = { success: false };

/** Before 0.4.0 lists were texts; before 0.5.0 what was done in secret was. */
export const FORMER: Former = {
  mark: (key, value) => (key === 'hidden' && typeof value === 'string' ? secretOf(value) : value),
  option(key, value) {
    return key === 'also' ? listed(value) : value;
  },
  choice(ask) {
    if (ask.id === 'cover') return withOutOfSight(ask);
    return ask.id === 'defense' || ask.id === 'defense-unseen' ? defensesOf(ask) : ask;
  },
  outcomes: {
    'dodge-failed': MADE,
    'parry-failed': MADE,
    'block-failed': MADE,
    'spell-failed': MADE,
    healed: MADE,
    'takes-effect': MADE,
    escaped: MADE,
    lands: MADE,
    'lands-badly': MADE,
    'parry-made': FAILED,
    'block-made': FAILED,
    'spell-made': FAILED,
    saved: FAILED,
    'still-held': FAILED,
    'falls-short': FAILED,
    'dodge-made': { success: false, verdict: 'held' },
    'parry-perfect': { success: false, verdict: 'held' },
    'turned-aside': { success: false, verdict: 'held' },
    stopped: { success: false, verdict: 'held' },
    hit: { success: true, verdict: 'through' },
    'hit-magic': { success: true, verdict: 'through' },
    seized: { success: true, verdict: 'through' },
    glanced: { success: true, verdict: 'held' },
  },
};

/** Whether any square is in sight at all was no answer before 0.5.0. */
function withOutOfSight(ask: JsonObject): JsonObject {
  const { options } = ask;
  const isThere = (option: Json): boolean => isObject(option) && option.id === 'out-of-sight';
  if (!Array.isArray(options) || options.some(isThere)) return ask;
  return { ...ask, options: [...options, { id: 'out-of-sight', whyNot: [] }] };
}

/**
 * A defense was told by the id of its option alone before 0.5.0: `parry`, or with what: `parry sword`; its value by a fact `bonus parry`, and
 * what it is made with by a fact of the option's own id.
 */
function defensesOf(ask: JsonObject): JsonObject {
  const { facts, options } = ask;
  if (!isObject(facts) || facts.defenses !== undefined || !Array.isArray(options)) return ask;
  const ids = options.flatMap((option) => (isObject(option) ? [String(option.id)] : []));
  const defenses = ids.map((id) => {
    const bonus = facts[`bonus ${id}`];
    const name = facts[id];
    const [kind = id, ...item] = id.split(' ');
    const told = { ...(name !== undefined && { name }), ...(bonus !== undefined && { bonus }) };
    return [id, { kind, ...(item.length > 0 && { with: item.join(' ') }), ...told }];
  });
  const others = Object.entries(facts).filter(([fact]) => !fact.startsWith('bonus ') && !ids.includes(fact));
  return { ...ask, facts: { ...Object.fromEntries(others), defenses: Object.fromEntries(defenses) } as JsonObject };
}

/** `int <id of an ability>`; its name before 0.3.0. */
function secretOf(text: string): Json {
  const [attribute = '', ...ability] = text.split(' ');
  return { attribute, ability: ability.join(' ') };
}

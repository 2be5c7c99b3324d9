import type { Json, JsonObject } from '../../kernel/json';
import { type Former, isObject, listed } from '../../rulebook/former';

const MADE = { success: true };
const FAILED = { success: false };

/** Before 0.4.0 lists were texts; before 0.5.0 what was done in secret was. */
export const FORMER: Former = {
  mark: (key, value) => (key === 'hidden' && typeof value === 'string' ? secretOf(value) : value),
  option(key, value) {
    if (key === 'also') return listed(value);
    return key === 'crossed' && typeof value === 'string' ? value.split(',').map(squareOf) : value;
  },
  choice: (ask) => (ask.id === 'defense' || ask.id === 'defense-unseen' ? defensesOf(ask) : ask),
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

/** A defense was told by the id of its option alone before 0.5.0: `parry`, or with what: `parry sword`; its value by a fact `bonus parry`. */
function defensesOf(ask: JsonObject): JsonObject {
  const { facts, options } = ask;
  if (!isObject(facts) || facts.defenses !== undefined || !Array.isArray(options)) return ask;
  const ids = options.flatMap((option) => (isObject(option) ? [String(option.id)] : []));
  const defenses = ids.map((id) => {
    const bonus = facts[`bonus ${id}`];
    return [id, { kind: id.split(' ')[0] ?? id, ...(bonus !== undefined && { bonus }) }];
  });
  const others = Object.entries(facts).filter(([fact]) => !fact.startsWith('bonus '));
  return { ...ask, facts: { ...Object.fromEntries(others), defenses: Object.fromEntries(defenses) } as JsonObject };
}

/** `half:dark:unseen`: the light is bright and it is seen where nothing is said. */
function squareOf(text: string): Json {
  const [cover = '', light = 'bright', sight = 'seen'] = text.split(':');
  return { cover, light, sight };
}

/** `int <id of an ability>`; its name before 0.3.0. */
function secretOf(text: string): Json {
  const [attribute = '', ...ability] = text.split(' ');
  return { attribute, ability: ability.join(' ') };
}

import type { Message, RollLine } from '../../encounter/view';
import type { Reason } from '../../kernel/ask';
import { lookup } from '../../kernel/lookup';

/** Returns the language branch of a ruleset: `CADENCE.Energy` for `energy`, `CADENCE.Pulse` for a module's `some-module.pulse`. */
export function branchOf(rulesetId: string): string {
  const name = rulesetId.slice(rulesetId.lastIndexOf('.') + 1);
  return `CADENCE.${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

type TextFacts = Readonly<Record<string, string | number | boolean>>;

/** Foundry does not limit what users type, and every window shows it. Longer parts of a sentence, names and descriptions are cut. */
const MOST_FACT = 4000;
const MOST_NAME = 200;
const MOST_READ = 20_000;

const cut = (long: string, most: number): string => (long.length > most ? `${long.slice(0, most)}…` : long);

/** Returns the name of a document as the rules and the windows show it. */
export const shortName = (name: string): string => cut(name, MOST_NAME);

/** Digits behind the point; more come only from sums such as 0.1 + 0.2. */
const MOST_DIGITS = 10;

/** Returns a number as the windows show it: with the decimal point of the user's language, and with a minus sign, no hyphen. */
export function numberText(value: number, digits = MOST_DIGITS): string {
  const shown = numberFormatOf(game.i18n.lang, digits).format(Math.abs(value));
  return value < 0 ? `−${shown}` : shown;
}

/**
 * Returns a localized text of ours. A text has plural forms in keys with the suffixes of `Intl.PluralRules`, such as `spaces_one`; the first
 * number in the text decides, and `count` for a text without one; in a form such as `hit_damage_one` the number that it names. A form `_zero`
 * is for any number that is 0.
 * @param key the full key, beginning with `CADENCE.`
 */
export function text(key: string, facts: TextFacts = {}): string {
  const shown = (fact: string | number | boolean): string =>
    typeof fact === 'number' ? numberText(fact) : cut(String(fact), MOST_FACT);
  const data = Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, shown(fact)]));
  return game.i18n.format(keyOfForm(key, facts), data);
}

function keyOfForm(key: string, facts: TextFacts): string {
  if (Object.values(facts).includes(0) && game.i18n.has(`${key}_zero`)) return `${key}_zero`;
  const numbers = Object.entries(facts).filter((fact): fact is [string, number] => typeof fact[1] === 'number');
  const categories = numbers.map(([name, fact]) => [name, pluralRulesOf(game.i18n.lang).select(fact)] as const);
  const named = categories.map(([name, category]) => `${key}_${name}_${category}`).find((form) => game.i18n.has(form));
  if (named) return named;
  const forms = categories.flatMap(([name, category]): [string, string][] =>
    game.i18n.has(`${key}_${category}`) ? [[name, `${key}_${category}`]] : [],
  );
  if (forms.length === 0) return key;
  const first = placeholdersIn(game.i18n.localize(key)).find(({ name }) => typeof lookup(facts, name) === 'number');
  return forms.find(([name]) => name === (first?.name ?? 'count'))?.[1] ?? key;
}

/** Returns the placeholders of a text in order, each with what stands behind it. */
function placeholdersIn(sentence: string): { readonly name: string; readonly behind: string }[] {
  const [, ...parts] = sentence.split('{');
  return parts.map((part) => {
    const end = Math.max(0, part.indexOf('}'));
    return { name: part.slice(0, end), behind: part.slice(end + 1) };
  });
}

/** Returns a function that makes something once for each of its arguments: to make what `Intl` has takes long. */
function keepEach<Key extends string | number, T>(make: (language: string, key?: Key) => T) {
  const made = new Map<string, T>();
  return (language: string, key?: Key): T => {
    const name = `${language} ${key}`;
    const known = made.get(name) ?? make(language, key);
    made.set(name, known);
    return known;
  };
}

const pluralRulesOf = keepEach((language) => new Intl.PluralRules(language));
const numberFormatOf = keepEach<number, Intl.NumberFormat>(
  (language, digits) => new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: digits }),
);

/** Returns a ruleset's message in the user's language. Keys missing in the ruleset's branch are looked up in the shared one. */
export function localize(rulesetId: string, { key, facts: given = {} }: Message): string {
  const full = keyIn(rulesetId, key);
  const hasNumber = Object.values(given).some((fact) => typeof fact === 'number');
  const facts = Object.fromEntries(
    Object.entries(given).map(([name, fact]) => {
      if (typeof fact !== 'object') return [name, fact];
      const count = fact.facts || !hasNumber ? undefined : countBefore(full, name, given);
      return [name, localize(rulesetId, count === undefined ? fact : { ...fact, facts: { count } })];
    }),
  );
  return text(full, facts);
}

/** Returns the number that a name has before it in a text, such as "{amount} {pool}" or "{by} more {pool}". */
function countBefore(key: string, name: string, facts: NonNullable<Message['facts']>): number | undefined {
  const all = placeholdersIn(game.i18n.localize(key));
  const before = all[all.findIndex((each) => each.name === name) - 1];
  const count = before && /^[\p{L} ]+$/u.test(before.behind) ? lookup(facts, before.name) : undefined;
  return typeof count === 'number' ? count : undefined;
}

/** Example: "Parry 14 against attack 12, natural 20". */
export function scoreText(rulesetId: string, roll: RollLine): string {
  const score = plainScore(rulesetId, roll);
  return roll.tag ? text('CADENCE.App.Card.tagged', { score, tag: localize(rulesetId, roll.tag) }) : score;
}

function plainScore(rulesetId: string, { label, total, against, versus }: RollLine): string {
  const facts = { label: localize(rulesetId, label), total };
  if (against !== null && versus)
    return text('CADENCE.App.Card.scoreVersus', { ...facts, against, versus: localize(rulesetId, versus) });
  return against === null
    ? text('CADENCE.App.Card.total', facts)
    : text('CADENCE.App.Card.score', { ...facts, against });
}

/** Returns a reason as a sentence. An option is named by its label in the dialog, and the text of another package may be a key. */
export function reasonText(rulesetId: string | null, { id, data: facts }: Reason): string {
  const key = `Reason.${id}`;
  const data = id === 'vetoed' ? { why: game.i18n.localize(String(facts?.why)) } : facts;
  if (!rulesetId) return text(`CADENCE.${key}`, data);
  const option = data?.option !== undefined && labelOf(rulesetId, String(data.option));
  return text(keyIn(rulesetId, key), { ...data, ...(option && { option }) });
}

/** Returns a text of a ruleset, or the shared one; null if neither exists. */
export function findText(rulesetId: string, key: string, facts: TextFacts = {}): string | null {
  const full = keyIn(rulesetId, key);
  return game.i18n.has(full) ? text(full, facts) : null;
}

/** Returns the rule for the key of a label, or null. Gauges and figures of the same name share a rule below `Rule`; others have a hint. */
export function ruleText(rulesetId: string, label: string): string | null {
  const [kind = '', id = ''] = label.split('.');
  const key = keyIn(rulesetId, kind === 'Pool' || kind === 'Stat' ? `Rule.${id}` : `${kind}.${id}.hint`);
  return game.i18n.has(key) ? text(key) : null;
}

function labelOf(rulesetId: string, option: string): string | null {
  const key = keyIn(rulesetId, `Field.${option}.label`);
  return game.i18n.has(key) ? text(key) : null;
}

export function reasonsText(rulesetId: string | null, reasons: readonly Reason[]): string {
  return [...new Set(reasons.map((reason) => reasonText(rulesetId, reason)))].join(' ');
}

function keyIn(rulesetId: string, key: string): string {
  const own = `${branchOf(rulesetId)}.${key}`;
  return game.i18n.has(own) ? own : `CADENCE.${key}`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

/**
 * Returns the beginning of a formatted text without its tags; a link by its label. The result is text: it may contain `<`.
 * Parts between two marks are read once: a pattern such as `<[^>]*>` would read on to the end from every `<` that is not closed.
 */
export const plainText = (html: string): string =>
  withoutLinks(withoutTags(html.slice(0, MOST_READ)))
    .replaceAll(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([.,;:!?])/g, '$1')
    .trim();

function withoutTags(html: string): string {
  const [first = '', ...parts] = html.split('<');
  const texts = parts.map((part) => {
    const end = part.indexOf('>');
    return end < 0 ? `<${part}` : ` ${part.slice(end + 1)}`;
  });
  return first + texts.join('');
}

/** Example: `@UUID[Actor.x]{Mira}`. Without a label nothing is left. */
function withoutLinks(plain: string): string {
  const [first = '', ...parts] = plain.split('@');
  return first + parts.map(afterLink).join('');
}

function afterLink(part: string): string {
  const end = /^\w+\[/.test(part) ? part.indexOf(']') : -1;
  if (end < 0) return `@${part}`;
  const after = part.slice(end + 1);
  const close = after.startsWith('{') ? after.indexOf('}') : -1;
  return close < 0 ? after : after.slice(1, close) + after.slice(close + 1);
}

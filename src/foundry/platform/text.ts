import type { Message } from '../../encounter/view';
import type { Reason } from '../../kernel/ask';

/** Language branch of a ruleset: `energy` is under `CADENCE.Energy`, a module's `some-module.pulse` under `CADENCE.Pulse`. */
export function branchOf(rulesetId: string): string {
  const name = rulesetId.slice(rulesetId.lastIndexOf('.') + 1);
  return `CADENCE.${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** A whole sentence of ours. @param key the full key, beginning with `CADENCE.` */
export function text(key: string, facts: Readonly<Record<string, string | number | boolean>> = {}): string {
  const data = Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, String(fact)]));
  return game.i18n.format(key, data);
}

/** Says a ruleset's words in the reader's language. A key unknown to the ruleset's branch is looked for among the shared words. */
export function localize(rulesetId: string, words: Message): string {
  const facts = Object.fromEntries(
    Object.entries(words.facts ?? {}).map(([name, fact]) => [
      name,
      typeof fact === 'object' ? localize(rulesetId, fact) : fact,
    ]),
  );
  return text(keyIn(rulesetId, words.key), facts);
}

/** Why something cannot be done, as a sentence. An option of a command is called what it is called where it is set. */
export function reasonText(rulesetId: string | null, { id, data }: Reason): string {
  const key = `Reason.${id}`;
  if (!rulesetId) return text(`CADENCE.${key}`, data);
  const option = data?.option !== undefined && labelOf(rulesetId, String(data.option));
  return text(keyIn(rulesetId, key), { ...data, ...(option && { option }) });
}

/**
 * The rule of something in one or two sentences, by the key of its label; null where there is none. Gauges and numbers of one name have
 * one rule, below `Rule`; what has a hint of its own has it there.
 */
export function ruleText(rulesetId: string, label: string): string | null {
  const [kind = '', id = ''] = label.split('.');
  const key = keyIn(rulesetId, kind === 'Pool' || kind === 'Stat' ? `Rule.${id}` : `${kind}.${id}.hint`);
  return game.i18n.has(key) ? text(key) : null;
}

/** The label of an option; none where the ruleset knows no such option. */
function labelOf(rulesetId: string, option: string): string | null {
  const key = keyIn(rulesetId, `Field.${option}.label`);
  return game.i18n.has(key) ? text(key) : null;
}

export function reasonsText(rulesetId: string | null, reasons: readonly Reason[]): string {
  // The same of several is said once.
  return [...new Set(reasons.map((reason) => reasonText(rulesetId, reason)))].join(' ');
}

function keyIn(rulesetId: string, key: string): string {
  const own = `${branchOf(rulesetId)}.${key}`;
  return game.i18n.has(own) ? own : `CADENCE.${key}`;
}

import type { Reason } from '../kernel/ask';
import type { Json } from '../kernel/json';
import { lookup } from '../kernel/lookup';
import type { Command } from './command';
import type { FighterId } from './fighter-id';
import { impossibleReason } from './legality';

/** What checks and transports need to know of a command option. */
export interface OptionRule {
  /** Refused from everyone but the GM. */
  readonly gm: boolean;
  /** What its ids refer to, if it holds ids. */
  readonly names: 'fighter' | 'item' | null;
  /** Returns why the value is invalid, or null. @param key of the option */
  whyNot(value: Json, key: string): Reason | null;
}

/** By key. A refusal uses the text `Field.<option>.label` of the ruleset, if any. */
export type OptionRules = Readonly<Record<string, OptionRule>>;

/** Returns the reason against a command's options; no setting overrides it. @param gm whether the sender is a GM */
export function invalidOptions(rules: OptionRules, { options }: Command, gm: boolean): readonly Reason[] {
  if (!options) return [];
  for (const [option, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const rule = Object.hasOwn(rules, option) ? rules[option] : undefined;
    if (!rule) return [impossibleReason('unknown-option', { option })];
    if (rule.gm && !gm) return [impossibleReason('gm-only-option', { option })];
    const why = rule.whyNot(value, option);
    if (why) return [impossibleReason(why.id, why.data)];
  }
  return [];
}

export function fightersInOptions(rules: OptionRules, { options = {} }: Command): readonly FighterId[] {
  const named = Object.entries(options).flatMap(([option, value]) =>
    lookup(rules, option)?.names === 'fighter' ? value : [],
  );
  return named.filter((id): id is FighterId => typeof id === 'string');
}

/** Returns the command with renamed fighters in its options. */
export function renameFighters(rules: OptionRules, command: Command, rename: (id: FighterId) => FighterId): Command {
  if (!command.options) return command;
  const name = (value: Json): Json => (typeof value === 'string' ? rename(value) : value);
  const options = Object.entries(command.options).map(([option, value]) => {
    if (value === undefined || lookup(rules, option)?.names !== 'fighter') return [option, value] as const;
    return [option, Array.isArray(value) ? value.map(name) : name(value)] as const;
  });
  return { ...command, options: Object.fromEntries(options) };
}

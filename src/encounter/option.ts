import type { Reason } from '../kernel/ask';
import type { Json } from '../kernel/json';
import type { Command } from './command';
import type { FighterId } from './fighter-id';
import { impossibleReason } from './legality';

/** An option of commands, as far as whoever passes commands on has to know it. */
export interface OptionRule {
  /** Whether it is the game master's word alone: from anybody else the command is refused. */
  readonly gm: boolean;
  /** What its ids are of, where it holds an id or a list of them. */
  readonly names: 'fighter' | 'item' | null;
  /** Why it cannot hold a value; null where it can. @param key the option's */
  whyNot(value: Json, key: string): Reason | null;
}

/** The options of a ruleset's commands. A refusal calls an option by the ruleset's `Field.<option>.label`, where there is one. */
export type OptionRules = Readonly<Record<string, OptionRule>>;

/** What stands against saying what a command's options say: nothing overrides it. @param gm whether it is a game master's */
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

/** The ids of fighters that a command's options name. */
export function fightersInOptions(rules: OptionRules, { options = {} }: Command): readonly FighterId[] {
  const named = Object.entries(options).flatMap(([option, value]) => (rules[option]?.names === 'fighter' ? value : []));
  return named.filter((id): id is FighterId => typeof id === 'string');
}

/** The command with other ids wherever its options name fighters. */
export function renameFighters(rules: OptionRules, command: Command, rename: (id: FighterId) => FighterId): Command {
  if (!command.options) return command;
  const name = (value: Json): Json => (typeof value === 'string' ? rename(value) : value);
  const options = Object.entries(command.options).map(([option, value]) => {
    if (value === undefined || rules[option]?.names !== 'fighter') return [option, value] as const;
    return [option, Array.isArray(value) ? value.map(name) : name(value)] as const;
  });
  return { ...command, options: Object.fromEntries(options) };
}

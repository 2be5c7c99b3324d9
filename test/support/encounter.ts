import { NO_AUTOMATION } from '../../src/encounter/automation';
import type { Command } from '../../src/encounter/command';
import { invalidOptions } from '../../src/encounter/option';
import { NO_SECRETS, NO_THREAT, type Ruleset } from '../../src/encounter/ruleset';
import type { Encounter, Fighter } from '../../src/encounter/state';
import { NO_TURNS } from '../../src/encounter/timing';
import type { Reason } from '../../src/kernel/ask';
import { defined } from '../../src/kernel/defined';
import type { Procedure } from '../../src/kernel/procedure';

/** A fighter with harmless numbers; what a test is about it says itself. */
export function fighter(id: string, changes: Partial<Fighter> = {}): Fighter {
  return {
    id,
    name: id,
    side: 'heroes',
    player: false,
    stats: {},
    pools: { hp: { value: 7, max: 10 }, energy: { value: 3, max: 5 } },
    conditions: [],
    state: {},
    items: [],
    place: null,
    ...changes,
  };
}

/** An encounter of no particular ruleset. */
export function encounter(...fighters: Fighter[]): Encounter {
  return {
    ruleset: 'none',
    clock: { round: 1, phase: 'open' },
    fighters: Object.fromEntries(fighters.map((each) => [each.id, each])),
    ground: { grid: 'square', cell: 1 },
    settings: {},
  };
}

/** A made-up rule: what a command does to the encounter. */
export type Rule = (encounter: Encounter, command: Command) => Procedure<unknown>;

/** A ruleset of made-up rules, by the name of their command. Nothing stands against anything, and any command may cut in. */
/** What stands against a game master's command at the table: what its options say, else what the rules say. */
export function reasonsAgainst(ruleset: Ruleset, encounter: Encounter, command: Command): readonly Reason[] {
  const unsayable = invalidOptions(ruleset.options, command, true);
  return unsayable.length > 0 ? unsayable : ruleset.whyNot(encounter, command);
}

/** The options that are the game master's word alone. */
export const lentOptions = ({ options }: Pick<Ruleset, 'options'>): string[] =>
  Object.keys(options).filter((option) => options[option]?.gm);

export function madeUp(rules: Readonly<Record<string, Rule>>): Ruleset {
  const unseen = (): never => {
    throw new Error('a made-up ruleset shows nothing');
  };
  return {
    id: 'none',
    settings: {},
    conditions: {},
    fighter: ({ id }) => fighter(id),
    idle: { round: 0, phase: 'idle' },
    clockCommands: [],
    options: {},
    stateSchema: { accepts: () => true, has: () => true, isSecret: () => false },
    whyNot: () => [],
    play: (state, command) => defined(rules[command.do], 'a made-up rule')(state, command),
    interrupts: () => 'reaction',
    withItem: (_, command) => command,
    automation: NO_AUTOMATION,
    knows: (command) => command.do in rules,
    secrets: () => NO_SECRETS,
    moves: () => [],
    threat: NO_THREAT,
    momentOf: ({ round }) => `r${round}`,
    timing: { ...NO_TURNS, roundSeconds: 6 },
    views: { tracker: unseen, sheet: unseen, action: unseen, card: unseen },
  };
}

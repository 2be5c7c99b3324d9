import { NO_AUTOMATION } from '../../src/encounter/automation';
import type { Command } from '../../src/encounter/command';
import { NO_GROUP_ROLLS } from '../../src/encounter/group-roll';
import { invalidOptions } from '../../src/encounter/option';
import { NO_GEAR, NO_SECRETS, NO_THREAT, type Ruleset } from '../../src/encounter/ruleset';
import type { Encounter, Fighter } from '../../src/encounter/state';
import { NO_TURNS } from '../../src/encounter/timing';
import type { Reason } from '../../src/kernel/ask';
import { defined } from '../../src/kernel/defined';
import type { Procedure } from '../../src/kernel/procedure';

/** Returns a fighter with plain numbers, changed by `changes`. */
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

/** Returns an encounter without a ruleset. */
export function encounter(...fighters: Fighter[]): Encounter {
  return {
    ruleset: 'none',
    clock: { round: 1, phase: 'open' },
    fighters: Object.fromEntries(fighters.map((each) => [each.id, each])),
    ground: { grid: 'square', cell: 1 },
    settings: {},
  };
}

/** A test rule: the effect of a command. */
export type Rule = (encounter: Encounter, command: Command) => Procedure<unknown>;

/** Returns the reasons against a GM's command: invalid options, else those of the rules. */
export function reasonsAgainst(ruleset: Ruleset, encounter: Encounter, command: Command): readonly Reason[] {
  const invalid = invalidOptions(ruleset.options, command, true);
  return invalid.length > 0 ? invalid : ruleset.whyNot(encounter, command);
}

/** Returns the options only the GM may set. */
export const lentOptions = ({ options }: Pick<Ruleset, 'options'>): string[] =>
  Object.keys(options).filter((option) => options[option]?.gm);

/** Returns a ruleset of test rules by command. All commands are allowed, and each may interrupt. */
export function madeUp(rules: Readonly<Record<string, Rule>>): Ruleset {
  const failToRender = (): never => {
    throw new Error('a made-up ruleset shows nothing');
  };
  return {
    id: 'none',
    settings: {},
    groupRolls: NO_GROUP_ROLLS,
    conditions: {},
    fighter: ({ id }) => fighter(id),
    idle: { round: 0, phase: 'idle' },
    clockCommands: [],
    options: {},
    stateSchema: { accepts: () => true, has: () => true, isSecret: () => false },
    whyNot: () => [],
    play: (state, command) => defined(rules[command.do], 'a made-up rule')(state, command),
    dueChanges: () => [],
    interrupts: () => 'reaction',
    whyNotInside: () => [],
    withItem: (_, command) => command,
    intentOf: () => null,
    automation: NO_AUTOMATION,
    knows: (command) => command.do in rules,
    secrets: () => NO_SECRETS,
    moves: () => [],
    threat: NO_THREAT,
    gear: NO_GEAR,
    rests: [],
    momentOf: ({ round }) => `r${round}`,
    timing: { ...NO_TURNS, roundSeconds: 6 },
    views: {
      ...{ tracker: failToRender, rowActions: failToRender, sheet: failToRender, action: failToRender },
      ...{ card: failToRender, area: () => null },
    },
  };
}

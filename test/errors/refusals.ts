import { readFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';
import type { Command } from '../../src/encounter/command';
import { beginExchange, runUntilBlocked } from '../../src/encounter/play';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter } from '../../src/encounter/state';
import { makeCountingIds } from '../../src/encounter/table';
import { type Answer, GM, type InputAsk, PASS, type Reason } from '../../src/kernel/ask';
import { defined } from '../../src/kernel/defined';
import { rollDice } from '../../src/kernel/dice';
import { seededDie } from '../../src/kernel/rng';
import { anyAnswer } from '../support/answer';
import { reasonsAgainst } from '../support/encounter';
import { vocabularyOf } from '../support/rules';
import { readCommand } from '../support/scenario/command';
import { encounterOf } from '../support/scenario/encounter';
import { gearOf } from '../support/scenario/files';
import { readScenario } from '../support/scenario/scenario';

/** A command that is refused, and its reason. */
export interface Refusal {
  readonly id: string;
  readonly where: string;
  readonly given: readonly Reason[];
  readonly on: Encounter;
  readonly command: Command;
}

/** Commands as in a scenario, or as data that a scenario would not parse. */
type Commands = Readonly<Record<string, string | Command>>;

/**
 * A start as in a scenario, and by reason the command that is refused, or the command during which an answer is barred,
 * with the earlier choices.
 */
interface Situation {
  readonly clock?: Encounter['clock'];
  readonly refused?: Commands;
  readonly barred?: Readonly<Record<string, readonly [string, ...string[]]>>;
}

/** Returns every refusal of a ruleset in the files of this folder, and those common to all rulesets. */
export function refusalsOf(ruleset: Ruleset): Refusal[] {
  const file = `test/errors/${ruleset.id}.yml`;
  const situations = parse(readFileSync(file, 'utf8')) as Situation[];
  const gear = gearOf(ruleset.id, '.');
  const written = situations.flatMap(({ refused = {}, barred = {}, clock, ...beginning }, at) => {
    const commands = [
      ...Object.entries(refused),
      ...Object.entries(barred).map(([id, [command]]) => [id, command] as const),
    ];
    const said = commands.map(([, command]) => ({ do: typeof command === 'string' ? command : 'gm waits' }));
    const head = { ruleset: ruleset.id, rules: [], title: `Situation ${at + 1}`, ...beginning };
    const scenario = readScenario(
      stringify({ ...head, script: [{ do: 'never started' }, ...said] }),
      `${file} ${at + 1}`,
    );
    const begun = encounterOf(scenario, ruleset, gear);
    const encounter = { ...begun, clock: { ...begun.clock, ...clock } };
    return commands.map(([id, command], nth) => {
      const read =
        typeof command === 'string'
          ? readCommand(defined(scenario.script[nth + 1].do, 'a command'), encounter, ruleset)
          : command;
      const isPlayed = nth >= Object.keys(refused).length;
      const given = isPlayed
        ? barredIn(ruleset, encounter, read, barred[id].slice(1))
        : reasonsAgainst(ruleset, encounter, read);
      return { id, where: `${file}, situation ${at + 1}`, given, on: encounter, command: read };
    });
  });
  return [...written, ...common(ruleset)];
}

/**
 * Returns the reasons that bar answers to the asks of a command. @param chosen the answers to give where possible;
 * otherwise the first, and dice roll low
 */
function barredIn(ruleset: Ruleset, encounter: Encounter, command: Command, chosen: readonly string[]): Reason[] {
  const barred: Reason[] = [];
  const answer = (ask: InputAsk): Answer => {
    if (ask.kind === 'all') return ask.asks.map(answer);
    if (ask.kind === 'offer') return ask.candidates.map(() => PASS);
    if (ask.kind === 'dice') return rollDice(ask.dice, () => 1);
    if (ask.kind === 'amount') return [ask.min];
    if (ask.kind === 'text') return ['x'];
    if (ask.kind === 'place') return [ask.places[0]];
    barred.push(...ask.options.flatMap(({ whyNot }) => whyNot));
    const open = ask.options.filter(({ whyNot }) => whyNot.length === 0);
    return [(open.find(({ id }) => chosen.includes(id)) ?? open[0]).id];
  };
  let asks = MOST_ASKS;
  runUntilBlocked(beginExchange(ruleset, structuredClone(encounter), command, makeCountingIds()), (ask) =>
    asks-- > 0 ? { answer: answer(ask) } : null,
  );
  return barred;
}

const MOST_ASKS = 12;

/** Returns the reasons against commands that no button sends, in any ruleset. */
function common(ruleset: Ruleset): Refusal[] {
  const vocabulary = vocabularyOf(ruleset, () => ruleset.idle);
  const mira = vocabulary.fighter('mira');
  const encounter = vocabulary.encounter([mira]);
  const refuse = (id: string, command: Command): Refusal => ({
    id,
    where: JSON.stringify(command),
    given: reasonsAgainst(ruleset, encounter, command),
    on: encounter,
    command,
  });
  const [pool] = Object.keys(mira.pools);
  const [condition] = Object.keys(ruleset.conditions);
  const { groups } = ruleset.views.sheet(null, mira, { gm: true, owns: [], targets: [] });
  const [button] = groups.flatMap(({ actions }) => actions);
  return [
    {
      id: 'not-in-encounter',
      where: 'a sheet outside encounters',
      given: button.whyNot,
      on: encounter,
      command: button.command,
    },
    refuse('gm-only', { do: ruleset.clockCommands[0], by: 'mira' }),
    refuse('unknown-action', { do: 'nonsense', by: 'mira' }),
    refuse('no-fighter', { do: 'adjust', by: GM, at: 'absent', options: { pool: pool, to: 1 } }),
    refuse('no-pool', { do: 'adjust', by: GM, at: 'mira', options: { pool: 'luck', to: 1 } }),
    refuse('no-number', { do: 'adjust', by: GM, at: 'mira', options: { pool: pool, to: 1.5 } }),
    refuse('no-condition', { do: 'condition', by: GM, at: 'mira', options: { condition: 'lucky', on: true } }),
    refuse('no-mark', { do: 'condition', by: GM, at: 'mira', options: { condition: condition, on: 'perhaps' } }),
  ];
}

/** Returns what a fighter is told about when its reason ends. */
export function whenOf({ views }: Ruleset, { id, on, command, given }: Refusal): unknown {
  const viewer = { gm: false, owns: [command.by], targets: [] };
  const reason = given.find((each) => each.id === id);
  return (reason && views.when?.(on, command, reason, viewer)) ?? null;
}

const later = new WeakMap<Encounter, readonly Encounter[]>();

/** Returns an encounter after each command of the clock until two rounds have passed. */
function laterThan(ruleset: Ruleset, on: Encounter): readonly Encounter[] {
  const known = later.get(on);
  if (known) return known;
  const found: Encounter[] = [];
  const now = structuredClone(on);
  const die = seededDie(1);
  const newId = makeCountingIds('later-');
  while (found.length < MOST_TICKS && now.clock.round < on.clock.round + 2) {
    const next = ruleset.clockCommands
      .filter((id) => !ruleset.timing.endCommands.includes(id))
      .find((id) => ruleset.whyNot(now, { do: id, by: GM }).length === 0);
    if (next === undefined) break;
    runUntilBlocked(beginExchange(ruleset, now, { do: next, by: GM }, newId), (ask) => ({
      answer: anyAnswer(ask, die),
    }));
    found.push(structuredClone(now));
  }
  later.set(on, found);
  return found;
}

const MOST_TICKS = 24;

/** Returns true if a fighter's command becomes legal while only the clock moves. Who moves the clock needs no forecast. */
export const passesByItself = (ruleset: Ruleset, { id, on, command, given }: Refusal): boolean =>
  command.by !== GM &&
  given.some((reason) => reason.id === id) &&
  reasonsAgainst(ruleset, on, command).some((reason) => reason.id === id) &&
  laterThan(ruleset, on).some((then) => reasonsAgainst(ruleset, then, command).length === 0);

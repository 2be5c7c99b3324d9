import { PASS } from '../kernel/ask';
import { lookup } from '../kernel/lookup';
import { run } from '../kernel/run';
import type { Entry } from '../kernel/transcript';
import type { Command } from './command';
import { activeConditions, type ConditionTable } from './condition';
import type { Effect } from './effect';
import { type Exchange, effectsOf } from './exchange';
import { type FightRecord, FightReplay } from './fight-record';
import { namedRecord, slugOf } from './fight-scenario-names';
import { cloneEncounter } from './forecast';
import { invalidOptions } from './option';
import type { Ruleset } from './ruleset';
import type { Clock, Encounter, Fighter } from './state';
import { makeCountingIds, workingCopyOf } from './table';

/** A step of a scenario file, see docs/scenario-files.md. */
interface ScenarioStep {
  readonly do?: string | Command;
  readonly forced?: true;
  readonly dice?: readonly unknown[];
  readonly choose?: readonly string[];
  readonly answers?: readonly unknown[];
  readonly expect: Readonly<Record<string, unknown>>;
}

/** A plain word of a command's text, or a plain value of its options. */
const WORD = /^[a-z][\w-]*$/i;

/**
 * Returns the text of a scenario file that plays the record again: its start, every command with answers and dice, and
 * what each of them led to. An exchange that still waits is left out.
 */
export function scenarioTextOf(
  ruleset: Ruleset,
  record: FightRecord,
  naming: Parameters<typeof namedRecord>[1] = {},
): string {
  const named = namedRecord(record, naming);
  const { clock, ground, settings, fighters } = named.start;
  return [
    `ruleset: ${record.ruleset}`,
    'rules: []',
    `title: ${JSON.stringify(named.name)}`,
    'start:',
    ...Object.entries({ clock, ground, settings }).map(([key, value]) => `  ${key}: ${JSON.stringify(value)}`),
    '  fighters:',
    ...Object.entries(fighters).map(([id, fighter]) => `    ${id}: ${JSON.stringify(fighter)}`),
    'script:',
    ...stepsOf(ruleset, named).map(linesOfStep),
    '',
  ].join('\n');
}

function linesOfStep(step: ScenarioStep): string {
  const lines = Object.entries(step).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `  - ${lines.join('\n    ')}`;
}

function stepsOf(ruleset: Ruleset, record: FightRecord): ScenarioStep[] {
  const replay = new FightReplay(record);
  const steps: ScenarioStep[] = [];
  for (const [at, exchange] of record.exchanges.entries()) {
    if (at === record.exchanges.length - 1 && isOpen(ruleset, replay.encounter, exchange)) break;
    const { command, entries } = exchange;
    const isForced = reasonsAgainst(ruleset, replay.encounter, command).length > 0;
    const does = textOf(command, replay.encounter) ?? command;
    replay.goTo(at + 1);
    steps.push({
      do: does,
      ...(isForced && { forced: true }),
      ...answersIn(entries),
      expect: expectationsOf(ruleset, effectsOf(entries), replay.encounter),
    });
  }
  return [...steps, { expect: finalExpectations(ruleset, replay.encounter) }];
}

const reasonsAgainst = (ruleset: Ruleset, encounter: Encounter, command: Command) => [
  ...invalidOptions(ruleset.options, command, true),
  ...ruleset.whyNot(encounter, command),
];

/** Returns true if the exchange waits for an answer; false if the rules now differ from it. */
function isOpen(ruleset: Ruleset, encounter: Encounter, { command, entries }: Exchange): boolean {
  const copy = cloneEncounter(encounter);
  try {
    const procedure = ruleset.play(copy, command);
    const { open } = run(procedure, workingCopyOf(copy, makeCountingIds()), entries, (interrupt, interrupted) =>
      ruleset.play(copy, interrupt as Command, interrupted),
    );
    return open !== null;
  } catch {
    return false;
  }
}

/** Returns a command as a file writes it, `mira melee gnoll with spear`, or null if words cannot say it exactly. */
function textOf({ do: verb, by, at, with: item, path, options = {} }: Command, encounter: Encounter): string | null {
  if (path || (at !== undefined && !encounter.fighters[at])) return null;
  const items = encounter.fighters[by]?.items ?? [];
  const isNamed = (name: string): boolean => name === item || slugOf(name) === slugOf(item ?? '');
  if (
    item !== undefined &&
    (!WORD.test(item) || items.find(({ id, name }) => isNamed(id) || isNamed(name))?.id !== item)
  )
    return null;
  const values = Object.entries(options);
  if (values.some(([, value]) => typeof value !== 'number' && typeof value !== 'boolean')) return null;
  return [
    ...[by, verb, at, item && `with ${item}`].filter(Boolean),
    ...values.map(([key, value]) => `${key}=${value}`),
  ].join(' ');
}

/** Returns what was answered, by the list of a step in which it is written. */
function answersIn(entries: readonly Entry[]): Pick<ScenarioStep, 'dice' | 'choose' | 'answers'> {
  const dice: unknown[] = [];
  const choose: string[] = [];
  const answers: unknown[] = [];
  let answered = 0;
  const note = (ask: Entry['ask'], answer: readonly unknown[]): void => {
    switch (ask.kind) {
      case 'dice':
        dice.push(...answer);
        return;
      case 'choice':
      case 'amount':
      case 'text':
        choose.push(String(answer[0]));
        return;
      case 'place':
        answers.push({ place: answer[0] });
        return;
      case 'offer': {
        const accepted = ask.candidates.flatMap(({ by, commands }, at) => {
          const index = answer[at];
          return index === PASS ? [] : [[by, typeof index === 'number' ? commands[index] : index] as const];
        });
        answers.push(accepted.length > 0 ? Object.fromEntries(accepted) : 'pass');
        return;
      }
      case 'all':
        for (const [at, part] of ask.asks.entries()) note(part, answer[at] as readonly unknown[]);
    }
  };
  for (const { ask, answer } of entries) {
    if (ask.kind === 'interrupt') answers.push({ 'cuts-in': ask.command, after: answered });
    else if (ask.kind !== 'apply' && ask.kind !== 'section') {
      note(ask, answer as readonly unknown[]);
      answered++;
    }
  }
  return {
    ...(dice.length > 0 && { dice }),
    ...(choose.length > 0 && { choose }),
    ...(answers.length > 0 && { answers }),
  };
}

/** Returns the lines of the card, and what has changed. */
function expectationsOf(
  { conditions }: Ruleset,
  effects: readonly Effect[],
  { fighters, clock }: Encounter,
): Record<string, unknown> {
  const expectations: Record<string, unknown> = {};
  for (const effect of effects) {
    const fighter = 'of' in effect && effect.of !== undefined ? fighters[effect.of] : undefined;
    if (effect.kind === 'clock') Object.assign(expectations, clockExpectations(clock));
    else if (fighter) Object.assign(expectations, expectationOf(effect, fighter, conditions));
  }
  const log = effects.flatMap((effect) => lineOf(effect) ?? []);
  return { ...expectations, ...(log.length > 0 && { log }) };
}

/** Returns what a file expects of a fighter after an effect. */
function expectationOf(effect: Effect, fighter: Fighter, table: ConditionTable): Record<string, unknown> {
  const { id, pools, state } = fighter;
  switch (effect.kind) {
    case 'pool':
      return { [`${id}.${effect.pool}`]: lookup(pools, effect.pool)?.value };
    case 'move':
      return { [`${id}.place`]: placeOf(fighter) };
    case 'condition-added':
    case 'condition-removed':
      return { [`${id}.conditions`]: conditionsOf(fighter, table) };
    case 'state':
      return effect.key in pools ? {} : { [`${id}.${effect.key}`]: lookup(state, effect.key) ?? 'gone' };
    default:
      return {};
  }
}

const clockExpectations = (clock: Clock): Record<string, unknown> =>
  Object.fromEntries(Object.entries(clock).map(([key, value]) => [`clock.${key}`, value]));

const conditionsOf = ({ conditions }: Fighter, table: ConditionTable): string[] =>
  activeConditions(table, conditions).map(({ id }) => id);

const placeOf = ({ place }: Fighter) => place && { x: place.x, y: place.y, facing: place.facing };

/** Returns a line of the card with its plain facts. */
function lineOf(effect: Effect): Record<string, unknown> | null {
  if (effect.kind !== 'log' && effect.kind !== 'outcome') return null;
  const { id, facts } = effect.kind === 'log' ? effect : outcomeFacts(effect.outcome);
  const plain = Object.entries(facts).filter(([, fact]) => ['number', 'string', 'boolean'].includes(typeof fact));
  return { ...Object.fromEntries(plain), id, ...(effect.of !== undefined && { of: effect.of }) };
}

function outcomeFacts({
  result: id,
  success: _,
  critical: __,
  facts,
  ...own
}: Extract<Effect, { kind: 'outcome' }>['outcome']) {
  return { id, facts: { ...own, ...facts } };
}

function finalExpectations({ conditions }: Ruleset, { clock, fighters }: Encounter): Record<string, unknown> {
  const all = Object.values(fighters).flatMap((fighter) => [
    ...Object.entries(fighter.pools).map(([pool, { value }]) => [`${fighter.id}.${pool}`, value] as const),
    ...Object.entries(fighter.state).flatMap(([key, value]) =>
      key in fighter.pools ? [] : [[`${fighter.id}.${key}`, value] as const],
    ),
    [`${fighter.id}.place`, placeOf(fighter)] as const,
    [`${fighter.id}.conditions`, conditionsOf(fighter, conditions)] as const,
  ]);
  return { ...clockExpectations(clock), ...Object.fromEntries(all) };
}

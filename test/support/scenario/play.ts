import type { Command } from '../../../src/encounter/command';
import type { Effect } from '../../../src/encounter/effect';
import type { Exchange } from '../../../src/encounter/exchange';
import { redoEffects, rewind } from '../../../src/encounter/history';
import { invalidOptions } from '../../../src/encounter/option';
import { beginExchange, type ExchangeRun, runUntilBlocked, whyNotInterrupt } from '../../../src/encounter/play';
import type { Ruleset } from '../../../src/encounter/ruleset';
import type { Encounter } from '../../../src/encounter/state';
import { makeCountingIds } from '../../../src/encounter/table';
import { type Answer, GM, type InputAsk, type Reason } from '../../../src/kernel/ask';
import { FacesError, notation } from '../../../src/kernel/dice';
import { TRANSCRIPT_VERSION, TranscriptError } from '../../../src/kernel/transcript';
import { facesFor } from '../answer';
import { type Asked, askedOf, offerFaults } from './asked';
import { readCommand } from './command';
import { encounterOf, type Gear, sheetsOf } from './encounter';
import { type Difference, differenceOf, type Seen } from './expectation';
import { allowed, answerToOffer, answerToPlace, nameOf } from './offers';
import { OptionsRead } from './options';
import type { Refusal, Scenario, Step } from './scenario';
import type { Source } from './source';
import { enterStat } from './stat';

/** The result of a step. It holds without faults and differences. */
export interface StepResult {
  readonly line: number;
  readonly does: string;
  /** Deviations from the file: refused, not refused, dice missing or left over. */
  readonly faults: readonly string[];
  readonly differences: readonly Difference[];
}

/** A callback for each command played, with the encounter before and after it. */
export type Witness = (before: Encounter, after: Encounter, exchange: Exchange, effects: readonly Effect[]) => void;

export const holds = ({ faults, differences }: StepResult): boolean => faults.length + differences.length === 0;

/**
 * Plays a scenario and yields the result of each step, up to the first fault.
 * Throws ScenarioError for an invalid file.
 */
export function* playScenario(
  scenario: Scenario,
  rulesets: Readonly<Record<string, Ruleset>>,
  gear: Gear,
  witness?: Witness,
): Generator<StepResult, void> {
  const ruleset = rulesets[scenario.ruleset.text()];
  if (!ruleset)
    scenario.ruleset.fail(`no ruleset ${scenario.ruleset.text()}; there are ${Object.keys(rulesets).join(', ')}`);
  const sheets = sheetsOf(scenario, ruleset, gear);
  const encounter = encounterOf(scenario, ruleset, gear, sheets);
  const newId = makeCountingIds('new-');
  const options = new OptionsRead();
  const writtenStates = new Set(
    Object.values(encounter.fighters).flatMap(({ id, state }) => Object.keys(state).map((key) => `${id}.${key}`)),
  );
  const history: History = { done: [], undone: [] };
  for (const step of scenario.script) {
    for (const [path, value] of step.stat) enterStat(path, value, sheets, encounter, ruleset);
    const { faults, effects, asked } = step.do
      ? (moveInHistory(step, encounter, history) ?? runStep(step, encounter, ruleset, newId, options, witness))
      : NOTHING;
    if (step.do && !step.refused && !moveOf(step)) {
      history.done.push(effects);
      history.undone.length = 0;
    }
    for (const effect of effects) if (effect.kind === 'state') writtenStates.add(`${effect.of}.${effect.key}`);
    // After a fault, the expectations of a step are meaningless.
    const expectations = faults.length > 0 ? [] : step.expect;
    const seen: Seen = { encounter, ruleset, effects, asked, writtenStates };
    const differences = expectations.flatMap(([key, wanted]) => differenceOf(key, wanted, seen) ?? []);
    yield { line: step.source.line, does: labelOf(step), faults, differences };
    if (faults.length > 0) return;
  }
  // An exported command has the options of its dialog, read or not.
  if (!scenario.start) options.check();
}

interface Outcome {
  readonly faults: readonly string[];
  readonly effects: readonly Effect[];
  readonly asked: readonly Asked[];
}
const NOTHING: Outcome = { faults: [], effects: [], asked: [] };

/** The effects of the steps in force, and of those that were undone, which can be redone. */
interface History {
  readonly done: (readonly Effect[])[];
  readonly undone: (readonly Effect[])[];
}

const moveOf = ({ do: does }: Step): 'undo' | 'redo' | null => {
  if (!does || does.isMapping()) return null;
  const [by, verb, ...more] = does.text().trim().split(/\s+/);
  if (by !== GM || (verb !== 'undo' && verb !== 'redo')) return null;
  return more.length > 0 ? does.fail(`${verb} takes the last step and names nothing`) : verb;
};

/** Undoes or redoes a whole command, as the referee does step by step; null for any other command. */
function moveInHistory(step: Step, encounter: Encounter, { done, undone }: History): Outcome | null {
  const move = moveOf(step);
  if (!move) return null;
  const [from, to] = move === 'undo' ? [done, undone] : [undone, done];
  const effects = from.at(-1);
  const reasons = effects ? [] : [move === 'undo' ? 'nothing-to-rewind' : 'nothing-to-redo'];
  if (step.refused) return { ...NOTHING, faults: refusalFaults(step.refused, reasons) };
  if (!effects) return { ...NOTHING, faults: [`refused: ${reasons.join(', ')}`] };
  from.pop();
  to.push(effects);
  const { effects: applied, conflicts } = (move === 'undo' ? rewind : redoEffects)(encounter, effects);
  return { ...NOTHING, effects: applied, faults: conflicts.map((each) => `left unchanged: ${shown(each)}`) };
}

const shown = ({ id, data }: Reason): string => (data ? `${id} ${JSON.stringify(data)}` : id);

const labelOf = ({ do: does, stat }: Step): string =>
  (does?.isMapping() ? JSON.stringify(does.value()) : does?.text()) ??
  (stat.map(([path, value]) => `${path} is now ${JSON.stringify(value.value())}`).join(', ') || '(look)');

function runStep(
  step: Step,
  encounter: Encounter,
  ruleset: Ruleset,
  newId: () => string,
  options: OptionsRead,
  witness: Witness | undefined,
): Outcome {
  const command = readCommand(step.do!, encounter, ruleset);
  const watched = step.refused ? command : options.watched(command, step.do!);
  const invalid = invalidOptions(ruleset.options, command, true);
  const reasons = (invalid.length > 0 ? invalid : ruleset.whyNot(encounter, watched)).map(({ id }) => id);
  if (step.refused) return { ...NOTHING, faults: refusalFaults(step.refused, reasons) };
  if (reasons.length > 0 && !step.forced) return { ...NOTHING, faults: [`refused: ${reasons.join(', ')}`] };

  const before = witness && structuredClone(encounter);
  const play = beginExchange(ruleset, encounter, watched, newId);
  const dice = [...step.dice];
  const choices = [...step.choose];
  const answers = [...step.answers];
  const faults: string[] = [];
  const asked: Asked[] = [];
  let answered = 0;
  try {
    runUntilBlocked(play, (ask) => {
      asked.push(...askedOf(ask));
      cutIns(answers, encounter, ruleset, play, answered);
      const { open } = play.run;
      if (open && open !== ask) asked.push(...askedOf(open));
      const answer = open && answerTo(open, { dice, choices, answers }, encounter, ruleset);
      if (answer) answered++;
      return answer;
    });
    if (play.run.open) faults.push(openFault(play.run.open, dice));
  } catch (error) {
    // Only wrong answers are errors of the file; other errors are bugs and keep their stack.
    if (!(error instanceof TranscriptError || error instanceof FacesError)) throw error;
    faults.push(error.message);
  }
  if (faults.length === 0 && dice.length > 0) faults.push(`dice left over: ${dice.join(', ')}`);
  if (faults.length === 0 && choices.length > 0) faults.push(`choices left over: ${choices.join(', ')}`);
  if (faults.length === 0 && answers.length > 0) faults.push(`answers left over: ${answers.length}`);
  if (faults.length === 0) faults.push(...offerFaults(step.offered, step.notOffered, asked));
  if (before && faults.length === 0)
    witness(before, encounter, { version: TRANSCRIPT_VERSION, command, entries: play.run.entries }, play.table.effects);
  return { faults, effects: play.table.effects, asked };
}

function refusalFaults({ reasons: expected, only }: Refusal, reasons: readonly string[]): string[] {
  const missing = expected.filter((reason) => !reasons.includes(reason));
  const extra = only ? reasons.filter((reason) => !expected.includes(reason)) : [];
  const butFor = reasons.length > 0 ? `, but for ${reasons.join(', ')}` : '';
  return [
    ...(missing.length > 0 ? [`not refused for ${missing.join(', ')}${butFor}`] : []),
    ...(extra.length > 0 ? [`refused for ${extra.join(', ')} as well`] : []),
  ];
}

interface Prepared {
  readonly dice: number[];
  readonly choices: string[];
  readonly answers: Source[];
}

/**
 * Judges and removes `{ cuts-in: gnoll withdraw }` from the list: a command played before the open ask is answered; with `after`,
 * before the ask that follows this many answers.
 */
function cutIn(
  answers: Source[],
  encounter: Encounter,
  ruleset: Ruleset,
  { run }: ExchangeRun,
  answered: number,
): Command | null {
  const next = answers[0];
  const { 'cuts-in': entry, after } = next?.isMapping() ? Object.fromEntries(next.entries()) : ({} as never);
  if (!entry || (after && after.number() !== answered)) return null;
  answers.shift();
  const command = allowed(entry, encounter, ruleset);
  const barred = whyNotInterrupt(ruleset, run, command);
  if (!barred)
    return entry.fail(`${command.do} of ${command.by} interrupts nothing: it waits until the exchange is over`);
  return barred.length > 0 ? entry.fail(`refused: ${barred.map(({ id }) => id).join(', ')}`) : command;
}

/**
 * Plays what cuts in before the open ask, and returns it. Of commands without a place in the list, one cuts in at each ask.
 * @param answered the asks answered so far
 */
export function cutIns(
  answers: Source[],
  encounter: Encounter,
  ruleset: Ruleset,
  play: ExchangeRun,
  answered: number,
): Command[] {
  const played: Command[] = [];
  for (;;) {
    const command = cutIn(answers, encounter, ruleset, play, answered);
    if (!command) return played;
    play.run.interrupt(command);
    played.push(command);
    if (!isPlaced(answers[0])) return played;
  }
}

const isPlaced = (next: Source | undefined): boolean =>
  next?.isMapping() === true && next.entries().some(([key]) => key === 'after');

/** Removes the answer to an ask from the lists; returns null and removes nothing if they are too short. */
export function answerTo(
  ask: InputAsk,
  { dice, choices, answers }: Prepared,
  encounter: Encounter,
  ruleset: Ruleset,
): { answer: Answer } | null {
  if (ask.kind === 'amount') {
    const number = choices.shift();
    return number === undefined ? null : { answer: [Number(number)] };
  }
  if (ask.kind === 'choice') {
    const option = choices.shift();
    return option === undefined ? null : { answer: [option] };
  }
  if (ask.kind === 'all') {
    const parts = ask.asks.map((part) => answerTo(part, { dice, choices, answers }, encounter, ruleset)?.answer);
    return parts.some((part) => part === undefined) ? null : { answer: parts };
  }
  if (ask.kind === 'text') {
    const text = choices.shift();
    return text === undefined ? null : { answer: [text] };
  }
  if (ask.kind === 'offer') return answerToOffer(ask, answers, encounter, ruleset);
  if (ask.kind === 'place') return answerToPlace(ask, answers, encounter);
  const faces = facesFor(ask.dice, dice);
  if (!faces) return null;
  dice.splice(0, faces.length);
  return { answer: faces };
}

function openFault(ask: InputAsk, dice: readonly number[]): string {
  switch (ask.kind) {
    case 'choice':
      return `${ask.by} must choose ${ask.id}: ${ask.options.map(({ id }) => id).join(', ')}; choose names nothing`;
    case 'offer': {
      const offers = ask.candidates.map(
        ({ by, commands }) => `${by}: ${commands.map((each) => nameOf(each)).join(', ')}`,
      );
      return `${ask.id} is offered to ${offers.join('; ')}; answers names nothing`;
    }
    case 'dice': {
      const left = dice.length > 0 ? `only ${dice.join(', ')} left` : 'no dice left';
      return `${ask.by} must roll ${ask.id} (${notation(ask.dice)}); ${left}`;
    }
    default:
      return `${ask.id} is asked; answers names nothing`;
  }
}

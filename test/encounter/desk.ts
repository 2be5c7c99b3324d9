import type { Command } from '../../src/encounter/command';
import { applyEffect, type Effect, invertEffect } from '../../src/encounter/effect';
import { type Exchange, effectsOf } from '../../src/encounter/exchange';
import { rewind } from '../../src/encounter/history';
import { beginExchange, type ExchangeRun, resumeExchange } from '../../src/encounter/play';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter } from '../../src/encounter/state';
import { makeCountingIds } from '../../src/encounter/table';
import type { Answer, InputAsk, Reason } from '../../src/kernel/ask';
import { defined } from '../../src/kernel/defined';
import { type Entry, TRANSCRIPT_VERSION } from '../../src/kernel/transcript';

export interface Step {
  /** Number of the step its exchange began with. */
  readonly exchange: number;
  readonly command: Command;
  readonly entries: readonly Entry[];
}

/** The writes of one step, and the request it answers. */
export interface Batch {
  readonly number: number;
  readonly request: string | null;
  readonly step: Step;
  readonly effects: readonly Effect[];
  readonly waits: InputAsk | null;
}

export interface Open {
  readonly exchange: number;
  /** Contains the number of the step that opened it, so that an answer to an earlier opening is detected as late. */
  readonly key: string;
  readonly ask: InputAsk;
}

const json = <T>(value: T): T => JSON.parse(JSON.stringify(value));

/**
 * A referee without Foundry: documents, requests, history, steps. Rules run on a copy of the documents. Only committed
 * effects change the documents, and everything stored is stored as JSON.
 */
export class Desk {
  step = 0;
  cursor = 0;
  open: Open | null = null;
  readonly requests = new Set<string>();
  readonly history = new Map<number, Step>();
  private readings = 0;

  constructor(
    readonly ruleset: Ruleset,
    readonly documents: Encounter,
  ) {}

  /**
   * @returns the open ask
   * @throws if none is open
   */
  get openAsk(): Open {
    return defined(this.open, 'an open ask');
  }

  /** Begins an exchange, with answers that its sender can already give. */
  begin(command: Command, ...answers: Answer[]): void {
    this.commit(this.prepareCommand(command, answers));
  }

  /**
   * Answers the open ask, and the asks after it while answers are left.
   * @returns false if that ask is no longer open
   */
  answer(key: string, ...answers: Answer[]): boolean {
    return this.open?.key === key && this.commit(this.prepareAnswer(answers));
  }

  /** Plays an interrupt at the open ask. */
  cutIn(command: Command, ...answers: Answer[]): void {
    const play = this.resumed();
    play.run.interrupt(command);
    const { exchange } = this.openAsk;
    this.commit(this.batch(play, exchange, this.commandOf(exchange), answers, null));
  }

  /** @returns what a referee's tab would write for this command in the current state */
  prepareCommand(command: Command, answers: readonly Answer[] = [], request: string | null = null): Batch {
    const play = beginExchange(this.ruleset, json(this.documents), command, this.ids());
    return this.batch(play, this.step + 1, command, answers, request);
  }

  /** @returns the same for answers to the open ask */
  prepareAnswer(answers: readonly Answer[], request: string | null = null): Batch {
    const { exchange } = this.openAsk;
    return this.batch(this.resumed(), exchange, this.commandOf(exchange), answers, request);
  }

  /** Commits a batch as a whole, or not at all if its request is gone. */
  commit({ number, request, step, effects, waits }: Batch): boolean {
    if (request !== null && !this.requests.delete(request)) return false;
    for (const effect of json(effects)) applyEffect(this.documents, effect);
    for (const later of [...this.history.keys()]) if (later > this.cursor) this.history.delete(later);
    this.history.set(number, json(step));
    this.step = number;
    this.cursor = number;
    this.open = waits && { exchange: step.exchange, key: `${number}.1`, ask: waits };
    return true;
  }

  /**
   * Undoes the last step in force.
   * @returns the conflicts: what was left unchanged
   */
  rewind(): readonly Reason[] {
    const numbers = this.inForce();
    const last = this.stepOf(defined(numbers.at(-1), 'a step in force'));
    const { conflicts } = rewind(this.documents, effectsOf(last.entries));
    this.cursor = numbers.at(-2) ?? 0;
    this.step++;
    this.reopen(last.exchange);
    return conflicts;
  }

  /**
   * Redoes the step that was undone last, from its record.
   * @returns the conflicts
   */
  redo(): readonly Reason[] {
    const undone = [...this.history.keys()].sort((a, b) => a - b).find((each) => each > this.cursor);
    const number = defined(undone, 'an undone step');
    const { exchange, entries } = this.stepOf(number);
    // As the referee does it: redo inverts an undo.
    const { conflicts } = rewind(this.documents, effectsOf(entries).map(invertEffect).reverse());
    this.cursor = number;
    this.step++;
    this.reopen(exchange);
    return conflicts;
  }

  /** Numbers of the steps in force, oldest first. */
  inForce(): number[] {
    return [...this.history.keys()].filter((number) => number <= this.cursor).sort((a, b) => a - b);
  }

  /** The transcript of an exchange so far, without undone steps. */
  recorded(exchange: number): Exchange {
    const steps = this.inForce().map((number) => this.stepOf(number));
    const entries = steps.filter((step) => step.exchange === exchange).flatMap((step) => step.entries);
    return { version: TRANSCRIPT_VERSION, command: this.commandOf(exchange), entries };
  }

  private resumed(): ExchangeRun {
    return resumeExchange(this.ruleset, json(this.documents), this.recorded(this.openAsk.exchange), this.ids());
  }

  private batch(
    play: ExchangeRun,
    exchange: number,
    command: Command,
    answers: readonly Answer[],
    request: string | null,
  ): Batch {
    for (const answer of answers) play.run.answer(answer);
    const step = { exchange, command, entries: play.newEntries() };
    return { number: this.step + 1, request, step, effects: play.table.effects, waits: play.run.open };
  }

  private reopen(exchange: number): void {
    this.open = null;
    if (!this.inForce().includes(exchange)) return;
    const { run } = resumeExchange(this.ruleset, json(this.documents), this.recorded(exchange), this.ids());
    if (run.open) this.open = { exchange, key: `${this.step}.1`, ask: run.open };
  }

  private stepOf(number: number): Step {
    return defined(this.history.get(number), `step ${number}`);
  }

  private commandOf(exchange: number): Command {
    return this.stepOf(exchange).command;
  }

  /** Ids that are unique among all copies, as random ids would be. */
  private ids(): () => string {
    return makeCountingIds(`reading${++this.readings}-`);
  }
}

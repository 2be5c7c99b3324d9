import type { Answer, InputAsk } from '../kernel/ask';
import { checkVersion } from '../kernel/drivers/replay';
import type { Run } from '../kernel/run';
import { run } from '../kernel/run';
import { type Entry, TRANSCRIPT_VERSION } from '../kernel/transcript';
import type { Command } from './command';
import { applyEffect, invertEffect } from './effect';
import { type Exchange, effectsOf } from './exchange';
import type { Ruleset } from './ruleset';
import type { Encounter } from './state';
import { type EncounterTable, tableOf } from './table';

/** An exchange being played: give it answers until nobody is asked any more. */
export interface ExchangeRun {
  readonly run: Run<unknown>;
  /** What happened since it was begun or resumed, in order. */
  readonly table: EncounterTable;
  /** Entries that were not in the record it was resumed from. */
  newEntries(): readonly Entry[];
}

/** Begins a command on the encounter. */
export function beginExchange(
  ruleset: Ruleset,
  encounter: Encounter,
  command: Command,
  newId: () => string,
): ExchangeRun {
  return resumeExchange(ruleset, encounter, { version: TRANSCRIPT_VERSION, command, entries: [] }, newId);
}

/**
 * Takes an exchange up again where it waits. The encounter must be as it is now; what the exchange did so far is undone in
 * memory first and done again from the record. Throws TranscriptError where procedure and record part.
 */
export function resumeExchange(
  ruleset: Ruleset,
  encounter: Encounter,
  exchange: Exchange,
  newId: () => string,
): ExchangeRun {
  checkVersion(exchange);
  for (const effect of effectsOf(exchange.entries).reverse()) applyEffect(encounter, invertEffect(effect));
  const table = tableOf(encounter, newId);
  const cutIn = (command: unknown) => ruleset.play(encounter, command as Command, true);
  const running = run(ruleset.play(encounter, exchange.command), table, exchange.entries, cutIn);
  return { run: running, table, newEntries: () => running.entries.slice(exchange.entries.length) };
}

/**
 * Answers the open asks for as long as `answerFor` has an answer: a person's own asks, thrown dice, a list prepared before.
 * Returns the ask it stopped at, or null where the exchange has ended.
 */
export function runUntilBlocked(
  play: ExchangeRun,
  answerFor: (ask: InputAsk) => { answer: Answer; user?: string } | null,
): InputAsk | null {
  for (;;) {
    const ask = play.run.open;
    const given = ask && answerFor(ask);
    if (!ask || !given) return ask;
    play.run.answer(given.answer, given.user);
  }
}

import { run } from '../kernel/run';
import { TRANSCRIPT_VERSION, TranscriptError } from '../kernel/transcript';
import type { Command } from './command';
import { applyEffect, invertEffect } from './effect';
import { type Exchange, effectsOf } from './exchange';
import { cloneEncounter } from './forecast';
import { rewind } from './history';
import type { Ruleset } from './ruleset';
import type { Encounter } from './state';
import { makeCountingIds, workingCopyOf } from './table';

/** Names the kind of file. */
const FORMAT = 'cadence-fight';
const VERSION = 1;

/** When a step of a fight was taken. */
export interface TimedStep {
  /** Index of its exchange, and of its first entry in it. */
  readonly exchange: number;
  readonly entry: number;
  /** Milliseconds since the first step. */
  readonly at: number;
}

/** A whole fight as plain JSON: its start, and everything that was asked, answered and rolled. */
export interface FightRecord {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  readonly ruleset: string;
  readonly name: string;
  /** Before the first exchange. */
  readonly start: Encounter;
  readonly exchanges: readonly Exchange[];
  /** Number of values that were changed manually meanwhile, so that the start may differ in them. */
  readonly changedManually: number;
  /** In order; missing in records of earlier versions. */
  readonly times?: readonly TimedStep[];
}

/** Returns the record of a fight. @param encounter the present state, after the exchanges */
export function makeFightRecord(
  name: string,
  encounter: Encounter,
  exchanges: readonly Exchange[],
  times?: readonly TimedStep[],
): FightRecord {
  const start = cloneEncounter(encounter);
  const { conflicts } = rewind(
    start,
    exchanges.flatMap(({ entries }) => effectsOf(entries)),
  );
  return {
    ...{ format: FORMAT, version: VERSION, ruleset: encounter.ruleset, name },
    ...{ start, exchanges, changedManually: conflicts.length, ...(times && { times }) },
  };
}

/** Returns the record in a file's text, or null for any other text. */
export function readFightRecord(text: string): FightRecord | null {
  try {
    const value: unknown = JSON.parse(text);
    return isFightRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function isFightRecord(value: unknown): value is FightRecord {
  if (typeof value !== 'object' || value === null) return false;
  const {
    format,
    version,
    ruleset,
    name,
    start,
    exchanges,
    times = [],
  } = value as Partial<Record<keyof FightRecord, unknown>>;
  const isStart = typeof start === 'object' && start !== null && 'fighters' in start && 'clock' in start;
  const isKnown = format === FORMAT && version === VERSION;
  const isNamed = typeof ruleset === 'string' && typeof name === 'string';
  const isTimed = Array.isArray(times) && times.every(isTimedStep);
  return isKnown && isNamed && isStart && isTimed && Array.isArray(exchanges) && exchanges.every(isExchange);
}

const isTimedStep = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ['exchange', 'entry', 'at'].every((key) => Number.isFinite(value[key as keyof typeof value]));

const isExchange = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'command' in value &&
  'entries' in value &&
  Array.isArray(value.entries) &&
  typeof value.command === 'object';

/** Where the rules no longer do what was recorded. */
export interface RecordFault {
  /** Index of the exchange. */
  readonly exchange: number;
  readonly command: Command;
  /** Index of the entry; null if the fault is elsewhere. */
  readonly entry: number | null;
  readonly detail: string;
}

/** Plays a record again by the rules, and returns the first exchange that differs, or null. */
export function checkFightRecord(ruleset: Ruleset, { start, exchanges }: FightRecord): RecordFault | null {
  const encounter = cloneEncounter(start);
  const newId = makeCountingIds('record-');
  for (const [at, exchange] of exchanges.entries()) {
    const { command, entries, version } = exchange;
    try {
      if (version !== TRANSCRIPT_VERSION) throw new TranscriptError('version', 0, `written by version ${version}`);
      const table = workingCopyOf(encounter, newId);
      const { open } = run(ruleset.play(encounter, command), table, entries, (interrupt, interrupted) =>
        ruleset.play(encounter, interrupt as Command, interrupted),
      );
      // Only the last may still wait.
      if (open && at < exchanges.length - 1) throw new TranscriptError('missing', entries.length, `${open.id} is open`);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const entry = error instanceof TranscriptError ? error.at : null;
      return { exchange: at, command, entry, detail: error.message };
    }
  }
  return null;
}

/** A record that is watched: any moment of it, forward and backward. */
export class FightReplay {
  readonly encounter: Encounter;
  /** Number of exchanges that have happened. */
  private done = 0;

  constructor(readonly record: FightRecord) {
    this.encounter = cloneEncounter(record.start);
  }

  get position(): number {
    return this.done;
  }

  get length(): number {
    return this.record.exchanges.length;
  }

  /** Goes to the moment after this many exchanges, by their recorded effects. */
  goTo(count: number): void {
    const target = Math.max(0, Math.min(this.length, count));
    for (; this.done < target; this.done++)
      for (const effect of this.effectsAt(this.done)) applyEffect(this.encounter, effect);
    for (; this.done > target; this.done--)
      for (const effect of this.effectsAt(this.done - 1).reverse()) applyEffect(this.encounter, invertEffect(effect));
  }

  private effectsAt(index: number) {
    return effectsOf(this.record.exchanges[index]?.entries ?? []);
  }
}

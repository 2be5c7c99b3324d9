import { run } from '../kernel/run';
import { TRANSCRIPT_VERSION, TranscriptError } from '../kernel/transcript';
import type { Command } from './command';
import { applyEffect, invertEffect } from './effect';
import { type Exchange, effectsOf } from './exchange';
import { type FightRecord, recordFaultIn, type ShapeFault } from './fight-record-shape';
import { summarizeFight } from './fight-summary';
import { cloneEncounter } from './forecast';
import { rewind } from './history';
import type { Ruleset } from './ruleset';
import type { Encounter } from './state';
import { makeCountingIds, workingCopyOf } from './table';
import type { Viewer } from './view';

export type { FightRecord, TimedStep } from './fight-record-shape';

/** Names the kind of file. */
const FORMAT = 'cadence-fight';
const VERSION = 1;

/** Returns the record of a fight. @param encounter the present state, after the exchanges */
export function makeFightRecord(
  name: string,
  encounter: Encounter,
  exchanges: readonly Exchange[],
  more: Pick<FightRecord, 'times' | 'hidden' | 'secret'> = {},
): FightRecord {
  const start = cloneEncounter(encounter);
  const { conflicts } = rewind(
    start,
    exchanges.flatMap(({ entries }) => effectsOf(entries)),
  );
  return {
    ...{ format: FORMAT, version: VERSION, ruleset: encounter.ruleset, name },
    ...{ start, exchanges, changedManually: conflicts.length, ...more },
  };
}

/** Of the file, in characters. */
const LONGEST_FILE = 100_000_000;

/**
 * Returns the record in a file's text, or null for any other text.
 * @param onFault is called with what is wrong in a file of the right kind
 */
export function readFightRecord(
  text: string,
  onFault: (fault: ShapeFault) => void = () => undefined,
): FightRecord | null {
  const value = text.length > LONGEST_FILE ? null : parsed(text);
  const { format = null, version = null } = (value ?? {}) as Partial<Record<keyof FightRecord, unknown>>;
  if (format !== FORMAT || version !== VERSION) return null;
  const fault = recordFaultIn(value);
  if (fault) onFault(fault);
  return fault ? null : (value as FightRecord);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Where the rules no longer do what was recorded. */
interface RecordFault {
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
      // Judged too, because values that rules cannot judge may have no part in the play.
      ruleset.whyNot(encounter, command);
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

/** Sees and owns everything, and targets nothing. */
export const MASTER: Viewer = { gm: true, owns: [], targets: [] };

/** Returns the first exchange of a record after which the fight cannot be shown, or null: a file may contain anything. */
export function unwatchableIn(
  { views }: Ruleset,
  record: FightRecord,
): Pick<RecordFault, 'exchange' | 'detail'> | null {
  const replay = new FightReplay(record);
  for (let position = 0; position <= replay.length; position++)
    try {
      replay.goTo(position);
      views.tracker(replay.encounter, MASTER);
      if (position === replay.length) summarizeFight(Object.keys(record.start.fighters), record.exchanges);
    } catch (error) {
      return { exchange: Math.max(0, position - 1), detail: error instanceof Error ? error.message : String(error) };
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

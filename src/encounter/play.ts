import { type Answer, GM, type InputAsk, type Reason } from '../kernel/ask';
import { checkVersion } from '../kernel/drivers/replay';
import { lookup } from '../kernel/lookup';
import type { InterruptFactory, ReplayRules, Run } from '../kernel/run';
import { run } from '../kernel/run';
import { type Entry, TRANSCRIPT_VERSION } from '../kernel/transcript';
import type { Change } from './change';
import type { Command } from './command';
import { applyEffect, type Effect, invertEffect } from './effect';
import { type Exchange, effectsOf, sectionsIn } from './exchange';
import { cloneFighter } from './forecast';
import { hasLeftScene } from './history';
import type { Ruleset } from './ruleset';
import { type Encounter, type Fighter, type FighterId, fighterOf } from './state';
import { type EncounterCopy, workingCopyOf } from './table';

/** A running exchange. It needs answers until no ask is open. */
export interface ExchangeRun {
  readonly run: Run<unknown>;
  /** Its effects are those since the start or the resume. */
  readonly table: EncounterCopy;
  newEntries(): readonly Entry[];
}

export function beginExchange(
  ruleset: Ruleset,
  encounter: Encounter,
  command: Command,
  newId: () => string,
): ExchangeRun {
  return resumeExchange(ruleset, encounter, { version: TRANSCRIPT_VERSION, command, entries: [] }, newId);
}

/** What has happened to fighters since an exchange was written. */
export interface Departures {
  /** Those who have left meanwhile: a walk goes on without having stopped for them. */
  readonly left?: readonly FighterId[];
  /**
   * The fighters as they were at the open ask. It is replayed with those who have left the encounter or their scene since;
   * then they depart, or are placed on the other one.
   */
  readonly before?: ReadonlyMap<FighterId, Fighter>;
}

/**
 * Resumes an exchange on the current encounter: undoes its effects in memory and replays the record. Throws
 * TranscriptError if the two diverge.
 */
export function resumeExchange(
  ruleset: Ruleset,
  encounter: Encounter,
  exchange: Exchange,
  newId: () => string,
  { left = [], before = NONE }: Departures = {},
): ExchangeRun {
  checkVersion(exchange);
  const effects = effectsOf(exchange.entries);
  const arrived = putBack(encounter, before);
  const departed = bringBack(encounter, before).filter((id) => !hasLeftIn(effects, id));
  const moved = effects.flatMap((effect) => (effect.kind === 'move' ? [fighterOf(encounter, effect.of)] : []));
  const places = new Map(moved.map(({ id, place }) => [id, place]));
  for (const effect of [...effects].reverse()) applyEffect(encounter, invertEffect(effect));
  const table = workingCopyOf(encounter, newId);
  const interruptFactory: InterruptFactory = (command, interrupted) =>
    ruleset.play(encounter, command as Command, interrupted);
  const procedure = ruleset.play(encounter, exchange.command);
  const lenient = left.length > 0 ? replayRulesFor(left) : null;
  const currentRun = run(procedure, table, exchange.entries, interruptFactory, lenient);
  // A fighter may have been teleported to another scene since it moved.
  for (const fighter of moved) {
    const now = places.get(fighter.id) ?? null;
    if (hasLeftScene(now, fighter.place)) fighter.place = now;
  }
  for (const each of arrived) if (currentRun.open) currentRun.interrupt({ do: 'place', by: GM, ...each });
  for (const at of departed) if (currentRun.open) currentRun.interrupt({ do: 'depart', by: GM, at });
  return { run: currentRun, table, newEntries: () => currentRun.entries.slice(exchange.entries.length) };
}

const NONE: ReadonlyMap<FighterId, Fighter> = new Map();

/** Puts back those who have been brought to another scene. Returns where they are. */
function putBack({ fighters }: Encounter, before: ReadonlyMap<FighterId, Fighter>) {
  return [...before].flatMap(([id, { place }]) => {
    const fighter = fighters[id];
    const now = fighter?.place ?? null;
    if (!fighter || !now || !hasLeftScene(now, place)) return [];
    fighter.place = place;
    return [{ at: id, path: [now] }];
  });
}

/** Brings back those who have left, all in their order of before, which rules follow. Returns their ids. */
function bringBack({ fighters }: Encounter, before: ReadonlyMap<FighterId, Fighter>): readonly FighterId[] {
  const missing = [...before.keys()].filter((id) => !fighters[id]);
  if (missing.length === 0) return missing;
  const present = { ...fighters };
  for (const id of Object.keys(fighters)) delete fighters[id];
  for (const [id, fighter] of before) fighters[id] = lookup(present, id) ?? cloneFighter(fighter);
  Object.assign(fighters, present);
  return missing;
}

/** Returns true if a fighter has left in the exchange with these effects. */
export const hasLeftIn = (effects: readonly Effect[], id: FighterId): boolean =>
  effects.some(({ kind, ...effect }) => kind === 'departure' && 'of' in effect && effect.of === id);

const replayRulesFor = (left: readonly FighterId[]): ReplayRules => ({
  // What tells of a question, such as that an action may be withdrawn meanwhile, ends with its action.
  isOrphan(recorded) {
    const text = JSON.stringify(recorded);
    return (recorded as Change).kind === 'state' || left.some((id) => text.includes(JSON.stringify(id)));
  },
  isPartOf(asked, recorded) {
    const [move, part] = [asked as Change, recorded as Change];
    return move.kind === 'move' && part.kind === 'move' && move.of === part.of;
  },
});

/**
 * Returns what is against a command that interrupts the open ask of a run, besides what is always against it. Returns
 * null if it never interrupts: it waits for the end of the exchange.
 */
export function whyNotInterrupt(
  ruleset: Ruleset,
  { entries }: Pick<Run<unknown>, 'entries'>,
  command: Command,
): readonly Reason[] | null {
  const kind = ruleset.interrupts(command);
  return kind === 'reaction' ? ruleset.whyNotInside(command, sectionsIn(entries)) : kind && [];
}

/** Answers open asks while `answerFor` returns an answer. Returns the open ask, or null at the end. */
export function runUntilBlocked(
  play: ExchangeRun,
  answerFor: (ask: InputAsk) => { answer: Answer; user?: string } | null,
): InputAsk | null {
  for (;;) {
    const ask = play.run.open;
    const next = ask && answerFor(ask);
    if (!ask || !next) return ask;
    play.run.answer(next.answer, next.user);
  }
}

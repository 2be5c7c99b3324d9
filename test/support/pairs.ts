import type { Command } from '../../src/encounter/command';
import { activeConditions } from '../../src/encounter/condition';
import { applyEffect, type Effect, invertEffect } from '../../src/encounter/effect';
import type { Exchange } from '../../src/encounter/exchange';
import { beginExchange, type ExchangeRun, resumeExchange, whyNotInterrupt } from '../../src/encounter/play';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Area, Encounter, FighterId, Place, Wall } from '../../src/encounter/state';
import { makeCountingIds } from '../../src/encounter/table';
import { GM } from '../../src/kernel/ask';
import { deepEqual } from '../../src/kernel/deep-equal';
import type { Die } from '../../src/kernel/dice';
import { TRANSCRIPT_VERSION } from '../../src/kernel/transcript';
import { gap } from '../../src/toolkit/space/space';
import { anyAnswer } from './answer';
import { copyOf } from './copy';
import type { Gear } from './scenario/encounter';
import { playScenario } from './scenario/play';
import type { Scenario } from './scenario/scenario';

/** A moment of a scenario at which a command was given. */
export interface Situation {
  readonly file: string;
  readonly before: Encounter;
  readonly command: Command;
}

export const PAIR_KINDS = ['condition', 'interrupt', 'terrain'] as const;
export type PairKind = (typeof PAIR_KINDS)[number];

/** Two rules that may meet: a condition, an interrupt or a terrain, and an action. */
export interface Pair {
  readonly kind: PairKind;
  readonly first: string;
  readonly action: string;
}

export const keyOf = ({ kind, first, action }: Pair): string => `${kind} ${first} × ${action}`;

/** What scenarios play: a situation for each action, and the scenario in which each pair occurs. */
export interface PlayedPairs {
  readonly situations: ReadonlyMap<string, readonly Situation[]>;
  readonly scenarioOf: ReadonlyMap<string, string>;
  /** Commands that interrupted or were offered. */
  readonly interrupts: ReadonlyMap<string, readonly Command[]>;
}

/** What a path may lead through. */
export const TERRAINS = ['difficult', 'water', 'impassable', 'wall', 'occupied', 'drop', 'dark'] as const;
export type Terrain = (typeof TERRAINS)[number];

/** Actions of a scenario that are kept: the first ones of each are enough. */
const KEPT = 6;

export function playedPairs(ruleset: Ruleset, scenarios: readonly Scenario[], gear: Gear): PlayedPairs {
  const situations = new Map<string, Situation[]>();
  const scenarioOf = new Map<string, string>();
  const interrupts = new Map<string, Command[]>();
  const note = (pair: Pair, file: string): void => {
    const key = keyOf(pair);
    if (!scenarioOf.has(key)) scenarioOf.set(key, file);
  };
  for (const scenario of scenarios) {
    const { file } = scenario;
    const witness = (before: Encounter, _: Encounter, { command, entries }: Exchange): void => {
      const action = command.do;
      const kept = situations.get(action) ?? [];
      if (kept.length < KEPT) situations.set(action, [...kept, { file, before: copyOf(before), command }]);
      for (const id of [command.by, command.at])
        for (const first of conditionsOf(ruleset, before, id)) note({ kind: 'condition', first, action }, file);
      for (const first of terrainsOf(before, command)) note({ kind: 'terrain', first, action }, file);
      for (const { ask } of entries) {
        const inner = ask.kind === 'interrupt' || ask.kind === 'section' ? (ask.command as Command | null) : null;
        if (!inner || deepEqual(inner, command)) continue;
        note({ kind: 'interrupt', first: inner.do, action }, file);
        interrupts.set(inner.do, [...(interrupts.get(inner.do) ?? []), inner]);
      }
    };
    for (const _ of playScenario(scenario, { [ruleset.id]: ruleset }, gear, witness));
  }
  return { situations, scenarioOf, interrupts };
}

const conditionsOf = (ruleset: Ruleset, { fighters }: Encounter, id: FighterId | undefined): readonly string[] =>
  id !== undefined && fighters[id]
    ? activeConditions(ruleset.conditions, fighters[id].conditions).map((active) => active.id)
    : [];

/** Returns the terrains on the path of a command. */
function terrainsOf({ ground, fighters }: Encounter, { by, path = [] }: Command): readonly Terrain[] {
  const start = fighters[by]?.place;
  if (!start || path.length === 0) return [];
  const areas = (ground.difficult ?? []).filter((area) => path.some((place) => gap(ground, place, asPlace(area)) < 0));
  const others = Object.values(fighters).filter(({ id, place }) => id !== by && place);
  const isMet: Readonly<Record<Terrain, () => boolean>> = {
    difficult: () => areas.some(({ cost, water }) => cost !== null && !water),
    water: () => areas.some(({ water }) => water),
    impassable: () => areas.some(({ cost }) => cost === null),
    wall: () => (ground.walls ?? []).some(({ move }) => move),
    occupied: () => others.some(({ place }) => path.some((step) => place && gap(ground, step, place) < 0)),
    drop: () => path.some(({ elevation }) => elevation < start.elevation),
    dark: () => ground.light?.ambient === 'dark',
  };
  return TERRAINS.filter((terrain) => isMet[terrain]());
}

/** At the height of the ground. */
const asPlace = ({ x, y, width, height }: Area): Place => ({ x, y, width, height, elevation: 0, facing: 0 });

/** Returns every pair of a ruleset. */
export function allPairs(ruleset: Ruleset, { situations, interrupts }: PlayedPairs): readonly Pair[] {
  const actions = [...situations.keys()].sort();
  const moves = actions.filter((action) => situations.get(action)?.some(({ command }) => command.path?.length));
  const byHand = ['adjust', 'condition', 'place', 'displace'];
  const kinds: readonly (readonly [PairKind, readonly string[], readonly string[]])[] = [
    ['condition', Object.keys(ruleset.conditions), actions],
    ['interrupt', [...new Set([...byHand, ...interrupts.keys()])].sort(), actions],
    ['terrain', TERRAINS, moves],
  ];
  return kinds.flatMap(([kind, firsts, those]) =>
    firsts.flatMap((first) => those.map((action) => ({ kind, first, action }))),
  );
}

/** What became of a pair: it was played, the rules barred it, or it cannot come about here. */
export type PairResult = 'played' | 'barred' | 'impossible';

/** Plays a pair in a situation of a scenario. Throws if a law is broken. */
export function playPair(
  ruleset: Ruleset,
  { kind, first, action }: Pair,
  { situations, interrupts }: PlayedPairs,
  die: Die,
): PairResult {
  const fitting = (situations.get(action) ?? []).filter(({ command }) => kind !== 'terrain' || command.path?.length);
  let result: PairResult = 'impossible';
  for (const { before, command } of fitting) {
    const on = copyOf(before);
    let next: PairResult = 'impossible';
    if (kind === 'condition') next = withCondition(ruleset, on, command, first, die);
    if (kind === 'terrain') next = play(ruleset, ...withTerrain(on, command, first as Terrain), die);
    if (kind === 'interrupt')
      next = withInterrupt(ruleset, on, command, interruptsOf(ruleset, on, command, first, interrupts, die), die);
    if (next === 'played') return next;
    if (next === 'barred') result = next;
  }
  return result;
}

const prefix = (die: Die): string => `pair-${die(1_000_000)}-`;

function settle(ruleset: Ruleset, on: Encounter, command: Command, die: Die): ExchangeRun {
  const played = beginExchange(ruleset, on, command, makeCountingIds(prefix(die)));
  for (let asks = 0; played.run.open && asks < 300; asks++) played.run.answer(anyAnswer(played.run.open, die));
  if (played.run.open) throw new Error(`${command.do} leaves ${played.run.open.kind} open`);
  return played;
}

function withCondition(ruleset: Ruleset, on: Encounter, command: Command, condition: string, die: Die): PairResult {
  const bearers = [command.by, command.at].filter((id): id is string => id !== undefined && id in on.fighters);
  let result: PairResult = 'impossible';
  for (const at of bearers) {
    const other = Object.keys(on.fighters).find((id) => id !== at);
    const { asks = {} } = ruleset.conditions[condition] ?? {};
    const named = Object.keys(asks).filter((option) => option === 'source' || option === 'towards');
    const options = { condition, on: true, ...(other && Object.fromEntries(named.map((option) => [option, other]))) };
    const afflict: Command = { do: 'condition', by: GM, at, options };
    const there = copyOf(on);
    if (ruleset.whyNot(there, afflict).length > 0) continue;
    settle(ruleset, there, afflict, die);
    const next = play(ruleset, there, command, die);
    if (next === 'played') return next;
    if (next === 'barred') result = next;
  }
  return result;
}

/** Returns commands of a kind that may interrupt. */
function interruptsOf(
  ruleset: Ruleset,
  on: Encounter,
  { by, at }: Command,
  id: string,
  interrupts: PlayedPairs['interrupts'],
  die: Die,
): (now: Encounter) => readonly Command[] {
  const those = [by, at].filter((each): each is string => each !== undefined && each in on.fighters);
  const conditions = Object.keys(ruleset.conditions);
  const gm = (options: Command['options'], rest: Partial<Command> = {}) =>
    those.map((each): Command => ({ do: id, by: GM, at: each, ...(options && { options }), ...rest }));
  switch (id) {
    case 'adjust':
      return () => Object.keys(on.fighters[those[0] ?? '']?.pools ?? {}).flatMap((pool) => gm({ pool, to: 0 }));
    case 'condition':
      return () => [0, 1, 2].flatMap(() => gm({ condition: conditions[die(conditions.length) - 1] ?? '', on: true }));
    case 'place':
    case 'displace':
      return ({ fighters }) =>
        those.flatMap((each): readonly Command[] => {
          const { place } = fighters[each] ?? {};
          return place ? [{ do: id, by: GM, at: each, path: [{ ...place, x: place.x + 7 }] }] : [];
        });
    default: {
      const ids = Object.keys(on.fighters);
      return () =>
        (interrupts.get(id) ?? [])
          .slice(0, 3)
          .flatMap(({ at: _, by: __, with: ___, ...rest }) =>
            ids.flatMap((actor) =>
              [by, at].flatMap((target): Command[] =>
                target === actor ? [] : [{ ...rest, by: actor, ...(target && { at: target }) }],
              ),
            ),
          );
    }
  }
}

/** Interrupts the command at its first pauses, each time from the start. */
function withInterrupt(
  ruleset: Ruleset,
  on: Encounter,
  command: Command,
  candidates: (now: Encounter) => readonly Command[],
  die: Die,
): PairResult {
  if (ruleset.whyNot(on, command).length > 0) return 'impossible';
  let result: PairResult = 'impossible';
  for (let pause = 0; pause < 4; pause++) {
    const there = copyOf(on);
    const before = copyOf(on);
    const played = beginExchange(ruleset, there, command, makeCountingIds(prefix(die)));
    for (let asks = 0; asks < pause && played.run.open; asks++) played.run.answer(anyAnswer(played.run.open, die));
    if (!played.run.open) return result;
    const interrupt = candidates(there).find(
      (each) => whyNotInterrupt(ruleset, played.run, each)?.length === 0 && ruleset.whyNot(there, each).length === 0,
    );
    if (!interrupt) {
      if (result === 'impossible') result = 'barred';
      continue;
    }
    played.run.interrupt(interrupt);
    for (let asks = 0; played.run.open && asks < 300; asks++) played.run.answer(anyAnswer(played.run.open, die));
    checkLaws(ruleset, before, there, command, played);
    result = 'played';
  }
  return result;
}

function play(ruleset: Ruleset, on: Encounter, command: Command, die: Die): PairResult {
  if (ruleset.whyNot(on, command).length > 0) return 'barred';
  const before = copyOf(on);
  checkLaws(ruleset, before, on, command, settle(ruleset, on, command, die));
  return 'played';
}

/** Throws unless nothing is due or open, the step can be undone, and its record gives the same again. */
function checkLaws(
  ruleset: Ruleset,
  before: Encounter,
  on: Encounter,
  command: Command,
  { run, table }: ExchangeRun,
): void {
  const fail = (law: string): never => {
    throw new Error(`${JSON.stringify(command)}: ${law}`);
  };
  if (run.open) fail(`leaves ${run.open.kind} open`);
  if (ruleset.dueChanges(on).length > 0) fail(`leaves due: ${JSON.stringify(ruleset.dueChanges(on))}`);
  for (const { id, pools } of Object.values(on.fighters))
    for (const [pool, { value }] of Object.entries(pools))
      if (!Number.isInteger(value) || value < 0) fail(`${id} has ${value} ${pool}`);
  const after = copyOf(on);
  const effects: readonly Effect[] = [...table.effects];
  for (const effect of [...effects].reverse()) applyEffect(on, invertEffect(effect));
  if (!deepEqual(on, before)) fail('cannot be undone');
  for (const effect of effects) applyEffect(on, effect);
  const exchange = { version: TRANSCRIPT_VERSION, command, entries: [...run.entries] };
  if (resumeExchange(ruleset, on, exchange, makeCountingIds('again-')).run.open) fail('resumes to an open question');
  if (!deepEqual(on, after)) fail('resumes to another state');
}

/** Returns the situation with a terrain on the first step of the path. */
function withTerrain(on: Encounter, command: Command, terrain: Terrain): readonly [Encounter, Command] {
  const { ground, fighters } = on;
  const { by, at, path = [] } = command;
  const [step, ...rest] = path;
  const start = fighters[by]?.place;
  if (!step || !start) return [on, command];
  const { x, y, width, height } = step;
  const onGround = (more: Partial<Encounter['ground']>): readonly [Encounter, Command] => [
    { ...on, ground: { ...ground, ...more } },
    command,
  ];
  const withArea = (more: Partial<Area>) =>
    onGround({ difficult: [...(ground.difficult ?? []), { x, y, width, height, ...more }] });
  switch (terrain) {
    case 'difficult':
      return withArea({});
    case 'water':
      return withArea({ water: true });
    case 'impassable':
      return withArea({ cost: null });
    case 'wall':
      return onGround({ walls: [...(ground.walls ?? []), wallBetween(start, step)] });
    case 'dark':
      return onGround({ light: { ambient: 'dark', lamps: [] } });
    case 'occupied': {
      const other = Object.values(fighters).find(({ id, place }) => id !== by && id !== at && place);
      if (other) other.place = { ...step, facing: 0 };
      return [on, command];
    }
    case 'drop':
      return [on, { ...command, path: [step, ...rest].map((each) => ({ ...each, elevation: start.elevation - 3 })) }];
  }
}

function wallBetween(a: Place, b: Place): Wall {
  const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
  const [dx, dy] = [b.y - a.y, a.x - b.x];
  return { from: { x: x - dx, y: y - dy }, to: { x: x + dx, y: y + dy }, sight: true, move: true };
}

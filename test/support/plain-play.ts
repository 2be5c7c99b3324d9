import type { Command } from '../../src/encounter/command';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter, Fighter, FighterId, Place } from '../../src/encounter/state';
import type { ActionButton, FighterRow } from '../../src/encounter/view';
import { hasLineOfEffect, isStepClear } from '../../src/toolkit/space/sight';
import { gap, isFree, neighbours } from '../../src/toolkit/space/space';
import { costAlong } from '../../src/toolkit/space/terrain';

const MASTER = { gm: true, owns: [], targets: [] };

/** The most cells that a way leads around. */
const LONGEST_WAY = 60;

/** What people new to a ruleset would do: the actions they plan, if it has plans. */
export interface Habits {
  readonly plans?: readonly string[];
}

/** What a beginner does next with one of these fighters: plan, strike the nearest foe, walk toward it, or open a turn. */
export function plainCommand(
  ruleset: Ruleset,
  encounter: Encounter,
  whose: readonly FighterId[],
  habits: Habits = {},
): Command | null {
  const { rows } = ruleset.views.tracker(encounter, MASTER);
  for (const row of rows) {
    const fighter = encounter.fighters[row.id];
    if (!fighter || row.out || !whose.includes(row.id)) continue;
    const command = deedOf({ ruleset, encounter, fighter, row, foes: foesOf(encounter, fighter, rows) }, habits);
    if (command) return command;
  }
  return null;
}

/** Returns what ends the turn of one of these fighters, or passes its moment. */
export function plainEnd(ruleset: Ruleset, encounter: Encounter, whose: readonly FighterId[]): Command | null {
  const isAllowed = (command: Command) => ruleset.knows(command) && ruleset.whyNot(encounter, command).length === 0;
  for (const { id, actions } of ruleset.views.tracker(encounter, MASTER).rows) {
    if (!whose.includes(id)) continue;
    const ends = [{ do: ruleset.timing.endTurn ?? '', by: id }, ...actions.map(({ command }) => command)];
    const end = ends.find((command) => command.by === id && isAllowed(command));
    if (end) return end;
  }
  return null;
}

/** Returns what the GM's clock does next, other than to end the encounter. */
export function plainClock(ruleset: Ruleset, encounter: Encounter): Command | null {
  const { controls } = ruleset.views.tracker(encounter, MASTER);
  const { endCommands } = ruleset.timing;
  const next = (button: ActionButton) => button.whyNot.length === 0 && !endCommands.includes(button.command.do);
  return controls.find(next)?.command ?? null;
}

/** Returns the side that alone has fighters left, or null. */
export function winnerOf(ruleset: Ruleset, encounter: Encounter): string | null {
  const { rows } = ruleset.views.tracker(encounter, MASTER);
  const standing = new Set(rows.flatMap(({ id, out }) => (out ? [] : (encounter.fighters[id]?.side ?? []))));
  standing.delete('neutral');
  const [side] = standing;
  return standing.size === 1 && side !== undefined ? side : null;
}

function foesOf({ fighters, ground }: Encounter, { side, place }: Fighter, rows: readonly FighterRow[]): Fighter[] {
  const far = (other: Fighter): number => (place && other.place ? gap(ground, place, other.place) : 0);
  return rows
    .flatMap(({ id, out }) => (out ? [] : (fighters[id] ?? [])))
    .filter((other) => other.side !== side && other.side !== 'neutral')
    .sort((a, b) => far(a) - far(b));
}

interface Situation {
  readonly ruleset: Ruleset;
  readonly encounter: Encounter;
  readonly fighter: Fighter;
  readonly row: FighterRow;
  /** The nearest first. */
  readonly foes: readonly Fighter[];
}

function deedOf(situation: Situation, { plans = [] }: Habits): Command | null {
  const { ruleset, encounter, fighter, row, foes } = situation;
  const isAllowed = (command: Command): boolean => ruleset.whyNot(encounter, command).length === 0;
  const { attacks, groups } = ruleset.views.sheet(encounter, fighter, MASTER);
  const planned = row.cards?.filter(({ state }) => state === 'planned').length ?? 0;
  const plan = groups.flatMap(({ actions }) => actions).find((action) => action.id === plans[planned])?.command;
  if (row.ready && plan?.do === 'plan' && isAllowed(plan)) return plan;
  for (const { id } of foes)
    for (const { command, needs } of Object.values(attacks).flat())
      if (needs === 'target' && isAllowed({ ...command, at: id })) return { ...command, at: id };
  return walkToNearest(situation) ?? openingOf(row, isAllowed);
}

/** Walks as far as the rules allow at once, by the first way to pay. */
function walkToNearest({ ruleset, encounter, fighter: mover, foes }: Situation): Command | null {
  // Without this, a way would be looked for in vain.
  const { place } = mover;
  const [step] = place ? neighbours(encounter.ground, place) : [];
  if (!step || ruleset.moves(encounter, mover.id, [step]).length === 0) return null;
  for (const foe of foes) {
    const way = wayTo(encounter, mover, foe);
    for (let cells = way.length; cells > 0; cells--) {
      const [first] = ruleset.moves(encounter, mover.id, way.slice(0, cells));
      if (first?.whyNot.length === 0) return first.command;
    }
  }
  return null;
}

/** Returns the shortest way next to a foe, without the mover's own place. */
function wayTo({ ground, fighters }: Encounter, mover: Fighter, foe: Fighter): Place[] {
  const { place: from } = mover;
  const { place: to } = foe;
  const isBeside = (at: Place): boolean => to !== null && gap(ground, at, to) <= 0 && hasLineOfEffect(ground, at, to);
  if (!from || !to || isBeside(from)) return [];
  const others = Object.values(fighters).flatMap(({ id, place }) => (id === mover.id ? [] : [place]));
  const keyOf = ({ x, y }: Place): string => `${Math.round(x * 100)},${Math.round(y * 100)}`;
  const cameFrom = new Map<string, Place[]>([[keyOf(from), []]]);
  const open: Place[] = [from];
  for (let at = open.shift(); at; at = open.shift()) {
    const way = cameFrom.get(keyOf(at)) ?? [];
    if (at !== from && isBeside(at)) return way;
    if (way.length >= LONGEST_WAY) continue;
    for (const next of neighbours(ground, at)) {
      if (cameFrom.has(keyOf(next)) || !isFree(ground, next, others)) continue;
      if (!isStepClear(ground, at, next) || costAlong(ground, at, next) === null) continue;
      cameFrom.set(keyOf(next), [...way, next]);
      open.push(next);
    }
  }
  return [];
}

/** Returns what opens the fighter's turn, where turns are opened. */
const openingOf = ({ actions }: FighterRow, isAllowed: (command: Command) => boolean): Command | null =>
  actions.map(({ command }) => command).find((command) => command.do === 'turn' && isAllowed(command)) ?? null;

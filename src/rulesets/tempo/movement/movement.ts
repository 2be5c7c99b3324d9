import { impossibleReason } from '../../../encounter/legality';
import { groundAt } from '../../../encounter/scenes';
import { areFoes } from '../../../encounter/sides';
import type { Ground, Place } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import type { Procedure } from '../../../kernel/procedure';
import { removeCondition } from '../../../toolkit/combat/condition';
import { angleBetween, bearing, gap } from '../../../toolkit/space/space';
import { stepsAlong } from '../../../toolkit/space/steps';
import { pathCost, whyNotEndOn, whyNotLeap, whyNotWalk } from '../../../toolkit/space/terrain';
import type { Action, CommandContext } from '../action';
import { canJumpTo } from '../attack/sight';
import { figureOf, is, isOut } from '../conditions';
import { optionsOf } from '../options';
import { isHeld, isSpell, isWeapon } from '../schema';
import type { TempoEncounter, TempoFighter } from '../state';
import { moveThrough } from './path';

/** Returns spaces of the path, or off the map as entered; null without either. */
export function spacesOf({ encounter, fighter, command }: CommandContext): number | null {
  const path = command.path ?? [];
  if (path.length === 0) {
    return fighter.place ? null : (optionsOf(command).spaces ?? null);
  }
  const ground = groundAt(encounter.ground, fighter.place);
  // A Jump ignores difficult ground.
  const walkable: Ground = optionsOf(command).jump ? { grid: ground.grid, cell: ground.cell } : ground;
  return roundSpaces(pathCost(walkable, fighter.place, path) / ground.cell);
}

export function* moveAlong({ encounter, fighter, command }: CommandContext, path: readonly Place[]): Procedure<void> {
  const { place } = fighter;
  if (!place) return;
  yield* moveThrough(encounter, fighter, stepsAlong(encounter.ground, place, path), {
    others: () => othersOf(encounter, fighter),
    isJudged: true,
    mustFinish: optionsOf(command).jump === true,
  });
}

/** Others who take up their space; the fallen may be stood over. */
const othersOf = ({ fighters }: TempoEncounter, fighter: TempoFighter): TempoFighter[] =>
  Object.values(fighters).filter((other) => other !== fighter && !isOut(other));

export const roundSpaces = (spaces: number): number => Math.round(spaces * 1000) / 1000;

/** The map, and who stands at the end of the way: others may be passed, and the fallen may be stood over. */
export function whyNotGo({ encounter, fighter, command: { path = [], ...command } }: CommandContext): Reason[] {
  const { ground } = encounter;
  const { place } = fighter;
  const end = path.at(-1);
  return [
    ...(optionsOf(command).jump ? whyNotLeap(ground, place, end) : whyNotWalk(ground, place, path)),
    ...whyNotEndOn(ground, end, othersOf(encounter, fighter)),
  ];
}

/** T-A57. */
export const costOfStanding = (fighter: TempoFighter): number => Math.ceil(figureOf(fighter, 'speed') / 2);

/** T-42, T-A16; T-43, T-A26: a Jump covers at most half the Speed. */
function mostSpaces({ fighter, command }: CommandContext): number {
  const speed = figureOf(fighter, 'speed');
  const { jump, stand } = optionsOf(command);
  if (jump) return Math.max(1, Math.floor(speed / 2));
  return speed - (stand ? costOfStanding(fighter) : 0);
}

/** Opponents whose foes are far away plan to walk first. */
const WALK = 0.5;
const STAY = 0.1;
/** Metres between a fighter and a foe that its Normal Move does not bridge. */
const FAR = 3;

function nearestFoe({ ground, fighters }: TempoEncounter, fighter: TempoFighter): number {
  const { place } = fighter;
  if (!place) return 0;
  const gaps = Object.values(fighters).flatMap((other) =>
    other.place && areFoes(fighter, other) && !isOut(other) ? [gap(ground, place, other.place)] : [],
  );
  return Math.min(...gaps);
}

/** Returns the metres that a fighter's attacks carry, a Normal Move included. */
const carry = ({ ground }: TempoEncounter, { items }: TempoFighter): number =>
  Math.max(
    FAR,
    ...items.map((item) =>
      (isWeapon(item) && isHeld(item)) || (isSpell(item) && item.dice !== '') ? item.range * ground.cell : 0,
    ),
  );

/** T-42, T-43: one block of movement besides the Normal Move. */
export const move: Action = {
  tempo: 4,
  needs: 'path',
  promise: 0,
  planPromise: ({ encounter, fighter }) => (nearestFoe(encounter, fighter) > carry(encounter, fighter) ? WALK : STAY),
  options: ({ fighter: { place } }) => ['jump', 'stand', ...(place ? [] : (['spaces'] as const))],
  // T-A16: the way of an ability that does more lies behind it.
  goesOn: { 'too-far': 'T-A16', 'not-straight': 'T-A26', 'too-high': 'T-A26', forbidden: 'T-A16', occupied: 'T-A16' },
  whyNot(act) {
    const { jump, stand } = optionsOf(act.command);
    const spaces = spacesOf(act);
    if (spaces === null && !stand) return [impossibleReason('no-path')];
    const most = mostSpaces(act);
    return [
      ...(spaces !== null && spaces > most
        ? [{ id: 'too-far', data: { spaces, most, over: roundSpaces(spaces - most) } }]
        : []),
      ...(jump && !isStraight(act) ? [{ id: 'not-straight' }] : []),
      ...(jump && stand ? [{ id: 'stand-or-jump' }] : []),
      ...whyNotGo(act),
      ...(jump && !canJumpTo(act.encounter, act.fighter, act.command.path?.at(-1)) ? [{ id: 'too-high' }] : []),
      ...(stand && !is(act.fighter, 'prone') ? [{ id: 'not-prone' }] : []),
    ];
  },
  *play(act) {
    if (optionsOf(act.command).stand) yield* removeCondition(act.fighter, 'prone');
    yield* moveAlong(act, act.command.path ?? []);
  },
};

function isStraight({ fighter: { place }, command: { path = [] } }: CommandContext): boolean {
  if (!place) return true;
  const ways = path.map((to, at) => bearing(path[at - 1] ?? place, to));
  const [first] = ways;
  // Centers of hexagons are irrational.
  return ways.every((way) => way === first || (way !== null && first != null && angleBetween(way, first) < 1));
}

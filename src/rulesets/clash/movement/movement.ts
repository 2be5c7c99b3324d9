import { applyChange, log, recordOutcome } from '../../../encounter/change';
import { impossibleReason } from '../../../encounter/legality';
import { groundAt } from '../../../encounter/scenes';
import type { Ground, Place } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import { d20 } from '../../../kernel/dice';
import { askAmount, type Procedure, roll } from '../../../kernel/procedure';
import { logStop } from '../../../toolkit/act/command-run';
import { addCondition } from '../../../toolkit/combat/condition';
import { placeInSaddle } from '../../../toolkit/space/carried';
import { metresBetween, withBody } from '../../../toolkit/space/space';
import { pathCost, whyNotLeap, whyNotWalk } from '../../../toolkit/space/terrain';
import { whyNotStill } from '../../../toolkit/space/walk';
import { type Action, type ClashContext, isWalking, requiring, whyNotContinue } from '../action';
import { REACH_TOLERANCE, roundMetres } from '../attack/reach';
import { effectiveSpeed, is, isInCombat, isTurnOf, riderOf, untilTurnOf } from '../conditions';
import { enterAreas } from '../magic/effect';
import { JUMP_OPTIONS, MAX_JUMP_METRES, optionsOf, SIGHT_OPTIONS } from '../options';
import { type ClashEncounter, type ClashFighter, setState } from '../state';
import { discover, moveUnseen, revealAt, whyNotMoveUnseen } from './hiding';
import { carriedBy, GOES_ON_MOVING, travel, whyNotEnd } from './travel';

/** From off the map, the first place costs one cell. */
function lengthOf(ground: Ground, from: Place | null, path: readonly Place[]): number {
  let metres = 0;
  let current = from;
  for (const next of path) {
    metres += current ? metresBetween(ground, current, next) : groundAt(ground, next).cell;
    current = next;
  }
  return metres;
}

/** Returns the metres of the path or, off the map, of the option; null without either. */
export function metresOf(
  { encounter, command }: ClashContext,
  mover: ClashFighter,
  path: readonly Place[] = command.path ?? [],
): number | null {
  if (path.length > 0) return pathCost(encounter.ground, mover.place, path);
  const { moved = 0 } = optionsOf(command);
  return moved > 0 && !mover.place ? moved : null;
}

/** C-17. */
const metresMoved = ({ state }: ClashFighter): number => state.metresMoved ?? 0;

type WithMetres = ClashContext & { readonly distance: number };

const withMetres = requiring<WithMetres>({
  find(act) {
    const distance = metresOf(act, act.fighter);
    return distance === null ? null : { distance, ...act };
  },
  whyNot: () => [impossibleReason('no-path')],
});

function whyNotOnFoot({ fighter }: ClashContext): readonly Reason[] {
  return (['grappled', 'mounted'] as const).filter((id) => is(fighter, id)).map((id) => ({ id }));
}

/** Off the map, the metres are named. */
export const pathOptions = ({ fighter: { place } }: ClashContext) =>
  ['sneak', ...SIGHT_OPTIONS, ...(place ? [] : (['moved'] as const))] as const;

/** C-17: only the first stretch is paid for. */
export const stride = withMetres({
  category: 'movement',
  needs: 'path',
  promise: 0,
  options: pathOptions,
  price: ({ fighter }) => (isWalking(fighter) ? null : 'movement'),
  goesOn: GOES_ON_MOVING,
  whyNotFirst: whyNotOnFoot,
  /** C-17, C-A9. */
  whyNot(act) {
    const { encounter, fighter, command, distance } = act;
    const most = effectiveSpeed(fighter);
    const metres = (isInCombat(encounter) ? metresMoved(fighter) : 0) + distance;
    return [
      ...whyNotGo(metres, most),
      ...whyNotWalk(encounter.ground, fighter.place, command.path ?? []),
      ...whyNotEnd(encounter, fighter, command.path?.at(-1)),
      ...whyNotMoveUnseen(act),
    ];
  },
  *play(act) {
    yield* walk(act);
    yield* moveUnseen(act);
  },
});

/** C-17, C-A9: the walk stays open for who breaks free. */
function* walk(act: WithMetres): Procedure<void> {
  const { encounter, fighter, command, distance } = act;
  const used = isInCombat(encounter) ? metresMoved(fighter) : 0;
  const onMap = command.path ? yield* movePath(act, command.path, fighter, () => effectiveSpeed(fighter), used) : null;
  if (!onMap) yield* log('walks', { metres: roundMetres(distance) }, fighter.id, { covers: { moves: true } });
  if (!isInCombat(encounter)) return;
  yield* recordCrossed(fighter, onMap?.cells ?? []);
  const metres = metresMoved(fighter) + (onMap?.metres ?? distance);
  yield* setState(fighter.id, 'metresMoved', metres);
  yield* setState(fighter.id, 'walking', metres + REACH_TOLERANCE < fighter.stats.speed ? true : null);
}

/** C-113, C-115: stores the squares for the roll to stay unseen, up to where a rider was thrown. */
export function* recordCrossed(fighter: ClashFighter, cells: readonly Place[]): Procedure<void> {
  const { scene } = fighter.place ?? {};
  const squares = cells.map(({ x, y }) => ({ x, y, ...(scene !== undefined && { scene }) }));
  const end = squares.findLastIndex(({ x, y }) => x === fighter.place?.x && y === fighter.place.y);
  const crossed = end < 0 ? squares : squares.slice(0, end + 1);
  yield* setState(fighter.id, 'crossed', [...(fighter.state.crossed ?? []), ...crossed]);
}

/** Moves along a way that was judged otherwise, and triggers the areas on it. */
export const walkPath = (encounter: ClashEncounter, mover: ClashFighter, path: readonly Place[]) =>
  travel(encounter, mover, path, enterAreas, { isJudged: true });

/**
 * C-17, C-70, C-104, C-130: walks or rides, as long as no one is held.
 * @param most the metres that the movement may have, with those used before
 */
export const movePath = (
  { encounter, fighter, command, overruled }: ClashContext,
  path: readonly Place[],
  mover: ClashFighter,
  most: () => number,
  used = 0,
) =>
  travel(encounter, mover, path, enterAreas, {
    overruled,
    seenLater: isInCombat(encounter) || optionsOf(command).sneak,
    limit: {
      used,
      most: () => most() + REACH_TOLERANCE,
      whyNot: (metres) => whyNotGo(metres, most()),
    },
    whyNot: () => [
      ...whyHeld(fighter, mover),
      ...(mover === fighter && is(fighter, 'mounted') ? [{ id: 'mounted' }] : []),
    ],
  });

/** C-70, C-130: on foot, the mover is the fighter. */
export const whyHeld = (fighter: ClashFighter, mover: ClashFighter): readonly Reason[] => [
  ...(is(fighter, 'grappled') ? [{ id: 'grappled' }] : []),
  ...(mover !== fighter && is(mover, 'grappled') ? [{ id: 'mount-grappled' }] : []),
];

/** C-17. */
export const whyNotGo = (metres: number, most: number): readonly Reason[] =>
  metres > most + REACH_TOLERANCE
    ? [{ id: 'no-movement', data: { metres: roundMetres(metres), most, over: roundMetres(metres - most) } }]
    : [];

/** C-119, C-121: in metres. */
export const jumpDC = (height: number, distance: number): number => 4 * height + 2 * distance;

/** C-119, C-120, C-A2: lands above the DC, is steady from twice the DC on. */
export function leapOf(score: number, dc: number): { readonly lands: boolean; readonly steady: boolean } {
  return { lands: score > dc, steady: score >= 2 * dc };
}

function goalOf({ encounter, fighter, command }: ClashContext): { height: number | null; distance: number | null } {
  const { height = null, distance = null } = optionsOf(command);
  const end = command.path?.at(-1);
  if (!end) return { height, distance };
  const rise = fighter.place ? Math.max(0, end.elevation - fighter.place.elevation) : 0;
  const level: Place = { ...end, elevation: fighter.place?.elevation ?? end.elevation };
  return { height: height ?? rise, distance: lengthOf(encounter.ground, fighter.place, [level]) };
}

/** C-117 to C-121, C-A52. */
export const jump: Action = {
  category: 'movement',
  needs: 'path',
  promise: null,
  options: JUMP_OPTIONS,
  price: () => 'any',
  whyNot: (act) => [...whyNotOnFoot(act), ...whyNotLand(act), ...whyNotMoveUnseen(act)],
  play: leap,
};

/** Returns where the jumper's body of now lands; a body that was resized keeps its corner. */
function landingOf({ fighter: { place }, command }: ClashContext): Place | undefined {
  const end = command.path?.at(-1);
  if (!end || !place) return end;
  const { width, height } = place;
  const [x, y] = [end.x + (width - end.width) / 2, end.y + (height - end.height) / 2];
  return withBody(place, { ...end, x, y });
}

const whyNotLand = (act: ClashContext): readonly Reason[] => [
  ...whyNotLeap(act.encounter.ground, act.fighter.place, landingOf(act)),
  ...whyNotEnd(act.encounter, act.fighter, landingOf(act)),
];

/** C-119: who is moved away before the roll jumps from there. */
function* leap(act: ClashContext): Procedure<void> {
  const from = act.fighter.place;
  yield* act.runtime.whileLegal<unknown>(
    () => [...whyNotContinue(act), ...(act.command.path ? whyNotStill(act.fighter.place, from) : [])],
    leapFrom(act),
    (why) => (why[0]?.id === 'moved-away' ? leap(act) : logStop(act.fighter.id, why)),
  );
}

function* leapFrom(act: ClashContext): Procedure<void> {
  const { encounter, fighter, overruled } = act;
  const goal = goalOf(act);
  const height = goal.height ?? (yield* askAmount('jump-height', fighter.id, 0, MAX_JUMP_METRES));
  const distance = goal.distance ?? (yield* askAmount('jump-distance', fighter.id, 0, MAX_JUMP_METRES));
  const dc = jumpDC(height, distance);
  const { str, dex } = fighter.stats.mod;
  const facts = { bonus: str + dex, over: dc, steady: 2 * dc };
  const { lands, steady } = leapOf((yield* roll('jump', d20, fighter.id, facts)) + str + dex, dc);
  const result = lands ? (steady ? 'lands' : 'lands-badly') : 'falls-short';
  yield* recordOutcome({ result, success: lands }, fighter.id, {
    tone: lands ? (steady ? 'boon' : 'neutral') : 'harm',
  });
  const end = landingOf(act);
  const barred = lands ? whyNotLand(act).filter(({ id }) => !overruled.includes(id)) : [];
  const isMoving = lands && barred.length === 0;
  // C-65, C-A33.
  if (isMoving && isInCombat(encounter) && riderOf(encounter, fighter)) yield* setState(fighter.id, 'moved', true);
  if (isMoving && end) yield* land(encounter, fighter, end);
  else if (barred.length > 0) yield* logStop(fighter.id, barred);
  if (!steady) yield* addCondition(fighter.id, 'off-balance', untilTurnOf(fighter));
  if (isMoving) yield* moveUnseen(act.orderedBy ?? act);
}

/** Triggers areas only where it ends. C-64: a mount takes its rider along. C-113: a jump is a move. */
function* land(encounter: ClashEncounter, fighter: ClashFighter, end: Place): Procedure<void> {
  const from = fighter.place;
  const rider = carriedBy(encounter, fighter);
  const seat = from && rider?.place ? placeInSaddle(encounter.ground, rider.place, from, end) : null;
  yield* applyChange({ kind: 'move', of: fighter.id, to: end, by: [] });
  if (rider && seat) yield* applyChange({ kind: 'move', of: rider.id, to: seat, by: [] });
  const moved = rider ? [fighter, rider] : [fighter];
  if (!from) return;
  yield* enterAreas(encounter, [from, end], moved);
  for (const each of moved) {
    if (isInCombat(encounter) && isTurnOf(encounter, each)) yield* recordCrossed(each, [end]);
    else yield* revealAt(encounter, each, [end]);
    yield* discover(encounter, each, from, [end]);
  }
}

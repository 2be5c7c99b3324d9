import { applyChange, type Change } from '../../encounter/change';
import type { Encounter, Fighter, FighterId, Place } from '../../encounter/state';
import type { Reason } from '../../kernel/ask';
import type { Procedure } from '../../kernel/procedure';
import { placeInSaddle } from './carried';
import { type Fare, payableSteps, stepsAlong, stepsInBody, type WalkStep } from './steps';
import { whyNotEndOn, whyNotWalk } from './terrain';

/** The walk ends there, without a line on the card: the mover wants it, or has withdrawn. */
export const END_HERE = 'end-here';

/** What others do during a walk, while the mover stands where it happens. It may return `END_HERE`. */
type Pause = Procedure<unknown>;

/** How the walks of one game differ. All of it is read again after each pause. */
export interface Gait {
  /** Returns those in whose space the walk cannot end. */
  others(): readonly Pick<Fighter, 'name' | 'place'>[];
  readonly fare?: Fare | undefined;
  /** Returns the reasons of the map; by default those against walking. */
  whyNotCross?(from: Place | null, steps: readonly WalkStep[]): readonly Reason[];
  /** Returns other reasons, such as fear, a hold, or a mover who cannot act. */
  whyNot?(from: Place | null, steps: readonly WalkStep[]): readonly Reason[];
  /** Ids of reasons that the GM has overruled; default none. */
  readonly overruled?: readonly string[];
  /** Whether its command was judged just now: what is against it at the outset was overruled. */
  readonly isJudged?: boolean;
  /** Returns what happens before the mover leaves a place; null for nothing. */
  leaving?(from: Place, to: Place): Pause | null;
  /** Whether that also happens before a step that then cannot be taken. */
  readonly triesNext?: boolean;
  /** Returns what happens after the mover has arrived; null for nothing. @param isEnd whether the way ends there */
  arrived?(from: Place | null, to: Place, isEnd: boolean): Pause | null;
  /** Plays what belongs to a stretch just walked. @param cost its price; null for the steps back to a free place */
  walked?(from: Place | null, steps: readonly WalkStep[], cost: number | null): Procedure<unknown>;
  /** Returns what is due as soon as bodies are where they are, such as the end of a hold; asked at each step. */
  due?(encounter: Encounter): readonly Change[];
  /** Returns those who move with the mover. */
  carried?(): readonly Fighter[];
  /** Whether the movement goes on after this walk, so that it need not end on a free space. */
  readonly goesOn?: boolean;
  /** Whether it cannot end early to keep out of the spaces of others, like a jump. */
  readonly mustFinish?: boolean;
  /** The places of the same movement before this walk, to which it may step back. */
  readonly behind?: readonly Place[];
  /** Says why the mover was stopped. @param reasons `moved-away`: others have moved it elsewhere */
  stopped(reasons: readonly Reason[], walked: Walked): Procedure<unknown>;
}

/** What became of a walk. */
interface Walked {
  /** Those walked, without the steps back. */
  readonly steps: readonly WalkStep[];
  readonly cost: number;
  readonly hasArrived: boolean;
}

/** A walk in progress. */
interface Walker {
  readonly encounter: Encounter;
  readonly mover: Fighter;
  readonly gait: Gait;
  readonly overruled: readonly string[];
  readonly walked: WalkStep[];
  cost: number;
  /** Where the mover is if no one else has moved it; null off the map. */
  stand: Place | null;
  /** Where it has been, in the body of now. */
  behind: readonly Place[];
  /** The steps left, in the body of now. */
  rest: readonly WalkStep[];
  /** Those of the rest that can be walked as things are now. */
  ahead: readonly WalkStep[];
  /** What is against the others. */
  reasons: readonly Reason[];
}

/**
 * Moves a body along a way, in one change up to each pause. At the outset and after each pause, all that is left of the
 * way is judged with the size, posture and speed of now; the mover goes as far as it may. Cut short, it steps back to
 * the last free place of its way, or to where it began; who was moved elsewhere stays there.
 */
export function* walk(encounter: Encounter, mover: Fighter, way: readonly WalkStep[], gait: Gait): Procedure<Walked> {
  const walker = begin(encounter, mover, way, gait);
  let stretch: WalkStep[] = [];
  let isAsked = false;
  let isOver = false;
  for (let step = nextStep(walker); step && !isOver; step = nextStep(walker)) {
    const from = stretch.at(-1)?.to ?? walker.stand;
    let pause: Pause | null | undefined = from && !isAsked ? gait.leaving?.(from, step.to) : null;
    isAsked = pause != null;
    if (!pause && walker.ahead.length === 0) break;
    if (!pause) {
      stretch.push(step);
      goPast(walker, step);
      pause = gait.arrived?.(from, step.to, walker.rest.length === 0) ?? applyDue(walker, step.to);
      if (!pause && walker.ahead.length > 0) continue;
    }
    if (!(yield* advance(walker, stretch))) {
      // The fighter who stopped it there has left.
      pause = noAsks();
      isAsked = false;
    }
    stretch = [];
    if (!pause) continue;
    for (const change of gait.due?.(encounter) ?? NOTHING) yield* applyChange(change);
    isOver = (yield* pause) === END_HERE;
    judge(walker);
  }
  const { reasons, rest } = walker;
  const walked: Walked = { steps: walker.walked, cost: walker.cost, hasArrived: rest.length === 0 };
  if (reasons.length > 0 && !isOver) yield* gait.stopped(reasons, walked);
  if (rest.length > 0 || gait.mustFinish) yield* stepBack(walker);
  return walked;
}

function begin(encounter: Encounter, mover: Fighter, way: readonly WalkStep[], gait: Gait): Walker {
  const { place } = mover;
  const behind = [...(gait.behind ?? []), ...(place ? [place] : [])];
  const rest = place ? stepsInBody(encounter.ground, place, way) : way;
  const open = { stand: place, behind, walked: [], cost: 0, rest, ahead: [], reasons: [] };
  const walker: Walker = { encounter, mover, gait, overruled: gait.overruled ?? [], ...open };
  const outset = gait.isJudged
    ? [...payable(walker).reasons, ...barriers(walker, rest), ...(gait.goesOn ? [] : whyNotEnd(walker, rest))]
    : [];
  const judged = { ...walker, overruled: [...walker.overruled, ...outset.map(({ id }) => id)] };
  judge(judged);
  return judged;
}

const nextStep = ({ ahead, rest, reasons, gait }: Walker): WalkStep | undefined =>
  ahead[0] ?? (gait.triesNext && reasons[0]?.id !== ELSEWHERE ? rest[0] : undefined);

/** Takes a step off the way; of a part of one, the remainder stays. */
function goPast(walker: Walker, step: WalkStep): void {
  const [whole, ...others] = walker.rest;
  const left = whole ? whole.metres - step.metres : 0;
  walker.rest = whole && left > SLACK ? [{ ...whole, metres: left }, ...others] : others;
  walker.ahead = walker.ahead.slice(1);
}

/**
 * Moves the bodies to the end of a stretch. Returns false if the record has them stop before it, at a pause for a fighter
 * who has left since (`ReplayRules`); the rest of the stretch is then still ahead.
 */
function* advance(walker: Walker, stretch: readonly WalkStep[]): Procedure<boolean> {
  const { gait, walked, stand, mover } = walker;
  const last = stretch.at(-1);
  if (!last) return true;
  const price = (steps: readonly WalkStep[]): number => gait.fare?.price(stand, steps, walked) ?? 0;
  const whole = price(stretch);
  yield* moveBodies(walker, last.to, placesOf(stretch.slice(0, -1).filter(({ isCorner }) => isCorner)));
  const { place } = mover;
  const end = place ? stretch.findLastIndex(({ to }) => isStill(place, to)) : -1;
  const isWhole = end < 0 || end === stretch.length - 1;
  const done = isWhole ? stretch : stretch.slice(0, end + 1);
  const cost = isWhole ? whole : price(done);
  if (!isWhole) {
    const left = stretch.slice(end + 1);
    walker.rest = [...left, ...walker.rest];
    walker.ahead = [...left, ...walker.ahead];
  }
  walked.push(...done);
  walker.cost += cost;
  walker.stand = done.at(-1)?.to ?? last.to;
  walker.behind = [...walker.behind, ...placesOf(done)];
  yield* gait.walked?.(stand, done, cost) ?? NOTHING;
  return isWhole;
}

/** Moves the mover, and those it carries with bodies of their own. */
function* moveBodies({ encounter: { ground }, mover, gait }: Walker, to: Place, by: readonly Place[]): Procedure<void> {
  const from = mover.place;
  const carried = gait.carried?.() ?? NOTHING;
  yield* applyChange({ kind: 'move', of: mover.id, to, by });
  for (const { id, place } of carried) {
    if (!place || !from) continue;
    const along = (there: Place): Place => placeInSaddle(ground, place, from, there);
    yield* applyChange({ kind: 'move', of: id, to: along(to), by: by.map(along) });
  }
}

/** Returns a pause without asks if something is due at a place. */
function applyDue({ encounter, mover, gait }: Walker, to: Place): Pause | null {
  const { ground, fighters } = encounter;
  const { place: from } = mover;
  if (!gait.due || Object.values(fighters).every(({ conditions }) => conditions.length === 0)) return null;
  const along = (gait.carried?.() ?? NOTHING).flatMap((each): [FighterId, Fighter][] =>
    each.place && from ? [[each.id, { ...each, place: placeInSaddle(ground, each.place, from, to) }]] : [],
  );
  const passing = { ...fighters, ...Object.fromEntries(along), [mover.id]: { ...mover, place: to } };
  return gait.due({ ...encounter, fighters: passing }).length > 0 ? noAsks() : null;
}

function* noAsks(): Procedure<void> {}

/** Leaves the spaces of others, back along the way or at last to where it began, unless a wall now bars it. */
function* stepBack(walker: Walker): Procedure<void> {
  const { encounter, mover, gait, behind, stand, overruled } = walker;
  const { ground } = encounter;
  if (!stand || !mover.place || !isStill(mover.place, stand) || overruled.includes(OCCUPIED)) return;
  const free = behind.findLastIndex((there) => whyNotEndOn(ground, there, gait.others()).length === 0);
  const back = behind.slice(Math.max(free, 0), -1).reverse();
  const to = back.at(-1);
  const isWalled = !gait.mustFinish && whyNotWalk(ground, stand, back).some(({ id }) => id === 'wall');
  if (!to || isWalled) return;
  yield* moveBodies(walker, to, back.slice(0, -1));
  yield* gait.walked?.(stand, stepsAlong(ground, stand, back), null) ?? NOTHING;
}

/** Looks how far the rest of the way can be walked as things are now. */
function judge(walker: Walker): void {
  const { mover, stand, gait, rest } = walker;
  const now = mover.place;
  [walker.ahead, walker.reasons] = [NOTHING, NOTHING];
  if (stand && now && isStill(now, stand)) takeBody(walker, stand, now);
  else if (stand || now) {
    if (rest.length > 0) walker.reasons = [{ id: ELSEWHERE }];
    return;
  }
  if (rest.length === 0) return;
  const { steps, reasons } = payable(walker);
  const isCut = steps.length < rest.length || steps.at(-1)?.to !== walker.rest.at(-1)?.to;
  let count = steps.length;
  const isLegal = (part: readonly WalkStep[]): boolean => {
    const isOver = part.length < rest.length || isCut || !(gait.goesOn || gait.mustFinish);
    return barriers(walker, part).length === 0 && !(isOver && whyNotEnd(walker, part).length > 0);
  };
  while (count > 0 && !isLegal(steps.slice(0, count))) count--;
  walker.ahead = steps.slice(0, count);
  if (count === rest.length && !isCut) return;
  // What is met first on the way is said.
  const first = walker.rest.slice(0, count + 1);
  const next = count === 0 || count < steps.length ? barriers(walker, first) : [];
  if (steps.length === 0) next.push(...whyNotEnd(walker, first));
  const against = [next, barriers(walker, steps), isCut ? [] : whyNotEnd(walker, steps), reasons];
  walker.reasons = against.find((each) => each.length > 0) ?? NOTHING;
}

/** A body that was resized keeps its center or, as on a map, its corner: the way and what is behind shift with it. */
function takeBody(walker: Walker, stand: Place, now: Place): void {
  const { width, height } = now;
  if (width !== stand.width || height !== stand.height) {
    const inBody = (there: Place): Place => {
      return { ...there, width, height, x: there.x + now.x - stand.x, y: there.y + now.y - stand.y };
    };
    walker.rest = walker.rest.map((step) => ({ ...step, to: inBody(step.to) }));
    walker.behind = walker.behind.map(inBody);
  }
  walker.stand = now;
}

/** Returns the reason if others have moved a body from a place; it may have been turned or resized. */
export const whyNotStill = (now: Place | null, from: Place | null): Reason[] =>
  isStill(now, from) ? [] : [{ id: ELSEWHERE }];

/** Returns true if no one has moved a body from a place. Facing does not matter, and a way may not say on which scene it is. */
export function isStill(now: Place | null, from: Place | null): boolean {
  if (!now || !from) return now === from;
  const { x, y, width, height, elevation, level, scene = now.scene } = from;
  if (now.elevation !== elevation || now.level !== level || now.scene !== scene) return false;
  const isSameCorner = now.x - now.width / 2 === x - width / 2 && now.y - now.height / 2 === y - height / 2;
  return (now.x === x && now.y === y) || isSameCorner;
}

/** As `payableSteps`, but what the GM has overruled is no limit. */
function payable(walker: Walker): ReturnType<typeof payableSteps> {
  const { encounter, gait, overruled, rest } = walker;
  const found = payableSteps({ ...walker, ground: encounter.ground }, gait.fare);
  return found.reasons.some(({ id }) => overruled.includes(id)) ? { steps: rest, reasons: [] } : found;
}

/** Returns what is against walking steps, without their end. */
function barriers({ encounter: { ground }, gait, stand, overruled }: Walker, steps: readonly WalkStep[]): Reason[] {
  if (steps.length === 0) return [];
  const { whyNotCross = (from, all) => whyNotWalk(ground, from, placesOf(all)), whyNot } = gait;
  const reasons = [...whyNotCross(stand, steps), ...(whyNot?.(stand, steps) ?? NOTHING)];
  return reasons.filter(({ id }) => !overruled.includes(id));
}

const whyNotEnd = ({ encounter, gait, overruled }: Walker, steps: readonly WalkStep[]): readonly Reason[] =>
  overruled.includes(OCCUPIED) ? NOTHING : whyNotEndOn(encounter.ground, steps.at(-1)?.to, gait.others());

const placesOf = (steps: readonly WalkStep[]): Place[] => steps.map(({ to }) => to);

const NOTHING: readonly never[] = [];
const OCCUPIED = 'occupied';
const ELSEWHERE = 'moved-away';
/** For rounding errors in prices. */
const SLACK = 1e-6;

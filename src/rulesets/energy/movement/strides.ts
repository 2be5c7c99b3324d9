import { log } from '../../../encounter/change';
import { impossibleReason } from '../../../encounter/legality';
import type { Place } from '../../../encounter/state';
import { GM, type Reason } from '../../../kernel/ask';
import { deepEqual } from '../../../kernel/deep-equal';
import { askAmount, askPlace, type Procedure } from '../../../kernel/procedure';
import { logStop, stopOf } from '../../../toolkit/act/command-run';
import { addCondition } from '../../../toolkit/combat/condition';
import { isFree, metresBetween, neighbours } from '../../../toolkit/space/space';
import { whyNotLeap, whyNotWalk } from '../../../toolkit/space/terrain';
import {
  type Action,
  agileMovesLeft,
  type Cost,
  type Energy,
  type EnergyContext,
  freeOf,
  has,
  payAtOnce,
  requiring,
  whyNotPay,
} from '../action';
import { faint } from '../attack/aura';
import { effectiveSpeed, is, roundEnd } from '../conditions';
import { optionsOf } from '../options';
import { quickRunAt, SLACK } from '../schema';
import { type EnergyFighter, setState } from '../state';
import { leastHeightOf } from '../stats';
import {
  costOfTime,
  cover,
  excessOf,
  headingOf,
  measurePath,
  type PathCost,
  placesOfOthers,
  totalMetres,
  whyNotEnd,
} from './movement';

/** E-53: metres of run-up that save one Energy. */
const RUN_UP = 2;
/** Section 5: Stamina at most. */
const CLIMB_STAMINA = 3;

/** Returns the price of metres straight ahead, without a map. */
const straightPathCost = (moved: number): PathCost => ({ moved, lost: 0, hard: 0, heading: null });

/** The path, or off the map the metres; null without either. */
function pathCostOf({ encounter, fighter, command }: EnergyContext, heading = headingOf(fighter)): PathCost | null {
  const path: readonly Place[] = command.path ?? [];
  if (path.length > 0) return measurePath(encounter.ground, fighter.place, path, heading);
  const { metres = 0 } = optionsOf(command);
  return metres > 0 && !fighter.place ? straightPathCost(metres) : null;
}

/** Off the map without a path, the metres. */
const pathOptions = ({ fighter }: EnergyContext): readonly Energy['option'][] =>
  fighter.place ? ['swap'] : ['swap', 'metres'];

const withoutTurns = (pathCost: PathCost | null): PathCost | null => pathCost && { ...pathCost, lost: 0 };

const requiringPath = (find: (act: EnergyContext) => PathCost | null) =>
  requiring<EnergyContext & { readonly pathCost: PathCost }>({
    find(act) {
      const pathCost = find(act);
      return pathCost && { pathCost, ...act };
    },
    whyNot: () => [impossibleReason('no-path')],
  });

const tooFar = (metres: number, most: number): Reason[] =>
  metres > most + SLACK ? [{ id: 'too-far', data: excessOf(metres, most) }] : [];

/** E-234, ours: only a standing fighter runs or jumps; a Shift, an Agile Move and a climb are possible from the ground. */
function whyNotUpright(fighter: EnergyFighter): Reason[] {
  if (is(fighter, 'prone')) return [{ id: 'prone' }];
  return fighter.state.posture === 'kneeling' ? [{ id: 'kneeling' }] : [];
}

interface Stride extends Pick<Action, 'promise' | 'toWinner' | 'variants'> {
  cost(act: EnergyContext): Cost;
  /** Metres at most. */
  limit(fighter: EnergyFighter): number;
  readonly turns: boolean;
  /** Possible on the ground and on the knees. */
  readonly crawls?: true;
  /** Refunds unused Energy after an early stop. */
  readonly refunds: boolean;
}

/** E-46 to E-48. */
function stride({ cost, limit, turns, crawls, refunds, ...traits }: Stride): Action {
  const costOfPath = (act: EnergyContext): PathCost | null => (turns ? pathCostOf(act) : withoutTurns(pathCostOf(act)));
  const keptEnergyOf = (act: EnergyContext, time: number): number | null =>
    refunds ? costOfTime(time, cost(act).energy ?? 0) : null;
  return requiringPath(costOfPath)({
    ...traits,
    category: 'move',
    inParts: true,
    needs: 'path',
    options: pathOptions,
    cost,
    whyNot: ({ encounter, fighter, command, pathCost }) => [
      ...(crawls ? [] : whyNotUpright(fighter)),
      ...tooFar(totalMetres(pathCost), limit(fighter)),
      ...whyNotWalk(encounter.ground, fighter.place, command.path ?? []),
      ...whyNotEnd(encounter, fighter, command.path?.at(-1)),
    ],
    usedEnergy(act) {
      const pathCost = costOfPath(act);
      return pathCost && keptEnergyOf(act, totalMetres(pathCost) / effectiveSpeed(act.fighter));
    },
    *play(act) {
      const { time } = yield* cover(act, act.command.path ?? [], act.pathCost, { limit, turns });
      return keptEnergyOf(act, time);
    },
  });
}

const RUN: Stride = {
  promise: 0,
  toWinner: 'offered',
  cost: () => ({ energy: 3 }),
  limit: effectiveSpeed,
  turns: true,
  refunds: true,
};

const sprint = stride({
  promise: 0,
  cost: () => ({ energy: 3, stamina: 1 }),
  limit: (fighter) => effectiveSpeed(fighter) + fighter.stats.sprintBonus,
  turns: true,
  refunds: false,
});

/** E-49: records the start, for E-56 and E-196. */
const recordedSprint: Action = {
  ...sprint,
  prepares: 'sprintFrom',
  *play(act) {
    const { fighter } = act;
    const from = fighter.place;
    const kept = yield* act.runtime.enact({ action: sprint, act });
    if (fighter.state.sprinted !== true) yield* setState(fighter.id, 'sprinted', true);
    yield* setState(fighter.id, 'sprintFrom', from ? pointOf(from) : true);
    return kept;
  },
};

const pointOf = ({ x, y, elevation, scene }: Place) => ({ x, y, elevation, ...(scene !== undefined && { scene }) });

/**
 * Clears the state that only the next action may use. @param isBetween whether it stands between two movements: what
 * costs nothing does not
 */
export function* clearFollowUps(
  { id, state }: EnergyFighter,
  { category, prepares, endsRunUp }: Action,
  isBetween: boolean,
): Procedure<void> {
  if (category !== 'move' && !isBetween) return;
  if (prepares !== 'sprintFrom') yield* setState(id, 'sprintFrom', null);
  if (prepares !== 'waiting') yield* setState(id, 'waiting', null);
  // E-53: only metres since the last other action count.
  if ((isBetween || endsRunUp) && state.metresMoved) yield* setState(id, 'runUpFrom', state.metresMoved);
  if (isBetween) yield* setState(id, 'heading', null);
}

const hasRunUp = ({ state }: EnergyFighter): boolean =>
  (state.metresMoved ?? 0) - (state.runUpFrom ?? 0) >= RUN_UP - SLACK;

/** Turns cost nothing in a jump. */
const jumpCostOf = (act: EnergyContext): PathCost | null => withoutTurns(pathCostOf(act, null));

/** E-53 to E-57. */
const jump = requiringPath(jumpCostOf)({
  category: 'move',
  inParts: true,
  needs: 'path',
  options: pathOptions,
  promise: null,
  endsRunUp: true,
  cost(act) {
    const metres = jumpCostOf(act)?.moved ?? 0;
    const far = Math.max(0, Math.ceil((3 * metres) / effectiveSpeed(act.fighter)) - 2) || 0;
    return { energy: (hasRunUp(act.fighter) ? 1 : 2) + far, stamina: 1 };
  },
  whyNot({ encounter, fighter, command, pathCost }) {
    const { jumpDistance, jumpReach } = fighter.stats.figures;
    // E-56: one metre farther right after a Sprint.
    const most = jumpDistance.value + (fighter.state.sprintFrom === undefined ? 0 : 1);
    // E-55: the reach is that of the hands, measured from the ground; the feet land lower by the height of the body.
    const rise = Math.max(0, Math.round((jumpReach.value - leastHeightOf(fighter.stats.size)) * 100) / 100);
    const up = (command.path?.at(-1)?.elevation ?? 0) - (fighter.place?.elevation ?? 0);
    const isTooHigh = command.path && up > rise + SLACK;
    const landing = whyNotLeap(encounter.ground, fighter.place, command.path?.at(-1));
    return [
      ...whyNotUpright(fighter),
      ...tooFar(pathCost.moved, most),
      ...landing,
      ...whyNotEnd(encounter, fighter, command.path?.at(-1)),
      ...(isTooHigh ? [{ id: 'too-high', data: { most: rise } }] : []),
    ];
  },
  *play(act) {
    const { encounter, fighter, command, pathCost } = act;
    yield* cover(act, command.path ?? [], pathCost, { mayEnd: false });
    yield* addCondition(fighter.id, 'unguarded', roundEnd(encounter.clock.round));
  },
});

/** Asks the GM; what was lost meanwhile cannot be paid. */
function* askPrice(fighter: EnergyFighter, maxStamina: number): Procedure<Cost> {
  const { id } = fighter;
  const energy = yield* askAmount('price-energy', GM, 0, freeOf(fighter, 'energy'), { at: id });
  const most = Math.min(maxStamina, freeOf(fighter, 'stamina'));
  const stamina = most > 1 ? yield* askAmount('price-stamina', GM, 1, most, { at: id }) : 1;
  return {
    energy: Math.min(energy, freeOf(fighter, 'energy')),
    stamina: Math.min(stamina, freeOf(fighter, 'stamina')),
  };
}

/** Plays asks of an action in progress. Returns null, with a line on the card, if others end the action meanwhile. */
const askWhileLegal = <T>(act: EnergyContext, asks: Procedure<T>): Procedure<T | null> =>
  act.runtime.whileLegal(act.reasonsToEnd, asks, stopOf(act.fighter.id));

/** The GM sets the price. */
const priced = (category: 'move' | 'other', logId: string, maxStamina: number): Action => ({
  category,
  ...(category === 'move' && { inParts: true }),
  hasGmPrice: true,
  promise: null,
  cost: () => ({}),
  // The least Stamina is known beforehand.
  whyNot: ({ fighter }) => whyNotPay(fighter, { stamina: 1 }, 0),
  *play(act) {
    const { fighter, command } = act;
    const { id } = fighter;
    const price = yield* askWhileLegal(act, askPrice(fighter, maxStamina));
    if (!price) return;
    yield* payAtOnce(fighter, price, category === 'move');
    yield* log(logId, {}, id);
    // The GM's price also covers the length of a drawn path.
    const pathCost = category === 'move' && fighter.place && command.path ? jumpCostOf(act) : null;
    if (pathCost) yield* cover(act, command.path ?? [], pathCost);
    // E-A41: the paid action is done first.
    if (has(fighter, 'stamina') === 0) yield* faint(fighter, 'stamina');
  },
});

export const breakBarrier = priced('other', 'breaks-barrier', 1);

/** E-13: shown until the next action. */
export const wait: Action = {
  category: 'other',
  promise: null,
  toWinner: 'never',
  prepares: 'waiting',
  cost: () => ({}),
  whyNot: ({ fighter }) => (fighter.state.waiting === true ? [{ id: 'waits-already' }] : []),
  *play({ fighter }) {
    yield* setState(fighter.id, 'waiting', true);
  },
};

/** E-51: free places within one metre. */
function placesAround({ encounter, fighter }: EnergyContext): Place[] {
  const { ground } = encounter;
  const { place } = fighter;
  if (!place) return [];
  const others = placesOfOthers(encounter, fighter);
  return neighbours(ground, place).filter(
    (there) =>
      metresBetween(ground, place, there) <= 1 + SLACK &&
      isFree(ground, there, others) &&
      whyNotWalk(ground, place, [there]).length === 0,
  );
}

/** Returns the path of the step, empty off the map; null if the chosen place is no longer free. */
function* askStep(act: EnergyContext): Procedure<readonly Place[] | null> {
  const { fighter } = act;
  if (!fighter.place) return [];
  const chosen = yield* askWhileLegal(act, askPlace('agile-move', fighter.id, placesAround(act)));
  if (!chosen || placesAround(act).some((there) => deepEqual(there, chosen))) return chosen && [chosen];
  yield* logStop(fighter.id, [{ id: 'occupied' }]);
  return null;
}

/** Reasons besides the number of Agile Moves. */
function whyNotStep(act: EnergyContext): Reason[] {
  const { encounter, fighter, command } = act;
  const pathCost = pathCostOf(act);
  if (!pathCost && !fighter.place) return [impossibleReason('no-path')];
  if (!pathCost) return placesAround(act).length > 0 ? [] : [{ id: 'no-room' }];
  return [
    ...tooFar(pathCost.moved, 1),
    ...whyNotEnd(encounter, fighter, command.path?.at(-1)),
    ...whyNotWalk(encounter.ground, fighter.place, command.path ?? []),
  ];
}

/** E-51. */
const AGILE_MOVE_COST: Cost = { agility: 1 };

export const STRIDES = {
  /** E-46: with `agility` two Agility instead of one Energy. */
  shift: stride({
    promise: 0,
    toWinner: 'offered',
    variants: { agility: 'shift-agility' },
    cost: ({ command }) => (optionsOf(command).agility ? { agility: 2 } : { energy: 1 }),
    limit: () => 1,
    turns: false,
    crawls: true,
    refunds: false,
  }),
  /** E-48, E-A23. */
  'quick-run': stride({
    ...RUN,
    cost: () => ({ energy: 2 }),
    limit: quickRunOf,
  }),
  /** E-47. */
  run: stride(RUN),
  sprint: recordedSprint,
  jump,
  /** Section 5: the GM sets the path and the price. */
  climb: priced('move', 'climbs', CLIMB_STAMINA),
  /** E-51, E-52, E-A43. */
  'agile-move': {
    category: 'move',
    inParts: true,
    promise: 0.02,
    isInterrupt: true,
    group: 'interrupt',
    fixedCost: AGILE_MOVE_COST,
    cost: () => AGILE_MOVE_COST,
    whyNot: (act) => [...(agileMovesLeft(act.fighter) > 0 ? [] : [{ id: 'agile-spent' }]), ...whyNotStep(act)],
    *play(act) {
      const { fighter, command } = act;
      yield* setState(fighter.id, 'agileMoves', (fighter.state.agileMoves ?? 0) + 1);
      const path = command.path ?? (yield* askStep(act));
      if (!path) return;
      const pathCost = withoutTurns(pathCostOf({ ...act, command: { ...command, path } }));
      if (pathCost) yield* cover({ ...act, onMetre: null }, path, pathCost);
    },
  },
} as const satisfies Readonly<Record<string, Action>>;

/** E-A23, E-233: returns metres; slowed halves an entered value too. */
function quickRunOf(fighter: EnergyFighter): number {
  const { base, quickRun } = fighter.stats;
  if (base.quickRun === null) return quickRunAt(effectiveSpeed(fighter));
  return is(fighter, 'slowed') ? Math.ceil(quickRun / 2) : quickRun;
}

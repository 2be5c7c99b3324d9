import { applyChange, log, recordOutcome } from '../../../encounter/change';
import { groundAt } from '../../../encounter/scenes';
import { areFoes } from '../../../encounter/sides';
import type { Place } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import { deepEqual } from '../../../kernel/deep-equal';
import { defined } from '../../../kernel/defined';
import { askPlace, type Procedure } from '../../../kernel/procedure';
import { type WithTarget, whyNoTarget } from '../../../toolkit/act/actions';
import { addCondition, removeCondition } from '../../../toolkit/combat/condition';
import { traceForcedPath } from '../../../toolkit/space/forced';
import { angleBetween, bearing, directions } from '../../../toolkit/space/space';
import { isForbidden } from '../../../toolkit/space/terrain';
import { isStill } from '../../../toolkit/space/walk';
import { type Action, type SecondsContext, splittableDuration } from '../action';
import { isIdle, roundOfNextTurn } from '../clock';
import { is, rootsOf } from '../conditions';
import { force } from '../movement/walk';
import { strideHooksFor } from '../reactions';
import { type CheckId, type Gear, type SaveId, TURN_END, ticksOf } from '../schema';
import { check, chooseBodilyCheck, chooseSave, contest, save } from '../skills/check';
import { askApproval } from '../skills/help';
import type { SecondsEncounter, SecondsFighter } from '../state';
import { clearRunUps, progressFor, ticksLeft } from '../turn/lane';
import { canReach, pointTowards, startHold } from './harm';
import { maneuverAction, whyNotReach } from './strikes';

/** Returns true if the actor wins. @param condition what the target then has */
function* recordContest(
  act: WithTarget<SecondsContext>,
  checkId: CheckId,
  saveId: SaveId,
  outcome: [won: string, lost: string],
  condition: string,
): Procedure<boolean> {
  const { fighter, target } = act;
  const { won } = yield* contest(act, checkId, saveId);
  yield* recordOutcome({ result: won ? outcome[0] : outcome[1], success: won, by: fighter.id }, target.id, {
    tone: won ? 'harm' : 'boon',
    ...(won && { covers: { gains: [condition] } }),
  });
  return won;
}

/** S-31 to S-35. */
export const blind = maneuverAction({
  seconds: 2.5,
  odds: 'works',
  declare: (act) => askApproval(act, 'means'),
  *play(act) {
    if (yield* recordContest(act, 'dex', 'reflex', ['blinded', 'not-blinded'], 'blinded'))
      yield* addCondition(act.target.id, 'blinded', null);
  },
});

/** S-53 to S-55. */
export const grapple = maneuverAction({
  seconds: 3.5,
  odds: 'works',
  options: ['check'],
  *play(act) {
    const by = yield* chooseBodilyCheck(act);
    if (yield* recordContest(act, by, 'reflex', ['grappled', 'not-grappled'], 'grappled'))
      yield* startHold(act.fighter, act.target, 'grappled', false);
  },
});

/** In the pack, to restrain with. */
const toolsIn = ({ items }: Pick<SecondsFighter, 'items'>): Gear[] =>
  items.flatMap((item) =>
    item.type === 'secondsGear' && item.restrains && item.quantity > 0 && !item.dropped ? [item] : [],
  );

/** By default the first. */
const restrainingTool = ({ fighter, command }: SecondsContext): Gear | undefined =>
  toolsIn(fighter).find(({ id }) => command.with === undefined || id === command.with);

/** S-57, S-58, S-A27. */
export const restrain = maneuverAction({
  seconds: 3.5,
  odds: 'works',
  options: ['check'],
  itemsFor: toolsIn,
  variants(fighter) {
    const tools = toolsIn(fighter);
    return tools.length > 0 ? tools.map(({ id }) => ({ with: id })) : [{}];
  },
  atItem: (item) => item.type === 'secondsGear' && item.restrains,
  // A name would lose what was begun without one (S-14).
  defaultItem: (act) => (progressFor(act.fighter, act.command) ? null : restrainingTool(act)),
  whyNot: (act) => (restrainingTool(act) ? [] : [{ id: 'no-tool' }]),
  *play(act) {
    const by = yield* chooseBodilyCheck(act);
    if (yield* recordContest(act, by, 'reflex', ['restrained', 'not-grappled'], 'restrained'))
      yield* startHold(
        act.fighter,
        act.target,
        'restrained',
        act.world.restraintNeedsHolder,
        null,
        restrainingTool(act)?.name,
      );
  },
});

/** S-87 to S-90. */
export const shove = maneuverAction({
  seconds: 2.5,
  odds: 'works',
  icon: 'actions/push',
  *play(act) {
    const { fighter, target } = act;
    const { won } = yield* contest(act, 'str', null);
    const metres = won ? Math.max(1, 2 * fighter.stats.str) : 0;
    yield* recordOutcome({ result: won ? 'shoved' : 'not-shoved', success: won, metres }, target.id, {
      tone: won ? 'harm' : 'boon',
      ...(won && { covers: { moves: true } }),
    });
    if (won) yield* fling(act, metres);
  },
});

/** S-100, S-101, S-A36. */
export const throwFighter = maneuverAction({
  seconds: 2.5,
  whyNotFinish: (act) => [...whyNotReach(act), ...whyNotHold(act)],
  *play(act) {
    const { fighter, target, world } = act;
    const total = yield* check(fighter, 'str', {}, 'throw');
    const metres = throwDistance(total, target.stats.weight, world.throwStep);
    yield* log('thrown', { metres }, target.id, { tone: 'harm', strong: true, covers: { moves: true } });
    yield* fling(act, metres);
  },
});

function whyNotHold({ world, fighter, target }: WithTarget<SecondsContext>): Reason[] {
  if (!world.throwNeedsHold) return [];
  const holds = target.conditions.some(({ id, by }) => (id === 'grappled' || id === 'restrained') && by === fighter.id);
  return holds ? [] : [{ id: 'not-in-hold' }];
}

/** S-101: metres. @param weight kilograms */
function throwDistance(total: number, weight: number, step: number): number {
  if (!(total > 0)) return 0;
  return Math.floor((total * 10) / (weight / 2) / step + 1e-9) * step;
}

/** S-102 to S-104, S-A28. */
export const trip = maneuverAction({
  seconds: 1.5,
  odds: 'works',
  options: ['check'],
  *play(act) {
    const by = yield* chooseBodilyCheck(act);
    if (yield* recordContest(act, by, by === 'str' ? 'fortitude' : 'reflex', ['tripped', 'not-tripped'], 'prone'))
      yield* fallProne(act.target);
  },
});

/** S-A42. */
function* fallProne(fighter: SecondsFighter): Procedure<void> {
  if (!is(fighter, 'prone')) yield* addCondition(fighter.id, 'prone', null);
}

/** Degrees off the target's direction. */
const MAX_DEVIATION = 23;

/** S-96 to S-99. */
export const tackle = maneuverAction({
  seconds: 1.5,
  odds: 'works',
  runs: true,
  whyNot(act) {
    const { encounter, world, fighter, target, command, runUp } = act;
    // S-01: no runs are recorded while idle.
    if (isIdle(encounter)) return [];
    if (runUp <= world.tackleRunUp) return [{ id: 'no-run-up', data: { least: world.tackleRunUp, has: runUp } }];
    // It is begun at the fighter that was run at, and finished at no other.
    if (!target) return whyNoTarget(act);
    const begunAt = progressFor(fighter, command)?.at || target.id;
    if (begunAt !== target.id) return [{ id: 'not-towards' }];
    const { heading } = fighter.state;
    const towards = fighter.place && target.place ? bearing(fighter.place, target.place) : null;
    const deviates = towards !== null && angleBetween(towards, heading ?? towards) > MAX_DEVIATION;
    return deviates ? [{ id: 'not-towards' }] : [];
  },
  *play({ fighter, target }) {
    const against = yield* check(fighter, 'str', {}, 'tackle');
    const saved = yield* save(target, yield* chooseSave(target), { against });
    const down = saved < against;
    yield* recordOutcome({ result: down ? 'tackled' : 'not-tackled', success: down }, target.id, {
      tone: down ? 'harm' : 'boon',
      ...(down && { covers: { gains: ['prone', 'grappled'] } }),
    });
    if (!down) return;
    yield* fallProne(target);
    yield* startHold(fighter, target, 'grappled', false);
  },
});

/** S-A38: for actions that end a condition. */
export const escapeAction = ({ seconds, ...row }: EscapeRow): Action => ({
  group: 'maneuver',
  needs: 'nothing',
  ...splittableDuration(seconds),
  byDex: ({ world }) => world.dexReducesEscapes,
  ...row,
});

type EscapeRow = Pick<Action, 'icon' | 'play'> & Partial<Action> & { readonly seconds: number };

/** S-35. */
export const clearEyes = escapeAction({
  seconds: 3,
  holdable: true,
  options: ['distracting'],
  promise: 0.1,
  whyNot: ({ fighter }) => (is(fighter, 'blinded') ? [] : [{ id: 'not-blinded' }]),
  *play({ fighter }) {
    yield* removeCondition(fighter, 'blinded');
  },
});

/** S-108, S-109, S-A40. */
export const wake = maneuverAction({
  seconds: 2,
  group: 'other',
  intent: 'help',
  options: ['distracting'],
  promise: 0.1,
  whyNotFinish(act) {
    const { target } = act;
    const reachReasons = whyNotReach(act);
    if (!is(target, 'unconscious')) return [...reachReasons, { id: 'not-asleep' }];
    const isUnwakeable = rootsOf(target, 'unconscious').some(
      ({ data }) => data?.cause === 'hp' || data?.cause === 'deep-sleep',
    );
    return isUnwakeable ? [...reachReasons, { id: 'not-wakeable' }] : reachReasons;
  },
  *play({ target }) {
    yield* removeCondition(target, 'unconscious');
  },
});

/** S-95. */
export const standUp: Action = {
  group: 'move',
  holdable: true,
  promise: 0.1,
  ...splittableDuration(2.5),
  whyNot: ({ fighter }) => (is(fighter, 'prone') ? [] : [{ id: 'not-prone' }]),
  play: ({ fighter }) => removeCondition(fighter, 'prone'),
};

/** S-47 to S-52: costs the rest of the turn. */
export const evade: Action = {
  group: 'other',
  promise: null,
  inFight: true,
  base: ({ fighter }) => ticksLeft(fighter),
  goesOn: { 'too-late-to-evade': 'S-47' },
  whyNot({ fighter, world }) {
    const least = ticksOf(world.evadeMinimum);
    const has = ticksLeft(fighter);
    const enough = world.evadeStrict ? has > least : has >= least;
    return enough ? [] : [{ id: 'too-late-to-evade', data: { least: world.evadeMinimum } }];
  },
  *play({ fighter }) {
    yield* addCondition(fighter.id, 'evading', null);
  },
};

/** S-A21: returns foes with a place in reach. */
const threatenersAt = (encounter: SecondsEncounter, fighter: SecondsFighter, there: Place | null): SecondsFighter[] =>
  Object.values(encounter.fighters).filter(
    (other) =>
      areFoes(other, fighter) &&
      other.place !== null &&
      there !== null &&
      !is(other, 'unconscious') &&
      canReach(encounter, other, there),
  );

/** S-44 to S-46, S-A22: from each foe in reach. */
export const disengage: Action = {
  group: 'move',
  holdable: true,
  promise: null,
  inFight: true,
  ...splittableDuration(2),
  *play({ encounter, fighter }) {
    const until = { at: TURN_END, n: roundOfNextTurn(encounter, fighter), of: fighter.id };
    for (const { id } of threatenersAt(encounter, fighter, fighter.place))
      yield* applyChange({
        kind: 'condition-added',
        of: fighter.id,
        condition: { id: 'disengaged', until, towards: [id] },
      });
  },
};

/** S-A29: in each direction, before walls and bodies. */
function flingDestinations(encounter: SecondsEncounter, fighter: SecondsFighter, metres: number): Place[] {
  const { fighters } = encounter;
  const others = Object.values(fighters).flatMap((other) => (other === fighter ? [] : [other.place]));
  const from = defined(fighter.place, 'a place to be flung from');
  const ground = groundAt(encounter.ground, from);
  const distance = ground.grid === 'gridless' ? metres : Math.floor(metres / ground.cell + 1e-6) * ground.cell;
  const ends = directions(ground, from).map((next) =>
    traceForcedPath(ground, from, pointTowards(ground, from, next, distance), others),
  );
  return ends.flatMap(({ cells }, at) => {
    const end = cells.at(-1);
    const isFirst = ends.findIndex((other) => deepEqual(other.cells.at(-1), end)) === at;
    return end && isFirst ? [end] : [];
  });
}

/** S-115: provokes no attacks. */
function* fling({ encounter, fighter, target, runtime }: WithTarget<SecondsContext>, metres: number): Procedure<void> {
  const from = target.place;
  const ends = from && metres > 0 ? flingDestinations(encounter, target, metres) : [];
  if (from && ends.length > 0) {
    const end = yield* askPlace('fling', fighter.id, ends, { at: target.id });
    const isFreeStill =
      isStill(target.place, from) && flingDestinations(encounter, target, metres).some((to) => deepEqual(to, end));
    const to = isFreeStill ? end : tracedTo(encounter, target, end.x - from.x, end.y - from.y);
    if (to) {
      yield* force(encounter, target, to, strideHooksFor({ encounter, fighter: target, runtime }));
      if (isStill(target.place, to) && isForbidden(encounter.ground, to))
        yield* log('displaced-forbidden', {}, target.id);
    }
  }
  if (metres > 0) yield* clearRunUps(target);
}

/** For those whose way has changed while the direction was chosen. */
function tracedTo(
  { ground, fighters }: SecondsEncounter,
  target: SecondsFighter,
  east: number,
  south: number,
): Place | undefined {
  const { place } = target;
  if (!place) return undefined;
  const others = Object.values(fighters).flatMap((other) => (other === target ? [] : [other.place]));
  return traceForcedPath(ground, place, { ...place, x: place.x + east, y: place.y + south }, others).cells.at(-1);
}

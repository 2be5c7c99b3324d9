import { log, recordOutcome } from '../../../encounter/change';
import type { Condition } from '../../../encounter/condition';
import { impossibleReason } from '../../../encounter/legality';
import { groundAt } from '../../../encounter/scenes';
import { areOnOneSide } from '../../../encounter/sides';
import type { Place } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import { askAmount, type Procedure } from '../../../kernel/procedure';
import { type WithTarget, whyNoTarget, withTarget } from '../../../toolkit/act/actions';
import { stopOf } from '../../../toolkit/act/command-run';
import { addCondition, chooseInstance, removeCondition } from '../../../toolkit/combat/condition';
import { dropItem, placeOf, setItem } from '../../../toolkit/define/item';
import { traceForcedPath } from '../../../toolkit/space/forced';
import { hasLineOfSight } from '../../../toolkit/space/sight';
import { bearing, cellsAlong, gap, metresBetween, snapDirection } from '../../../toolkit/space/space';
import { isForbidden } from '../../../toolkit/space/terrain';
import { type Action, type PlayContext, requiring, type SlotsContext, targeted } from '../action';
import {
  type ConditionId,
  effectiveSpeed,
  is,
  isGrapple,
  isObject,
  rootsOf,
  roundToSquares,
  untilTurnOf,
} from '../conditions';
import { moveAlong } from '../movement/arrival';
import { nearsSource } from '../movement/movement';
import { optionsOf } from '../options';
import { provokeTarget, resolveProvocation } from '../reactions';
import { damageTypeOf, isWorn, PHYSICAL, type PhysicalItem, type SaveId, type SkillId } from '../schema';
import { rollOpposedCheck, skillCheck } from '../skills/totals';
import type { SlotsEncounter, SlotsFighter } from '../state';
import { abilityOf, isAtHand, isBroken, type Strike, strikeOf, thingsOf } from '../stats';
import { whyNotAct } from '../turn/legality';
import { stepTriggersFor } from '../turn/ready';
import { attackInputOf, attackThing, rollDamage } from './attack';
import { isHiddenFrom } from './edge';
import { damageTaken, harm, reduceDamage } from './health';
import { type StrikeContext, strikeFor, whyNotReach } from './strikes';
import { grabReach, SQUARE, strikesOf, threatenersOf } from './threat';

function whyNotHands(act: SlotsContext): readonly Reason[] {
  const { encounter, fighter } = act;
  const context = withTarget(act);
  return context ? whyNotReach(encounter, fighter, context.target, grabReach(fighter)) : whyNoTarget(act);
}

/** Section 5: a skill against a save, for the odds; null against an object. */
const chanceOf =
  (skill: SkillId, save: SaveId): NonNullable<Action['chance']> =>
  ({ fighter, target }) =>
    target && !isObject(target) ? rollForOdds(fighter, skill, target, save) : null;

function* rollForOdds(fighter: SlotsFighter, skill: SkillId, target: SlotsFighter, save: SaveId) {
  const success = yield* rollOpposedCheck(fighter, skill, target, save);
  return yield* recordOutcome({ result: success ? 'succeeds' : 'fails', success });
}

const againstReflex = {
  slot: 'standard',
  needs: 'target',
  offensive: true,
  readiable: true,
  odds: 'succeeds',
  promise: 0,
  chance: chanceOf('athletics', 'reflex'),
} as const;

/** L-140, L-147: skills a condition forbids. */
const BARRED: readonly (readonly [ConditionId, readonly SkillId[]])[] = [
  ['exhausted', ['endurance', 'athletics', 'agility']],
  ['nauseated', ['endurance']],
];

const barringConditions = (fighter: SlotsFighter, skill: SkillId): readonly ConditionId[] =>
  BARRED.flatMap(([id, skills]) => (skills.includes(skill) && is(fighter, id) ? [id] : []));

export const whyNotUse = (fighter: SlotsFighter, skill: SkillId): Reason[] =>
  barringConditions(fighter, skill).map((id) => ({ id }));

interface Maneuver extends Pick<Action, 'icon' | 'options' | 'aimedThings'> {
  /** The maneuver's own reasons, with or without a target. */
  limits(act: SlotsContext, target: SlotsFighter | null): readonly Reason[];
  succeed(act: WithTarget<SlotsContext>): Procedure<unknown>;
}

/** Section 5: Athletics against Reflex; a failure provokes the target (L-33 to L-36, L-49, L-50). */
export function makeManeuver({ limits, succeed, ...row }: Maneuver): Action {
  const whyNot = (act: SlotsContext): readonly Reason[] => {
    const target = withTarget(act)?.target ?? null;
    return [
      ...whyNotHands(act),
      ...(target && isObject(target) ? [{ id: 'is-object' }] : []),
      ...whyNotUse(act.fighter, 'athletics'),
      ...limits(act, target),
    ];
  };
  return requiring<WithTarget<SlotsContext>>({ find: withTarget, whyNot: whyNot })({
    ...againstReflex,
    ...row,
    whyNot,
    *play(act) {
      const { fighter, target } = act;
      if (yield* rollOpposedCheck(fighter, 'athletics', target, 'reflex')) yield* succeed(act);
      else {
        yield* recordOutcome({ result: 'withstood', success: false }, target.id, { tone: 'boon' });
        yield* provokeTarget(act, fighter, target);
      }
    },
  });
}

/** L-33: returns true if a thing can be knocked from a hand: neither stowed nor worn. */
const isHeld = (thing: PhysicalItem): boolean => thing.equipped && !thing.dropped && !isWorn(thing);

/** L-46: returns true for unbroken things held, worn or on the ground. Stowed things are protected. */
const canBeStruck = (thing: PhysicalItem): boolean => (thing.equipped || thing.dropped) && !isBroken(thing);

/** Returns the named thing in hand, else the first weapon, else the first thing. */
function heldThing(target: SlotsFighter, named?: string): PhysicalItem | undefined {
  const held = thingsOf(target).filter(isHeld);
  return named ? held.find(({ id }) => id === named) : (held.find(({ type }) => type === 'slotsWeapon') ?? held[0]);
}

/** L-33, L-34, L-A28. */
export const disarm = makeManeuver({
  options: ['item'],
  aimedThings: (target) => thingsOf(target).filter(isHeld),
  limits: ({ command }, target) =>
    !target || heldThing(target, optionsOf(command).item) ? [] : [impossibleReason('nothing-held')],
  *succeed({ command, target }) {
    const item = heldThing(target, optionsOf(command).item);
    if (!item) return;
    yield* dropItem(target, item, target.place);
    yield* recordOutcome({ result: 'disarmed', success: true, facts: { item: item.name } }, target.id, {
      tone: 'harm',
    });
  },
});

/** L-49, L-50. */
export const trip = makeManeuver({
  limits: (_, target) => (target && is(target, 'prone') ? [{ id: 'prone-already' }] : []),
  succeed: ({ target }) => knockDown(target),
});

export function* knockDown(target: SlotsFighter): Procedure<void> {
  yield* addCondition(target.id, 'prone', null);
  yield* recordOutcome({ result: 'falls', success: true }, target.id, { tone: 'harm', covers: { gains: ['prone'] } });
}

/** L-41 to L-44: a Subject resists by Reflex, an object by 10 and its strength. */
export const push: Action = {
  ...againstReflex,
  options: ['strength'],
  isHarmless: (act) => resistanceOf(act) !== null,
  whyNot: (act) => {
    // Off the map an object is known by its strength alone.
    const isGiven = !act.target && strengthOf(act) !== null;
    return [...(isGiven ? [] : whyNotHands(act)), ...whyNotUse(act.fighter, 'athletics')];
  },
  *play(act) {
    const { fighter, target } = act;
    yield* shove(act, fighter, target, resistanceOf(act));
  },
};

const strengthOf = ({ command }: SlotsContext): number | null => optionsOf(command).strength ?? null;

/** L-42: the strength of the pushed object, known or given; null for a Subject. */
function resistanceOf(act: SlotsContext): number | null {
  const { target } = act;
  if (!target) return strengthOf(act);
  return isObject(target) ? abilityOf(target, 'str') : null;
}

/** @param strength of the pushed object; null for a Subject */
export function* shove(
  scene: PlayContext,
  fighter: SlotsFighter,
  target: SlotsFighter | null,
  strength: number | null,
): Procedure<void> {
  const { encounter, runtime } = scene;
  const reasons = (): readonly Reason[] => whyNotShove(encounter, fighter, target);
  // The winner of a grapple pushes though restrained.
  const overruled = reasons().map(({ id }) => id);
  const isMoved =
    strength !== null || !target
      ? (yield* skillCheck(fighter, 'athletics', 10 + (strength ?? 0))) >= 10 + (strength ?? 0)
      : yield* rollOpposedCheck(fighter, 'athletics', target, 'reflex');
  if (!isMoved) {
    yield* recordOutcome({ result: 'not-pushed', success: false }, fighter.id);
    // L-44, L-A30: provokes all who threaten the pusher.
    yield* resolveProvocation(scene, fighter, threatenersOf(encounter, fighter));
    return;
  }
  // Others may move or hold them, or step behind them, meanwhile.
  const free = (): number => {
    const most = roundToSquares(effectiveSpeed(fighter) / 2) / SQUARE;
    return target ? squaresBehind(encounter, fighter, target, most) : most;
  };
  function* askSquares(): Procedure<number> {
    const room = free();
    return room > 0 ? yield* askAmount('push', fighter.id, 0, room, { most: room * SQUARE }) : 0;
  }
  const chosen = yield* runtime.part<number | null>({
    reasons,
    overruled,
    play: askSquares,
    stopped: stopOf(fighter.id),
  });
  if (chosen === null) return;
  const squares = Math.min(chosen, free());
  const moved = target && squares > 0 ? [target, fighter].map((each) => [each, each.place] as const) : [];
  if (target && squares > 0) yield* shift(encounter, fighter, target, squares);
  yield* recordOutcome({ result: 'pushed', success: true, feet: squares * SQUARE }, fighter.id);
  // L-09, L-A30: it provokes no one, but both may come near or into sight.
  for (const [each, from] of moved) {
    const triggers = stepTriggersFor({ ...scene, fighter: each });
    if (triggers && from && each.place) yield* triggers.onStep(from, each.place);
  }
}

/** L-43: both move only if the pusher can, and still reaches the other. */
const whyNotShove = (encounter: SlotsEncounter, fighter: SlotsFighter, target: SlotsFighter | null): Reason[] => [
  ...whyNotAct(fighter),
  ...(is(fighter, 'restrained') ? [{ id: 'restrained' }] : []),
  ...(target ? whyNotReach(encounter, fighter, target, grabReach(fighter)) : []),
];

/** L-43, L-A30: both move the same way, straight away from the pusher: in the nearest direction of the grid. */
function step(encounter: SlotsEncounter, from: Place, to: Place, squares: number) {
  const ground = groundAt(encounter.ground, from);
  const toward = bearing(from, to);
  const angle = toward === null ? null : (snapDirection(ground.grid, toward) * Math.PI) / 180;
  // On squares a diagonal counts as one.
  const digits = ground.grid === 'square' ? 1 : 1e6;
  const length = (share: number): number => (Math.round(share * digits) / digits) * squares * ground.cell;
  const [dx, dy] = angle === null ? [0, 0] : [length(-Math.sin(angle)), length(Math.cos(angle))];
  const moved = (place: Place): Place => ({ ...place, x: place.x + dx, y: place.y + dy });
  return { pusher: moved(from), pushed: moved(to) };
}

/** Returns the squares both can move, limited to `most`. Off the map all are free. */
function squaresBehind(encounter: SlotsEncounter, fighter: SlotsFighter, target: SlotsFighter, most: number): number {
  const { ground, fighters } = encounter;
  const [from, stood] = [fighter.place, target.place];
  if (!from || !stood) return most;
  const bodies = Object.values(fighters).flatMap((each) => (each === fighter || each === target ? [] : [each.place]));
  const { pusher, pushed } = step(encounter, from, stood, most);
  const squaresTo = (start: Place, to: Place, isBarred: (cells: readonly Place[]) => boolean): number => {
    const { cells } = traceForcedPath(ground, start, to, bodies);
    const last = cells.findLast((_, at) => !isBarred(cells.slice(0, at + 1)));
    return last ? Math.round(metresBetween(ground, start, last) / groundAt(ground, start).cell) : 0;
  };
  return Math.min(
    squaresTo(stood, pushed, () => false),
    squaresTo(from, pusher, (cells) => nearsSource(encounter, fighter, cells)),
  );
}

function* shift(encounter: SlotsEncounter, fighter: SlotsFighter, target: SlotsFighter, squares: number) {
  if (!fighter.place || !target.place) return;
  const { pusher, pushed } = step(encounter, fighter.place, target.place, squares);
  yield* moveAlong(encounter, target, cellsAlong(encounter.ground, target.place, [pushed]));
  if (isForbidden(encounter.ground, pushed)) yield* log('displaced-forbidden', {}, target.id);
  yield* moveAlong(encounter, fighter, cellsAlong(encounter.ground, fighter.place, [pusher]));
}

/** Returns the thing to sunder: the named one, else the one in hand, else the first that can be struck. */
const thingOf = ({ command }: SlotsContext, target: SlotsFighter): PhysicalItem | undefined => {
  const { item: named } = optionsOf(command);
  const things = thingsOf(target).filter(canBeStruck);
  if (named !== undefined) return things.find(({ id }) => id === named);
  const held = heldThing(target);
  return held && things.includes(held) ? held : things[0];
};

const isMelee = ({ strikes }: Strike): boolean => strikes;

/** L-45: returns true if the target itself is struck: an object on the map, but not a named thing of a Corpse. */
const isStruckItself = ({ command }: SlotsContext, target: SlotsFighter): boolean =>
  isObject(target) && optionsOf(command).item === undefined;

/** L-46: returns the thing on the ground that a Sunder strikes, or undefined. */
function looseThing(act: SlotsContext, target: SlotsFighter): PhysicalItem | undefined {
  const thing = isStruckItself(act, target) ? undefined : thingOf(act, target);
  return thing?.dropped ? thing : undefined;
}

/** Returns the target where it is struck: a thing on the ground is away from its owner. */
function struckTarget(act: SlotsContext, target: SlotsFighter): SlotsFighter {
  const loose = looseThing(act, target);
  const place = loose ? placeOf(act.encounter.ground, loose) : null;
  return place ? { ...target, place } : target;
}

/** Returns the named strike, else the first that reaches what is struck, else the first. */
function sunderingStrike(act: SlotsContext): Strike | null {
  const { encounter, fighter, command } = act;
  const context = withTarget(act);
  const struck = context && struckTarget(act, context.target);
  const reaches = ({ reach }: Strike): boolean =>
    struck !== null && whyNotReach(encounter, fighter, struck, reach).length === 0;
  return (
    strikeFor(fighter, command.with, (strike) => isMelee(strike) && reaches(strike)) ??
    strikeFor(fighter, command.with, isMelee)
  );
}

function whyNotSunder(act: SlotsContext): readonly Reason[] {
  const { encounter, fighter, target } = act;
  const context = withTarget(act);
  const strike = sunderingStrike(act);
  return [
    ...(context
      ? whyNotReach(encounter, fighter, struckTarget(act, context.target), strike?.reach ?? grabReach(fighter))
      : whyNoTarget(act)),
    ...(strike ? [] : [impossibleReason('no-weapon')]),
    ...(target && !isStruckItself(act, target) && !thingOf(act, target) ? [impossibleReason('nothing-to-break')] : []),
  ];
}

const sundering = requiring<StrikeContext>({
  defaultItem: sunderingStrike,
  find(act) {
    const [strike, aimed] = [sunderingStrike(act), withTarget(act)];
    return strike && aimed && { strike, ...aimed };
  },
  whyNot: whyNotSunder,
});

/** L-46, L-47: returns the hit points of a thing after damage; at 0 it breaks. */
const remainingHp = (thing: PhysicalItem, damage: number, { damageType }: Strike): number => {
  const resistance = damageTypeOf(damageType) === PHYSICAL ? thing.dr : 0;
  return Math.max(
    0,
    thing.hp - reduceDamage({ fragile: thing.fragile, isThing: true, weak: false, resistance }, damage, true),
  );
};

/** L-45 to L-48. An object on the map is struck directly. */
export const sunder = sundering({
  slot: 'standard',
  needs: 'target',
  offensive: true,
  readiable: true,
  options: ['item', 'other'],
  promise: null,
  itemsFor: (fighter) => strikesOf(fighter).filter(isMelee),
  atItem: (item) => isAtHand(item) && strikeOf(item).strikes,
  aimedThings: (target) => thingsOf(target).filter(canBeStruck),
  isHarmless(act) {
    const context = withTarget(act);
    return context !== null && looseThing(act, context.target) !== undefined;
  },
  whyNot: whyNotSunder,
  *play(act) {
    const { encounter, fighter, target } = act;
    const attackInput = attackInputOf({ ...act, target: struckTarget(act, target) });
    const thing = isStruckItself(act, target) ? undefined : thingOf(act, target);
    const outcome = yield* attackThing(encounter, attackInput, () => isObject(target) || thing?.dropped === true);
    if (outcome === 'miss') {
      yield* recordOutcome({ result: 'miss', success: false }, fighter.id, { tone: 'harm' });
      if (thing && !thing.dropped) yield* provokeTarget(act, fighter, target);
      return;
    }
    const damage = yield* rollDamage(attackInput, outcome);
    if (thing) yield* breakThing(target, thing, remainingHp(thing, damage, attackInput.strike));
    else yield* harm(target, damageTaken(target, damage, attackInput.strike.damageType, true));
  },
});

function* breakThing(bearer: SlotsFighter, thing: PhysicalItem, left: number): Procedure<void> {
  yield* setItem(bearer, thing, { hp: left });
  yield* log('thing-struck', { item: thing.name, left }, bearer.id);
  if (left > 0) return;
  if (!thing.dropped) yield* dropItem(bearer, thing, bearer.place);
  yield* log('thing-broken', { item: thing.name }, bearer.id, { tone: 'harm', strong: true });
}

/** L-122, L-129: returns true if a fighter perceives another. The blind perceive whom they have found. */
const isAware = ({ ground }: SlotsEncounter, fighter: SlotsFighter, of: SlotsFighter): boolean =>
  !is(fighter, 'unconscious') &&
  !isHiddenFrom(of, fighter) &&
  (!is(fighter, 'blinded') || is(of, 'detected', fighter.id)) &&
  hasLineOfSight(ground, fighter.place, of.place);

/** L-62: a success leaves the target Surprised until the feinter's next turn. */
export const feint = targeted({
  slot: 'move',
  inFight: true,
  offensive: true,
  whileHeld: true,
  readiable: true,
  odds: 'succeeds',
  // A Feint from afar is over before the next blow.
  promise: ({ encounter: { ground }, fighter: { place }, target }) =>
    place && target?.place && gap(ground, place, target.place) > 0 ? null : 0,
  fires: () => null,
  chance: chanceOf('deception', 'will'),
  whyNot: ({ encounter, fighter, target }) => {
    if (areOnOneSide(fighter, target) || isObject(target)) return [{ id: 'no-foe' }];
    return isAware(encounter, target, fighter) ? [] : [{ id: 'unaware' }];
  },
  *play({ fighter, target }) {
    if (!(yield* rollOpposedCheck(fighter, 'deception', target, 'will'))) {
      yield* recordOutcome({ result: 'withstood', success: false }, target.id, { tone: 'boon' });
      return;
    }
    yield* addCondition(target.id, 'surprised', untilTurnOf(fighter.id), undefined, fighter.id);
    yield* recordOutcome({ result: 'taken-in', success: true }, target.id, { tone: 'harm' });
  },
});

/** L-151, L-A48: escapes a hold other than a grapple. */
export const breakFree: Action = {
  slot: 'standard',
  readiable: true,
  promise: 0.1,
  whyNot: ({ fighter }) => {
    if (!is(fighter, 'restrained')) return [{ id: 'not-restrained' }];
    return rootsOf(fighter, 'restrained').every(isGrapple)
      ? [{ id: 'held-by-grapple' }]
      : whyNotUse(fighter, 'athletics');
  },
  *play({ encounter, fighter }) {
    const isBond = (each: Condition): boolean => each.id === 'restrained' && !isGrapple(each);
    const root = yield* chooseInstance('break-free-of', fighter.id, fighter, isBond);
    if (!root) return;
    const by = root.by === undefined ? undefined : encounter.fighters[root.by];
    const set = root.data?.escape;
    const against = typeof set === 'number' ? set : 10 + (by ? abilityOf(by, 'str') : 0);
    if ((yield* skillCheck(fighter, 'athletics', against)) < against) {
      yield* recordOutcome({ result: 'still-held', success: false }, fighter.id, { tone: 'harm' });
      return;
    }
    yield* removeCondition(fighter, 'restrained', ({ key }) => key === root.key);
    yield* recordOutcome({ result: 'escaped', success: true }, fighter.id, {
      tone: 'boon',
      covers: { loses: ['restrained'] },
    });
  },
};

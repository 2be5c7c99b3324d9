import { applyChange, log } from '../../../encounter/change';
import { impossibleReason } from '../../../encounter/legality';
import { areTogether, groundAt } from '../../../encounter/scenes';
import { areFoes } from '../../../encounter/sides';
import type { FighterId, Ground, Place } from '../../../encounter/state';
import { GM, type Reason } from '../../../kernel/ask';
import { choose, type Procedure } from '../../../kernel/procedure';
import { expireConditions } from '../../../toolkit/define/duration';
import { brightnessAt, coveredShare, hasLineOfSight } from '../../../toolkit/space/sight';
import { type Action, type ClashContext, targeted } from '../action';
import { instancesOf, isAble, isInCombat, mountOf, riderOf } from '../conditions';
import { optionsOf, SIGHT_OPTIONS } from '../options';
import { type Attribute, COVER, COVERS, type Cover, LIGHT, LIGHTS, type LightLevel, OUT_OF_SIGHT } from '../schema';
import { check } from '../skills/check';
import { type ClashEncounter, type ClashFighter, setState } from '../state';
import { type AbilityItem, attributeDC } from '../stats';

/** A crossed square, as one opponent sees it. */
interface ObservedSquare {
  readonly cover: Cover;
  readonly light: LightLevel;
  readonly inSight: boolean;
}

/** C-114 to C-116, C-A51: returns the level of the worst square in sight; null if none is. */
export function sneakLevel(crossed: readonly ObservedSquare[]): number | null {
  const [worst] = crossed
    .filter(({ inSight }) => inSight)
    .sort((a, b) => COVER[a.cover] - COVER[b.cover] || LIGHT[a.light] - LIGHT[b.light]);
  return worst ? COVER[worst.cover] + LIGHT[worst.light] : null;
}

/** Every able foe by default. */
const observersOf = ({ encounter, fighter, target }: ClashContext): readonly ClashFighter[] =>
  target
    ? [target]
    : Object.values(encounter.fighters).filter(
        (other) =>
          areFoes(other, fighter) && isAble(other) && areTogether(encounter.ground, fighter.place, other.place),
      );

const whyNotSneak = (act: ClashContext): readonly Reason[] =>
  observersOf(act).some((observer) => observer !== act.fighter) ? [] : [impossibleReason('no-opponent')];

/** C-113, C-A51: free, once per move; one roll against each opponent. */
export const sneak: Action = {
  category: 'free',
  mayTarget: true,
  options: SIGHT_OPTIONS,
  promise: null,
  whyNot(act) {
    const { encounter, fighter } = act;
    return isInCombat(encounter) && !fighter.state.crossed ? [{ id: 'no-move' }] : whyNotSneak(act);
  },
  play: sneakPast,
};

function* sneakPast(act: ClashContext): Procedure<void> {
  const { encounter, fighter, target } = act;
  const crossed = yield* observeSquares(act);
  // The others see the move as one without sneaking.
  if (target) yield* revealAlongPath(encounter, fighter, target);
  yield* setState(fighter.id, 'crossed', null);
  for (const observer of observersOf(act)) {
    if (!isAble(fighter)) return;
    const level = sneakLevel(crossed(observer));
    if (level === null) {
      yield* hide(encounter, fighter, observer);
      continue;
    }
    const against = attributeDC(observer, 'per');
    const unseen = yield* check('sneak', fighter.id, fighter.stats.mod.dex, against, level);
    yield* log(unseen ? 'unseen' : 'seen', { observer: observer.name }, fighter.id, { tone: unseen ? 'boon' : 'harm' });
    if (unseen) yield* hide(encounter, fighter, observer);
    else yield* reveal(fighter, observer);
  }
}

/** C-113, C-A51: for a move that is declared as sneaking. */
export const whyNotMoveUnseen = (act: ClashContext): readonly Reason[] =>
  optionsOf(act.command).sneak ? whyNotSneak(act) : [];

/** C-08, C-113, C-A51: rolls within the move, because the move may end the turn. */
export function* moveUnseen(act: ClashContext): Procedure<void> {
  if (optionsOf(act.command).sneak && isAble(act.fighter)) yield* sneakPast(act);
}

/** The map proposes, what the GM says counts, and the GM is asked for what the map does not know. */
function* observeSquares(act: ClashContext): Procedure<(observer: ClashFighter) => readonly ObservedSquare[]> {
  const { encounter, fighter } = act;
  const ground = groundAt(encounter.ground, fighter.place);
  const bodies = bodiesOf(encounter, fighter);
  const { cover: saidCover, light: saidLight } = optionsOf(act.command);
  const hasWalls = saidCover === undefined && bodies.length > 0 && (ground.walls?.length ?? 0) > 0;
  const isSeen = (observer: ClashFighter, body: Place): boolean =>
    !hasWalls || hasLineOfSight(ground, observer.place, body);
  if (hasWalls && !observersOf(act).some((observer) => bodies.some((body) => isSeen(observer, body)))) return () => [];
  const cover = hasWalls ? null : (saidCover ?? (yield* choose('cover', GM, COVERS)));
  if (cover === OUT_OF_SIGHT) return () => [];
  const isLit = saidLight === undefined && bodies.length > 0 && ground.light !== undefined;
  const light = isLit ? null : (saidLight ?? (yield* choose('light', GM, LIGHTS)));
  if (cover && light) return () => [{ cover, light, inSight: true }];
  return (observer) =>
    bodies.map((body) => ({
      cover: cover ?? coverFrom(ground, observer.place, body),
      light: light ?? brightnessAt(ground, body) ?? 'bright',
      inSight: isSeen(observer, body),
    }));
}

/** The squares crossed in combat, the fighter's place outside. */
function bodiesOf(encounter: ClashEncounter, { place, state }: ClashFighter): readonly Place[] {
  if (!place) return [];
  if (!isInCombat(encounter)) return [place];
  const crossed = (state.crossed ?? []).map((square): Place => ({ ...place, ...square }));
  // What was crossed before a teleport was seen there.
  return crossed.filter((square) => areTogether(encounter.ground, place, square));
}

/** C-114: the map knows no open field. */
function coverFrom(ground: Ground, from: Place | null, body: Place): Cover {
  const share = from ? coveredShare(ground, from, body) : 0;
  if (share === 0) return 'none';
  return share < 1 ? (share > 0.5 ? 'full' : 'half') : 'total';
}

/** C-113, ours: rider and mount are one to see. */
function* hide(encounter: ClashEncounter, fighter: ClashFighter, observer: ClashFighter): Procedure<void> {
  for (const { id: of } of [fighter, ...companionsOf(encounter, fighter)])
    yield* applyChange({ kind: 'condition-added', of, condition: { id: 'unseen', towards: [observer.id] } });
}

/** Returns the mount or the rider of a fighter; empty for one on foot. */
export const companionsOf = (encounter: ClashEncounter, fighter: ClashFighter): readonly ClashFighter[] => {
  const other = mountOf(encounter, fighter) ?? riderOf(encounter, fighter);
  return other ? [other] : [];
};

/** C-A51: ends hiding from one observer or from all. */
export function* reveal(fighter: ClashFighter, observer: ClashFighter | null = null): Procedure<void> {
  yield* expireConditions(
    [fighter],
    ({ id, towards }) => id === 'unseen' && (!observer || (towards ?? []).includes(observer.id)),
  );
}

/** C-113, ours: ends hiding from observers that saw the fighter in the open. @param except whom the fighter sneaks past */
export function* revealAt(
  { ground, fighters }: ClashEncounter,
  fighter: ClashFighter,
  bodies: readonly Place[],
  except: ClashFighter | null = null,
): Procedure<void> {
  if (!groundAt(ground, fighter.place).walls?.length) return;
  for (const { towards = [] } of instancesOf(fighter, 'unseen')) {
    const observer = fighters[towards[0] ?? ''];
    if (!observer?.place || !isAble(observer) || observer === except) continue;
    const { place: from } = observer;
    if (!bodies.some((body) => isOpen(ground, from, body))) continue;
    yield* log('seen', { observer: observer.name }, fighter.id, { tone: 'harm' });
    yield* reveal(fighter, observer);
  }
}

/** Checks the squares walked in this turn. */
export const revealAlongPath = (
  encounter: ClashEncounter,
  fighter: ClashFighter,
  except: ClashFighter | null = null,
): Procedure<void> => revealAt(encounter, fighter, fighter.state.crossed ? bodiesOf(encounter, fighter) : [], except);

const isOpen = (ground: Ground, from: Place, body: Place): boolean =>
  coverFrom(ground, from, body) === 'none' && brightnessAt(ground, body) !== 'dark';

/** C-113, ours: reveals foes that are open from the new places but were not from the old one. */
export function* discover(
  { ground, fighters }: ClashEncounter,
  observer: ClashFighter,
  from: Place,
  cells: readonly Place[],
): Procedure<void> {
  if (!groundAt(ground, from).walls?.length || !isAble(observer)) return;
  for (const hider of Object.values(fighters)) {
    const { place } = hider;
    const isHidden = instancesOf(hider, 'unseen').some(({ towards }) => towards?.includes(observer.id));
    if (!isHidden || !place || isOpen(ground, from, place)) continue;
    if (!cells.some((cell) => isOpen(ground, cell, place))) continue;
    yield* log('seen', { observer: observer.name }, hider.id, { tone: 'harm' });
    yield* reveal(hider, observer);
  }
}

/** C-25: logs only that something was done. */
export const logHiddenAct = ({ id }: ClashFighter, { hiddenAttribute: attribute, name: ability }: AbilityItem) =>
  log('hidden-act', { attribute, ability }, id);

/** How many before the last one can still be identified. */
const MOST_SECRETS = 9;

/** C-25, C-26: stores a hidden ability, beside earlier ones. */
export function* keepSecret(
  { id, state }: ClashFighter,
  { hiddenAttribute: attribute, id: ability }: AbilityItem,
): Procedure<void> {
  const { hidden, hiddenBefore = [] } = state;
  if (hidden) {
    yield* setState(id, 'hiddenCount', countOfSecrets(state) + 1);
    yield* setState(id, 'hiddenBefore', [...hiddenBefore, hidden].slice(-MOST_SECRETS));
  }
  yield* setState(id, 'hidden', { attribute, ability });
}

const countOfSecrets = ({ hidden, hiddenCount }: ClashFighter['state']): number => hiddenCount ?? (hidden ? 1 : 0);

interface Secret {
  readonly attribute: Attribute;
  readonly name: string;
  /** From 1. */
  readonly nth: number;
}

/** Oldest first. */
function secretsOf({ state, items }: ClashFighter): readonly Secret[] {
  const { hidden, hiddenBefore = [] } = state;
  if (!hidden) return [];
  const first = countOfSecrets(state) - hiddenBefore.length;
  return [...hiddenBefore, hidden].map(({ attribute, ability }, at) => {
    // The ability may be gone; an earlier version stored its name.
    const name = items.find(({ id }) => id === ability)?.name ?? ability;
    return { attribute, name, nth: first + at };
  });
}

/** C-A14. */
const triedKey = (actor: FighterId) => `tried-${actor}` as const;

const triedBy = ({ state }: ClashFighter, actor: ClashFighter): readonly number[] => {
  const tried = state[triedKey(actor.id)];
  return Array.isArray(tried) ? tried : tried ? [1] : [];
};

/** C-26: returns the latest that the observer has not tried. */
const untriedBy = (observer: ClashFighter, actor: ClashFighter): Secret | undefined =>
  secretsOf(actor).findLast(({ nth }) => !triedBy(observer, actor).includes(nth));

/** C-26, C-A14: a PER check, free, once for each observer and each hidden action. */
export const identify = targeted({
  category: 'free',
  anytime: true,
  promise: null,
  whyNot({ encounter, fighter, target }) {
    const reasons: Reason[] = [];
    if (!hasLineOfSight(encounter.ground, fighter.place, target.place)) reasons.push({ id: 'wall' });
    if (secretsOf(target).length === 0) reasons.push({ id: 'nothing-hidden' });
    else if (!untriedBy(fighter, target)) reasons.push({ id: 'tried-already' });
    return reasons;
  },
  *play({ fighter, target }) {
    const secret = untriedBy(fighter, target);
    if (!secret) return;
    yield* setState(
      fighter.id,
      triedKey(target.id),
      [...triedBy(fighter, target), secret.nth].slice(-MOST_SECRETS - 1),
    );
    const against = attributeDC(target, secret.attribute);
    const seen = yield* check('identify', fighter.id, fighter.stats.mod.per, against);
    if (seen) yield* log('identified', { ability: secret.name }, target.id, { tone: 'harm', strong: true });
    else yield* log('not-identified', {}, fighter.id, { strong: true });
  },
});

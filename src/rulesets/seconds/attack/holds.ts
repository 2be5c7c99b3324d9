import { applyChange, recordOutcome } from '../../../encounter/change';
import type { Condition } from '../../../encounter/condition';
import { impossibleReason } from '../../../encounter/legality';
import type { Procedure } from '../../../kernel/procedure';
import { chooseReleased } from '../../../toolkit/combat/bond';
import { chooseInstance, removeCondition } from '../../../toolkit/combat/condition';
import { dropItem, droppedAt, setItem, spendShot, whyNotShots } from '../../../toolkit/define/item';
import { type Action, type SecondsContext, splittableDuration, targeted } from '../action';
import { isTurnOf } from '../clock';
import { optionsOf } from '../options';
import { isWeapon, type Weapon } from '../schema';
import {
  AUTO_FAIL,
  BODILY_CHECKS,
  check,
  chooseBodilyCheck,
  chooseCheck,
  contest,
  isContestWon,
} from '../skills/check';
import { askApproval } from '../skills/help';
import { type SecondsEncounter, type SecondsFighter, setState } from '../state';
import { FOUND, toolOf } from '../turn/lane';
import { escapeAction } from './maneuvers';
import {
  defaultWeapon,
  isShooter,
  strikeDuration,
  toolsOf,
  weaponOf,
  whyNotReach,
  whyNotStrike,
  whyNotWield,
} from './strikes';

const FOUND_PIN_SECONDS = 3;

const isFound = (act: SecondsContext): boolean => toolOf(act.command) === FOUND;
const pinWeapon = (act: SecondsContext): Weapon | null => (isFound(act) ? null : weaponOf(act));

/** S-80 to S-86; `found`: with an object nearby. */
export const pin = targeted({
  group: 'maneuver',
  intent: 'harm',
  holdable: true,
  options: ({ command }) => (command.with === undefined ? ['check', 'found'] : ['check']),
  odds: 'works',
  promise: 0,
  itemsFor: toolsOf,
  variants: () => [{ options: { found: true } }],
  atItem: (item) => isWeapon(item) && item.equipped,
  textId: ({ options }) => (optionsOf({ options }).found ? 'pin-found' : null),
  defaultItem: (act) => (isFound(act) ? null : defaultWeapon(act)),
  ...splittableDuration((act) =>
    isFound(act) ? FOUND_PIN_SECONDS : strikeDuration(pinWeapon(act)?.timeCost ?? 0, act.world),
  ),
  declare: (act) => askApproval(act, 'surface'),
  whyNot(act) {
    if (isFound(act)) return [];
    const weapon = pinWeapon(act);
    if (!weapon) return [impossibleReason('no-weapon')];
    return [...whyNotWield(weapon), ...(isShooter(weapon) ? whyNotShots(weapon) : [])];
  },
  whyNotFinish(act) {
    const weapon = pinWeapon(act);
    return weapon ? whyNotStrike(act, weapon) : whyNotReach(act);
  },
  *play(act) {
    const { encounter, fighter, target } = act;
    const weapon = pinWeapon(act);
    // S-A30: a shot is gone; a thrown weapon stays in the surface, or lands at the target.
    if (weapon && isShooter(weapon)) yield* spendShot(fighter, weapon);
    const by = yield* chooseBodilyCheck(act);
    const { won, acting } = yield* contest(act, by, by === 'str' ? 'fortitude' : 'reflex');
    yield* recordOutcome({ result: won ? 'pinned' : 'not-pinned', success: won }, target.id, {
      tone: won ? 'harm' : 'boon',
      ...(won && { covers: { gains: ['pinned'] } }),
    });
    const stuckWeapon = weapon && !isShooter(weapon) && fighter.items.includes(weapon) ? weapon : null;
    if (!won) {
      if (stuckWeapon?.kind === 'ranged') yield* dropItem(fighter, stuckWeapon, target.place);
      return;
    }
    const data = { against: acting, ...(stuckWeapon && { owner: fighter.id, item: stuckWeapon.id }) };
    const added = yield* applyChange({ kind: 'condition-added', of: target.id, condition: { id: 'pinned', data } });
    if (added?.kind === 'condition-added' && isTurnOf(encounter, target))
      yield* setState(target.id, 'freshPins', [...freshPinsOf(target), added.condition.key]);
    // It will fall here.
    const { dropped: _, ...spot } = droppedAt(target.place);
    if (stuckWeapon) yield* setItem(fighter, stuckWeapon, { equipped: false, stuck: true, ...spot });
  },
});

/** S-83, S-84; not held, because it takes the fighter's own turn (S-A30). */
export const breakPin = escapeAction({
  seconds: 3,
  options: ['check'],
  odds: 'works',
  promise: 0.1,
  whyNot({ fighter }) {
    if (!fighter.conditions.some(isPin)) return [impossibleReason('not-pinned')];
    return fighter.conditions.some(isOlderPin(fighter)) ? [] : [{ id: 'pinned-just-now' }];
  },
  *play(act) {
    const { fighter } = act;
    const isMeant = fighter.conditions.some(isOlderPin(fighter)) ? isOlderPin(fighter) : isPin;
    const pinned = yield* chooseInstance('break-free-of', fighter.id, fighter, isMeant);
    if (!pinned) return;
    const { data, key } = pinned;
    const against = Number(data?.against ?? 0);
    const succeeds = (yield* check(fighter, yield* chooseBodilyCheck(act), { against }, 'break-pin')) >= against;
    yield* recordOutcome({ result: succeeds ? 'pulled-free' : 'still-pinned', success: succeeds }, fighter.id, {
      tone: succeeds ? 'boon' : 'harm',
      ...(succeeds && { covers: { loses: ['pinned'] } }),
    });
    if (!succeeds) return;
    yield* applyChange({ kind: 'condition-removed', of: fighter.id, key });
  },
});

const isPin = ({ id }: Condition): boolean => id === 'pinned';

/** S-83, S-A30: pins that began in the fighter's own turn last until the next one at least. */
const freshPinsOf = ({ state }: SecondsFighter): readonly string[] => state.freshPins ?? [];
const isOlderPin =
  (fighter: SecondsFighter) =>
  (each: Condition): boolean =>
    isPin(each) && !freshPinsOf(fighter).includes(each.key);

const heldBy = ({ fighters }: SecondsEncounter, { id }: SecondsFighter): SecondsFighter[] =>
  Object.values(fighters).filter(({ conditions }) =>
    conditions.some((condition) => HOLDS.includes(condition.id) && condition.by === id),
  );

const HOLDS: readonly string[] = ['grappled', 'restrained'];

const isHold = ({ id }: Condition): boolean => HOLDS.includes(id);

/** S-57, S-58. */
function* endHold(holder: SecondsFighter, held: SecondsFighter): Procedure<void> {
  for (const id of HOLDS) yield* removeCondition(held, id, ({ by }) => by === holder.id);
}

/** S-56: without a holder, as with a net, it succeeds. */
export const breakGrapple = escapeAction({
  seconds: 3,
  holdable: true,
  options: ['check'],
  odds: 'works',
  promise: 0.1,
  icon: 'actions/escape',
  anyway: ['restrained'],
  whyNot: ({ fighter }) => (isHeld(fighter) ? [] : [{ id: 'not-held' }]),
  *play(act) {
    const { encounter, fighter, target, world } = act;
    const isNamed = ({ by }: Condition): boolean => target !== null && by === target.id;
    const isByName = fighter.conditions.some((each) => isHold(each) && isNamed(each));
    const isMeant = (each: Condition): boolean => isHold(each) && (!isByName || isNamed(each));
    const hold = yield* chooseInstance('break-free-of', fighter.id, fighter, isMeant);
    if (!hold) return;
    const holder = encounter.fighters[hold.by ?? ''];
    const effort = yield* check(fighter, yield* chooseBodilyCheck(act), {}, 'break-grapple');
    const opposing = holder ? yield* rollToHold(holder, effort) : AUTO_FAIL;
    const succeeds = isContestWon(effort, opposing, world);
    yield* recordOutcome({ result: succeeds ? 'broken-free' : 'still-held', success: succeeds }, fighter.id, {
      tone: succeeds ? 'boon' : 'harm',
      ...(succeeds && { covers: { loses: ['grappled', 'restrained'] } }),
    });
    if (!succeeds) return;
    yield* applyChange({ kind: 'condition-removed', of: fighter.id, key: hold.key });
  },
});

function* rollToHold(holder: SecondsFighter, against: number): Procedure<number> {
  const by = yield* chooseCheck('hold-by', holder, BODILY_CHECKS);
  return yield* check(holder, by, { against });
}

const isHeld = ({ conditions }: SecondsFighter): boolean => conditions.some(isHold);

/** S-58, S-A26: of several, one or all. */
export const release: Action = {
  group: 'maneuver',
  promise: null,
  anyway: ['restrained', 'restraining'],
  whyNot: ({ encounter, fighter }) => (heldBy(encounter, fighter).length > 0 ? [] : [{ id: 'not-holding' }]),
  *play({ encounter, fighter, target }) {
    for (const each of yield* chooseReleased(fighter, heldBy(encounter, fighter), target))
      yield* endHold(fighter, each);
  },
};

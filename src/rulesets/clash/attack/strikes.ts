import { recordOutcome } from '../../../encounter/change';
import { impossibleReason } from '../../../encounter/legality';
import type { Reason } from '../../../kernel/ask';
import { lookup } from '../../../kernel/lookup';
import type { Procedure } from '../../../kernel/procedure';
import { TARGET, type WithTarget } from '../../../toolkit/act/actions';
import { addCondition } from '../../../toolkit/combat/condition';
import { makeStrikeRequirement } from '../../../toolkit/combat/strike';
import { type ClashContext, requiring } from '../action';
import { instancesOf } from '../conditions';
import { rollModifiersOf } from '../magic/spell';
import { CONTEST_OPTIONS } from '../options';
import type { ClashFighter } from '../state';
import { type Arm, armsInHand, isEquipped, UNARMED } from '../stats';
import { type AttackInput, asBasic, attackInputWith, exchange } from './attack';
import { whyNotRange, whyNotReach, whyNotTarget } from './reach';

/** Returns the named arm, or the first in hand of that kind. */
export function armOf(fighter: ClashFighter, itemId: string | undefined, ranged: boolean): Arm | null {
  if (itemId !== undefined) return lookup(fighter.stats.arms, itemId) ?? null;
  return armsInHand(fighter).find((arm) => arm.ranged === ranged && !arm.shield) ?? null;
}

/** C-10, C-27, C-31. */
export function whyNotStrike(
  act: ClashContext,
  wielder: ClashFighter,
  arm: Arm | null,
  ranged: boolean,
): readonly Reason[] {
  const { encounter, target } = act;
  const reasons: Reason[] = [...whyNotTarget(act, wielder)];
  if (!arm || arm.shield || arm.ranged !== ranged) return [...reasons, impossibleReason('no-gear')];
  const item = wielder.items.find(({ id }) => id === arm.id);
  if (arm.id !== UNARMED && !(item && isEquipped(item))) reasons.push({ id: 'no-gear' });
  if (!target) return reasons;
  return [
    ...reasons,
    ...(ranged ? whyNotRange(encounter, wielder, target, arm.range) : whyNotReach(encounter, wielder, target, arm)),
  ];
}

type Armed = WithTarget<ClashContext> & { readonly arm: Arm };

const withStrike = (findArm: (act: ClashContext) => Arm | null, ranged: boolean) =>
  requiring(
    makeStrikeRequirement<ClashContext, Arm, Armed>(
      findArm,
      TARGET,
      (arm, context) => ({ arm, ...context }),
      (act) => whyNotStrike(act, act.fighter, findArm(act), ranged),
    ),
  );

const isArmed = (fighter: ClashFighter): boolean => armOf(fighter, undefined, false)?.id !== UNARMED;

/** C-10, C-27 to C-34. */
const basic = (ranged: boolean) =>
  withStrike(
    ({ fighter, command }) => armOf(fighter, command.with, ranged),
    ranged,
  )({
    category: 'attack',
    needs: 'target',
    intent: 'harm',
    odds: 'works',
    promise: 0.05,
    options: CONTEST_OPTIONS,
    itemsFor: ({ items }) => items.filter((item) => item.type === 'clashWeapon' && item.ranged === ranged),
    // C-10: bare hands also strike while a weapon is held.
    ...(!ranged && { buttons: (fighter: ClashFighter) => [{}, ...(isArmed(fighter) ? [{ with: UNARMED }] : [])] }),
    whyNot: (act) => whyNotStrike(act, act.fighter, act.arm, ranged),
    *play(act) {
      const { fighter, target, arm } = act;
      yield* exchange(asBasic(attackInputWith(act, fighter, target, arm, rollModifiersOf(act))));
    },
  });

export const melee = basic(false);
export const shoot = basic(true);

/** C-12, C-128, C-129. */
export const grab = withStrike(
  ({ fighter }) => fighter.stats.arms[UNARMED],
  false,
)({
  category: 'attack',
  needs: 'target',
  intent: 'harm',
  odds: 'works',
  promise: 0,
  options: CONTEST_OPTIONS,
  whyNotFirst: ({ fighter }) => (fighter.stats.canGrapple ? [] : [{ id: 'no-limbs' }]),
  whyNot: (act) => [
    ...(instancesOf(act.target, 'grappled').some(({ by }) => by === act.fighter.id) ? [{ id: 'held-already' }] : []),
    ...whyNotStrike(act, act.fighter, act.arm, false),
  ],
  *play(act) {
    const { fighter, target, arm } = act;
    const attackInput = attackInputWith(act, fighter, target, arm, rollModifiersOf(act));
    yield* grapple({ ...asBasic(attackInput), form: 'grapple' });
  },
});

/** C-130, C-A55: without damage, zone or hit. */
function* grapple(attackInput: AttackInput): Procedure<void> {
  const { through } = yield* exchange(attackInput);
  if (!through) return;
  yield* recordOutcome({ result: 'seized', success: true, verdict: 'through' }, attackInput.defender.id, {
    tone: 'harm',
    covers: { gains: ['grappled'] },
  });
  yield* addCondition(attackInput.defender.id, 'grappled', null, undefined, attackInput.attacker.id);
}

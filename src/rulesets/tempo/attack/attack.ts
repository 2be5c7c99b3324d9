import { log, recordOutcome } from '../../../encounter/change';
import type { Command } from '../../../encounter/command';
import { impossibleReason } from '../../../encounter/legality';
import { areOnOneSide } from '../../../encounter/sides';
import { fighterOf } from '../../../encounter/state';
import type { Candidate, Facts, Reason } from '../../../kernel/ask';
import { deepEqual } from '../../../kernel/deep-equal';
import { type Dice, d20 } from '../../../kernel/dice';
import { check, type Procedure, refreshDice, section } from '../../../kernel/procedure';
import type { WithTarget } from '../../../toolkit/act/actions';
import { stopOf } from '../../../toolkit/act/command-run';
import { type Advantage, advantageDice, pickDice } from '../../../toolkit/combat/check';
import { removeCondition } from '../../../toolkit/combat/condition';
import { parseDice } from '../../../toolkit/combat/parse-dice';
import { makeStrikeRequirement } from '../../../toolkit/combat/strike';
import { setItem } from '../../../toolkit/define/item';
import { commandsOf, type Moment, offerOnce, offerReactions } from '../../../toolkit/turns/reaction';
import { namesOf } from '../../../toolkit/views/question';
import { type Action, CHARACTER, contextFor, requiring, type TempoContext } from '../action';
import { alterationOf, figureOf, hasConditionBy, is, isOut } from '../conditions';
import { optionsOf } from '../options';
import {
  candidateFor,
  DUAL_WIELD,
  INTERCEPT,
  react,
  reactionCandidates,
  reactionOf,
  spendReaction,
  whyNotReact,
  whyNotReactWith,
} from '../reactions';
import type { Weapon, WeaponSpeed } from '../schema';
import type { TempoEncounter, TempoFighter } from '../state';
import { dealDamage } from './harm';
import { isAdjacent } from './sight';
import { canHold, heldWeapons, isQuickEnough, weaponOf, whyNotStrike, whyNotWield } from './strikes';

/** T-A17. */
const TO_HIT = advantageDice(d20);

/** The input of one Strike. */
interface AttackInput {
  readonly encounter: TempoEncounter;
  readonly runtime: TempoContext['runtime'];
  readonly attacker: TempoFighter;
  readonly defender: TempoFighter;
  /** Added to the d20. */
  readonly bonus: number;
  readonly dice: Dice;
  /** Added to the Dice Value, with changes by conditions; null for a Dual Wield Strike, which adds nothing (T-87). */
  readonly damageBonus: number | null;
  /** From the command's options. */
  readonly advantage: Advantage | undefined;
}

/** T-45, T-47, T-A27: guards who are able and adjacent now. */
const guardsOf = (encounter: TempoEncounter, target: TempoFighter): TempoFighter[] =>
  target.conditions.flatMap(({ id, by }) => {
    const guard = id === 'guarded' && by !== undefined ? encounter.fighters[by] : undefined;
    return guard && !isOut(guard) && isAdjacent(encounter, guard, target) ? [guard] : [];
  });

/** Section 3: rolls to hit and applies damage. Returns true on a hit. */
export function* strike(attackInput: AttackInput): Procedure<boolean> {
  const { attacker, defender } = attackInput;
  const isHit = yield* refreshDice(() => {
    const bonus = attackInput.bonus + alterationOf(attacker, 'toHit');
    const defence = figureOf(defender, 'defence');
    const facts = { bonus, at: defender.id };
    return check('to-hit', toHitDice(attackInput), attacker.id, facts, (rolled) => rolled + bonus >= defence);
  });
  const answered = new Set<string>();
  if (!isHit) {
    yield* recordOutcome({ result: 'miss', success: false }, attacker.id, { tone: 'harm' });
    yield* offerReactions(attackInput.runtime, reactionMoment(attackInput, 'missed', answered));
  } else {
    yield* log('hit', {}, attacker.id, { tone: 'boon', strong: true });
    const victim = yield* resolveInterception(attackInput, answered);
    yield* applyDamage(attackInput, victim);
  }
  if (is(attacker, 'hidden')) yield* removeCondition(attacker, 'hidden');
  return isHit;
}

/** T-32, T-45, T-A18, T-A24, T-A57: neither side counts twice. */
function toHitDice({ encounter, attacker, defender, advantage }: AttackInput): Dice {
  const helped = hasConditionBy(defender, 'marked', attacker.id);
  const hindered = is(attacker, 'prone') || guardsOf(encounter, defender).length > 0;
  return pickDice(TO_HIT, helped, hindered, advantage);
}

/** T-73, T-78: the target's own Reactions to the Strike, each once. */
function reactionMoment(
  { encounter, runtime, attacker, defender }: AttackInput,
  trigger: 'hit' | 'missed',
  answered: Set<string>,
): Moment {
  return {
    id: trigger,
    wait: 'first',
    candidates: () => reactionCandidates(encounter, defender, trigger, attacker.id, answered),
    facts: (candidates) => factsOf(encounter, attacker, candidates),
    whyNot: (command) => whyNotReactWith(encounter, defender, reactionOf(defender, command)),
    *playChild(command) {
      const item = reactionOf(defender, command);
      if (!item) return;
      const reasons = (): Reason[] => (isOut(defender) ? [{ id: 'incapacitated' }] : []);
      answered.add(item.id);
      const reaction = react(encounter, defender, item, attacker);
      yield* section(command, runtime.whileLegal(reasons, reaction, stopOf(defender.id)));
    },
  };
}

/** T-80 to T-83, T-A43: a guard may intercept, and the target may react. Returns who takes the damage. */
function* resolveInterception(attackInput: AttackInput, answered: Set<string>): Procedure<TempoFighter> {
  const { encounter, defender } = attackInput;
  let victim = defender;
  const own = reactionMoment(attackInput, 'hit', answered);
  yield* offerReactions(attackInput.runtime, {
    ...own,
    candidates: () => [...(victim === defender ? interceptors(attackInput) : []), ...own.candidates()],
    whyNot: (command) =>
      command.do === 'intercept'
        ? whyNotReact(encounter, fighterOf(encounter, command.by), INTERCEPT)
        : (own.whyNot?.(command) ?? []),
    *playChild(command) {
      if (command.do !== 'intercept') return yield* own.playChild(command);
      victim = fighterOf(encounter, command.by);
      yield* section(command, spendReaction(victim, INTERCEPT));
    },
  });
  return victim;
}

const interceptors = ({ encounter, defender, attacker }: AttackInput): Candidate[] =>
  guardsOf(encounter, defender)
    .filter((guard) => guard !== attacker && whyNotReact(encounter, guard, INTERCEPT).length === 0)
    .map(({ id: by }) => candidateFor(by, { do: 'intercept', by, at: defender.id }));

function factsOf(encounter: TempoEncounter, { id }: TempoFighter, candidates: readonly Candidate[]): Facts {
  const items = commandsOf(candidates).flatMap(({ by, with: item }) =>
    fighterOf(encounter, by).items.filter((each) => each.id === item),
  );
  return { at: id, ...namesOf(items) };
}

/** Section 3, steps 3 to 5; T-46, T-A19: the best Deflection first, then the own Sturdy. */
function* applyDamage(attackInput: AttackInput, victim: TempoFighter): Procedure<void> {
  const { encounter, attacker, defender, dice } = attackInput;
  const damageBonus = attackInput.damageBonus === null ? 0 : attackInput.damageBonus + alterationOf(attacker, 'damage');
  const deflection = Math.max(
    figureOf(defender, 'deflection'),
    ...guardsOf(encounter, defender).map((guard) => figureOf(guard, 'deflection')),
  );
  const sturdy = figureOf(victim, 'sturdy');
  const incoming = yield* check('damage', dice, attacker.id, { bonus: damageBonus }, (rolled) =>
    Math.max(0, rolled + damageBonus),
  );
  const damage = Math.max(0, Math.max(0, incoming - deflection) - sturdy);
  yield* dealDamage(victim, damage, incoming - damage);
}

/** T-33 to T-38: returns the Attack of this speed, with a second Strike by Dual Wield. */
export function attack(speed: WeaponSpeed, row: Pick<Action, 'tempo' | 'planPromise'>): Action {
  const striking = requiring(
    makeStrikeRequirement<TempoContext, Weapon, StrikeContext>(
      (act) => weaponOf(act, speed),
      CHARACTER,
      (weapon, aimed) => ({ weapon, ...aimed }),
      (act) => (weaponOf(act, speed) ? CHARACTER.whyNot(act) : [impossibleReason('no-weapon')]),
    ),
  );
  return striking({
    ...row,
    speed,
    needs: 'target',
    intent: 'harm',
    odds: 'hit',
    promise: 0.05,
    options: ['lent'],
    listedItem: 'item',
    itemsFor: heldWeapons,
    whyNotFirst(act) {
      const weapon = weaponOf(act, speed);
      if (!weapon) return [];
      return [
        ...(isQuickEnough(weapon.speed, speed) ? [] : [{ id: 'weapon-too-slow' }]),
        ...whyNotWield(act.fighter, weapon),
      ];
    },
    whyNot: (act) => whyNotStrike(act, act.weapon.range),
    *play(act) {
      const isHit = yield* strikeWith(act, act.fighter.stats.str);
      yield* dualWield(act);
      return isHit;
    },
  });
}

type StrikeContext = WithTarget<TempoContext> & { readonly weapon: Weapon };

function* strikeWith(act: StrikeContext, damageBonus: number | null): Procedure<boolean> {
  const { fighter, weapon } = act;
  const isHit = yield* strike(attackInputOf(act, weapon.dice, fighter.stats.dex, damageBonus));
  if (weapon.reload) yield* setItem(fighter, weapon, { loaded: false });
  return isHit;
}

export const attackInputOf = (
  act: WithTarget<TempoContext>,
  dice: string,
  bonus: number,
  damageBonus: number | null,
): AttackInput => ({
  encounter: act.encounter,
  runtime: act.runtime,
  attacker: act.fighter,
  defender: act.target,
  bonus,
  dice: parseDice(dice, 'dice'),
  damageBonus,
  advantage: optionsOf(act.command).lent,
});

/** T-84: returns the other weapons of the same speed in hand, with the hands for both. */
const pairedWith = (fighter: TempoFighter, weapon: Weapon): Weapon[] =>
  heldWeapons(fighter).filter(
    (other) => other !== weapon && other.speed === weapon.speed && canHold(fighter, weapon, other),
  );

/** T-84: returns true with two weapons of one speed in hand. */
export const canDualWield = (fighter: TempoFighter): boolean =>
  heldWeapons(fighter).some((weapon) => pairedWith(fighter, weapon).length > 0);

/** T-85 to T-87, T-A42: after a hit or a miss. */
function* dualWield(act: StrikeContext): Procedure<void> {
  const { encounter, fighter, weapon, runtime } = act;
  const strikesNow = (): readonly StrikeContext[] =>
    !heldWeapons(fighter).includes(weapon) || whyNotReact(encounter, fighter, DUAL_WIELD).length > 0
      ? []
      : pairedWith(fighter, weapon).flatMap((other) => othersToStrike(act, other));
  const strikeOf = (command: Command): StrikeContext | undefined =>
    strikesNow().find((each) => deepEqual(each.command, command));
  yield* offerOnce(runtime, {
    id: 'dual-wield',
    wait: 'first',
    candidates() {
      const strikes = strikesNow();
      return strikes.length > 0 ? [candidateFor(fighter.id, ...strikes.map(({ command }) => command))] : [];
    },
    facts: () => namesOf(strikesNow().flatMap((struck) => [struck.weapon, struck.target])),
    whyNot(command) {
      const second = CHARACTER.find(contextFor(act, command));
      const other = heldWeapons(fighter).find(({ id }) => id === command.with);
      if (!other) return [{ id: 'not-held' }];
      const reasons = second ? whyNotStrikeAgain({ weapon: other, ...second }, weapon) : [];
      return reasons.length > 0 ? reasons : whyNotReact(encounter, fighter, DUAL_WIELD);
    },
    *playChild(command) {
      const struck = strikeOf(command);
      if (struck) yield* section(command, secondStrike(struck, weapon));
    },
  });
}

/** T-84: both weapons must still be in hand. */
const whyNotStrikeAgain = (act: StrikeContext, first: Weapon): Reason[] => [
  ...(isOut(act.fighter) ? [{ id: 'incapacitated' }] : []),
  ...(first.equipped ? [] : [{ id: 'not-held' }]),
  ...whyNotWield(act.fighter, act.weapon),
  ...whyNotStrike(act, act.weapon.range),
];

/** The first target comes first. */
function othersToStrike(act: StrikeContext, other: Weapon): StrikeContext[] {
  const { encounter, fighter, target } = act;
  if (whyNotWield(fighter, other).length > 0) return [];
  return Object.values(encounter.fighters)
    .filter((each) => each === target || !areOnOneSide(each, fighter))
    .sort((a, b) => Number(b === target) - Number(a === target))
    .map(({ id }): Command => ({ do: 'dual-wield', by: fighter.id, at: id, with: other.id }))
    .flatMap((command): StrikeContext[] => {
      const second = CHARACTER.find(contextFor(act, command));
      return second && whyNotStrike(second, other.range).length === 0 ? [{ weapon: other, ...second }] : [];
    });
}

/** T-76: a Reaction that others stop is spent. */
function* secondStrike(act: StrikeContext, first: Weapon): Procedure<void> {
  const { fighter, runtime } = act;
  yield* spendReaction(fighter, DUAL_WIELD);
  yield* runtime.whileLegal(() => whyNotStrikeAgain(act, first), strikeWith(act, null), stopOf(fighter.id));
}

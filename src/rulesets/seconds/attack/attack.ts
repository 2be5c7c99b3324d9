import { log, recordOutcome } from '../../../encounter/change';
import { impossibleReason } from '../../../encounter/legality';
import { GM } from '../../../kernel/ask';
import type { Dice } from '../../../kernel/dice';
import { askAmount, askText, check, choose, type Procedure, refreshDice } from '../../../kernel/procedure';
import { type Advantage, pickDice } from '../../../toolkit/combat/check';
import { removeCondition } from '../../../toolkit/combat/condition';
import { parseDice } from '../../../toolkit/combat/parse-dice';
import { dropItem, spendShot, whyNotShots } from '../../../toolkit/define/item';
import { type Action, requiring, type SecondsContext, splittableDuration, withItemOfType } from '../action';
import { is, rootsOf } from '../conditions';
import { optionsOf } from '../options';
import { isWeapon, type SecondsItem, type Spell, type Weapon } from '../schema';
import { D20 } from '../skills/check';
import { type GroundItem, type SecondsFighter, setState } from '../state';
import type { WorldSettings } from '../stats';
import { spendReaction } from '../turn/lane';
import { harm } from './harm';
import {
  defaultWeapon,
  isShooter,
  strikeDuration,
  toolsOf,
  UNARMED,
  weaponOf,
  whyNotAt,
  whyNotRange,
  whyNotStrike,
  whyNotThrough,
  whyNotWield,
} from './strikes';

/** S-49. */
function defenceOf(target: SecondsFighter, world: WorldSettings): number {
  if (is(target, 'unconscious')) return world.defenceBase;
  return world.defenceBase + target.stats.dodge * (is(target, 'evading') ? world.evadeFactor : 1);
}

const withWeapon = requiring<SecondsContext & { readonly weapon: Weapon }>({
  defaultItem: defaultWeapon,
  find(act) {
    const weapon = weaponOf(act);
    return weapon && { weapon, ...act };
  },
  whyNot: () => [impossibleReason('no-weapon')],
});

/** S-25 to S-30; `hurry`: at once (S-28). */
export const attack: Action = withWeapon({
  group: 'attack',
  icon: 'actions/melee-attack',
  needs: 'target',
  intent: 'harm',
  hurries: true,
  holdable: true,
  options: ['hurry', 'object', 'attack'],
  odds: 'hit',
  promise: 0.05,
  itemsFor: toolsOf,
  variants: (fighter) => toolsOf(fighter).map(({ id }) => ({ with: id })),
  atItem: (item) => isWeapon(item) && item.equipped,
  textId: ({ options }) => (optionsOf({ options }).hurry ? 'hurried-attack' : null),
  iconOf({ items }, { with: tool, options }) {
    if (optionsOf({ options }).hurry) return 'actions/swift-attack';
    if (tool === UNARMED) return 'actions/unarmed-attack';
    return items.filter(isWeapon).find(({ id }) => id === tool)?.kind === 'ranged' ? 'actions/ranged-attack' : null;
  },
  ...splittableDuration((act) => strikeDuration(weaponOf(act)?.timeCost ?? 0, act.world)),
  whyNot: ({ weapon }) => [...whyNotWield(weapon), ...(isShooter(weapon) ? whyNotShots(weapon) : [])],
  whyNotFinish(act) {
    const weapon = weaponOf(act);
    if (optionsOf(act.command).object || !weapon) return [];
    return whyNotAt((context) => whyNotStrike(context, weapon))(act);
  },
  *play(act) {
    const { world, fighter, target, weapon, command } = act;
    const { hurry: hurried = false, attack: advantage, object } = optionsOf(command);
    const attackInput = attackInputOf(fighter, weapon);
    if (weapon.kind === 'ranged' && weapon.thrown) yield* dropItem(fighter, weapon, target?.place ?? null);
    if (isShooter(weapon)) yield* spendShot(fighter, weapon);
    if (object || !target) yield* strikeObject(act, attackInput, { hurried, advantage });
    else yield* strike(act, target, () => defenceOf(target, world), attackInput, { hurried, advantage });
  },
});

/** S-26. */
function* strikeObject(act: SecondsContext, attackInput: AttackInput, rollModifiers: RollModifiers): Procedure<void> {
  const { encounter, fighter } = act;
  const object = yield* chooseObject(act);
  const damage = yield* strike(act, null, () => object.defence, attackInput, rollModifiers);
  if (damage === null) return;
  const hp = Math.max(0, object.hp - damage);
  // Kept by the fighter that struck it first.
  const { id, state } = Object.values(encounter.fighters).find((other) => objectIn(other, object.name)) ?? fighter;
  const others = (state.things ?? []).filter(({ name }) => name !== object.name);
  yield* setState(id, 'things', hp > 0 ? [...others, { ...object, hp }] : others);
  const facts = { thing: object.name, left: hp };
  if (hp > 0) yield* log('thing-holds', facts, fighter.id);
  else yield* log('thing-breaks', facts, fighter.id, { tone: 'boon', strong: true });
}

const objectIn = ({ state: { things = [] } }: SecondsFighter, objectName: string): GroundItem | undefined =>
  things.find(({ name }) => name === objectName);

/** A known object, or one that the GM describes. */
function* chooseObject({ encounter, world, fighter }: SecondsContext): Procedure<GroundItem> {
  const known = Object.values(encounter.fighters).flatMap(({ state }) => state.things ?? []);
  const ids = known.map((_, at) => `thing-${at}`);
  const names = Object.fromEntries(known.map(({ name }, at) => [`thing-${at}`, name]));
  const choice = known.length > 0 ? yield* choose('object', fighter.id, [...ids, 'other'], names) : 'other';
  const knownObject = known[ids.indexOf(choice)];
  if (knownObject) return knownObject;
  const objectName = (yield* askText('object-name', fighter.id, MAX_NAME_LENGTH)).trim();
  const same = known.find(({ name }) => name === objectName);
  if (same) return same;
  const facts = { at: fighter.id, thing: objectName };
  const defence = yield* askAmount('object-defence', GM, 0, MAX_OBJECT_DEFENCE, { ...facts, usual: world.defenceBase });
  const hp = yield* askAmount('object-hp', GM, 1, MAX_OBJECT_HP, facts);
  return { name: objectName, defence, hp };
}

const MAX_NAME_LENGTH = 60;
const MAX_OBJECT_DEFENCE = 60;
const MAX_OBJECT_HP = 999;

interface RollModifiers {
  readonly hurried: boolean;
  readonly advantage: Advantage | undefined;
}

const NO_MODIFIERS: RollModifiers = { hurried: false, advantage: undefined };

const attackDice = (attacker: SecondsFighter, target: SecondsFighter | null, { hurried, advantage }: RollModifiers) =>
  pickDice(
    D20,
    target !== null && is(target, 'blinded'),
    hurried || is(attacker, 'frightened') || is(attacker, 'blinded'),
    advantage,
  );

interface AttackInput {
  readonly bonus: number;
  readonly damage: Dice;
  readonly adds: number;
}

export const attackInputOf = ({ stats }: SecondsFighter, { id, kind, bonus, damage }: Weapon): AttackInput => ({
  bonus: (kind === 'melee' ? stats.str : stats.dex) + bonus,
  damage: parseDice(damage, id),
  adds: kind === 'melee' ? stats.str : 0,
});

/** Section 3.5: returns the damage, null on a miss. @param target null for an object */
function* strike(
  { world, fighter }: Pick<SecondsContext, 'world' | 'fighter'>,
  target: SecondsFighter | null,
  againstNow: () => number,
  { bonus, damage: dice, adds }: AttackInput,
  rollModifiers: RollModifiers = NO_MODIFIERS,
): Procedure<number | null> {
  const { id } = fighter;
  const at = target && { at: target.id };
  // S-A8: shows natural faces if they decide.
  const isHit = yield* refreshDice(() => {
    const against = againstNow();
    const facts = { bonus, against, ...(world.naturalExtremes && { natural: 1 }) };
    const dice = attackDice(fighter, target, rollModifiers);
    return check('attack', dice, id, facts, (die) => hits(die, bonus, against, world));
  });
  yield* reveal(fighter);
  if (!isHit) {
    yield* recordOutcome({ result: target ? 'miss' : 'misses-object', success: false, ...at }, id, { tone: 'harm' });
    return null;
  }
  const damage = yield* check('damage', dice, id, { bonus: adds }, (rolled) => Math.max(0, rolled + adds));
  yield* recordOutcome({ result: target ? 'hit' : 'hits-object', success: true, ...at, damage }, id, {
    tone: target && damage === 0 ? 'neutral' : 'boon',
    ...(target && { covers: { of: target.id, points: { hp: -damage } } }),
  });
  if (target && damage > 0) yield* harm(target, damage);
  return damage;
}

/** S-A32. */
function* reveal(fighter: SecondsFighter): Procedure<void> {
  if (rootsOf(fighter, 'hidden').length === 0) return;
  yield* removeCondition(fighter, 'hidden');
  yield* log('seen', {}, fighter.id, { covers: { loses: ['hidden'] } });
}

/** S-A5, S-A8. */
function hits(die: number, bonus: number, against: number, { naturalExtremes }: WorldSettings): boolean {
  if (naturalExtremes && (die === 1 || die === 20)) return die === 20;
  return die + bonus >= against;
}

/** S-111, S-112, S-116: only offers and the GM set `provoked`. */
export const opportunityAttack = withWeapon({
  group: 'attack',
  needs: 'target',
  intent: 'harm',
  inFight: true,
  reacts: true,
  options: ['provoked'],
  odds: 'hit',
  promise: 0.05,
  whyNotFirst: ({ command }) => (optionsOf(command).provoked ? [] : [{ id: 'not-provoked' }]),
  whyNot: ({ weapon }) => [...whyNotWield(weapon), ...(weapon.kind === 'melee' ? [] : [{ id: 'not-melee' }])],
  // S-A21.
  whyNotFinish(act) {
    const weapon = weaponOf(act);
    return weapon ? whyNotAt((context) => whyNotStrike(context, weapon))(act) : [];
  },
  *play(act) {
    const { encounter, world, fighter, target, weapon } = act;
    yield* spendReaction(encounter, fighter);
    if (target) yield* strike(act, target, () => defenceOf(target, world), attackInputOf(fighter, weapon));
  },
});

const isSpell = (item: SecondsItem | null): item is Spell => item?.type === 'secondsSpell';

/** S-A39: never hurried. The GM describes spells without an attack roll. */
export const castSpell = withItemOfType(isSpell, 'no-spell', {
  group: 'attack',
  needs: 'target',
  // The GM describes other spells.
  intent: ({ item }) => (isSpell(item) && item.attacks ? 'harm' : null),
  ofItem: true,
  holdable: true,
  options: ({ item }) => (isSpell(item) && item.attacks ? ['object'] : []),
  odds: 'works',
  promise: 0.05,
  isRolled: ({ item }) => isSpell(item) && item.attacks,
  itemsFor: ({ items }) => items.filter(isSpell),
  variants: ({ items }) => items.filter(isSpell).map(({ id }) => ({ with: id })),
  atItem: isSpell,
  ...splittableDuration(({ item, world }) => {
    if (!isSpell(item)) return 0;
    return item.attacks ? strikeDuration(item.timeCost, world) : item.timeCost;
  }),
  whyNotFinish(act) {
    const { item } = act;
    if (!isSpell(item)) return [];
    if (optionsOf(act.command).object && item.attacks) return [];
    if (item.attacks) return whyNotAt((context) => whyNotRange(context, item.range))(act);
    return act.target ? whyNotThrough({ ...act, target: act.target }) : [];
  },
  // S-113, S-A23.
  distracts: (_, remaining, left) => remaining > left,
  *play(act) {
    const { world, fighter, target, item: spell, command } = act;
    const isAtObject = optionsOf(command).object === true;
    if (!spell.attacks || !(target || isAtObject))
      return void (yield* log('casts', { spell: spell.name }, fighter.id, { strong: true }));
    const attackInput = { bonus: spell.bonus, damage: parseDice(spell.damage, spell.id), adds: 0 };
    if (isAtObject || !target) return yield* strikeObject(act, attackInput, NO_MODIFIERS);
    yield* strike(act, target, () => defenceOf(target, world), attackInput);
  },
});

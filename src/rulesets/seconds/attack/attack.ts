import { log, recordOutcome } from '../../../encounter/change';
import { GM } from '../../../kernel/ask';
import type { Dice } from '../../../kernel/dice';
import { askAmount, askText, check, choose, type Procedure } from '../../../kernel/procedure';
import { type Advantage, pickDice } from '../../../toolkit/combat/check';
import { parseDice } from '../../../toolkit/combat/parse-dice';
import { dropItem, spendShot, whyNotShots } from '../../../toolkit/define/item';
import { type Act, type Action, splittableTime, withItemOfType } from '../action';
import { is } from '../conditions';
import { optionsOf } from '../options';
import type { SecondsItem, Spell, Weapon } from '../schema';
import { D20 } from '../skills/check';
import { type GroundItem, type SecondsFighter, setState } from '../state';
import type { WorldSettings } from '../stats';
import { spendReaction } from '../turn/lane';
import { harm, reveal } from './harm';
import { rangeOf, weaponOf, whyNotAt, whyNotNear, whyNotThrough, whyNotWield, withWeapon } from './strikes';

/** S-49: what an attack must reach; doubled while evading, nothing but the base while out cold. */
function defenceOf(target: SecondsFighter, world: WorldSettings): number {
  if (is(target, 'unconscious')) return world.defenceBase;
  return world.defenceBase + target.stats.dodge * (is(target, 'evading') ? world.evadeFactor : 1);
}

/** Whether it sends something off, and is not thrown itself. */
const isShot = ({ kind, thrown }: Weapon): boolean => kind === 'ranged' && !thrown;

/** S-25 to S-30; with `hurry: true` at once with what time there is (S-28), with `object: true` at a thing. */
export const attack: Action = withWeapon({
  group: 'attack',
  icon: 'actions/melee-attack',
  needs: 'target',
  ...splittableTime((act) => weaponOf(act)?.timeCost ?? 0),
  whyNot: ({ weapon }) => [...whyNotWield(weapon), ...(isShot(weapon) ? whyNotShots(weapon) : [])],
  whyNotFinish(act) {
    const weapon = weaponOf(act);
    if (optionsOf(act.command).object || !weapon) return [];
    return whyNotAt((aimed) => whyNotNear(aimed, rangeOf(weapon, aimed.world)))(act);
  },
  *play(act) {
    const { world, fighter, target, weapon, command } = act;
    const { hurry: hurried = false, attack: lent, object } = optionsOf(command);
    const blow = blowOf(fighter, weapon);
    if (weapon.kind === 'ranged' && weapon.thrown) yield* dropItem(fighter, weapon, target?.place ?? null);
    if (isShot(weapon)) yield* spendShot(fighter, weapon);
    if (object || !target) yield* strikeThing(act, blow, { hurried, lent });
    else yield* strike(act, target, defenceOf(target, world), blow, { hurried, lent });
  },
});

/** S-26: a blow at a thing that has hit points; it breaks when none are left. */
function* strikeThing(act: Act, blow: Blow, lean: Lean): Procedure<void> {
  const { encounter, fighter } = act;
  const thing = yield* whichThing(act);
  const damage = yield* strike(act, null, thing.defence, blow, lean);
  if (damage === null) return;
  const hp = Math.max(0, thing.hp - damage);
  // Whoever struck it first remembers it for all.
  const { id, state } = Object.values(encounter.fighters).find((other) => thingIn(other, thing.name)) ?? fighter;
  const others = (state.things ?? []).filter(({ name }) => name !== thing.name);
  yield* setState(id, 'things', hp > 0 ? [...others, { ...thing, hp }] : others);
  yield* log(hp > 0 ? 'thing-holds' : 'thing-breaks', { thing: thing.name, left: hp }, fighter.id);
}

const thingIn = ({ state: { things = [] } }: SecondsFighter, wanted: string): GroundItem | undefined =>
  things.find(({ name }) => name === wanted);

/** One that was struck before, or what the game master says of another. */
function* whichThing({ encounter, world, fighter }: Act): Procedure<GroundItem> {
  const known = Object.values(encounter.fighters).flatMap(({ state }) => state.things ?? []);
  const ids = known.map((_, at) => `thing-${at}`);
  const names = Object.fromEntries(known.map(({ name }, at) => [`thing-${at}`, name]));
  const picked = known.length > 0 ? yield* choose('object', fighter.id, [...ids, 'other'], names) : 'other';
  const same = known[ids.indexOf(picked)];
  if (same) return same;
  const said = (yield* askText('object-name', fighter.id, MOST_WORDS)).trim();
  const facts = { at: fighter.id, thing: said };
  const defence = yield* askAmount('object-defence', GM, 0, THING_MOST, { ...facts, usual: world.defenceBase });
  const hp = yield* askAmount('object-hp', GM, 1, THING_MOST_HP, facts);
  return known.find(({ name }) => name === said) ?? { name: said, defence, hp };
}

/** Characters of what a thing is called; the most its defense and its hit points can be. */
const MOST_WORDS = 60;
const THING_MOST = 60;
const THING_MOST_HP = 999;

/** What an attack roll is thrown with besides what conditions make of it. */
interface Lean {
  readonly hurried: boolean;
  readonly lent: Advantage | undefined;
}

const PLAIN: Lean = { hurried: false, lent: undefined };

const attackDice = (attacker: SecondsFighter, target: SecondsFighter | null, { hurried, lent }: Lean) =>
  pickDice(
    D20,
    target !== null && is(target, 'blinded'),
    hurried || is(attacker, 'frightened') || is(attacker, 'blinded'),
    lent,
  );

/** What is added to the die of an attack, and what it does. */
interface Blow {
  readonly bonus: number;
  readonly damage: Dice;
  /** Added to its damage. */
  readonly adds: number;
}

export const blowOf = ({ stats }: SecondsFighter, { id, kind, bonus, damage }: Weapon): Blow => ({
  bonus: (kind === 'melee' ? stats.str : stats.dex) + bonus,
  damage: parseDice(damage, id),
  adds: kind === 'melee' ? stats.str : 0,
});

/** Section 3.5: one attack, from its die on; comes to its damage, null where it misses. @param target null for a thing */
function* strike(
  { encounter, world, fighter }: Pick<Act, 'encounter' | 'world' | 'fighter'>,
  target: SecondsFighter | null,
  against: number,
  { bonus, damage: dice, adds }: Blow,
  lean: Lean = PLAIN,
): Procedure<number | null> {
  const { id } = fighter;
  const at = target && { at: target.id };
  // S-A8: a table that lets natural faces decide has them pointed out.
  const told = { bonus, against, ...(world.naturalExtremes && { natural: 1 }) };
  const isHit = yield* check('attack', attackDice(fighter, target, lean), id, told, (die) =>
    hits(die, bonus, against, world),
  );
  yield* reveal(fighter);
  if (!isHit) {
    yield* recordOutcome({ result: target ? 'miss' : 'misses-object', success: false, ...at }, id);
    return null;
  }
  const damage = yield* check('damage', dice, id, { bonus: adds }, (rolled) => Math.max(0, rolled + adds));
  yield* recordOutcome({ result: target ? 'hit' : 'hits-object', success: true, ...at, damage }, id);
  if (target && damage > 0) yield* harm(encounter, target, damage);
  return damage;
}

/** S-A5, S-A8. */
function hits(die: number, bonus: number, against: number, { naturalExtremes }: WorldSettings): boolean {
  if (naturalExtremes && (die === 1 || die === 20)) return die === 20;
  return die + bonus >= against;
}

/** S-111, S-112, S-116: one plain blow; only offers and the game master say that it is provoked. */
export const opportunityAttack = withWeapon({
  group: 'attack',
  needs: 'target',
  inFight: true,
  reacts: true,
  whyNotFirst: ({ command }) => (optionsOf(command).provoked ? [] : [{ id: 'not-provoked' }]),
  whyNot: ({ weapon }) => [...whyNotWield(weapon), ...(weapon.kind === 'melee' ? [] : [{ id: 'not-melee' }])],
  // S-A21: only what itself reaches so far.
  whyNotFinish(act) {
    const weapon = weaponOf(act);
    return weapon ? whyNotAt((aimed) => whyNotNear(aimed, rangeOf(weapon, aimed.world)))(act) : [];
  },
  *play(act) {
    const { encounter, world, fighter, target, weapon } = act;
    yield* spendReaction(encounter, fighter);
    if (target) yield* strike(act, target, defenceOf(target, world), blowOf(fighter, weapon));
  },
});

const isSpell = (item: SecondsItem | null): item is Spell => item?.type === 'secondsSpell';

/** S-A39: never hurried. Spells that strike roll against the target; what others do, the game master tells. */
export const castSpell = withItemOfType(isSpell, 'no-spell', {
  group: 'attack',
  needs: 'target',
  ofItem: true,
  ...splittableTime(({ item }) => (isSpell(item) ? item.timeCost : 0)),
  whyNotFinish(act) {
    const { item } = act;
    if (!isSpell(item)) return [];
    if (item.attacks) return whyNotAt((aimed) => whyNotNear(aimed, item.range))(act);
    return act.target ? whyNotThrough({ ...act, target: act.target }) : [];
  },
  // S-113, S-A23.
  distracts: (_, remaining, left) => remaining > left,
  *play(act) {
    const { world, fighter, target, item: spell } = act;
    if (!spell.attacks || !target) return void (yield* log('casts', { spell: spell.name }, fighter.id));
    const blow = { bonus: spell.bonus, damage: parseDice(spell.damage, spell.id), adds: 0 };
    yield* strike(act, target, defenceOf(target, world), blow);
  },
});

import { conclude, say } from '../../../encounter/change';
import { impossible } from '../../../encounter/legality';
import { GM, type Reason } from '../../../kernel/ask';
import type { Dice } from '../../../kernel/dice';
import { amount, check, choose, type Procedure, writeText } from '../../../kernel/procedure';
import { pick } from '../../../toolkit/combat/check';
import { diceOf } from '../../../toolkit/combat/dice';
import { type Aimed, aim, whyNotAim, whyNotFound } from '../../../toolkit/define/actions';
import { letGo, takeShot, whyNotShots } from '../../../toolkit/define/item';
import { initialOf } from '../../../toolkit/define/schema';
import { isInSight, isWithinEffect } from '../../../toolkit/space/sight';
import { type Act, type Action, needing, type Targeted, takes, targeted, withThing } from '../action';
import { is } from '../conditions';
import { saidIn } from '../options';
import { isWeapon, SCHEMA, type SecondsItem, type Spell, type Weapon } from '../schema';
import { D20 } from '../skills/check';
import { mark, type SecondsFighter, type Thing } from '../state';
import { inHand, type World } from '../stats';
import { begun, react } from '../turn/lane';
import { hurt, isWithin, metresApart, reachOf, show } from './harm';

export const UNARMED = 'unarmed';

/** Bare hands, as a weapon (section 3.4). */
const BARE_HANDS: Weapon = {
  ...initialOf(SCHEMA.items.secondsWeapon),
  id: UNARMED,
  name: UNARMED,
  type: 'secondsWeapon',
  timeCost: 1.5,
  damage: '1d3',
};

/** What a command attacks with: the weapon it names, bare hands, else the first in a slot, else bare hands. */
export function weaponOf({ fighter, command }: Pick<Act, 'fighter' | 'command'>): Weapon | null {
  if (command.with === UNARMED) return BARE_HANDS;
  if (command.with === undefined) return inHand(fighter)[0] ?? BARE_HANDS;
  const named = fighter.items.find(({ id }) => id === command.with);
  return named && isWeapon(named) ? named : null;
}

/** S-49: what an attack must reach; doubled while evading, nothing but the base while out cold. */
function defenceOf(target: SecondsFighter, world: World): number {
  if (is(target, 'unconscious')) return world.defenceBase;
  return world.defenceBase + target.stats.dodge * (is(target, 'evading') ? world.evadeFactor : 1);
}

/** Why somebody cannot be aimed at: one does not see it (S-A32). */
export function whyNotSeen({ encounter: { ground }, fighter, target }: Aimed<Act>): Reason[] {
  if (is(target, 'hidden', fighter.id)) return [{ id: 'hidden' }];
  return isInSight(ground, fighter.place, target.place) ? [] : [{ id: 'out-of-sight' }];
}

/** Whether a blow, a shot or a spell would get there: a wall stops it. */
const whyNotThrough = (act: Aimed<Act>): Reason[] =>
  isWithinEffect(act.encounter.ground, act.fighter.place, act.target.place) ? whyNotSeen(act) : [{ id: 'wall' }];

/** Besides, whether it is near enough. @param metres how far it may be */
export function whyNotNear(act: Aimed<Act>, metres: number): Reason[] {
  const { encounter, fighter, target } = act;
  const reasons = whyNotThrough(act);
  if (!fighter.place || !target.place || isWithin(encounter, fighter, target.place, metres)) return reasons;
  const distance = Math.round(metresApart(encounter, fighter.place, target.place) * 10) / 10;
  return [...reasons, { id: 'out-of-reach', data: { distance, reach: metres } }];
}

export const whyNotInReach = (act: Aimed<Act>): Reason[] => whyNotNear(act, reachOf(act.encounter, act.fighter));

/** How far this weapon goes: a ranged one its range, a melee one its own reach. */
export const carries = ({ kind, reach, range }: Weapon, { defaultReach }: World): number =>
  kind === 'ranged' ? range : (reach ?? defaultReach);

/** S-37: why this weapon cannot attack now. */
export const whyNotWield = (weapon: Weapon): Reason[] => (weapon.equipped ? [] : [{ id: 'not-equipped' }]);

/** The weapon of an attack that names none. One that was begun without a name goes on so, or its time would be lost (S-14). */
export const unnamedWeapon = (act: Act): Weapon | null => (begun(act.fighter, act.command) ? null : weaponOf(act));

/** A row done with a weapon. */
const armed = needing<Act & { readonly weapon: Weapon }>({
  means: unnamedWeapon,
  find(act) {
    const weapon = weaponOf(act);
    return weapon && { weapon, ...act };
  },
  missing: () => [impossible('no-weapon')],
});

/** What stands against an act at somebody, where not every act of its row needs one. */
export const whyNotAt = (judge: (act: Aimed<Act>) => readonly Reason[]) =>
  whyNotFound<Act, Aimed<Act>>({ find: aim, missing: whyNotAim }, judge);

type Maneuver = Pick<Targeted, 'icon' | 'play'> & Partial<Targeted> & { readonly seconds: number };

/** What is done to somebody, in reach where nothing else is said, with one's body. */
export const maneuver = ({ seconds, ...row }: Maneuver): Action =>
  targeted({
    group: 'maneuver',
    ...takes(seconds),
    whyNotFinish: whyNotInReach,
    ...row,
  });

/** Whether it sends something off, and is not thrown itself. */
const isShot = ({ kind, thrown }: Weapon): boolean => kind === 'ranged' && !thrown;

/** S-25 to S-30; with `hurry: true` at once with what time there is (S-28), with `object: true` at a thing. */
export const attack: Action = armed({
  group: 'attack',
  icon: 'actions/melee-attack',
  needs: 'target',
  ...takes((act) => weaponOf(act)?.timeCost ?? 0),
  whyNot: ({ weapon }) => [...whyNotWield(weapon), ...(isShot(weapon) ? whyNotShots(weapon) : [])],
  whyNotFinish(act) {
    const weapon = weaponOf(act);
    if (saidIn(act.command).object || !weapon) return [];
    return whyNotAt((aimed) => whyNotNear(aimed, carries(weapon, aimed.world)))(act);
  },
  *play(act) {
    const { world, fighter, target, weapon, command } = act;
    const { hurry: hurried = false, attack: lent, object } = saidIn(command);
    const blow = blowOf(fighter, weapon);
    if (weapon.kind === 'ranged' && weapon.thrown) yield* letGo(fighter, weapon, target?.place ?? null);
    if (isShot(weapon)) yield* takeShot(fighter, weapon);
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
  const { id, book } = Object.values(encounter.fighters).find((other) => thingIn(other, thing.name)) ?? fighter;
  const others = (book.things ?? []).filter(({ name }) => name !== thing.name);
  yield* mark(id, 'things', hp > 0 ? [...others, { ...thing, hp }] : others);
  yield* say(hp > 0 ? 'thing-holds' : 'thing-breaks', { thing: thing.name, left: hp }, fighter.id);
}

const thingIn = ({ book: { things = [] } }: SecondsFighter, wanted: string): Thing | undefined =>
  things.find(({ name }) => name === wanted);

/** One that was struck before, or what the game master says of another. */
function* whichThing({ encounter, world, fighter }: Act): Procedure<Thing> {
  const known = Object.values(encounter.fighters).flatMap(({ book }) => book.things ?? []);
  const ids = known.map((_, at) => `thing-${at}`);
  const names = Object.fromEntries(known.map(({ name }, at) => [`thing-${at}`, name]));
  const picked = known.length > 0 ? yield* choose('object', fighter.id, [...ids, 'other'], names) : 'other';
  const same = known[ids.indexOf(picked)];
  if (same) return same;
  const said = (yield* writeText('object-name', fighter.id, MOST_WORDS)).trim();
  const facts = { at: fighter.id, thing: said };
  const defence = yield* amount('object-defence', GM, 0, THING_MOST, { ...facts, usual: world.defenceBase });
  const hp = yield* amount('object-hp', GM, 1, THING_MOST_HP, facts);
  return known.find(({ name }) => name === said) ?? { name: said, defence, hp };
}

/** Characters of what a thing is called; the most its defense and its hit points can be. */
const MOST_WORDS = 60;
const THING_MOST = 60;
const THING_MOST_HP = 999;

/** What an attack roll is thrown with besides what conditions make of it. */
interface Lean {
  readonly hurried: boolean;
  readonly lent: 'advantage' | 'disadvantage' | undefined;
}

const PLAIN: Lean = { hurried: false, lent: undefined };

const attackDice = (attacker: SecondsFighter, target: SecondsFighter | null, { hurried, lent }: Lean) =>
  pick(
    D20,
    lent === 'advantage' || (target !== null && is(target, 'blinded')),
    hurried || lent === 'disadvantage' || is(attacker, 'frightened') || is(attacker, 'blinded'),
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
  damage: diceOf(damage, id),
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
  yield* show(fighter);
  if (!isHit) {
    yield* conclude({ result: target ? 'miss' : 'misses-object', success: false, ...at }, id);
    return null;
  }
  const damage = yield* check('damage', dice, id, { bonus: adds }, (rolled) => Math.max(0, rolled + adds));
  yield* conclude({ result: target ? 'hit' : 'hits-object', success: true, ...at, damage }, id);
  if (target && damage > 0) yield* hurt(encounter, target, damage);
  return damage;
}

/** S-A5, S-A8. */
function hits(die: number, bonus: number, against: number, { naturalExtremes }: World): boolean {
  if (naturalExtremes && (die === 1 || die === 20)) return die === 20;
  return die + bonus >= against;
}

/** S-111, S-112, S-116: one plain blow; only offers and the game master say that it is provoked. */
export const opportunityAttack = armed({
  group: 'attack',
  needs: 'target',
  inFight: true,
  reacts: true,
  whyNotAnyway: ({ command }) => (saidIn(command).provoked ? [] : [{ id: 'not-provoked' }]),
  whyNot: ({ weapon }) => [...whyNotWield(weapon), ...(weapon.kind === 'melee' ? [] : [{ id: 'not-melee' }])],
  // S-A21: only what itself reaches so far.
  whyNotFinish(act) {
    const weapon = weaponOf(act);
    return weapon ? whyNotAt((aimed) => whyNotNear(aimed, carries(weapon, aimed.world)))(act) : [];
  },
  *play(act) {
    const { encounter, world, fighter, target, weapon } = act;
    yield* react(encounter, fighter);
    if (target) yield* strike(act, target, defenceOf(target, world), blowOf(fighter, weapon));
  },
});

const isSpell = (item: SecondsItem | null): item is Spell => item?.type === 'secondsSpell';

/** S-A39: never hurried. Spells that strike roll against the target; what others do, the game master tells. */
export const castSpell = withThing(isSpell, 'no-spell', {
  group: 'attack',
  needs: 'target',
  ofItem: true,
  ...takes(({ item }) => (isSpell(item) ? item.timeCost : 0)),
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
    if (!spell.attacks || !target) return void (yield* say('casts', { spell: spell.name }, fighter.id));
    const blow = { bonus: spell.bonus, damage: diceOf(spell.damage, spell.id), adds: 0 };
    yield* strike(act, target, defenceOf(target, world), blow);
  },
});

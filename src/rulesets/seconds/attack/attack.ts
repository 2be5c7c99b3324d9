import { conclude, say } from '../../../encounter/change';
import { impossible } from '../../../encounter/legality';
import { GM, type Reason } from '../../../kernel/ask';
import { amount, type Procedure, roll } from '../../../kernel/procedure';
import { pick } from '../../../mechanics/check';
import { diceOf } from '../../../mechanics/dice';
import { type Aimed, aim, whyNotAim, whyNotFound } from '../../../rulebook/actions';
import { initialOf } from '../../../rulebook/schema';
import { type Act, type Action, needing } from '../act';
import { D20 } from '../check';
import { is } from '../conditions';
import { isWeapon, SCHEMA, type Spell, type Weapon } from '../schema';
import type { SecondsEncounter, SecondsFighter, World } from '../stats';
import { ticksOf } from '../words';
import { hurt, isWithin, metresApart, reachOf, show } from './harm';

export const UNARMED = 'unarmed';

/** Bare hands, as a weapon (section 3.4). */
const BARE_HANDS: Weapon = {
  ...initialOf(SCHEMA.items.secondsWeapon),
  ...{ id: UNARMED, name: UNARMED, type: 'secondsWeapon', timeCost: 1.5, damage: '1d3' },
};

/** What a command attacks with: the weapon it names, bare hands, else the first in a slot, else bare hands. */
export function weaponOf({ fighter, command }: Pick<Act, 'fighter' | 'command'>): Weapon | null {
  if (command.with === UNARMED) return BARE_HANDS;
  if (command.with === undefined) return inHand(fighter)[0] ?? BARE_HANDS;
  const named = fighter.items.find(({ id }) => id === command.with);
  return named && isWeapon(named) ? named : null;
}

/** S-49: what an attack must reach; doubled while evading, nothing but the base while out cold. */
export function defenceOf(target: SecondsFighter, world: World): number {
  if (is(target, 'unconscious')) return world.defenceBase;
  return world.defenceBase + target.stats.dodge * (is(target, 'evading') ? world.evadeFactor : 1);
}

/** Why somebody cannot be aimed at: one does not see it (S-A32). */
export const whyNotSeen = ({ fighter, target }: Aimed<Act>): Reason[] =>
  is(target, 'hidden', fighter.id) ? [{ id: 'hidden' }] : [];

/** Besides, whether it is near enough. @param metres how far it may be */
export function whyNotNear(act: Aimed<Act>, metres: number): Reason[] {
  const { encounter, fighter, target } = act;
  const reasons = whyNotSeen(act);
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

/** A row done with a weapon. */
export const armed = needing<Act & { readonly weapon: Weapon }>({
  find(act) {
    const weapon = weaponOf(act);
    return weapon && { weapon, ...act };
  },
  missing: () => [impossible('no-weapon')],
});

/** What stands against an act at somebody, where not every act of its row needs one. */
export const whyNotAt = (judge: (act: Aimed<Act>) => readonly Reason[]) =>
  whyNotFound<Act, Aimed<Act>>({ find: aim, missing: whyNotAim }, judge);

type Targeted = Parameters<typeof targeted>[0];
type Maneuver = Pick<Targeted, 'icon' | 'play'> & Partial<Targeted> & { readonly seconds: number };

/** What is done to somebody, in reach where nothing else is said, with one's body. */
export const maneuver = ({ seconds, ...row }: Maneuver): Action =>
  targeted({
    group: 'maneuver',
    splits: true,
    base: () => ticksOf(seconds),
    byDex: () => true,
    whyNotFinish: whyNotInReach,
    ...row,
  });

const isAtObject = ({ command }: Act): boolean => command.options?.object === true;

/** S-25 to S-30; with `hurry: true` at once with what time there is (S-28), with `object: true` at a thing. */
export const attack: Action = armed({
  group: 'attack',
  icon: 'actions/melee-attack',
  needs: 'target',
  splits: true,
  base: (act) => ticksOf(weaponOf(act)?.timeCost ?? 0),
  byDex: () => true,
  whyNot: ({ weapon }) => whyNotWield(weapon),
  whyNotFinish(act) {
    const weapon = weaponOf(act);
    return isAtObject(act) || !weapon ? [] : whyNotAt((aimed) => whyNotNear(aimed, carries(weapon, aimed.world)))(act);
  },
  *play(act) {
    const { encounter, world, fighter, target, weapon } = act;
    if (isAtObject(act) || !target) yield* strikeObject(act, weapon);
    else yield* strike(encounter, world, fighter, target, weapon, leanOf(act));
  },
});

/** What an attack roll is thrown with besides what conditions make of it. */
interface Lean {
  readonly hurried: boolean;
  readonly lent: unknown;
}

const leanOf = ({ command: { options } }: Act): Lean => ({ hurried: options?.hurry === true, lent: options?.attack });

const attackDice = (attacker: SecondsFighter, target: SecondsFighter | null, { hurried, lent }: Lean) =>
  pick(
    D20,
    lent === 'advantage' || (target !== null && is(target, 'blinded')),
    hurried || lent === 'disadvantage' || is(attacker, 'frightened') || is(attacker, 'blinded'),
  );

const PLAIN: Lean = { hurried: false, lent: undefined };

/** Section 3.5: one attack with a weapon, from its die on. */
export function* strike(
  encounter: SecondsEncounter,
  world: World,
  attacker: SecondsFighter,
  target: SecondsFighter,
  weapon: Weapon,
  lean: Lean = PLAIN,
): Procedure<void> {
  const { stats, id } = attacker;
  const bonus = (weapon.kind === 'melee' ? stats.str : stats.dex) + weapon.bonus;
  const against = defenceOf(target, world);
  const die = yield* roll('attack', attackDice(attacker, target, lean), id, { bonus, against });
  yield* show(attacker);
  if (!hits(die, bonus, against, world))
    return void (yield* conclude({ result: 'miss', success: false, at: target.id }, id));
  const adds = weapon.kind === 'melee' ? stats.str : 0;
  const rolled = yield* roll('damage', diceOf(weapon.damage, weapon.id), id, { bonus: adds });
  const damage = Math.max(0, rolled + adds);
  yield* conclude({ result: 'hit', success: true, at: target.id, damage }, id);
  if (damage > 0) yield* hurt(encounter, target, damage);
}

/** S-A5, S-A8. */
function hits(die: number, bonus: number, against: number, { naturalExtremes }: World): boolean {
  if (naturalExtremes && (die === 1 || die === 20)) return die === 20;
  return die + bonus >= against;
}

/** What a thing's defense is where nobody says otherwise, and the most it can be. */
const OBJECT_MOST = 60;

/** S-26: against a number of the game master's. */
function* strikeObject({ fighter, world, ...act }: Act, weapon: Weapon): Procedure<void> {
  const { stats, id } = fighter;
  const bonus = (weapon.kind === 'melee' ? stats.str : stats.dex) + weapon.bonus;
  const against = yield* amount('object-defence', GM, 0, OBJECT_MOST, { at: id, usual: world.defenceBase });
  const die = yield* roll('attack', attackDice(fighter, null, leanOf({ ...act, fighter, world })), id, {
    bonus,
    against,
  });
  yield* show(fighter);
  if (!hits(die, bonus, against, world)) return void (yield* conclude({ result: 'misses-object', success: false }, id));
  const adds = weapon.kind === 'melee' ? stats.str : 0;
  const rolled = yield* roll('damage', diceOf(weapon.damage, weapon.id), id, { bonus: adds });
  yield* conclude({ result: 'hits-object', success: true, damage: Math.max(0, rolled + adds) }, id);
}

const spellOf = ({ item }: Act): Spell | null => (item?.type === 'secondsSpell' ? item : null);

const casting = needing<Act & { readonly item: Spell }>({
  find(act) {
    const item = spellOf(act);
    return item && { ...act, item };
  },
  missing: () => [impossible('no-spell')],
});

/** S-A39: never hurried. Spells that strike roll against the target; what others do, the game master tells. */
export const castSpell = casting({
  group: 'attack',
  icon: 'actions/cast-spell',
  needs: 'target',
  ofItem: true,
  splits: true,
  base: (act) => ticksOf(spellOf(act)?.timeCost ?? 0),
  byDex: () => true,
  whyNotFinish(act) {
    const spell = spellOf(act);
    return spell?.attacks ? whyNotAt((aimed) => whyNotNear(aimed, spell.range))(act) : [];
  },
  // S-113, S-A23.
  distracts: (_, remaining, left) => remaining > left,
  *play({ encounter, world, fighter, target, item: spell }) {
    if (!spell.attacks || !target) return void (yield* say('casts', { spell: spell.name }, fighter.id));
    const { id } = fighter;
    const against = defenceOf(target, world);
    const die = yield* roll('attack', attackDice(fighter, target, PLAIN), id, { bonus: spell.bonus, against });
    yield* show(fighter);
    if (!hits(die, spell.bonus, against, world))
      return void (yield* conclude({ result: 'miss', success: false, at: target.id }, id));
    const damage = yield* roll('damage', diceOf(spell.damage, spell.id), id, { bonus: 0 });
    yield* conclude({ result: 'hit', success: true, at: target.id, damage }, id);
    yield* hurt(encounter, target, damage);
  },
});

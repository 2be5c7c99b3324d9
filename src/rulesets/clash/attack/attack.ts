import { alter, conclude, say } from '../../../encounter/change';
import type { Outcome } from '../../../encounter/effect';
import type { Faceoff } from '../../../encounter/view';
import { type Dice, dice } from '../../../kernel/dice';
import { check, choose, type Procedure } from '../../../kernel/procedure';
import { rowFor } from '../../../toolkit/combat/check';
import { gain, lose } from '../../../toolkit/combat/condition';
import { settled } from '../../../toolkit/define/setting';
import { isInSight } from '../../../toolkit/space/sight';
import { faces } from '../../../toolkit/space/space';
import type { Rules } from '../action';
import { empowermentOf, is, mountOf, riderOf } from '../conditions';
import { diceAt, endConcentration, holdOn } from '../magic/mana';
import { unseat } from '../movement/saddle';
import { SETTINGS, ZONES, type Zone } from '../schema';
import { DEFENSE_DIE, face } from '../skills/check';
import type { ClashEncounter, ClashFighter } from '../state';
import type { Arm } from '../stats';
import {
  afterParry,
  type Defense,
  type DefenseOutcome,
  defend,
  type Form,
  type Guarded,
  guardianOf,
  pickDefense,
} from './defense';
import { heldBy } from './reach';

/** What an attack, a spell or an effort came to. */
export interface ClashOutcome extends Outcome {
  /** Where it decides the face-off. */
  readonly verdict?: NonNullable<Faceoff['verdict']>;
  readonly zone?: Zone;
  /** What armor or Magic Defense took off. */
  readonly soak?: number;
}

/** C-61, downward. */
const ZONE_TABLE: readonly { readonly from: number; readonly zone: Zone }[] = [
  { from: 10, zone: 'head' },
  { from: 8, zone: 'legs' },
  { from: 6, zone: 'arms' },
  { from: 1, zone: 'torso' },
];

export const zoneOf = (face: number): Zone => rowFor(ZONE_TABLE, face).zone;

/** What a blow came to. */
export interface Impact {
  /** Whether it overcame Armor Value or Magic Defense (C-59). */
  readonly hit: boolean;
  readonly taken: number;
}

/** C-59, C-A25: what incoming damage comes to against so much protection. */
export function impactOf(incoming: number, soak: number, threshold: boolean): Impact {
  const hit = incoming > soak;
  return { hit, taken: threshold ? (hit ? incoming : 0) : Math.max(0, incoming - soak) };
}

/**
 * C-59 to C-61, C-101: incoming damage against what protects from it; each hit asks a concentrating caster for a save.
 * @param zone null where magic works without striking anywhere
 */
export function* strike(
  encounter: ClashEncounter,
  target: ClashFighter,
  incoming: number,
  against: 'weapon' | 'magic',
  zone: Zone | null,
): Procedure<Impact> {
  // C-A27.
  const { armorValue, magicDefense } = target.stats;
  const soak = against === 'weapon' ? armorValue[zone ?? 'torso'] : magicDefense;
  const { threshold } = settled(SETTINGS, encounter.settings);
  const impact = impactOf(incoming, soak, threshold);
  const result = impact.hit ? (zone ? 'hit' : 'hit-magic') : 'glanced';
  const verdict = impact.hit ? 'through' : 'held';
  const outcome: ClashOutcome = { result, success: true, verdict, damage: impact.taken, soak, ...(zone && { zone }) };
  yield* conclude(outcome, target.id);
  yield* hurt(encounter, target, impact.taken);
  if (impact.hit) yield* holdOn(encounter, target, incoming);
  return impact;
}

/** C-A57: takes hit points; who has none left is out of the fight. */
function* hurt(encounter: ClashEncounter, fighter: ClashFighter, points: number): Procedure<void> {
  if (points > 0) yield* alter(fighter.id, 'hp', -points);
  if (fighter.pools.hp.value === 0 && !is(fighter, 'defeated')) yield* fell(encounter, fighter);
}

/** C-A8, C-A55, C-A57: who cannot fight holds no spell, nobody and no reins. */
export function* fell(encounter: ClashEncounter, fighter: ClashFighter): Procedure<void> {
  yield* gain(fighter.id, 'defeated', null);
  yield* letGo(encounter, fighter);
}

/** What falls to who cannot fight any more; C-64: a mount that goes down throws its rider. */
export function* letGo(encounter: ClashEncounter, fighter: ClashFighter): Procedure<void> {
  if (is(fighter, 'concentrating')) yield* endConcentration(encounter, fighter);
  for (const other of heldBy(encounter, fighter)) yield* lose(other, 'grappled', ({ by }) => by === fighter.id);
  if (is(fighter, 'mounted')) yield* unseat(encounter, fighter);
  const rider = riderOf(encounter, fighter);
  if (!rider) return;
  yield* say('unseated', { mount: fighter.name }, rider.id);
  yield* unseat(encounter, rider);
}

/** Gives hit points back; who was down for want of them stands again. */
export function* heal(fighter: ClashFighter, points: number): Procedure<void> {
  const wasDown = fighter.pools.hp.value === 0;
  const gained = points > 0 ? yield* alter(fighter.id, 'hp', points) : 0;
  yield* conclude({ result: 'healed', success: true, points: gained }, fighter.id);
  if (wasDown && gained > 0) yield* lose(fighter, 'defeated');
}

/** C-A27, C-A48: damage that nothing reduces, and that is no hit. */
export function* hurtAbsolutely(encounter: ClashEncounter, fighter: ClashFighter, points: number): Procedure<void> {
  yield* say('absolute', { damage: points }, fighter.id);
  yield* hurt(encounter, fighter, points);
}

/** C-A6: dice and what is added, never below zero. @param closes whether dice that fell before count for nothing after it */
export function* rollDamage(
  id: string,
  dice: Dice | null,
  by: string,
  bonus: number,
  closes = false,
): Procedure<number> {
  const comesTo = (rolled: number) => Math.max(0, rolled + bonus);
  return dice ? yield* check(id, dice, by, { bonus }, comesTo, closes) : comesTo(0);
}

/** One attack that is answered by a defense, and all it needs to know. */
export interface Assault {
  readonly encounter: ClashEncounter;
  readonly rules: Rules;
  readonly attacker: ClashFighter;
  readonly defender: ClashFighter;
  readonly form: Form;
  /** Added to the d20: Attack Value, or an attribute for magic. */
  readonly bonus: number;
  /** Advantage, or below nothing disadvantage, of the attack die (C-A1). */
  readonly level: number;
  /** Levels lent to the defense. */
  readonly defenseLevel: number;
  readonly damage: { readonly dice: Dice | null; readonly bonus: number };
  readonly against: 'weapon' | 'magic';
  /** Whether it is all there is to an action: once it is answered nothing looks at its total, and nothing at what it came to. */
  readonly alone?: boolean;
}

/** What an attack came to. */
export interface Landing extends Impact {
  /** Whether anything of it came through to be weighed against armor; of a grapple, whether it holds. */
  readonly through: boolean;
  /** Before armor or Magic Defense (C-A29). */
  readonly incoming: number;
}

const NOTHING: Landing = { through: false, hit: false, taken: 0, incoming: 0 };

/** What the table lends to an attack, from the command's options. */
export interface Lent {
  readonly attackLevel: number;
  readonly defenseLevel: number;
  /** Whether it comes from where the target does not look; null: as the map says. */
  readonly behind: boolean | null;
}

/** C-62, C-A30: from where the target does not look, or from behind what it does not see through, as the table says or else the map. */
export function isBackstab(
  { ground, settings }: ClashEncounter,
  attacker: ClashFighter,
  target: ClashFighter,
  said: boolean | null,
): boolean {
  if (said !== null) return said;
  if (settled(SETTINGS, settings).facing === 'off' || !attacker.place || !target.place) return false;
  return !faces(ground, target.place, attacker.place) || !isInSight(ground, target.place, attacker.place);
}

/** C-65, C-A33: a basic attack, which alone is the worse for a mount that has moved in this turn. */
export function basic(assault: Assault): Assault {
  const mount = mountOf(assault.encounter, assault.attacker);
  return mount?.book.moved === true ? { ...assault, level: assault.level - 1 } : assault;
}

/** What one arm brings: a blow within reach, or a shot; C-63: at the level of where it comes from. */
export function assaultWith(
  encounter: ClashEncounter,
  rules: Rules,
  attacker: ClashFighter,
  defender: ClashFighter,
  arm: Arm,
  lent: Lent,
): Assault {
  return {
    encounter,
    rules,
    attacker,
    defender,
    form: arm.ranged ? 'ranged' : 'melee',
    bonus: arm.attackValue,
    level: lent.attackLevel + (isBackstab(encounter, attacker, defender, lent.behind) ? 1 : 0),
    defenseLevel: lent.defenseLevel,
    damage: { dice: arm.dice, bonus: arm.damageBonus + empowermentOf(attacker) },
    against: 'weapon',
  };
}

/**
 * Section 6.1, steps 3 to 10: the attack, its answer, and what comes through. A world that hides the total lets the die fall after the
 * defense is picked: what nobody has thrown, nobody's client can know.
 */
export function* exchange(assault: Assault): Procedure<Landing> {
  const [landing = NOTHING] = yield* volley([assault]);
  return landing;
}

/** The same at several at once: one die and one total stands against all of them, and each answers for itself. */
export function* volley(assaults: readonly [Assault, ...Assault[]]): Procedure<readonly Landing[]> {
  const [{ encounter, attacker, defender, form, bonus, level }] = assaults;
  const isHidden = settled(SETTINGS, encounter.settings).attackTotal === 'hidden';
  const early: (Defense | null)[] = [];
  for (const each of assaults) early.push(isHidden ? yield* pickDefense(each, attacker.id, null) : null);
  const facts = { bonus, at: defender.id };
  const total = (yield* face(form === 'grapple' ? 'grapple' : 'attack', attacker.id, level, facts)) + bonus;
  const landings: Landing[] = [];
  for (const [at, each] of assaults.entries()) landings.push(yield* answered(each, total, early[at] ?? null));
  return landings;
}

/** What one of those it is meant for makes of an attack total. */
function* answered(assault: Assault, total: number, early: Defense | null): Procedure<Landing> {
  const { encounter, rules, attacker, defender, form } = assault;
  const threat = { encounter, defender, form };
  const guarded: Guarded = { ...threat, total, lent: assault.defenseLevel, alone: assault.alone === true };
  const answer = yield* defend(guarded, early ?? (yield* pickDefense(threat, attacker.id, total)));
  const { kind, arm, spell } = answer.defense;
  if (kind !== 'none') yield* conclude(resultOf(kind, answer), guardianOf(guarded).id);
  if (spell && answer.succeeds) yield* rules.answer(defender, spell, answer.level, attacker);
  const parry = kind === 'parry' && answer.succeeds ? yield* steer(assault, guarded, answer) : null;
  const landing = yield* comeThrough(assault, answer, parry);
  if (kind === 'parry' && answer.succeeds) yield* afterParry(assault, guardianOf(guarded), arm);
  return landing;
}

/** Outcomes of a failed defense. */
const FAILED = {
  dodge: 'dodge-failed',
  parry: 'parry-failed',
  block: 'block-failed',
  spell: 'spell-failed',
} as const;

/** C-41, C-42, C-45: what the answer came to. A dodge and a perfect parry end it; after the others something may still come through. */
function resultOf(kind: keyof typeof FAILED, { succeeds, face }: DefenseOutcome): ClashOutcome {
  if (!succeeds) return { result: FAILED[kind], success: true };
  const isPerfectParry = kind === 'parry' && isPerfect(face);
  const result = isPerfectParry ? 'parry-perfect' : `${kind}-made`;
  return { result, success: false, ...((isPerfectParry || kind === 'dodge') && { verdict: 'held' as const }) };
}

/** C-41. */
const PERFECT = 10;
const isPerfect = (face: number): boolean => face >= PERFECT;

/** What a parry made of the blow. */
interface Steered {
  readonly stopped: boolean;
  readonly zone: Zone | null;
}

/** C-41 to C-44: a perfect parry stops the blow; a normal one names its zone and may throw a second die. */
function* steer({ form }: Assault, guarded: Guarded, { face }: DefenseOutcome): Procedure<Steered> {
  if (isPerfect(face) || form === 'grapple') return { stopped: true, zone: null };
  const by = guardianOf(guarded).id;
  const zone = yield* choose('zone', by, ZONES);
  const throws = (yield* choose('throw-second', by, ['throw', 'leave'], { face })) === 'throw';
  if (!throws) return { stopped: false, zone };
  const stopped = yield* check('second-die', DEFENSE_DIE, by, { against: face }, (second) => second >= face);
  if (stopped) yield* conclude({ result: 'turned-aside', success: false, verdict: 'held' }, by);
  return { stopped, zone };
}

/** C-30, C-34, C-37, C-38, C-53, C-54, C-89: what the defense leaves of the damage, and what armor leaves of that. */
function* comeThrough(assault: Assault, answer: DefenseOutcome & { readonly level: number }, parry: Steered | null) {
  const { encounter, attacker, defender, damage, against } = assault;
  const { kind, arm, spell } = answer.defense;
  const stopped = parry ? parry.stopped : answer.succeeds && kind === 'dodge';
  if (assault.form === 'grapple') return { ...NOTHING, through: !(answer.succeeds && kind !== 'none') };
  if (stopped) return NOTHING;
  const rolled = yield* rollDamage('damage', damage.dice, attacker.id, damage.bonus, assault.alone);
  let incoming = rolled;
  if (answer.succeeds && kind === 'block') incoming = Math.max(0, rolled - arm.blockStrength);
  // C-A43: a spell that does something else with its dice absorbs nothing.
  if (answer.succeeds && kind === 'spell' && spell.effect === 'none' && rolled > 0) {
    const absorbed = yield* rollDamage('absorb', diceAt(spell, answer.level), defender.id, spell.bonus * answer.level);
    incoming = Math.max(0, rolled - absorbed);
  }
  if (incoming === 0) {
    yield* conclude({ result: 'stopped', success: false, verdict: 'held' }, defender.id);
    return NOTHING;
  }
  // C-60: where it lands, if nobody has named it.
  const zone = parry?.zone ?? (yield* check('zone', dice(1, 10), attacker.id, undefined, zoneOf));
  const impact = yield* strike(encounter, defender, incoming, against, zone);
  return { ...impact, through: true, incoming };
}

/** C-130, C-A55: a hold without damage, zone or hit. */
export function* grapple(assault: Assault): Procedure<void> {
  const { through } = yield* exchange(assault);
  if (!through) return;
  yield* conclude({ result: 'seized', success: true, verdict: 'through' }, assault.defender.id);
  yield* gain(assault.defender.id, 'grappled', null, undefined, assault.attacker.id);
}

import { conclude } from '../../../encounter/change';
import type { Dice } from '../../../kernel/dice';
import { choose, type Procedure, roll } from '../../../kernel/procedure';
import { gain } from '../../../mechanics/condition';
import { settled } from '../../../mechanics/setting';
import { faces } from '../../../mechanics/space';
import type { Rules } from '../act';
import { DEFENSE_DIE, face } from '../check';
import { empowermentOf, mountOf } from '../conditions';
import { diceAt } from '../magic/mana';
import type { Arm, ClashEncounter, ClashFighter } from '../stats';
import { SETTINGS, ZONES, type Zone } from '../words';
import { type Impact, rollDamage, strike } from './damage';
import { type DefenseOutcome, defend, type Form, type Guarded, guardianOf, pickDefense } from './defense';
import type { ClashOutcome } from './outcome';
import { afterParry } from './parry';
import { rollZone } from './zone';

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
}

/** What an attack came to. */
export interface Landing extends Impact {
  /** Whether anything of it came through to be weighed against armor; of a grapple, whether it holds. */
  readonly through: boolean;
}

const NOTHING: Landing = { through: false, hit: false, taken: 0 };

/** What the table lends to an attack, from the command's options. */
export interface Lent {
  readonly attackLevel: number;
  readonly defenseLevel: number;
  /** Whether it comes from where the target does not look; null: as the map says. */
  readonly behind: boolean | null;
}

/** C-62, C-A30: from where the target does not look, as the table says or else the map. */
export function isBackstab(
  { ground, settings }: ClashEncounter,
  attacker: ClashFighter,
  target: ClashFighter,
  said: boolean | null,
): boolean {
  if (said !== null) return said;
  if (settled(SETTINGS, settings).facing === 'off' || !attacker.place || !target.place) return false;
  return !faces(ground, target.place, attacker.place);
}

/** C-63, C-65, C-A33: the level of a basic attack. */
export function attackLevel(
  encounter: ClashEncounter,
  attacker: ClashFighter,
  target: ClashFighter,
  { attackLevel: lent, behind }: Lent,
): number {
  const mount = mountOf(encounter, attacker);
  return lent + (isBackstab(encounter, attacker, target, behind) ? 1 : 0) - (mount?.book.moved === true ? 1 : 0);
}

/** What one arm brings: a blow within reach, or a shot. */
export function assaultWith(
  encounter: ClashEncounter,
  rules: Rules,
  attacker: ClashFighter,
  defender: ClashFighter,
  arm: Arm,
  lent: Lent,
): Assault {
  return {
    ...{ encounter, rules, attacker, defender },
    form: arm.ranged ? 'ranged' : 'melee',
    bonus: arm.attackValue,
    level: attackLevel(encounter, attacker, defender, lent),
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
  const { encounter, attacker, defender, form, bonus, level } = assault;
  const threat = { encounter, defender, form };
  const isHidden = settled(SETTINGS, encounter.settings).attackTotal === 'hidden';
  const early = isHidden ? yield* pickDefense(threat, attacker.id, null) : null;
  const facts = { bonus, at: defender.id };
  const total = (yield* face(form === 'grapple' ? 'grapple' : 'attack', attacker.id, level, facts)) + bonus;
  const guarded: Guarded = { ...threat, total, lent: assault.defenseLevel };
  const answer = yield* defend(guarded, early ?? (yield* pickDefense(threat, attacker.id, total)));
  const { kind, arm } = answer.defense;
  if (kind !== 'none') yield* conclude(resultOf(answer), guardianOf(guarded).id);
  const parry = kind === 'parry' && answer.succeeds ? yield* steer(assault, guarded, answer) : null;
  const landing = yield* comeThrough(assault, answer, parry);
  if (kind === 'parry' && answer.succeeds)
    yield* afterParry(encounter, assault.rules, guardianOf(guarded), attacker, arm);
  return landing;
}

/** C-41, C-42, C-45: what the answer came to. A dodge and a perfect parry end it; after the others something may still come through. */
function resultOf({ defense: { kind }, succeeds, face }: DefenseOutcome): ClashOutcome {
  if (!succeeds) return { result: `${kind}-failed`, success: true };
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
  const options = (ids: readonly string[]) => ids.map((id) => ({ id, whyNot: [] }));
  const zone = (yield* choose('zone', by, options(ZONES))) as Zone;
  const throws = (yield* choose('throw-second', by, options(['throw', 'leave']), { face })) === 'throw';
  if (!throws) return { stopped: false, zone };
  const second = yield* roll('second-die', DEFENSE_DIE, by, { against: face });
  if (second >= face) yield* conclude({ result: 'turned-aside', success: false, verdict: 'held' }, by);
  return { stopped: second >= face, zone };
}

/** C-30, C-34, C-37, C-38, C-53, C-54, C-89: what the defense leaves of the damage, and what armor leaves of that. */
function* comeThrough(assault: Assault, answer: DefenseOutcome & { readonly level: number }, parry: Steered | null) {
  const { encounter, attacker, defender, damage, against } = assault;
  const { kind, arm, spell } = answer.defense;
  const stopped = parry ? parry.stopped : answer.succeeds && kind === 'dodge';
  if (assault.form === 'grapple') return { ...NOTHING, through: !(answer.succeeds && kind !== 'none') };
  if (stopped) return NOTHING;
  const rolled = yield* rollDamage('damage', damage.dice, attacker.id, damage.bonus);
  let incoming = rolled;
  if (answer.succeeds && kind === 'block') incoming = Math.max(0, rolled - arm.blockStrength);
  if (answer.succeeds && kind === 'spell' && rolled > 0) {
    const absorbed = yield* rollDamage('absorb', diceAt(spell, answer.level), defender.id, spell.bonus * answer.level);
    incoming = Math.max(0, rolled - absorbed);
  }
  if (incoming === 0) {
    yield* conclude({ result: 'stopped', success: false, verdict: 'held' }, defender.id);
    return NOTHING;
  }
  const zone = parry?.zone ?? (yield* rollZone(attacker.id));
  const impact = yield* strike(encounter, defender, incoming, against, zone);
  return { ...impact, through: true };
}

/** C-130, C-A55: a hold without damage, zone or hit. */
export function* grapple(assault: Assault): Procedure<void> {
  const { through } = yield* exchange(assault);
  if (!through) return;
  yield* conclude({ result: 'seized', success: true, verdict: 'through' }, assault.defender.id);
  yield* gain(assault.defender.id, 'grappled', null, undefined, assault.attacker.id);
}

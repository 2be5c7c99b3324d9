import { recordOutcome } from '../../../encounter/change';
import { type Dice, dice } from '../../../kernel/dice';
import { check, choose, type Procedure } from '../../../kernel/procedure';
import { rowFor } from '../../../toolkit/combat/check';
import { addCondition } from '../../../toolkit/combat/condition';
import { resolveSettings } from '../../../toolkit/define/setting';
import { hasLineOfSight } from '../../../toolkit/space/sight';
import { isFacingPlace } from '../../../toolkit/space/space';
import type { Act } from '../action';
import { empowermentOf, mountOf } from '../conditions';
import { applyDefensiveSpell } from '../magic/effect';
import { diceAt } from '../magic/mana';
import { SETTINGS, ZONES, type Zone } from '../schema';
import { DEFENSE_DIE, rollFace } from '../skills/check';
import type { ClashEncounter, ClashFighter } from '../state';
import type { Arm } from '../stats';
import {
  type AttackForm,
  actingDefender,
  chooseParryFollowUp,
  type DefendedAttack,
  type Defense,
  type DefenseOutcome,
  defend,
  pickDefense,
} from './defense';
import { type ClashOutcome, type Impact, resolveImpact, rollDamage } from './harm';

/** C-61, downward. */
const ZONE_TABLE: readonly { readonly from: number; readonly zone: Zone }[] = [
  { from: 10, zone: 'head' },
  { from: 8, zone: 'legs' },
  { from: 6, zone: 'arms' },
  { from: 1, zone: 'torso' },
];

export const zoneOf = (face: number): Zone => rowFor(ZONE_TABLE, face).zone;

/** One attack that is answered by a defense, and all it needs to know. */
export interface Blow {
  readonly encounter: ClashEncounter;
  readonly runtime: Act['runtime'];
  readonly attacker: ClashFighter;
  readonly defender: ClashFighter;
  readonly form: AttackForm;
  /** Added to the d20: Attack Value, or an attribute for magic. */
  readonly bonus: number;
  /** Advantage, or below nothing disadvantage, of the attack die (C-A1). */
  readonly level: number;
  /** Levels lent to the defense. */
  readonly defenseLevel: number;
  readonly damage: { readonly dice: Dice | null; readonly bonus: number };
  readonly against: 'weapon' | 'magic';
  /** Whether it is all there is to an action: once it is answered nothing looks at its total, and nothing at what it came to. */
  readonly discardsTotal?: boolean;
}

/** What an attack came to. */
interface Landing extends Impact {
  /** Whether anything of it came through to be weighed against armor; of a grapple, whether it holds. */
  readonly through: boolean;
  /** Before armor or Magic Defense (C-A29). */
  readonly incoming: number;
}

const NOTHING: Landing = { through: false, hit: false, taken: 0, incoming: 0 };

/** What the table lends to an attack, from the command's options. */
export interface RollModifiers {
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
  if (resolveSettings(SETTINGS, settings).facing === 'off' || !attacker.place || !target.place) return false;
  return !isFacingPlace(ground, target.place, attacker.place) || !hasLineOfSight(ground, target.place, attacker.place);
}

/** C-65, C-A33: a basic attack, which alone is the worse for a mount that has moved in this turn. */
export function withMountPenalty(assault: Blow): Blow {
  const mount = mountOf(assault.encounter, assault.attacker);
  return mount?.state.moved === true ? { ...assault, level: assault.level - 1 } : assault;
}

/** What one arm brings: a blow within reach, or a shot; C-63: at the level of where it comes from. */
export function blowWith(
  { encounter, runtime }: Pick<Act, 'encounter' | 'runtime'>,
  attacker: ClashFighter,
  defender: ClashFighter,
  arm: Arm,
  lent: RollModifiers,
): Blow {
  return {
    encounter,
    runtime,
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
export function* exchange(assault: Blow): Procedure<Landing> {
  const [landing = NOTHING] = yield* volley([assault]);
  return landing;
}

/** The same at several at once: one die and one total stands against all of them, and each answers for itself. */
export function* volley(assaults: readonly [Blow, ...Blow[]]): Procedure<readonly Landing[]> {
  const [{ encounter, attacker, defender, form, bonus, level }] = assaults;
  const isHidden = resolveSettings(SETTINGS, encounter.settings).attackTotal === 'hidden';
  const early: (Defense | null)[] = [];
  for (const each of assaults) early.push(isHidden ? yield* pickDefense(each, attacker.id, null) : null);
  const facts = { bonus, at: defender.id };
  const total = (yield* rollFace(form === 'grapple' ? 'grapple' : 'attack', attacker.id, level, facts)) + bonus;
  const landings: Landing[] = [];
  for (const [at, each] of assaults.entries()) landings.push(yield* answered(each, total, early[at] ?? null));
  return landings;
}

/** What one of those it is meant for makes of an attack total. */
function* answered(assault: Blow, total: number, early: Defense | null): Procedure<Landing> {
  const { encounter, attacker, defender, form } = assault;
  const threat = { encounter, defender, form };
  const guarded: DefendedAttack = {
    ...threat,
    total,
    defenseLevel: assault.defenseLevel,
    discardsTotal: assault.discardsTotal === true,
  };
  const answer = yield* defend(guarded, early ?? (yield* pickDefense(threat, attacker.id, total)));
  const { kind, arm, spell } = answer.defense;
  if (kind !== 'none') yield* recordOutcome(resultOf(kind, answer), actingDefender(guarded).id);
  if (spell && answer.succeeds)
    yield* applyDefensiveSpell({ encounter, caster: defender, spell, level: answer.level }, attacker);
  const parry = kind === 'parry' && answer.succeeds ? yield* steer(assault, guarded, answer) : null;
  const landing = yield* comeThrough(assault, answer, parry);
  if (kind === 'parry' && answer.succeeds) yield* chooseParryFollowUp(assault, actingDefender(guarded), arm);
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
function* steer({ form }: Blow, guarded: DefendedAttack, { face }: DefenseOutcome): Procedure<Steered> {
  if (isPerfect(face) || form === 'grapple') return { stopped: true, zone: null };
  const by = actingDefender(guarded).id;
  const zone = yield* choose('zone', by, ZONES);
  const throws = (yield* choose('throw-second', by, ['throw', 'leave'], { face })) === 'throw';
  if (!throws) return { stopped: false, zone };
  const stopped = yield* check('second-die', DEFENSE_DIE, by, { against: face }, (second) => second >= face);
  if (stopped) yield* recordOutcome({ result: 'turned-aside', success: false, verdict: 'held' }, by);
  return { stopped, zone };
}

/** C-30, C-34, C-37, C-38, C-53, C-54, C-89: what the defense leaves of the damage, and what armor leaves of that. */
function* comeThrough(assault: Blow, answer: DefenseOutcome & { readonly level: number }, parry: Steered | null) {
  const { encounter, attacker, defender, damage, against } = assault;
  const { kind, arm, spell } = answer.defense;
  const stopped = parry ? parry.stopped : answer.succeeds && kind === 'dodge';
  if (assault.form === 'grapple') return { ...NOTHING, through: !(answer.succeeds && kind !== 'none') };
  if (stopped) return NOTHING;
  const rolled = yield* rollDamage('damage', damage.dice, attacker.id, damage.bonus, assault.discardsTotal);
  let incoming = rolled;
  if (answer.succeeds && kind === 'block') incoming = Math.max(0, rolled - arm.blockStrength);
  // C-A43: a spell that does something else with its dice absorbs nothing.
  if (answer.succeeds && kind === 'spell' && spell.effect === 'none' && rolled > 0) {
    const absorbed = yield* rollDamage('absorb', diceAt(spell, answer.level), defender.id, spell.bonus * answer.level);
    incoming = Math.max(0, rolled - absorbed);
  }
  if (incoming === 0) {
    yield* recordOutcome({ result: 'stopped', success: false, verdict: 'held' }, defender.id);
    return NOTHING;
  }
  // C-60: where it lands, if nobody has named it.
  const zone = parry?.zone ?? (yield* check('zone', dice(1, 10), attacker.id, undefined, zoneOf));
  const impact = yield* resolveImpact(encounter, defender, incoming, against, zone);
  return { ...impact, through: true, incoming };
}

/** C-130, C-A55: a hold without damage, zone or hit. */
export function* grapple(assault: Blow): Procedure<void> {
  const { through } = yield* exchange(assault);
  if (!through) return;
  yield* recordOutcome({ result: 'seized', success: true, verdict: 'through' }, assault.defender.id);
  yield* addCondition(assault.defender.id, 'grappled', null, undefined, assault.attacker.id);
}

import { recordOutcome } from '../../../encounter/change';
import { type Dice, dice } from '../../../kernel/dice';
import { check, choose, type Procedure, refreshDice } from '../../../kernel/procedure';
import { rowFor } from '../../../toolkit/combat/check';
import { resolveSettings } from '../../../toolkit/define/setting';
import { hasLineOfSight } from '../../../toolkit/space/sight';
import { isFacingPlace } from '../../../toolkit/space/space';
import type { ClashContext } from '../action';
import { instancesOf, mountOf } from '../conditions';
import { applyDefensiveSpell } from '../magic/effect';
import { diceAt } from '../magic/mana';
import { reveal } from '../movement/hiding';
import { SETTINGS, ZONES, type Zone } from '../schema';
import { DEFENSE_DIE, rollFace } from '../skills/check';
import type { ClashEncounter, ClashFighter } from '../state';
import type { Arm } from '../stats';
import {
  type AttackForm,
  type ChosenDefense,
  chooseParryFollowUp,
  type DefenseOutcome,
  defend,
  pickDefense,
  type RolledAttack,
  refreshDefense,
} from './defense';
import { type ClashOutcome, type Impact, resolveImpact, rollDamage } from './harm';

/** C-61, descending. */
const ZONE_TABLE: readonly { readonly from: number; readonly zone: Zone }[] = [
  { from: 10, zone: 'head' },
  { from: 8, zone: 'legs' },
  { from: 6, zone: 'arms' },
  { from: 1, zone: 'torso' },
];

export const zoneOf = (face: number): Zone => rowFor(ZONE_TABLE, face).zone;

export interface AttackInput {
  readonly encounter: ClashEncounter;
  readonly runtime: ClashContext['runtime'];
  readonly attacker: ClashFighter;
  readonly defender: ClashFighter;
  readonly form: AttackForm;
  /** Neither a skill nor a spell: the only attack on a mount that its rider parries and blocks (C-69). */
  readonly isBasic: boolean;
  /** The Attack Value, or an attribute for magic. */
  readonly bonus: number;
  /** Returns Advantage; negative: disadvantage (C-A1). Read as the die is rolled, after a defense that is chosen before. */
  readonly level: () => number;
  readonly defenseLevel: number;
  /** Read as the dice are rolled: what strengthens the attacker may end while the defense is chosen (C-57, C-97). */
  readonly damage: () => Damage;
  readonly against: 'weapon' | 'magic';
}

interface Damage {
  readonly dice: Dice | null;
  readonly bonus: number;
}

interface Landing extends Impact {
  /** Whether anything is left for armor to stop; for a grapple, whether it holds. */
  readonly through: boolean;
  /** Whether its condition and its push follow: after a hit or, without any damage, if no defense has stopped it. */
  readonly lands: boolean;
  /** Before armor (C-A29). */
  readonly incoming: number;
}

const NOTHING: Landing = { through: false, hit: false, lands: false, taken: 0, incoming: 0 };

/** Set by the GM. */
export interface RulingModifiers {
  readonly attackLevel: number;
  readonly defenseLevel: number;
  /** Null: the map decides. */
  readonly behind: boolean | null;
}

/** C-62, C-A30: the option overrides the map. */
export function isBackstab(
  { ground, settings }: ClashEncounter,
  attacker: ClashFighter,
  target: ClashFighter,
  behind: boolean | null,
): boolean {
  if (behind !== null) return behind;
  if (resolveSettings(SETTINGS, settings).facing === 'off' || !attacker.place || !target.place) return false;
  return !isFacingPlace(ground, target.place, attacker.place) || !hasLineOfSight(ground, target.place, attacker.place);
}

/** C-65, C-69, C-A33. */
export const asBasic = (attackInput: AttackInput): AttackInput => ({
  ...attackInput,
  isBasic: true,
  level: () => attackInput.level() - (mountOf(attackInput.encounter, attackInput.attacker)?.state.moved ? 1 : 0),
});

/** C-57. */
const empowermentOf = (fighter: ClashFighter): number =>
  instancesOf(fighter, 'empowered').reduce((total, { data }) => total + Number(data?.strength ?? 1), 0);

/** Returns the attack; C-63: a backstab adds a level. */
export function attackInputWith(
  { encounter, runtime }: Pick<ClashContext, 'encounter' | 'runtime'>,
  attacker: ClashFighter,
  defender: ClashFighter,
  arm: Arm,
  modifiers: RulingModifiers,
): AttackInput {
  return {
    encounter,
    runtime,
    attacker,
    defender,
    form: arm.ranged ? 'ranged' : 'melee',
    isBasic: false,
    bonus: arm.attackValue,
    level: () => modifiers.attackLevel + (isBackstab(encounter, attacker, defender, modifiers.behind) ? 1 : 0),
    defenseLevel: modifiers.defenseLevel,
    damage: () => ({ dice: arm.dice, bonus: arm.damageBonus + empowermentOf(attacker) }),
    against: 'weapon',
  };
}

/** Section 6.1, steps 3 to 10. A hidden total is rolled after the defense is chosen, so that no client can know it. */
export function* exchange(attackInput: AttackInput): Procedure<Landing> {
  const [landing = NOTHING] = yield* attackEach([attackInput]);
  return landing;
}

/** Rolls one attack against several targets; each defends for itself. */
export function* attackEach(blows: readonly [AttackInput, ...AttackInput[]]): Procedure<readonly Landing[]> {
  const [{ encounter, attacker, defender, form, bonus, level }] = blows;
  // C-A51: by any action.
  yield* reveal(attacker);
  const isHidden = resolveSettings(SETTINGS, encounter.settings).attackTotal === 'hidden';
  const earlyDefenses: (ChosenDefense | null)[] = [];
  for (const each of blows) earlyDefenses.push(isHidden ? yield* pickDefense(each, attacker.id, null) : null);
  const facts = { bonus, at: defender.id };
  const id = form === 'grapple' ? 'grapple' : 'attack';
  const total = (yield* refreshDice(() => rollFace(id, attacker.id, level(), facts))) + bonus;
  const rolled = { total, isOnly: blows.length === 1 };
  const landings: Landing[] = [];
  for (const [at, each] of blows.entries())
    landings.push(yield* resolveDefense(each, rolled, earlyDefenses[at] ?? null));
  return landings;
}

function* resolveDefense(
  attackInput: AttackInput,
  rolled: RolledAttack,
  earlyDefense: ChosenDefense | null,
): Procedure<Landing> {
  const { encounter, attacker, defender, form, isBasic, defenseLevel } = attackInput;
  const threat = { encounter, defender, form, isBasic, defenseLevel };
  const early = earlyDefense && refreshDefense(threat, earlyDefense);
  let chosen = early;
  let answer: (DefenseOutcome & { readonly level: number }) | null = null;
  while (!answer) {
    chosen ??= yield* pickDefense(threat, attacker.id, earlyDefense ? null : rolled.total);
    answer = yield* defend(threat, rolled, chosen);
    chosen = null;
  }
  const { kind, arm, spell, guardian } = answer.defense;
  if (kind !== 'none') {
    const outcome = resultOf(kind, answer);
    const tone = answer.succeeds ? 'boon' : 'neutral';
    yield* recordOutcome(outcome, guardian.id, { tone, strong: outcome.verdict === 'held' });
  }
  if (spell && answer.succeeds)
    yield* applyDefensiveSpell({ encounter, caster: defender, spell, level: answer.level }, attacker);
  const parry = kind === 'parry' && answer.succeeds ? yield* resolveParry(attackInput, answer) : null;
  const landing = yield* dealDamage(attackInput, answer, parry, rolled.isOnly);
  if (kind === 'parry' && answer.succeeds) yield* chooseParryFollowUp(attackInput, guardian, arm);
  return landing;
}

const FAILED = {
  dodge: 'dodge-failed',
  parry: 'parry-failed',
  block: 'block-failed',
  spell: 'spell-failed',
} as const;

/** C-41, C-42, C-45: only a dodge and a perfect parry end the attack. */
function resultOf(kind: keyof typeof FAILED, { succeeds, face }: DefenseOutcome): ClashOutcome {
  if (!succeeds) return { result: FAILED[kind], success: true };
  const isPerfectParry = kind === 'parry' && isPerfect(face);
  const result = isPerfectParry ? 'parry-perfect' : `${kind}-made`;
  return { result, success: false, ...((isPerfectParry || kind === 'dodge') && { verdict: 'held' as const }) };
}

/** C-41. */
const PERFECT = 10;

const isPerfect = (face: number): boolean => face >= PERFECT;

interface ParryResult {
  readonly stopped: boolean;
  readonly zone: Zone | null;
}

/** C-41 to C-44. */
function* resolveParry({ form }: AttackInput, { face, defense }: DefenseOutcome): Procedure<ParryResult> {
  if (isPerfect(face) || form === 'grapple') return { stopped: true, zone: null };
  const { id: by } = defense.guardian;
  const zone = yield* choose('zone', by, ZONES);
  const rollsSecond = (yield* choose('throw-second', by, ['throw', 'leave'], { face })) === 'throw';
  if (!rollsSecond) return { stopped: false, zone };
  const stopped = yield* check('second-die', DEFENSE_DIE, by, { against: face }, (second) => second >= face);
  if (stopped) yield* recordOutcome({ result: 'turned-aside', success: false, verdict: 'held' }, by, { tone: 'boon' });
  return { stopped, zone };
}

/** C-30, C-34, C-37, C-38, C-53, C-54, C-89. */
function* dealDamage(
  attackInput: AttackInput,
  answer: DefenseOutcome & { readonly level: number },
  parry: ParryResult | null,
  isOnly: boolean,
) {
  const { encounter, attacker, defender, against } = attackInput;
  const { kind, arm, spell } = answer.defense;
  const stopped = parry ? parry.stopped : answer.succeeds && kind === 'dodge';
  if (attackInput.form === 'grapple') return { ...NOTHING, through: !(answer.succeeds && kind !== 'none') };
  if (stopped) return NOTHING;
  if (isHarmless(attackInput.damage())) return { ...NOTHING, lands: parry !== null || !answer.succeeds };
  const rolled = yield* refreshDice(() => {
    const { dice, bonus } = attackInput.damage();
    return rollDamage('damage', dice, attacker.id, bonus, isOnly);
  });
  let incoming = rolled;
  if (answer.succeeds && kind === 'block') incoming = Math.max(0, rolled - arm.blockStrength);
  // C-A43: a spell with an effect absorbs nothing.
  if (answer.succeeds && kind === 'spell' && spell.effect === 'none' && rolled > 0) {
    const absorbed = yield* rollDamage('absorb', diceAt(spell, answer.level), defender.id, spell.bonus * answer.level);
    incoming = Math.max(0, rolled - absorbed);
  }
  if (incoming === 0) {
    yield* recordOutcome({ result: 'undamaged', success: false, verdict: 'held' }, defender.id, { tone: 'boon' });
    return NOTHING;
  }
  // C-60.
  const zone = parry?.zone ?? (yield* check('zone', dice(1, 10), attacker.id, undefined, zoneOf));
  const impact = yield* resolveImpact(encounter, defender, incoming, against, zone);
  return { ...impact, lands: impact.hit, through: true, incoming };
}

/** Such as a web: armor has nothing to stop. */
const isHarmless = ({ dice, bonus }: Damage): boolean => dice === null && bonus <= 0;

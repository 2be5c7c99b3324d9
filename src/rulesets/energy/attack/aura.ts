import { adjustPool, log } from '../../../encounter/change';
import type { Command } from '../../../encounter/command';
import type { SentenceTraits } from '../../../encounter/effect';
import { type Facts, GM } from '../../../kernel/ask';
import { d20 } from '../../../kernel/dice';
import { askAmount, askText, check, type Procedure } from '../../../kernel/procedure';
import { rowFor } from '../../../toolkit/combat/check';
import { addCondition, removeCondition } from '../../../toolkit/combat/condition';
import { affinityOf, multiplyDamage } from '../../../toolkit/combat/damage';
import { rollChance } from '../action';
import { type ConditionId, is, rootsOf, roundEnd, SHORT_REST_ENDS } from '../conditions';
import { optionsOf } from '../options';
import type { Cause } from '../schema';
import type { EnergyEncounter, EnergyFighter } from '../state';

interface DeathRow {
  readonly from: number;
  readonly result: string;
  readonly traits: SentenceTraits;
  /** When the Exhausted condition of this row ends. */
  readonly exhausted?: 'next-round' | 'short-rest';
  readonly bleeding?: true;
  readonly out?: true;
  readonly dead?: true;
}

const UNHARMED: SentenceTraits = { tone: 'boon' };
const HARM: SentenceTraits = { tone: 'harm' };
const harmWith = (...gains: ConditionId[]): SentenceTraits => ({ ...HARM, covers: { gains } });

/** E-208 to E-213. */
export const DEATH_ROLL: readonly DeathRow[] = [
  { from: 20, result: 'death-unharmed', traits: UNHARMED },
  { from: 15, result: 'death-winded', traits: HARM, exhausted: 'next-round' },
  { from: 10, result: 'death-injury', traits: HARM, exhausted: 'short-rest' },
  {
    from: 5,
    result: 'death-bleeding',
    traits: harmWith('bleeding-out'),
    exhausted: 'short-rest',
    bleeding: true,
  },
  {
    from: 2,
    result: 'death-out',
    traits: harmWith('bleeding-out', 'unconscious'),
    exhausted: 'short-rest',
    bleeding: true,
    out: true,
  },
  { from: -Infinity, result: 'death-dead', traits: harmWith('dead'), dead: true },
];

/** E-215 to E-218. */
export const DEATH_SAVE = [
  { from: 20, result: 'save-stabilized', traits: { tone: 'boon', covers: { loses: ['bleeding-out'] } } },
  { from: 5, result: 'save-bleeding', traits: HARM },
  { from: 2, result: 'save-out', traits: harmWith('unconscious') },
  { from: -Infinity, result: 'save-dead', traits: harmWith('dead') },
] as const satisfies readonly DeathRow[];

/** E-221, E-A37, E-A64: the GM denies the Death roll or demands a total, and adds a bonus. */
export interface DeathRollOverride {
  readonly demands: 'none' | number | null;
  readonly bonus: number;
}
export const NO_DEATH_ROLL_OVERRIDE: DeathRollOverride = { demands: null, bonus: 0 };

/** E-A37: omitted from the roll if zero. */
const bonusFacts = (bonus: number): Facts | undefined => (bonus === 0 ? undefined : { bonus });

/**
 * E-109, E-206, E-A57: removes Aura; rolls for death only if none was left before.
 * @param damage at least 1
 */
export function harm(
  fighter: EnergyFighter,
  damage: number,
  round: number,
  override = NO_DEATH_ROLL_OVERRIDE,
): Procedure<unknown> {
  return fighter.pools.aura.value > 0
    ? adjustPool(fighter.id, 'aura', -damage)
    : rollForDeath(fighter, round, override);
}

/** E-207 to E-213. Death Saves start with the next Round (E-214). */
export function* rollForDeath(
  fighter: EnergyFighter,
  round: number,
  { demands, bonus }: DeathRollOverride = NO_DEATH_ROLL_OVERRIDE,
): Procedure<void> {
  const { id } = fighter;
  if (demands === 'none') {
    yield* log('death-certain', {}, id, harmWith('dead'));
    yield* addCondition(id, 'dead', null);
    return;
  }
  const totalBonus = bonus + fighter.stats.deathBonus;
  const facts = demands === null ? bonusFacts(totalBonus) : { against: demands, ...bonusFacts(totalBonus) };
  // E-221: falling short of the demanded total is fatal.
  const row = yield* check('death', d20, id, facts, (face) =>
    rowFor(DEATH_ROLL, demands !== null && face + totalBonus < demands ? -Infinity : face + totalBonus),
  );
  yield* log(row.result, {}, id, row.traits);
  if (row.dead) yield* addCondition(id, 'dead', null);
  if (row.exhausted)
    yield* addCondition(id, 'exhausted', row.exhausted === 'next-round' ? roundEnd(round + 1) : SHORT_REST_ENDS);
  if (row.bleeding) yield* addCondition(id, 'bleeding-out', null);
  if (row.out) yield* faint(fighter, 'dying');
}

/** E-214 to E-218. */
export function* saveFromDeath(fighter: EnergyFighter): Procedure<void> {
  const { id } = fighter;
  const { deathBonus } = fighter.stats;
  const { result, traits } = yield* check('death-save', d20, id, bonusFacts(deathBonus), (face) =>
    rowFor(DEATH_SAVE, face + deathBonus),
  );
  // E-206, E-220: stabilized while the die was open.
  if (rootsOf(fighter, 'bleeding-out').length === 0) return;
  yield* log(result, {}, id, traits);
  if (result === 'save-stabilized') yield* stabilize(fighter);
  if (result === 'save-out' && !is(fighter, 'unconscious')) yield* faint(fighter, 'dying');
  if (result === 'save-dead') yield* addCondition(id, 'dead', null);
}

/** E-215, E-220: ends the bleeding, nothing else. */
export const stabilize = (fighter: EnergyFighter) => removeCondition(fighter, 'bleeding-out');

/** E-17, E-212, E-A59: causes coexist. */
export function* faint({ id }: EnergyFighter, cause: Cause): Procedure<void> {
  yield* addCondition(id, 'unconscious', null, { cause });
}

/** E-166: thresholds of the Chance roll; unarmed needs none (E-165). */
const SPARE_THRESHOLDS = { unarmed: 0, blunt: 5, melee: 10, ranged: 15 } as const;
/** E-167: per step. */
const STEP_PENALTY = 3;
const STEP_BONUS = 5;
/** E-163. */
const STAMINA_LOST = 5;

/** A non-lethal attack. */
export interface NonLethal {
  /** No roll at one or below (E-A60). */
  readonly threshold: number;
  /** Effect on a target without Aura (E-A5). */
  readonly atZero: string;
  /** E-164. */
  readonly injuryFrom: number;
}

/** E-A5. */
const atZeroOf = ({ nonLethalAtZero }: EnergyEncounter['settings']): string => String(nonLethalAtZero ?? 'both');

/** The steps of E-167; null for a lethal attack. */
const stepsOf = (command: Command): number | null => optionsOf(command).nonLethal ?? null;

/** E-167: returns the penalty to the attack value or the Miss Chance. */
export const nonLethalPrice = (command: Command, from: keyof typeof SPARE_THRESHOLDS): number =>
  from === 'unarmed' ? 0 : STEP_PENALTY * (stepsOf(command) ?? 0);

export function nonLethalOf(
  encounter: EnergyEncounter,
  command: Command,
  from: keyof typeof SPARE_THRESHOLDS,
): NonLethal | null {
  const steps = stepsOf(command);
  if (steps === null) return null;
  return {
    threshold: SPARE_THRESHOLDS[from] - STEP_BONUS * steps,
    atZero: atZeroOf(encounter.settings),
    injuryFrom: optionsOf(command).injuryFrom ?? 1,
  };
}

/** E-166, E-A60: returns true if the target is spared. */
export function* rollToSpare(fighter: EnergyFighter, { threshold }: NonLethal): Procedure<boolean> {
  return threshold <= 1 || (yield* rollChance(fighter, threshold, { success: 'spared', failure: 'not-spared' }));
}

/**
 * E-160 to E-163, E-A5: removes Aura, or Stamina if no Aura is left. Never fatal.
 * @param attacker names the injury; null without an attack
 * @param damage at least 1
 */
export function* subdue(
  attacker: EnergyFighter | null,
  fighter: EnergyFighter,
  damage: number,
  round: number,
  { atZero, injuryFrom }: Pick<NonLethal, 'atZero' | 'injuryFrom'>,
): Procedure<void> {
  const { id, pools } = fighter;
  if (pools.aura.value > 0) {
    yield* adjustPool(id, 'aura', -damage);
    return;
  }
  if (atZero !== 'exhausted') {
    const lost = yield* adjustPool(id, 'stamina', -STAMINA_LOST);
    yield* addCondition(id, 'shaken', SHORT_REST_ENDS);
    // E-17: only a loss causes unconsciousness.
    if (lost !== 0 && pools.stamina.value === 0) yield* faint(fighter, 'stamina');
  }
  if (atZero !== 'shaken') yield* addCondition(id, 'exhausted', roundEnd(round + 1));
  if (attacker && damage >= injuryFrom) yield* logInjury(attacker, fighter);
}

/** Points of damage that the GM may enter. */
const MAX_DAMAGE = 200;

/** E-109, E-132 to E-137, E-160, E-207: damage without an attack, such as a fall or a fire. */
export function* harmWithoutAttack(
  { clock, settings }: EnergyEncounter,
  fighter: EnergyFighter,
  command: Command,
): Procedure<void> {
  const { id, stats } = fighter;
  const {
    damageType = '',
    subdues,
    doublings = 0,
    deathRoll: demands = null,
    deathBonus: bonus = 0,
  } = optionsOf(command);
  const points = yield* askAmount('damage-points', GM, 1, MAX_DAMAGE, { at: id });
  const affinity = affinityOf(damageType, stats.weaknesses, stats.resistances);
  const damage = multiplyDamage(points, doublings + (affinity === 1 ? 1 : 0), affinity === -1 ? 1 : 0);
  yield* log('takes-damage', { damage }, id, {
    tone: damage === 0 ? 'neutral' : 'harm',
    covers: { points: { aura: -damage } },
  });
  if (damage === 0) return;
  const atZero = atZeroOf(settings);
  if (subdues) yield* subdue(null, fighter, damage, clock.round, { atZero, injuryFrom: 1 });
  else yield* harm(fighter, damage, clock.round, { demands, bonus });
}

/** Characters. */
const INJURY_LETTERS = 120;

/** E-164: an empty text is not logged. */
function* logInjury(attacker: EnergyFighter, { id, name }: EnergyFighter): Procedure<void> {
  const injury = (yield* askText('injury', attacker.id, INJURY_LETTERS, { other: name })).trim();
  if (injury !== '') yield* log('injured', { injury }, id, { tone: 'harm' });
}

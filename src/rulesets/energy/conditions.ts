import type { Condition, ConditionDefinition, Until } from '../../encounter/condition';
import { boon, conditionsOf, harm } from '../../toolkit/combat/condition';
import type { EndMoments } from '../../toolkit/define/manual';
import { CAUSES, quickRunAt, ROUND_END, SHORT_REST } from './schema';
import type { EnergyEncounter, EnergyFighter } from './state';

/** Ledger section 11: each with its daughters. What a condition does stands where it is done. */
export const CONDITIONS = {
  exposed: harm('exposed', { lasts: 'round-end' }),
  unguarded: harm('unguarded', { implies: ['exposed'], lasts: 'round-end' }),
  surprised: harm('surprised', { implies: ['unguarded'], lasts: 'round-end' }),
  prone: harm('prone', { implies: ['exposed'] }),
  // As long as its source says.
  dazed: harm('dazed', { implies: ['exposed'], asks: {} }),
  blinded: harm('blinded', { implies: ['unguarded'], asks: {} }),
  slowed: harm('slowed', { asks: {} }),
  shaken: harm('shaken', { lasts: 'short-rest' }),
  exhausted: harm('exhausted', { lasts: 'next-round-end' }),
  // E-188: by whose hand, or in a net.
  restrained: harm('restrained', { implies: ['exposed'], asks: { source: true } }),
  restraining: harm('restraining', { implies: ['slowed'], asks: { holds: true } }),
  // E-A59.
  unconscious: harm('unconscious', { implies: ['unguarded'], asks: { cause: CAUSES } }),
  'bleeding-out': harm('bleeding-out'),
  defending: boon('defending'),
  dead: harm('dead'),
} as const satisfies Readonly<Record<string, ConditionDefinition>>;
export type ConditionId = keyof typeof CONDITIONS;
/** E-237: suppressed conditions do not count. */
export const { is, isConditionId, rootsOf } = conditionsOf(CONDITIONS, effectiveConditions);

const NONE: readonly string[] = [];

/** E-237: ids of the conditions that stay and are ignored until the end of the Round. */
export const suppressedOf = ({ state }: EnergyFighter): readonly string[] => state.suppressed ?? NONE;

/** The root conditions that are not ignored; with a parent its daughters are. */
export function effectiveConditions(fighter: EnergyFighter): readonly Condition[] {
  const { conditions } = fighter;
  if (fighter.state.suppressed === undefined) return conditions;
  const ignored = suppressedOf(fighter);
  return conditions.filter(({ id }) => !ignored.includes(id));
}

/** Those of the given conditions that are active. */
export const activeAmong = (fighter: EnergyFighter, ids: readonly ConditionId[]): readonly ConditionId[] =>
  fighter.conditions.length === 0 ? [] : ids.filter((id) => is(fighter, id));

/** Disadvantage by one's own conditions (section 8): on the dice of one's attacks, on Evasion, and on other Defense rolls. E-231 to E-234, E-157. */
export const HINDERS_ATTACK: readonly ConditionId[] = ['dazed', 'blinded'];
export const HINDERS_EVASION: readonly ConditionId[] = ['dazed', 'surprised', 'blinded', 'prone'];
/** E-223: who attacks the unconscious counts them as Surprised. */
export const HINDERS_DEFENSE: readonly ConditionId[] = ['dazed', 'surprised', 'unconscious'];

/** E-228, E-230: who is shaken or exhausted spends no Stamina. */
export const canSpendStamina = (fighter: EnergyFighter): boolean => !is(fighter, 'shaken') && !is(fighter, 'exhausted');

/** E-12: whether somebody could answer an attack at all. */
export const canAnswer = (fighter: EnergyFighter): boolean => !is(fighter, 'unconscious') && !is(fighter, 'dead');

/** The game master's word that a fighter cannot or will not defend (E-68, E-125). */
export const isHelpless = (fighter: EnergyFighter): boolean => fighter.state.helpless === true;

/** E-125, E-223: a melee attack hits these without an Evasion roll. */
export const canEvade = (fighter: EnergyFighter): boolean => !isHelpless(fighter) && !is(fighter, 'unconscious');

/** E-233: Speed, halved and rounded up while slowed. */
export const effectiveSpeed = (fighter: EnergyFighter): number =>
  is(fighter, 'slowed') ? Math.ceil(fighter.stats.speed / 2) : fighter.stats.speed;

/** E-A23, E-233: as far as a Quick Run goes; what the sheet says otherwise is halved as the Speed is. */
export function quickRunOf(fighter: EnergyFighter): number {
  const { base, quickRun } = fighter.stats;
  if (base.quickRun === null) return quickRunAt(effectiveSpeed(fighter));
  return is(fighter, 'slowed') ? Math.ceil(quickRun / 2) : quickRun;
}

/** E-39: who is one of these goes no farther. */
const HALTS: readonly ConditionId[] = ['prone', 'restrained', 'unconscious', 'dead'];
export const isHalted = (fighter: EnergyFighter): boolean => activeAmong(fighter, HALTS).length > 0;

export const roundEnd = (n: number): Until => ({ at: ROUND_END, n });
export const SHORT_REST_ENDS: Until = { at: SHORT_REST };

/** When a condition given by hand may end. */
export const MOMENTS: EndMoments<EnergyFighter, EnergyEncounter> = {
  'round-end': ({ clock }) => (clock.round > 0 ? roundEnd(clock.round) : null),
  'next-round-end': ({ clock }) => (clock.round > 0 ? roundEnd(clock.round + 1) : null),
  'short-rest': () => SHORT_REST_ENDS,
};

/** For so many Rounds, this one being the first. */
export const lasting = ({ clock }: EnergyEncounter, _: EnergyFighter, __: unknown, rounds: number): Until | null =>
  clock.round > 0 ? roundEnd(clock.round + rounds - 1) : null;

/** E-148, E-A3: when Exposed ends where nothing else is said. */
export const exposedUntil = ({ clock, settings }: EnergyEncounter): Until =>
  roundEnd(clock.round + (settings.exposedDefault === 'next' ? 1 : 0));

/** E-A59: whether unconsciousness has that cause. */
const causedBy =
  (...causes: readonly string[]) =>
  ({ data }: Condition): boolean =>
    causes.includes(String(data?.cause));

/** E-224 to E-227: unconsciousness that a roll or a rest ends, of whatever cause: not that of the dying, nor sleep. */
export const wakesByItself = (condition: Condition): boolean => !causedBy('dying', 'sleep')(condition);

import type { Condition, ConditionDefinition, Until } from '../../encounter/condition';
import { boon, conditionsOf, harm } from '../../toolkit/combat/condition';
import type { EndMoments } from '../../toolkit/combat/manual';
import { endsWithFight } from '../../toolkit/define/duration';
import { CAUSES, ROUND_END, SHORT_REST } from './schema';
import type { EnergyEncounter, EnergyFighter } from './state';

/** Ledger section 11; `implies` lists the daughters. */
export const CONDITIONS = {
  exposed: harm('exposed', { lasts: 'round-end' }),
  unguarded: harm('unguarded', { implies: ['exposed'], lasts: 'round-end' }),
  surprised: harm('surprised', { implies: ['unguarded'], lasts: 'round-end' }),
  prone: harm('prone', { implies: ['exposed'] }),
  // The source sets the duration.
  dazed: harm('dazed', { implies: ['exposed'], asks: {} }),
  blinded: harm('blinded', { implies: ['unguarded'], asks: {} }),
  slowed: harm('slowed', { asks: {} }),
  shaken: harm('shaken', { lasts: 'short-rest' }),
  exhausted: harm('exhausted', { lasts: 'next-round-end' }),
  // E-188, E-191: the source is the holder; there may be none.
  restrained: harm('restrained', { implies: ['exposed'], asks: { source: true }, several: 'sourceless' }),
  restraining: harm('restraining', { implies: ['slowed'], asks: { holds: true }, mirrors: 'restrained' }),
  // E-A59.
  unconscious: harm('unconscious', { implies: ['unguarded'], asks: { cause: CAUSES }, defeat: 'out' }),
  'bleeding-out': harm('bleeding-out'),
  // E-62.
  defending: boon('defending', { ofFight: true }),
  dead: harm('dead', { defeat: 'by-gm', corpse: true }),
} as const satisfies Readonly<Record<string, ConditionDefinition>>;
export type ConditionId = keyof typeof CONDITIONS;
export const isOfFight = endsWithFight(CONDITIONS, ROUND_END);
/** E-237: suppressed conditions do not count. */
export const { is, isConditionId, rootsOf } = conditionsOf(CONDITIONS, effectiveConditions);

const NONE: readonly string[] = [];

/** E-237: returns the ids suppressed until the end of the Round. */
export const suppressedOf = ({ state }: EnergyFighter): readonly string[] => state.suppressed ?? NONE;

/** Returns the root conditions that are not suppressed. */
export function effectiveConditions(fighter: EnergyFighter): readonly Condition[] {
  const { conditions } = fighter;
  if (fighter.state.suppressed === undefined) return conditions;
  const ignored = suppressedOf(fighter);
  return conditions.filter(({ id }) => !ignored.includes(id));
}

/** Returns the active conditions among `ids`. */
export const activeAmong = (fighter: EnergyFighter, ids: readonly ConditionId[]): readonly ConditionId[] =>
  fighter.conditions.length === 0 ? [] : ids.filter((id) => is(fighter, id));

/** Disadvantage on attacks, on Evasion and on other Defense rolls (section 8; E-231 to E-234, E-157). */
export const HINDERS_ATTACK: readonly ConditionId[] = ['dazed', 'blinded'];
export const HINDERS_EVASION: readonly ConditionId[] = ['dazed', 'surprised', 'blinded', 'prone'];
/** E-223: an unconscious target counts as Surprised. */
export const HINDERS_DEFENSE: readonly ConditionId[] = ['dazed', 'surprised', 'unconscious'];
/** E-12. */
export const canAnswer = (fighter: EnergyFighter): boolean => !is(fighter, 'unconscious') && !is(fighter, 'dead');

/** The GM's ruling (E-68, E-125). */
export const isHelpless = (fighter: EnergyFighter): boolean => fighter.state.helpless === true;

/** E-125, E-223: returns false if melee attacks hit without an Evasion roll. */
export const canEvade = (fighter: EnergyFighter): boolean => !isHelpless(fighter) && !is(fighter, 'unconscious');

/** What a melee attacker may use though it has ended since the attack began (E-69). */
export interface Openings {
  readonly ids: readonly ConditionId[];
  readonly canEvade: boolean;
}
const OPENINGS: readonly ConditionId[] = ['exposed', ...new Set([...HINDERS_EVASION, ...HINDERS_DEFENSE])];

export const openingsOf = (target: EnergyFighter): Openings => ({
  ids: activeAmong(target, OPENINGS),
  canEvade: canEvade(target),
});

/** E-233: returns metres. */
export const effectiveSpeed = (fighter: EnergyFighter): number =>
  is(fighter, 'slowed') ? Math.ceil(fighter.stats.speed / 2) : fighter.stats.speed;

/** E-39: conditions that end a movement. */
export const HALTS: readonly ConditionId[] = ['prone', 'restrained', 'unconscious', 'dead'];

export const roundEnd = (n: number): Until => ({ at: ROUND_END, n });
export const SHORT_REST_ENDS: Until = { at: SHORT_REST };

/** End moments for a condition that the GM adds. */
export const MOMENTS: EndMoments<EnergyEncounter> = {
  'round-end': ({ clock }) => (clock.round > 0 ? roundEnd(clock.round) : null),
  'next-round-end': ({ clock }) => (clock.round > 0 ? roundEnd(clock.round + 1) : null),
  'short-rest': () => SHORT_REST_ENDS,
};

/** E-148, E-A3: returns the default end of Exposed. */
export const exposedUntil = ({ clock, settings }: EnergyEncounter): Until =>
  roundEnd(clock.round + (settings.exposedDefault === 'next' ? 1 : 0));

/** E-A59. */
const causedBy =
  (...causes: readonly string[]) =>
  ({ data }: Condition): boolean =>
    causes.includes(String(data?.cause));

/** E-224 to E-227: returns true if a roll or a rest ends it. */
export const wakesByItself = (condition: Condition): boolean => !causedBy('dying', 'sleep')(condition);

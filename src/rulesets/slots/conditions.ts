import { type Condition, type ConditionDefinition, hasCondition, type Until } from '../../encounter/condition';
import type { FighterId } from '../../encounter/state';
import type { Bound } from '../../mechanics/bond';
import { type Mode, type Skill, TURN_END, TURN_START } from './schema';
import type { SlotsFighter } from './stats';

const harm = (icon: string): ConditionDefinition => ({ implies: [], tone: 'harm', icon });
const boon = (icon: string): ConditionDefinition => ({ implies: [], tone: 'boon', icon });
const neutral = (icon: string): ConditionDefinition => ({ implies: [], tone: 'neutral', icon });

/** Ledger section 9, then what actions leave behind. What a condition does stands where it is done. */
export const CONDITIONS = {
  blinded: harm('blinded'),
  bleeding: harm('bleeding'),
  confused: harm('confused'),
  covered: boon('covered'),
  crippled: harm('crippled'),
  encumbered: harm('encumbered'),
  deafened: harm('deafened'),
  dehydrated: harm('dehydrated'),
  dying: harm('dying'),
  exhausted: harm('exhausted'),
  fascinated: harm('fascinated'),
  frightened: harm('frightened'),
  hostile: neutral('hostile'),
  nauseated: harm('nauseated'),
  prone: harm('prone'),
  restrained: harm('restrained'),
  soaked: harm('soaked'),
  starving: harm('starving'),
  stunned: harm('stunned'),
  suffocating: harm('suffocating'),
  surprised: harm('surprised'),
  unconscious: harm('unconscious'),
  writhing: harm('writhing'),
  corpse: harm('corpse'),
  broken: harm('broken'),

  assisted: boon('assisted'),
  charging: neutral('charging'),
  concentrating: boon('concentrating'),
  defending: boon('defending'),
  /** One root for each group it was put on (`data.group`). */
  focused: boon('focused'),
  observing: boon('observing'),
  'psionic-focus': boon('psionic-focus'),
  /** An equal contest: nothing more this turn (L-40). */
  locked: harm('locked'),
  /** A tactical edge over those it is towards (L-176), of the kind `data.kind`. */
  edge: boon('edge'),
  /** Found by those it is towards, though it hides or they cannot see (L-77, L-123). */
  detected: neutral('detected'),
} as const satisfies Readonly<Record<string, ConditionDefinition>>;
export type ConditionId = keyof typeof CONDITIONS;
export const isConditionId = (id: string): id is ConditionId => Object.hasOwn(CONDITIONS, id);

/** Whether a condition is active; with `towards`, whether it holds against that fighter. */
export function is({ conditions }: SlotsFighter, id: ConditionId, towards?: FighterId): boolean {
  return conditions.length > 0 && hasCondition(CONDITIONS, conditions, id, towards);
}

export const rootsOf = ({ conditions }: SlotsFighter, id: ConditionId): readonly Condition[] =>
  conditions.filter((condition) => condition.id === id);

/** L-A5: one round lasts until the next turn of whoever brought it about begins. */
export const oneRound = (of: FighterId): Until => ({ at: TURN_START, of });
export const turnEnd = (of: FighterId): Until => ({ at: TURN_END, of });

/** What a condition takes the ability modifier off (L-A2). */
export type Stripped =
  | 'ac'
  | 'fortitude'
  | 'reflex'
  | 'will'
  | 'alertness'
  | 'agility'
  | 'athletics'
  | 'attack'
  | 'damage';

const STRIPS: Readonly<Partial<Record<ConditionId, readonly Stripped[]>>> = {
  confused: ['alertness', 'will'],
  covered: ['alertness', 'reflex'],
  encumbered: ['agility', 'athletics', 'reflex'],
  exhausted: ['attack', 'damage', 'fortitude'],
  frightened: ['ac', 'will'],
  nauseated: ['fortitude'],
  restrained: ['ac', 'reflex'],
  stunned: ['ac', 'fortitude', 'reflex', 'will'],
};
/** L-162. */
const SURPRISED: readonly Stripped[] = ['ac', 'reflex', 'will'];
/** L-143. */
const FASCINATED: readonly Stripped[] = ['ac', 'fortitude', 'reflex', 'will'];

/** L-123: what the blind have not detected surprises them. */
export const isSurprisedBy = (fighter: SlotsFighter, other: SlotsFighter | null): boolean =>
  is(fighter, 'surprised') || (other !== null && is(fighter, 'blinded') && !is(other, 'detected', fighter.id));

/** Whether a statistic does without its ability modifier now. @param against whom it is used against, where that matters */
export function isStripped(fighter: SlotsFighter, what: Stripped, against: SlotsFighter | null = null): boolean {
  if (fighter.conditions.length === 0) return false;
  const strips = Object.entries(STRIPS) as [ConditionId, readonly Stripped[]][];
  if (strips.some(([id, stripped]) => stripped.includes(what) && is(fighter, id))) return true;
  if (SURPRISED.includes(what) && isSurprisedBy(fighter, against)) return true;
  return against !== null && FASCINATED.includes(what) && is(fighter, 'fascinated', against.id);
}

/** L-A2: a modifier that is stripped no longer helps, and one that hurts stays. */
export const counting = (modifier: number, stripped: boolean): number => (stripped ? Math.min(modifier, 0) : modifier);

/** L-140, L-147: skills a condition does not let one use. */
const BARRED: readonly (readonly [ConditionId, readonly Skill[]])[] = [
  ['exhausted', ['endurance', 'athletics', 'agility']],
  ['nauseated', ['endurance']],
];

/** The conditions that keep a fighter from using a skill. */
export const barring = (fighter: SlotsFighter, skill: Skill): readonly ConditionId[] =>
  BARRED.flatMap(([id, skills]) => (skills.includes(skill) && is(fighter, id) ? [id] : []));

/** Who is one of these does nothing at all, and goes no farther (L-158, L-163). */
export const OUT: readonly ConditionId[] = ['corpse', 'broken', 'unconscious', 'stunned'];
export const isOut = (fighter: SlotsFighter): boolean => OUT.some((id) => is(fighter, id));
export const isHalted = (fighter: SlotsFighter): boolean => isOut(fighter) || is(fighter, 'restrained');

/** What is no living Subject any more, or never was one. */
export const isObject = (fighter: SlotsFighter): boolean => fighter.stats.base.object || is(fighter, 'corpse');

/** L-132, L-133, L-141, L-A56: several that halve do it once. Feet, a multiple of five. */
export function speedOf(fighter: SlotsFighter, mode: Mode = 'walk'): number {
  const { base } = fighter.stats;
  const whole = mode === 'walk' ? base.speed : base[mode];
  const halved =
    is(fighter, 'encumbered') ||
    is(fighter, 'exhausted') ||
    rootsOf(fighter, 'crippled').some(({ data }) => data?.variant !== 'limb');
  return fives(halved ? whole / 2 : whole);
}

/** L-A14: distances are rounded down to whole squares of five feet. */
export const fives = (feet: number): number => Math.floor(feet / 5 + 1e-9) * 5;

/** L-135, L-154: Weakness by condition, or of its own; any resistance to the type cancels it (L-A47). */
export function isWeakTo(fighter: SlotsFighter, type: string): boolean {
  const { base, er } = fighter.stats;
  if ((er[type] ?? 0) > 0) return false;
  if (base.weaknesses.includes(type)) return true;
  if (is(fighter, 'dehydrated') && (type === 'chemical' || type === 'heat')) return true;
  return is(fighter, 'soaked') && (type === 'cold' || type === 'electricity');
}

/** Why Psionic Focus cannot be had now (L-114). */
export const UNFOCUSED: readonly ConditionId[] = ['confused', 'frightened', 'nauseated', 'stunned', 'writhing'];

/** L-A29: a grapple takes two. */
export const bound: Bound = ({ id, by, data }) => (id === 'restrained' && data?.cause === 'grapple' ? by : undefined);

/** The partner of a grapple, by the condition both bear; null where there is none. */
export const grappledBy = (fighter: SlotsFighter): FighterId | null =>
  rootsOf(fighter, 'restrained').find(({ data }) => data?.cause === 'grapple')?.by ?? null;

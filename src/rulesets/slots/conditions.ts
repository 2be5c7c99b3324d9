import type { ConditionDefinition, Until } from '../../encounter/condition';
import type { FighterId } from '../../encounter/state';
import type { BondLookup } from '../../toolkit/combat/bond';
import { boon, conditionsOf, harm, neutral } from '../../toolkit/combat/condition';
import type { EndMoments } from '../../toolkit/define/manual';
import { each } from '../../toolkit/define/schema';
import {
  CRIPPLE_EFFECTS,
  EDGES,
  FOCI,
  LIMBS,
  type Limb,
  type MovementMode,
  type SaveId,
  type SkillId,
  TURN_END,
  TURN_START,
} from './schema';
import type { SlotsEncounter, SlotsFighter } from './state';

type Asked = Pick<ConditionDefinition, 'asks' | 'lasts'>;
/** L-A5. */
const aRound: Asked = { lasts: 'one-round' };

/** What is asked of whoever gives a condition by hand. */
const ASKED: Readonly<Record<string, Asked>> = {
  // L-A19: how well one hides.
  covered: { asks: { stealth: true } },
  // L-132.
  crippled: { asks: { variant: CRIPPLE_EFFECTS, limb: LIMBS } },
  // L-142, L-144.
  fascinated: { asks: { towards: true } },
  frightened: { asks: { source: true } },
  // L-151, L-A48: in a grapple, or held by something else.
  restrained: { asks: { source: true, cause: ['grapple'], escape: true } },
  stunned: aRound,
  surprised: { asks: { source: true }, ...aRound },
  // L-165.
  unconscious: { asks: { cause: ['wounds', 'sleep'] } },
  assisted: { asks: { source: true }, lasts: 'own-turn-end' },
  charging: aRound,
  concentrating: aRound,
  defending: aRound,
  focused: { asks: { group: FOCI }, ...aRound },
  observing: aRound,
  locked: { lasts: 'turn-end' },
  // L-176.
  edge: { asks: { kind: EDGES, towards: true } },
  detected: { asks: { towards: true } },
};
const rows =
  (toned: typeof harm) =>
  <const K extends string>(...ids: readonly K[]) =>
    each(ids, (id) => toned(id, ASKED[id]));
const [harms, boons, neutrals] = [rows(harm), rows(boon), rows(neutral)];

/** Ledger section 9, then what actions leave behind. What a condition does stands where it is done. */
export const CONDITIONS = {
  ...harms('blinded', 'bleeding', 'confused'),
  ...boons('covered'),
  ...harms('crippled', 'encumbered', 'deafened', 'dehydrated', 'dying', 'exhausted', 'fascinated', 'frightened'),
  ...neutrals('hostile'),
  ...harms('nauseated', 'prone', 'restrained', 'soaked'),
  /** L-154: who is wet through, and unless it breathes there suffocates. */
  underwater: harm('soaked', { implies: ['soaked'] }),
  ...harms('starving', 'stunned', 'suffocating', 'surprised'),
  ...harms('unconscious', 'writhing', 'corpse', 'broken'),

  ...boons('assisted'),
  ...neutrals('charging'),
  ...boons('concentrating', 'defending'),
  /** One root for each group it was put on (`data.group`). */
  ...boons('focused'),
  ...boons('observing', 'psionic-focus'),
  /** An equal contest: nothing more this turn (L-40). */
  ...harms('locked'),
  /** A tactical edge over those it is towards (L-176), of the kind `data.kind`. */
  ...boons('edge'),
  /** Found by those it is towards, though it hides or they cannot see (L-77, L-123). */
  ...neutrals('detected'),
};
export type ConditionId = keyof typeof CONDITIONS;
export const { is, isConditionId, rootsOf } = conditionsOf(CONDITIONS);

/** L-A5: one round lasts until the next turn of whoever brought it about begins. */
export const untilTurnOf = (of: FighterId): Until => ({ at: TURN_START, of });
export const untilTurnEndOf = (of: FighterId): Until => ({ at: TURN_END, of });

const isUnderWay = ({ clock }: SlotsEncounter): boolean => clock.phase !== 'idle';

/** When a condition given by hand may end. L-A5: one round is counted from whoever brings it about, or from whose turn it is. */
export const MOMENTS: EndMoments<SlotsFighter, SlotsEncounter> = {
  'one-round': (encounter, fighter, source) =>
    isUnderWay(encounter) ? untilTurnOf(source?.id ?? encounter.clock.turn ?? fighter.id) : null,
  'turn-end': ({ clock }) => (clock.turn === null ? null : untilTurnEndOf(clock.turn)),
  'own-turn-start': (encounter, { id }) => (isUnderWay(encounter) ? untilTurnOf(id) : null),
  'own-turn-end': (encounter, { id }) => (isUnderWay(encounter) ? untilTurnEndOf(id) : null),
};

/** What a condition takes the ability modifier off (L-A2). */
type Stripped = 'ac' | 'attack' | 'damage' | SaveId | SkillId;

const STRIPS: readonly (readonly [ConditionId, readonly Stripped[]])[] = [
  ['confused', ['alertness', 'will']],
  ['covered', ['alertness', 'reflex']],
  ['encumbered', ['agility', 'athletics', 'reflex']],
  ['exhausted', ['attack', 'damage', 'fortitude']],
  ['frightened', ['ac', 'will']],
  ['nauseated', ['fortitude']],
  ['restrained', ['ac', 'reflex']],
  ['stunned', ['ac', 'fortitude', 'reflex', 'will']],
];
/** L-162. */
const SURPRISED: readonly Stripped[] = ['ac', 'reflex', 'will'];
/** L-143. */
const FASCINATED: readonly Stripped[] = ['ac', 'fortitude', 'reflex', 'will'];

/** L-123: what the blind have not detected surprises them. */
const isSurprisedBy = (fighter: SlotsFighter, other: SlotsFighter | null): boolean =>
  is(fighter, 'surprised') || (other !== null && is(fighter, 'blinded') && !is(other, 'detected', fighter.id));

/** Whether a statistic does without its ability modifier now. @param against whom it is used against, where that matters */
export function isStripped(fighter: SlotsFighter, what: Stripped, against: SlotsFighter | null = null): boolean {
  if (fighter.conditions.length === 0) return false;
  if (STRIPS.some(([id, stripped]) => stripped.includes(what) && is(fighter, id))) return true;
  if (SURPRISED.includes(what) && isSurprisedBy(fighter, against)) return true;
  return against !== null && FASCINATED.includes(what) && is(fighter, 'fascinated', against.id);
}

/** L-A2: a modifier that is stripped no longer helps, and one that hurts stays. */
export const countedModifier = (modifier: number, stripped: boolean): number =>
  stripped ? Math.min(modifier, 0) : modifier;

/** L-140, L-147: skills a condition does not let one use. */
const BARRED: readonly (readonly [ConditionId, readonly SkillId[]])[] = [
  ['exhausted', ['endurance', 'athletics', 'agility']],
  ['nauseated', ['endurance']],
];

/** The conditions that keep a fighter from using a skill. */
export const barringConditions = (fighter: SlotsFighter, skill: SkillId): readonly ConditionId[] =>
  BARRED.flatMap(([id, skills]) => (skills.includes(skill) && is(fighter, id) ? [id] : []));

/** Who is one of these does nothing at all, and goes no farther (L-158, L-163). */
export const OUT_CONDITIONS: readonly ConditionId[] = ['corpse', 'broken', 'unconscious', 'stunned'];
export const isOut = (fighter: SlotsFighter): boolean => OUT_CONDITIONS.some((id) => is(fighter, id));
export const isHalted = (fighter: SlotsFighter): boolean => isOut(fighter) || is(fighter, 'restrained');

/** What is no living Subject any more, or never was one. */
export const isObject = (fighter: SlotsFighter): boolean => fighter.stats.base.object || is(fighter, 'corpse');

/** L-132: the limbs somebody has lost the use of; of what says nothing else it is an arm. */
const lostLimbs = (fighter: SlotsFighter): Limb[] =>
  rootsOf(fighter, 'crippled').flatMap(({ data }) =>
    data?.variant === 'limb' || data?.variant === 'both' ? [LIMBS.find((limb) => limb === data.limb) ?? 'arm'] : [],
  );

/** L-132: the limbs there are to lose. */
export const limbsOf = ({ stats: { base } }: SlotsFighter): readonly Limb[] =>
  LIMBS.filter((limb) => limb === 'leg' || (limb === 'arm' ? base.hands : base.fly) > 0);

/** L-132, L-133, L-141, L-A56: several that halve do it once; a lost leg does, but not in the air, where a lost wing lets nobody. Feet, a multiple of five. */
export function effectiveSpeed(fighter: SlotsFighter, mode: MovementMode = 'walk'): number {
  const { base } = fighter.stats;
  const whole = mode === 'walk' ? base.speed : base[mode];
  const lost = lostLimbs(fighter);
  if (mode === 'fly' && lost.includes('wing')) return 0;
  const halved =
    is(fighter, 'encumbered') ||
    is(fighter, 'exhausted') ||
    (mode !== 'fly' && lost.includes('leg')) ||
    rootsOf(fighter, 'crippled').some(({ data }) => data?.variant !== 'limb');
  return roundToSquares(halved ? whole / 2 : whole);
}

/** L-132: hands that can be used; an arm that cannot is one hand less. */
export const handsOf = (fighter: SlotsFighter): number =>
  Math.max(0, fighter.stats.base.hands - lostLimbs(fighter).filter((limb) => limb === 'arm').length);

/** L-A14: distances are rounded down to whole squares of five feet. */
export const roundToSquares = (feet: number): number => Math.floor(feet / 5 + 1e-9) * 5;

/** L-135, L-154: Weakness by condition, or of its own; any resistance to the type cancels it (L-A47). */
export function isWeakTo(fighter: SlotsFighter, type: string): boolean {
  const { base, er } = fighter.stats;
  if ((er[type] ?? 0) > 0) return false;
  if (base.weaknesses.includes(type)) return true;
  if (is(fighter, 'dehydrated') && (type === 'chemical' || type === 'heat')) return true;
  return is(fighter, 'soaked') && (type === 'cold' || type === 'electricity');
}

/** Why Psionic Focus cannot be had now (L-114). */
export const FOCUS_BLOCKERS: readonly ConditionId[] = ['confused', 'frightened', 'nauseated', 'stunned', 'writhing'];

/** L-A29, L-144: a grapple takes two, and so does fear. */
export const bound: BondLookup = ({ id, by, data }) =>
  id === 'frightened' || (id === 'restrained' && data?.cause === 'grapple') ? by : undefined;

/** The partner of a grapple, by the condition both bear; null where there is none. */
export const grappledBy = (fighter: SlotsFighter): FighterId | null =>
  rootsOf(fighter, 'restrained').find(({ data }) => data?.cause === 'grapple')?.by ?? null;

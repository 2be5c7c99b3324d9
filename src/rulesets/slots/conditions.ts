import type { Condition, ConditionDefinition, Until } from '../../encounter/condition';
import type { FighterId } from '../../encounter/state';
import { lookup } from '../../kernel/lookup';
import type { BondLookup } from '../../toolkit/combat/bond';
import { boon, conditionsOf, harm, neutral } from '../../toolkit/combat/condition';
import type { EndMoments } from '../../toolkit/combat/manual';
import { endsWithFight } from '../../toolkit/define/duration';
import { each } from '../../toolkit/define/schema';
import {
  CRIPPLE_EFFECTS,
  damageTypeOf,
  EDGES,
  FOCI,
  LIMBS,
  type Limb,
  type MovementMode,
  TURN_END,
  TURN_START,
} from './schema';
import type { SlotsEncounter, SlotsFighter } from './state';
import { thingsInHand } from './stats';

type Details = Pick<ConditionDefinition, 'asks' | 'lasts' | 'several' | 'defeat' | 'corpse' | 'ofFight'>;
/** L-A5. */
const ONE_ROUND: Details = { lasts: 'one-round' };
/** What an action leaves until the next turn means nothing without turns. */
const OF_FIGHT: Details = { ...ONE_ROUND, ofFight: true };

const DETAILS: Readonly<Record<string, Details>> = {
  // L-A19: the Stealth total.
  covered: { asks: { stealth: true } },
  // L-132.
  crippled: { asks: { variant: CRIPPLE_EFFECTS, limb: LIMBS }, several: true },
  // L-142, L-144.
  fascinated: { asks: { towards: true } },
  frightened: { asks: { source: true } },
  // L-151, L-A48: in a grapple, or held otherwise.
  restrained: { asks: { source: true, cause: ['grapple'], escape: true }, several: true },
  stunned: ONE_ROUND,
  surprised: { asks: { source: true }, ...ONE_ROUND },
  // L-165.
  unconscious: { asks: { cause: ['wounds', 'sleep'] }, defeat: 'out' },
  corpse: { defeat: 'by-gm', corpse: true },
  broken: { defeat: 'out' },
  assisted: { asks: { source: true }, lasts: 'own-turn-end', ofFight: true },
  charging: OF_FIGHT,
  concentrating: ONE_ROUND,
  defending: OF_FIGHT,
  focused: { asks: { group: FOCI }, ...ONE_ROUND },
  observing: OF_FIGHT,
  locked: { lasts: 'turn-end', ofFight: true },
  // L-176.
  edge: { asks: { kind: EDGES, towards: true } },
  detected: { asks: { towards: true } },
};
const rows =
  (toned: typeof harm) =>
  <const K extends string>(...ids: readonly K[]) =>
    each(ids, (id) => toned(id, DETAILS[id]));
const [harms, boons, neutrals] = [rows(harm), rows(boon), rows(neutral)];

/** The conditions of ledger section 9, then those actions leave. Their effects are where they apply. */
export const CONDITIONS = {
  ...harms('blinded', 'bleeding', 'confused'),
  ...boons('covered'),
  ...harms('crippled', 'encumbered', 'deafened', 'dehydrated', 'dying', 'exhausted', 'fascinated', 'frightened'),
  ...neutrals('hostile'),
  ...harms('nauseated', 'prone', 'restrained', 'soaked'),
  /** L-154: wet, and suffocating unless it breathes under water. */
  underwater: harm('soaked', { implies: ['soaked'] }),
  ...harms('starving', 'stunned', 'suffocating', 'surprised'),
  ...harms('unconscious', 'writhing', 'corpse', 'broken'),

  ...boons('assisted'),
  ...neutrals('charging'),
  ...boons('concentrating', 'defending'),
  /** One root for each group (`data.group`). */
  ...boons('focused'),
  ...boons('observing', 'psionic-focus'),
  /** A tied contest: no further action this turn (L-40). */
  ...harms('locked'),
  /** A tactical edge over `towards` (L-176), of kind `data.kind`. */
  ...boons('edge'),
  /** Detected by `towards`, though hidden or unseen (L-77, L-123). */
  ...neutrals('detected'),
};
export type ConditionId = keyof typeof CONDITIONS;
export const isOfFight = endsWithFight(CONDITIONS, TURN_START, TURN_END);
export const { is, isConditionId, rootsOf } = conditionsOf(CONDITIONS);

/** L-A5: one round lasts until the next turn of its source begins. */
export const untilTurnOf = (of: FighterId): Until => ({ at: TURN_START, of });
export const untilTurnEndOf = (of: FighterId): Until => ({ at: TURN_END, of });

const isUnderWay = ({ clock }: SlotsEncounter): boolean => clock.phase !== 'idle';

/** The ends of a condition added manually. L-A5: one round counts from its source, else from the running turn. */
export const MOMENTS: EndMoments<SlotsEncounter> = {
  'one-round': (encounter, fighter, source) =>
    isUnderWay(encounter) ? untilTurnOf(source?.id ?? encounter.clock.turn ?? fighter.id) : null,
  'turn-end': ({ clock }) => (clock.turn === null ? null : untilTurnEndOf(clock.turn)),
  'own-turn-start': (encounter, { id }) => (isUnderWay(encounter) ? untilTurnOf(id) : null),
  'own-turn-end': (encounter, { id }) => (isUnderWay(encounter) ? untilTurnEndOf(id) : null),
};

/** Conditions that prevent all actions and movement (L-158, L-163). */
export const OUT_CONDITIONS: readonly ConditionId[] = ['corpse', 'broken', 'unconscious', 'stunned'];
export const isOut = (fighter: SlotsFighter): boolean => OUT_CONDITIONS.some((id) => is(fighter, id));
export const isHalted = (fighter: SlotsFighter): boolean => isOut(fighter) || is(fighter, 'restrained');

export const isObject = (fighter: SlotsFighter): boolean => fighter.stats.base.object || is(fighter, 'corpse');

/** L-132: lost limbs; a condition without a limb means an arm. */
const lostLimbs = (fighter: SlotsFighter): Limb[] =>
  rootsOf(fighter, 'crippled').flatMap(({ data }) =>
    data?.variant === 'limb' || data?.variant === 'both' ? [LIMBS.find((limb) => limb === data.limb) ?? 'arm'] : [],
  );

/** L-132: returns the limbs a fighter can lose. */
export const limbsOf = ({ stats: { base } }: SlotsFighter): readonly Limb[] =>
  LIMBS.filter((limb) => limb === 'leg' || (limb === 'arm' ? base.hands : base.fly) > 0);

/**
 * Returns the speed in feet, a multiple of five. Several halvings count once; a lost wing grounds a flyer (L-132,
 * L-133, L-141, L-A56).
 */
export function effectiveSpeed(fighter: SlotsFighter, mode: MovementMode = 'walk'): number {
  const { base } = fighter.stats;
  const full = mode === 'walk' ? base.speed : base[mode];
  const lost = lostLimbs(fighter);
  if (mode === 'fly' && lost.includes('wing')) return 0;
  const halved =
    is(fighter, 'encumbered') ||
    is(fighter, 'exhausted') ||
    (mode !== 'fly' && lost.includes('leg')) ||
    rootsOf(fighter, 'crippled').some(({ data }) => data?.variant !== 'limb');
  return roundToSquares(halved ? full / 2 : full);
}

/** L-132: returns the usable hands. */
export const handsOf = (fighter: SlotsFighter): number =>
  Math.max(0, fighter.stats.base.hands - lostLimbs(fighter).filter((limb) => limb === 'arm').length);

/** L-106: things in hand occupy hands. */
export const freeHands = (fighter: SlotsFighter): number =>
  thingsInHand(fighter).reduce((free, { hands }) => free - hands, handsOf(fighter));

/** L-A14: rounds feet down to whole squares of five. */
export const roundToSquares = (feet: number): number => Math.floor(feet / 5 + 1e-9) * 5;

/** L-135, L-154: Weakness by condition or of its own; a resistance to the type cancels it (L-A47). */
export function isWeakTo(fighter: SlotsFighter, damageType: string): boolean {
  const { base, er } = fighter.stats;
  const type = damageTypeOf(damageType);
  if ((lookup(er, type) ?? 0) > 0) return false;
  if (base.weaknesses.some((weakness) => damageTypeOf(weakness) === type)) return true;
  if (is(fighter, 'dehydrated') && (type === 'chemical' || type === 'heat')) return true;
  return is(fighter, 'soaked') && (type === 'cold' || type === 'electricity');
}

export const isGrapple = ({ id, data }: Condition): boolean => id === 'restrained' && data?.cause === 'grapple';

/** L-A29, L-144: grapples and fear bind two fighters. */
export const bondHolderOf: BondLookup = (condition) =>
  condition.id === 'frightened' || isGrapple(condition) ? condition.by : undefined;

/** The condition stores the partner. Returns null outside a grapple. */
export const grappledBy = ({ conditions }: SlotsFighter): FighterId | null => conditions.find(isGrapple)?.by ?? null;

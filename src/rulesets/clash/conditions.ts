import type { ConditionDefinition, Until } from '../../encounter/condition';
import type { FighterId } from '../../encounter/state';
import { boon, conditionsOf, harm, neutral } from '../../toolkit/combat/condition';
import type { EndMoments } from '../../toolkit/combat/manual';
import { endsWithFight } from '../../toolkit/define/duration';
import { PHASE_END, PHASE_SECONDS, TURN_START } from './schema';
import type { ClashEncounter, ClashFighter } from './state';

/** Ledger section 9, and what spells leave behind. Rules check these; no effect is defined here. */
export const CONDITIONS = {
  grappled: harm('grappled', { asks: { source: true }, several: 'sourceless' }),
  'off-balance': harm('off-balance', { lasts: 'own-turn-start', ofFight: true }),
  concentrating: boon('concentrating', { several: true }),
  unfocused: harm('unfocused'),
  'defence-penalty': harm('defence-penalty', { asks: { source: true, amount: true }, several: true, ofFight: true }),
  mounted: neutral('mounted', { asks: { source: true } }),
  unseen: boon('unseen', { asks: { towards: true } }),
  ethereal: neutral('ethereal', { asks: { tier: true }, lasts: 'phase', several: true }),
  'absorbed-ethereal': harm('absorbed-ethereal', { asks: { tier: true }, lasts: 'phase', several: true }),
  area: neutral('area', { several: true }),
  empowered: boon('empowered', { asks: { strength: true }, several: true }),
  defeated: harm('defeated', { defeat: 'by-gm' }),
} as const satisfies Readonly<Record<string, ConditionDefinition>>;

export const isOfFight = endsWithFight(CONDITIONS, TURN_START);
export const { is, rootsOf: instancesOf } = conditionsOf(CONDITIONS);

/** C-A8, C-A57. */
export const isAble = (fighter: ClashFighter): boolean => fighter.pools.hp.value > 0 && !is(fighter, 'defeated');

export const isInCombat = ({ clock }: ClashEncounter): boolean => clock.phase === 'active';

export const isTurnOf = ({ clock }: ClashEncounter, { id }: ClashFighter): boolean => clock.turn === id;

/** C-64: a ridden mount shares the turn of its rider. */
export const isInOwnTurn = (encounter: ClashEncounter, fighter: ClashFighter): boolean =>
  isTurnOf(encounter, riderOf(encounter, fighter) ?? fighter);

/** C-130, C-A55: in metres. */
export const effectiveSpeed = (fighter: ClashFighter): number => (is(fighter, 'grappled') ? 0 : fighter.stats.speed);

export const untilTurnOf = ({ id }: ClashFighter): Until => ({ at: TURN_START, of: id });

/** C-09, C-73. */
export const untilPhaseEnd = ({ clock }: ClashEncounter): Until => ({
  at: PHASE_END,
  n: Number(clock.time ?? 0) + PHASE_SECONDS,
});

export const MOMENTS: EndMoments<ClashEncounter> = {
  'own-turn-start': (encounter, fighter) => (isInCombat(encounter) ? untilTurnOf(fighter) : null),
  'source-turn-start': (encounter, _, source) => (isInCombat(encounter) && source ? untilTurnOf(source) : null),
  phase: untilPhaseEnd,
};

/** C-64: returns the id of a rider's mount, whether it is in the encounter or not. */
export const mountIdOf = (rider: ClashFighter): FighterId | undefined => instancesOf(rider, 'mounted')[0]?.by;

/** C-64: returns null if the mount is not in the encounter. */
export function mountOf(encounter: ClashEncounter, rider: ClashFighter): ClashFighter | null {
  const by = mountIdOf(rider);
  return (by !== undefined && encounter.fighters[by]) || null;
}

export function riderOf({ fighters }: ClashEncounter, mount: ClashFighter): ClashFighter | null {
  for (const fighter of Object.values(fighters))
    if (fighter.conditions.length > 0 && mountIdOf(fighter) === mount.id) return fighter;
  return null;
}

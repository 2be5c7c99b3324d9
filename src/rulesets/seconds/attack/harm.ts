import { adjustPool, applyChange } from '../../../encounter/change';
import type { Condition, Until } from '../../../encounter/condition';
import { groundAt } from '../../../encounter/scenes';
import type { Ground, Place } from '../../../encounter/state';
import type { Procedure } from '../../../kernel/procedure';
import { addCondition, removeCondition } from '../../../toolkit/combat/condition';
import { placeAwayFrom } from '../../../toolkit/space/forced';
import { brightnessAt, coveredShare, hasLineOfEffect, hasLineOfSight } from '../../../toolkit/space/sight';
import { gap } from '../../../toolkit/space/space';
import { is, rootsOf } from '../conditions';
import { isWeapon } from '../schema';
import type { SecondsEncounter, SecondsFighter } from '../state';
import { worldSettingsOf } from '../stats';

/** Returns metres: one cell side by side. */
export function metresApart({ ground }: SecondsEncounter, a: Place, b: Place): number {
  const empty = gap(ground, a, b);
  return empty < 0 ? 0 : empty + groundAt(ground, a).cell;
}

/** S-A21: in metres, at least the default. */
export function reachOf(encounter: SecondsEncounter, { items }: SecondsFighter): number {
  const { defaultReach } = worldSettingsOf(encounter);
  const reaches = items
    .filter(isWeapon)
    .flatMap(({ equipped, kind, reach }) => (equipped && kind === 'melee' ? [reach] : []));
  return Math.max(defaultReach, ...reaches.map((reach) => reach ?? defaultReach));
}

/** Always true without a map. */
export const isWithin = (
  encounter: SecondsEncounter,
  { place }: SecondsFighter,
  there: Place | null,
  metres: number,
): boolean => !place || !there || metresApart(encounter, place, there) <= metres + 1e-3;

/** S-A21: walls block. @param metres the reach */
export const canReach = (
  encounter: SecondsEncounter,
  fighter: SecondsFighter,
  there: Place | null,
  metres = reachOf(encounter, fighter),
): boolean => isWithin(encounter, fighter, there, metres) && hasLineOfEffect(encounter.ground, fighter.place, there);

/** S-A9. */
export function* harm(fighter: SecondsFighter, damage: number): Procedure<void> {
  yield* adjustPool(fighter.id, 'hp', -damage);
  yield* updateConsciousness(fighter);
}

/** S-A9: unconsciousness by wounds prevents waking. Not state-based: the GM may wake who has no HP. */
export function* updateConsciousness(fighter: SecondsFighter): Procedure<void> {
  const byWounds = ({ data }: Condition): boolean => data?.cause === 'hp';
  if (fighter.pools.hp.value > 0) return yield* removeCondition(fighter, 'unconscious', byWounds);
  if (!rootsOf(fighter, 'unconscious').some(byWounds))
    yield* addCondition(fighter.id, 'unconscious', null, { cause: 'hp' });
}

/** S-A27: by the settings, ropes last without a holder. */
export const isHolderNeeded = (encounter: Pick<SecondsEncounter, 'settings'>, condition: string): boolean =>
  condition === 'grappled' || (condition === 'restrained' && worldSettingsOf(encounter).restraintNeedsHolder);

export function pointTowards(ground: Ground, from: Place, next: Place, metres: number): Place {
  const behind = { x: 2 * from.x - next.x, y: 2 * from.y - next.y };
  const { x, y, ...others } = placeAwayFrom(ground, from, behind, metres);
  return { ...others, x: exact(x), y: exact(y) };
}

const exact = (metres: number): number => Math.round(metres * 1e6) / 1e6;

/** By walls or the dark. */
export const isSheltered = ({ ground }: Pick<SecondsEncounter, 'ground'>, from: Place, there: Place): boolean =>
  brightnessAt(ground, there) === 'dark' || coveredShare(ground, from, there) > 0;

/** S-A32. */
export const canSee = ({ ground }: Pick<SecondsEncounter, 'ground'>, viewer: SecondsFighter, there: Place | null) =>
  !is(viewer, 'unconscious') && !is(viewer, 'blinded') && hasLineOfSight(ground, viewer.place, there);

/** S-A32: past walls, in light. */
export const isInOpenView = (
  encounter: SecondsEncounter,
  looker: SecondsFighter,
  from: Place | null,
  there: Place | null,
): boolean =>
  from !== null &&
  there !== null &&
  canSee(encounter, { ...looker, place: from }, there) &&
  !isSheltered(encounter, from, there);

/** S-A32: returns the searcher from whom walls or the dark hide a fighter. */
export const findSearcher = (
  { fighters }: SecondsEncounter,
  { id, towards = [], data }: Condition,
): SecondsFighter | undefined =>
  id === 'hidden' && data?.shelter === true ? towards.flatMap((searcher) => fighters[searcher] ?? [])[0] : undefined;

/** S-54 to S-58. @param until null: until released or broken; `tool`: the name of what it is done with */
export function* startHold(
  { id: by }: SecondsFighter,
  { id: of }: SecondsFighter,
  condition: 'grappled' | 'restrained',
  holds: boolean,
  until: Until | null = null,
  tool?: string,
): Procedure<void> {
  const data = tool === undefined ? {} : { data: { name: tool } };
  yield* applyChange({
    kind: 'condition-added',
    of,
    condition: { id: condition, by, ...(until && { until }), ...data },
  });
  if (holds) yield* addCondition(by, 'restraining', until, { holds: of });
}

import { adjustPool, applyChange, log } from '../../../encounter/change';
import type { Condition, Until } from '../../../encounter/condition';
import type { Ground, Place } from '../../../encounter/state';
import type { Procedure } from '../../../kernel/procedure';
import type { BondLookup } from '../../../toolkit/combat/bond';
import { addCondition, removeCondition, sortConditions } from '../../../toolkit/combat/condition';
import { placeAwayFrom } from '../../../toolkit/space/forced';
import { brightnessAt, coveredShare, hasLineOfEffect, hasLineOfSight } from '../../../toolkit/space/sight';
import { gap, isFree } from '../../../toolkit/space/space';
import { is, rootsOf } from '../conditions';
import { isWeapon } from '../schema';
import type { SecondsEncounter, SecondsFighter } from '../state';
import { worldSettingsOf } from '../stats';
import { discardProgress, endRunUp } from '../turn/lane';

/** Metres between two that stand on the map: side by side is one cell, sharing the space none. */
export function metresApart({ ground }: SecondsEncounter, a: Place, b: Place): number {
  const empty = gap(ground, a, b);
  return empty < 0 ? 0 : empty + ground.cell;
}

/** S-A21: how far a fighter reaches with what is in its slots, or with bare hands. */
export function reachOf(encounter: SecondsEncounter, { items }: SecondsFighter): number {
  const { defaultReach } = worldSettingsOf(encounter);
  const reaches = items
    .filter(isWeapon)
    .flatMap(({ equipped, kind, reach }) => (equipped && kind === 'melee' ? [reach] : []));
  return Math.max(defaultReach, ...reaches.map((reach) => reach ?? defaultReach));
}

/** Whether somebody who stands there would be within so many metres; without a map nobody is out of reach. */
export const isWithin = (
  encounter: SecondsEncounter,
  { place }: SecondsFighter,
  there: Place | null,
  metres: number,
): boolean => !place || !there || metresApart(encounter, place, there) <= metres + 1e-3;

/** Whether a fighter reaches into a place: near enough, and no wall between (S-A21). @param metres how far it reaches */
export const canReach = (
  encounter: SecondsEncounter,
  fighter: SecondsFighter,
  there: Place | null,
  metres = reachOf(encounter, fighter),
): boolean => isWithin(encounter, fighter, there, metres) && hasLineOfEffect(encounter.ground, fighter.place, there);

/** Everybody else who could fight back with somebody standing there in melee range (S-A21). */
export const threatenersAt = (
  encounter: SecondsEncounter,
  fighter: SecondsFighter,
  there: Place | null,
): SecondsFighter[] =>
  Object.values(encounter.fighters).filter(
    (other) =>
      other.side !== fighter.side &&
      other.place !== null &&
      there !== null &&
      !is(other, 'unconscious') &&
      canReach(encounter, other, there),
  );

/** Whether somebody else stands there. */
export function isOccupied({ ground, fighters }: SecondsEncounter, fighter: SecondsFighter, there: Place): boolean {
  const others = Object.values(fighters).flatMap((other) => (other === fighter ? [] : [other.place]));
  return !isFree(ground, there, others);
}

/** S-A9: takes hit points; who has none left goes down. */
export function* harm(encounter: SecondsEncounter, fighter: SecondsFighter, damage: number): Procedure<void> {
  yield* adjustPool(fighter.id, 'hp', -damage);
  yield* updateConsciousness(encounter, fighter);
}

/** S-A9: none left is unconscious, beyond waking; some left again is not. */
export function* updateConsciousness(encounter: SecondsEncounter, fighter: SecondsFighter): Procedure<void> {
  const byWounds = ({ data }: Condition): boolean => data?.cause === 'hp';
  const down = rootsOf(fighter, 'unconscious').some(byWounds);
  if (fighter.pools.hp.value > 0) {
    if (down) yield* removeCondition(fighter, 'unconscious', byWounds);
    return;
  }
  if (down) return;
  yield* addCondition(fighter.id, 'unconscious', null, { cause: 'hp' });
  yield* passOut(encounter, fighter);
}

/** Sections 4 and 7: what was begun is lost, and whom one held is free. */
export function* passOut(encounter: SecondsEncounter, fighter: SecondsFighter): Procedure<void> {
  yield* discardProgress(fighter);
  for (const held of heldBy(encounter, fighter)) yield* endHold(fighter, held);
}

/** Everybody this one has grappled or restrained. */
export const heldBy = ({ fighters }: SecondsEncounter, { id }: SecondsFighter): SecondsFighter[] =>
  Object.values(fighters).filter(({ conditions }) => conditions.some((had) => HOLDS.includes(had.id) && had.by === id));

const HOLDS: readonly string[] = ['grappled', 'restrained'];

/**
 * S-57, S-58, S-A26: who is gone holds nobody, and is held by nobody. What is tied with a rope that needs no holder stays tied. S-82, S-A30:
 * a weapon that pins is on its owner's sheet and leaves with it; what was found there stays.
 */
export const boundIn =
  (encounter: Pick<SecondsEncounter, 'settings'>): BondLookup =>
  ({ id, by, data }) => {
    if (id === 'restraining') return data?.holds === undefined ? undefined : String(data.holds);
    if (id === 'pinned') return data?.owner === undefined ? undefined : String(data.owner);
    const needsHolder = id === 'grappled' || (id === 'restrained' && worldSettingsOf(encounter).restraintNeedsHolder);
    return needsHolder ? by : undefined;
  };

/** Who holds a fighter; the one named, where that one does. */
export function holderOf(
  { fighters }: SecondsEncounter,
  held: SecondsFighter,
  named: SecondsFighter | null,
): SecondsFighter | null {
  const holders = sortConditions(held).flatMap(({ id, by }) => (HOLDS.includes(id) && by !== undefined ? [by] : []));
  const wanted = named && holders.includes(named.id) ? named.id : holders[0];
  return (wanted !== undefined && fighters[wanted]) || null;
}

/** S-57, S-58: ends the hold of one upon the other. */
export function* endHold(holder: SecondsFighter | null, held: SecondsFighter): Procedure<void> {
  const isHis = ({ by }: Condition): boolean => by === undefined || by === holder?.id;
  for (const id of HOLDS) yield* removeCondition(held, id, isHis);
  if (holder)
    yield* removeCondition(holder, 'restraining', ({ data }) => data?.holds === undefined || data.holds === held.id);
}

/** S-A26: who has come out of the holder's reach is free. Restraints by rope that need no holder stay. */
export function* partHolds(encounter: SecondsEncounter): Procedure<void> {
  const { restraintNeedsHolder } = worldSettingsOf(encounter);
  for (const held of Object.values(encounter.fighters))
    for (const { id, by } of sortConditions(held)) {
      const holder = by === undefined ? undefined : encounter.fighters[by];
      if (!HOLDS.includes(id) || !holder || (id === 'restrained' && !restraintNeedsHolder)) continue;
      if (!isWithin(encounter, holder, held.place, reachOf(encounter, holder))) yield* endHold(holder, held);
    }
}

/** The place so many metres off in the direction of another. */
export function pointTowards(ground: Ground, from: Place, next: Place, metres: number): Place {
  const behind = { x: 2 * from.x - next.x, y: 2 * from.y - next.y };
  const { x, y, ...others } = placeAwayFrom(ground, from, behind, metres);
  return { ...others, x: exact(x), y: exact(y) };
}

const exact = (metres: number): number => Math.round(metres * 1e6) / 1e6;

/** Prone, once however often; a run ends with it (S-A17, S-A42). */
export function* fallProne(fighter: SecondsFighter): Procedure<void> {
  if (!is(fighter, 'prone')) yield* addCondition(fighter.id, 'prone', null);
  yield* endRunUp(fighter);
}

/** S-A32: whoever shows itself is seen by all. */
export function* reveal(fighter: SecondsFighter): Procedure<void> {
  if (rootsOf(fighter, 'hidden').length === 0) return;
  yield* removeCondition(fighter, 'hidden');
  yield* log('seen', {}, fighter.id);
}

/** Whether the map shows something to hide behind or in from somebody who looks: a wall between, or the dark. */
export const isSheltered = ({ ground }: Pick<SecondsEncounter, 'ground'>, from: Place, there: Place): boolean =>
  brightnessAt(ground, there) === 'dark' || coveredShare(ground, from, there) > 0;

/** Whether somebody could see who stands there (S-A32). */
export const canSee = ({ ground }: Pick<SecondsEncounter, 'ground'>, looker: SecondsFighter, there: Place | null) =>
  !is(looker, 'unconscious') && !is(looker, 'blinded') && hasLineOfSight(ground, looker.place, there);

/** S-A32: who hides behind what the map shows is seen where that is no longer between. @param mover who has moved @param places everywhere it has been */
export function* uncover(
  encounter: SecondsEncounter,
  mover: SecondsFighter,
  places: readonly Place[],
): Procedure<void> {
  for (const hider of Object.values(encounter.fighters))
    for (const { id, key, towards = [], data } of sortConditions(hider)) {
      if (id !== 'hidden' || data?.shelter !== true) continue;
      const looker = encounter.fighters[towards[0] ?? ''];
      if (!looker?.place || !hider.place || (hider !== mover && looker !== mover)) continue;
      const isOpen = (from: Place, there: Place): boolean =>
        canSee(encounter, { ...looker, place: from }, there) && !isSheltered(encounter, from, there);
      const [from, there] = [looker.place, hider.place];
      if (!places.some((place) => (hider === mover ? isOpen(from, place) : isOpen(place, there)))) continue;
      yield* applyChange({ kind: 'condition-removed', of: hider.id, key });
      yield* log('seen-by', { by: looker.id }, hider.id);
    }
}

/** S-54 to S-58: the grappler's hand, or its rope. @param until null: until it is let go or broken */
export function* startHold(
  { id: by }: SecondsFighter,
  { id: of }: SecondsFighter,
  condition: 'grappled' | 'restrained',
  holds: boolean,
  until: Until | null = null,
): Procedure<void> {
  yield* applyChange({ kind: 'condition-added', of, condition: { id: condition, by, ...(until && { until }) } });
  if (holds) yield* addCondition(by, 'restraining', until, { holds: of });
}

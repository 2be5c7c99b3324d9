import { areAllies, areFoes } from '../encounter/sides';
import type { Encounter, Fighter, FighterId } from '../encounter/state';
import { lookup } from '../kernel/lookup';
import { gap } from '../toolkit/space/space';
import type { Judge } from './judge';
import type { TermWeights, Weights } from './temperament';

/** What one more fighter on its feet is worth, besides its health. */
const STANDING = 0.6;
/** Conditions without a worth of their own, by their tone. */
const BY_TONE = { harm: -0.06, boon: 0.03, neutral: 0 } as const;
/** What a fighter loses by being far from its foes; metres beyond `FAR` no longer matter. */
const DISTANCE = 0.1;
const FAR = 30;
/** What a fighter loses by each foe that threatens its place. */
const THREATENED = 0.02;

/** Returns what the encounter is worth to a fighter: its own side's terms less those of its foes. */
export function worthFor(judge: Judge, encounter: Encounter, id: FighterId, { self, allies, foes }: Weights): number {
  const fighter = encounter.fighters[id];
  if (!fighter) return 0;
  let value = 0;
  for (const other of Object.values(encounter.fighters)) {
    if (other === fighter) value += weighted(judge, encounter, other, self);
    else if (areAllies(fighter, other)) value += weighted(judge, encounter, other, allies);
    else if (areFoes(fighter, other)) value -= weighted(judge, encounter, other, foes);
  }
  return value;
}

function weighted(judge: Judge, encounter: Encounter, fighter: Fighter, weights: TermWeights): number {
  const { worth } = judge;
  if (worth.isOut(fighter)) return 0;
  return (
    weights.standing * STANDING +
    weights.health * worth.health(fighter) +
    weights.pools * (poolsOf(judge, fighter) + (worth.gear?.(fighter) ?? 0)) +
    weights.conditions * conditionsOf(judge, fighter) +
    (weights.position === 0 ? 0 : weights.position * positionOf(judge, encounter, fighter))
  );
}

function poolsOf({ worth }: Judge, { pools }: Fighter): number {
  let sum = 0;
  for (const id in worth.pools) {
    const pool = lookup(pools, id);
    if (pool && pool.max > 0) sum += (lookup(worth.pools, id) ?? 0) * Math.min(1, pool.value / pool.max);
  }
  return sum;
}

function conditionsOf({ worth, ruleset }: Judge, { conditions }: Fighter): number {
  let sum = 0;
  for (const { id } of conditions)
    sum += lookup(worth.conditions, id) ?? BY_TONE[lookup(ruleset.conditions, id)?.tone ?? 'neutral'];
  return sum;
}

function positionOf({ worth, ruleset: { threat } }: Judge, encounter: Encounter, fighter: Fighter): number {
  const { place } = fighter;
  if (!place) return 0;
  let nearest = FAR;
  let threats = 0;
  for (const other of Object.values(encounter.fighters)) {
    if (!other.place || !areFoes(fighter, other) || worth.isOut(other)) continue;
    nearest = Math.min(nearest, Math.max(0, gap(encounter.ground, place, other.place)));
    if (threat.reaches(encounter, other.id, place)) threats++;
  }
  return -DISTANCE * (nearest / FAR) - THREATENED * threats;
}

import { groundAt } from '../../../encounter/scenes';
import type { Place } from '../../../encounter/state';
import { isFree } from '../../../toolkit/space/space';
import { stepsAlong, type WalkStep } from '../../../toolkit/space/steps';
import { costAlong, costForBody } from '../../../toolkit/space/terrain';
import { isIdle } from '../clock';
import { is } from '../conditions';
import { TICKS, ticksOf } from '../schema';
import type { SecondsEncounter, SecondsFighter } from '../state';
import { type WorldSettings, worldSettingsOf } from '../stats';
import { ticksLeft } from '../turn/lane';

/** A step with its price in metres. */
export interface Stride extends WalkStep {
  /** S-75, S-76. */
  readonly factor: number;
}

/** S-75 to S-77, S-A16. @param cost null where walking is forbidden @param freely ignores difficult ground */
function strideFactor(
  cost: number | null,
  encounter: SecondsEncounter,
  fighter: SecondsFighter,
  freely: boolean,
): number {
  const { slowFactor, slowFactorsStack } = worldSettingsOf(encounter);
  // The map's cost of difficult ground is 2; the world decides how slow that is.
  const isSlowed = !freely && !fighter.stats.sureFooted;
  const rough = isSlowed ? 1 + ((cost ?? 1) - 1) * (slowFactor - 1) : 1;
  const prone = is(fighter, 'prone') ? slowFactor : 1;
  return slowFactorsStack ? rough * prone : Math.max(rough, prone);
}

export function stridesOf(
  encounter: SecondsEncounter,
  fighter: SecondsFighter,
  path: readonly Place[],
  freely = false,
): Stride[] {
  const steps = stepsAlong(encounter.ground, fighter.place, path);
  const facing = steps.map((step) => ({ ...step, to: { ...step.to, facing: step.heading ?? step.to.facing } }));
  return withFactors(encounter, fighter, fighter.place, facing, freely);
}

/** S-75 to S-77: prices steps by the ground, and by the posture of now. */
export function withFactors(
  encounter: SecondsEncounter,
  fighter: SecondsFighter,
  from: Place | null,
  steps: readonly WalkStep[],
  freely: boolean,
): Stride[] {
  const { ground } = encounter;
  return steps.map((step, at) => {
    const before = steps[at - 1]?.to ?? from;
    const cost = before ? costAlong(ground, before, step.to) : costForBody(ground, step.to);
    return { ...step, factor: strideFactor(cost, encounter, fighter, freely) };
  });
}

export const metresFor = (ticks: number, { stats }: SecondsFighter): number => (ticks * stats.speed) / TICKS;

/** Returns ticks. @param weighted metres times factors */
export const moveCost = (weighted: number, { stats }: SecondsFighter, world: WorldSettings): number =>
  Math.max(ticksOf(world.minActionSeconds), Math.ceil((weighted * TICKS) / stats.speed - 1e-6));

/** S-A18. */
export const moveProgress = ({ state }: SecondsFighter): { paid: number; weighted: number } => ({
  paid: state.movePaid ?? 0,
  weighted: state.moveMetres ?? 0,
});

/** Weighted metres; unlimited outside combat. */
export function affordableMetres(encounter: SecondsEncounter, fighter: SecondsFighter): number {
  if (isIdle(encounter)) return Number.POSITIVE_INFINITY;
  const { paid, weighted } = moveProgress(fighter);
  return metresFor(paid + ticksLeft(fighter), fighter) - weighted;
}

/** Returns what the metres pay for; gridless it may end within a stride, never on an occupied place. */
export function truncateRoute(
  encounter: SecondsEncounter,
  fighter: SecondsFighter,
  route: readonly Stride[],
  metres = affordableMetres(encounter, fighter),
): Stride[] {
  let budget = metres + 1e-6;
  const reached: Stride[] = [];
  let from = fighter.place;
  for (const stride of route) {
    const needs = stride.metres * stride.factor;
    if (needs > budget) {
      const share = Math.floor((budget / needs) * 1000) / 1000;
      if (from && groundAt(encounter.ground, from).grid === 'gridless' && share > 0)
        reached.push(partOf(from, stride, share));
      break;
    }
    budget -= needs;
    reached.push(stride);
    from = stride.to;
  }
  for (let last = reached.at(-1); last && reached.length < route.length; last = reached.at(-1)) {
    if (!isOccupied(encounter, fighter, last.to)) break;
    reached.pop();
  }
  return reached;
}

function isOccupied({ ground, fighters }: SecondsEncounter, fighter: SecondsFighter, there: Place): boolean {
  const others = Object.values(fighters).flatMap((other) => (other === fighter ? [] : [other.place]));
  return !isFree(ground, there, others);
}

function partOf(from: Place, stride: Stride, share: number): Stride {
  const between = (a: number, b: number): number => Math.round((a + (b - a) * share) * 1000) / 1000;
  const to = { ...stride.to, x: between(from.x, stride.to.x), y: between(from.y, stride.to.y) };
  return { ...stride, to, metres: stride.metres * share };
}

/** Returns metres times factors. */
export const weightedMetres = (route: readonly Stride[], before = 0): number =>
  route.reduce((sum, { metres, factor }) => sum + metres * factor, before);

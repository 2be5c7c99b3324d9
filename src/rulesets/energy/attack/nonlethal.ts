import { alter, say } from '../../../encounter/change';
import type { Command } from '../../../encounter/command';
import { type Procedure, words } from '../../../kernel/procedure';
import { gain } from '../../../mechanics/condition';
import { chance } from '../chance';
import { roundEnd, SHORT_REST_ENDS } from '../conditions';
import { saidIn } from '../options';
import type { EnergyEncounter, EnergyFighter } from '../stats';
import { faint } from './aura';

/** E-166: what the Chance roll of an attack meant to spare must reach; of bare hands none is asked (E-165). */
export const SPARES = { unarmed: 0, blunt: 5, melee: 10, ranged: 15 } as const;
/** E-167: each step makes the attack harder and the Chance roll easier. */
const STEP_COSTS = 3;
const STEP_HELPS = 5;
/** E-163. */
const STAMINA_LOST = 5;

/** How an attack is meant to spare its target. */
export interface Mercy {
  /** What the Chance roll must reach; at one and below there is none (E-A60). */
  readonly threshold: number;
  /** What it does to who has no Aura left (E-A5). */
  readonly atZero: string;
  /** The least damage with which its attacker may tell of an injury (E-164). */
  readonly injuryFrom: number;
}

/** The steps of E-167 a command names, by `nonLethal`; null where it is meant to kill. */
const stepsOf = (command: Command): number | null => saidIn(command).nonLethal ?? null;

/** E-167: what is taken off the attack value, or added to the Miss Chance. */
export const priceOfMercy = (command: Command, from: keyof typeof SPARES): number =>
  from === 'unarmed' ? 0 : STEP_COSTS * (stepsOf(command) ?? 0);

export function mercyOf(encounter: EnergyEncounter, command: Command, from: keyof typeof SPARES): Mercy | null {
  const steps = stepsOf(command);
  if (steps === null) return null;
  return {
    threshold: SPARES[from] - STEP_HELPS * steps,
    atZero: String(encounter.settings.nonLethalAtZero ?? 'both'),
    injuryFrom: saidIn(command).injuryFrom ?? 1,
  };
}

/** E-166, E-A60: after a hit and before its damage. Comes to whether the target is spared. */
export function* spares(fighter: EnergyFighter, { threshold }: Mercy): Procedure<boolean> {
  return threshold <= 1 || (yield* chance(fighter, threshold, { made: 'spared', failed: 'not-spared' }));
}

/** E-160 to E-163, E-A5: Aura first; who had none left is worn down, and does not die of it. @param damage at least 1 */
export function* subdue(
  attacker: EnergyFighter,
  fighter: EnergyFighter,
  damage: number,
  round: number,
  { atZero, injuryFrom }: Mercy,
): Procedure<void> {
  const { id, pools } = fighter;
  if (pools.aura.value > 0) {
    yield* alter(id, 'aura', -damage);
    return;
  }
  if (atZero !== 'exhausted') {
    const lost = yield* alter(id, 'stamina', -STAMINA_LOST);
    yield* gain(id, 'shaken', SHORT_REST_ENDS);
    // A loss knocks out at once (E-17); who has none to lose lies there already.
    if (lost !== 0 && pools.stamina.value === 0) yield* faint(fighter, 'stamina');
  }
  if (atZero !== 'shaken') yield* gain(id, 'exhausted', roundEnd(round + 1));
  if (damage >= injuryFrom) yield* tellInjury(attacker, fighter);
}

/** Letters an injury is told in. */
const INJURY_LETTERS = 120;

/** E-164: an injury in the attacker's own words; none where nothing is said. */
function* tellInjury(attacker: EnergyFighter, { id, name }: EnergyFighter): Procedure<void> {
  const injury = (yield* words('injury', attacker.id, INJURY_LETTERS, { other: name })).trim();
  if (injury !== '') yield* say('injured', { injury }, id);
}

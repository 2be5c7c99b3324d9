import type { Worth } from '../../encounter/worth';
import { is } from './conditions';
import { ARMED, meleeInHand } from './gear';
import type { EnergyEncounter, EnergyFighter } from './state';

/** Aura is what blows take first; without Stamina a fighter faints. */
const AURA = 0.8;

const share = ({ value, max }: { readonly value: number; readonly max: number }): number => (max > 0 ? value / max : 0);

const isOut = (fighter: EnergyFighter): boolean => is(fighter, 'unconscious') || is(fighter, 'dead');

export const WORTH: Omit<Worth<EnergyEncounter>, 'promise'> = {
  isOut,
  health: ({ pools: { aura, stamina } }) => AURA * share(aura) + (1 - AURA) * share(stamina),
  gear: (fighter) => (meleeInHand(fighter).length > 0 ? ARMED : 0),
  turnPool: 'energy',
  pools: { surges: 0.05, agility: 0.02, energy: 0.02 },
  conditions: { prone: -0.15, restrained: -0.08, blinded: -0.2, dazed: -0.1, 'bleeding-out': -0.3 },
};

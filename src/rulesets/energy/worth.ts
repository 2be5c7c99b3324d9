import type { Command } from '../../encounter/command';
import type { Worth } from '../../encounter/worth';
import { lookup } from '../../kernel/lookup';
import { is } from './conditions';
import type { EnergyItem } from './schema';
import type { EnergyEncounter, EnergyFighter } from './state';

/** Aura is what blows take first; without Stamina a fighter faints. */
const AURA = 0.8;

/** What a melee weapon in hand is worth. */
const ARMED = 0.15;
const SHOT = 0.05;

/** What actions are worth besides their visible result; others are not for opponents. */
const PROMISES: Readonly<Record<string, number>> = {
  'melee-attack': 0.05,
  'single-strike': 0.05,
  'unarmed-attack': 0.02,
  trip: 0,
  disarm: 0,
  restrain: 0,
  push: 0,
  'stand-up': 0.05,
  'kneel-from-prone': 0.05,
  escape: 0.05,
  load: 0.05,
  'catch-breath': 0,
  'use-item': 0,
  'agile-move': 0.02,
  shift: 0,
  run: 0,
  'quick-run': 0,
  sprint: 0,
};

const share = ({ value, max }: { readonly value: number; readonly max: number }): number => (max > 0 ? value / max : 0);

const isMelee = (item: EnergyItem | null | undefined): boolean => item?.type === 'energyWeapon' && !item.ranged;
const meleeInHand = ({ items }: EnergyFighter): readonly EnergyItem[] =>
  items.filter((item) => isMelee(item) && item.equipped);

/** Who has no weapon takes one up. */
function promiseOfArms({ fighters }: EnergyEncounter, { by, at = by, with: id }: Command): number | null {
  const fighter = fighters[by];
  const item = fighters[at]?.items.find((each) => each.id === id);
  return fighter && meleeInHand(fighter).length === 0 && isMelee(item) ? ARMED : null;
}

/** Who throws its only weapon must take it up again. */
function promiseOfShot({ fighters }: EnergyEncounter, { by, with: id }: Command): number {
  const inHand = fighters[by] ? meleeInHand(fighters[by]) : [];
  return inHand.length === 1 && inHand[0]?.id === id ? -ARMED : SHOT;
}

const isOut = (fighter: EnergyFighter): boolean => is(fighter, 'unconscious') || is(fighter, 'dead');

export const WORTH: Worth<EnergyEncounter> = {
  isOut,
  health: ({ pools: { aura, stamina } }) => AURA * share(aura) + (1 - AURA) * share(stamina),
  gear: (fighter) => (meleeInHand(fighter).length > 0 ? ARMED : 0),
  pools: { surges: 0.05, agility: 0.02, energy: 0.02 },
  conditions: { prone: -0.15, restrained: -0.08, blinded: -0.2, dazed: -0.1, 'bleeding-out': -0.3 },
  promise(encounter, command) {
    if (command.do === 'ranged-attack') return promiseOfShot(encounter, command);
    if (command.do === 'equip-item' || command.do === 'pick-up-item') return promiseOfArms(encounter, command);
    return lookup(PROMISES, command.do) ?? null;
  },
};

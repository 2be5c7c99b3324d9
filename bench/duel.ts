import { type Blow, blowOf } from '../src/rulesets/energy/attack/attack';
import type { EnergyEncounter } from '../src/rulesets/energy/stats';
import { armor, encounter, fighter, weapon } from '../test/rulesets/energy/vocabulary';

export interface Duel {
  readonly encounter: EnergyEncounter;
  readonly blow: Blow;
  /** What the blow left behind, as a number: Aura lost, and conditions gained. */
  traces(): number;
  /** Makes both as they were before the blow. */
  restore(): void;
}

/** A spear fighter and the raider she strikes at: blade against dice, leather and luck. */
export function duel(): Duel {
  const spear = weapon('spear', { damage: '1d8', attackBonus: 1, reach: 2 });
  const mira = fighter('mira', { str: 13, dex: 15, con: 13 }, { items: [spear] });
  const gnoll = fighter('gnoll', { str: 13, dex: 13, con: 12 }, { items: [armor(9, 2)] });
  const aura = gnoll.pools.aura!;
  const on = encounter([mira, gnoll]);
  return {
    encounter: on,
    blow: blowOf(on, mira, gnoll, mira.stats.strikes.spear!),
    traces: () => aura.max - aura.value + 1000 * (mira.conditions.length + gnoll.conditions.length),
    restore() {
      aura.value = aura.max;
      if (mira.conditions.length > 0) mira.conditions = [];
      if (gnoll.conditions.length > 0) gnoll.conditions = [];
    },
  };
}

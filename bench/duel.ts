import type { Sheet } from '../src/encounter/ruleset';
import { type Blow, blowOf } from '../src/rulesets/energy/rules/attack';
import type { EnergyEncounter } from '../src/rulesets/energy/rules/stats';
import { RULESETS } from '../src/rulesets/index';

export interface Duel {
  readonly encounter: EnergyEncounter;
  readonly blow: Blow;
  /** What the blow left behind, as a number: Aura lost, and conditions gained. */
  traces(): number;
  /** Makes both as they were before the blow. */
  restore(): void;
}

const sheet = (id: string, base: Sheet['base'], items: Sheet['items']): Sheet => ({
  ...{ id, name: id, side: id, player: false, place: null },
  ...{ base, items, pools: {}, conditions: [], book: {} },
});

/** A spear fighter and the raider she strikes at: blade against dice, leather and luck. */
export function duel(): Duel {
  const spear = { id: 'spear', name: 'Spear', type: 'energyWeapon', damage: '1d8', attackBonus: 1, reach: 2 };
  const leather = { id: 'leather', name: 'Leather', type: 'energyArmor', coverage: 9, rating: 2 };
  const mira = RULESETS.energy.fighter(sheet('mira', { str: 13, dex: 15, con: 13 }, [spear]), {});
  const gnoll = RULESETS.energy.fighter(sheet('gnoll', { str: 13, dex: 13, con: 12 }, [leather]), {});
  const aura = gnoll.pools.aura!;
  const encounter: EnergyEncounter = {
    ruleset: 'energy',
    clock: { round: 1, phase: 'open' },
    fighters: { mira, gnoll },
    ground: { grid: 'square', cell: 1 },
    settings: {},
  };
  return {
    encounter,
    blow: blowOf(encounter, mira, gnoll, mira.stats.strikes.spear!),
    traces: () => aura.max - aura.value + 1000 * (mira.conditions.length + gnoll.conditions.length),
    restore() {
      aura.value = aura.max;
      if (mira.conditions.length > 0) mira.conditions = [];
      if (gnoll.conditions.length > 0) gnoll.conditions = [];
    },
  };
}

import type { Command } from '../../../src/encounter/command';
import { begin, type Play, runOn } from '../../../src/encounter/play';
import type { Sheet } from '../../../src/encounter/ruleset';
import type { Place } from '../../../src/encounter/state';
import { countingIds } from '../../../src/encounter/table';
import { throwDice } from '../../../src/kernel/dice';
import { energy } from '../../../src/rulesets/energy/rules';
import type { EnergyEncounter, EnergyFighter } from '../../../src/rulesets/energy/rules/stats';

/** A fighter with harmless defaults; pools, conditions and items as the sheet says. */
export function fighter(id: string, base: Sheet['base'] = {}, rest: Partial<Sheet> = {}): EnergyFighter {
  const sheet: Sheet = {
    ...{ id, name: id, side: id, player: false, base, items: [], pools: {}, conditions: [], book: {}, place: null },
    ...rest,
  };
  return energy.fighter(sheet);
}

export const item = (type: string, id: string, fields: object = {}): Sheet['items'][number] => ({
  ...{ id, name: id, type },
  ...fields,
});
export const weapon = (id: string, fields: object = {}) => item('energyWeapon', id, fields);
export const armor = (coverage: number, rating: number, fields: object = {}) =>
  item('energyArmor', 'armor', { coverage, rating, ...fields });

export const at = (x: number, y: number, facing = 0): Place => ({ x, y, width: 1, height: 1, elevation: 0, facing });

export function encounter(fighters: readonly EnergyFighter[], rest: Partial<EnergyEncounter> = {}): EnergyEncounter {
  return {
    ruleset: 'energy',
    clock: { round: 1, phase: 'open' },
    fighters: Object.fromEntries(fighters.map((each) => [each.id, each])),
    ground: { grid: 'square', cell: 1 },
    settings: {},
    ...rest,
  };
}

/** Carries a command out; each ask takes the faces it needs. Throws where faces are missing or left over. */
export function play(on: EnergyEncounter, command: Command, faces: readonly number[] = []): Play {
  const left = [...faces];
  const played = begin(energy, on, command, countingIds(`${command.do}-${Math.trunc(on.clock.round)}-`));
  const open = runOn(played, (ask) => {
    if (ask.kind !== 'dice') throw new Error(`${ask.id} is no throw`);
    const answer = throwDice(ask.dice, () => {
      const face = left.shift();
      if (face === undefined) throw new Error(`no face left for ${ask.id}`);
      return face;
    });
    return { answer };
  });
  if (open || left.length > 0) throw new Error(`left over: ${left.join(', ')}`);
  return played;
}

/** Ids of the reasons against a command. */
export const reasons = (on: EnergyEncounter, command: Command): string[] =>
  energy.whyNot(on, command).map(({ id }) => id);

import type { Command } from '../../../src/encounter/command';
import { begin, type Play, runOn } from '../../../src/encounter/play';
import type { Sheet } from '../../../src/encounter/ruleset';
import type { Place } from '../../../src/encounter/state';
import { countingIds } from '../../../src/encounter/table';
import { type Answer, PASS, type PersonAsk } from '../../../src/kernel/ask';
import { throwDice } from '../../../src/kernel/dice';
import { energy } from '../../../src/rulesets/energy/rules';
import type { EnergyEncounter, EnergyFighter } from '../../../src/rulesets/energy/rules/stats';

/** A fighter with harmless defaults; pools, conditions and items as the sheet says. */
export function fighter(id: string, base: Sheet['base'] = {}, rest: Partial<Sheet> = {}): EnergyFighter {
  const sheet: Sheet = {
    ...{ id, name: id, side: id, player: false, base, items: [], pools: {}, conditions: [], book: {}, place: null },
    ...rest,
  };
  return energy.fighter(sheet, {});
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

/**
 * Carries a command out; each throw takes the faces it needs. Offers and places take the answers in order, and where there are none
 * left, offers pass. Throws where faces are missing or anything is left over.
 */
export function play(
  on: EnergyEncounter,
  command: Command,
  faces: readonly number[] = [],
  answers: readonly Answer[] = [],
): Play {
  const played = begin(energy, on, command, countingIds(`${command.do}-${Math.trunc(on.clock.round)}-`));
  const open = goOn(played, faces, answers);
  if (open) throw new Error(`${open.id} waits`);
  return played;
}

/** Goes on with an exchange as far as the answers reach, and returns the ask it then waits at. */
export function goOn(
  played: Play,
  faces: readonly number[] = [],
  answers: readonly Answer[] | null = [],
): PersonAsk | null {
  const left = [...faces];
  const said = [...(answers ?? [])];
  const open = runOn(played, (ask) => {
    if (ask.kind === 'dice') {
      if (left.length === 0 && answers === null) return null;
      const answer = throwDice(ask.dice, () => {
        const face = left.shift();
        if (face === undefined) throw new Error(`no face left for ${ask.id}`);
        return face;
      });
      return { answer };
    }
    const answer = said.shift();
    if (answer) return { answer };
    return ask.kind === 'offer' && answers !== null ? { answer: ask.takers.map(() => PASS) } : null;
  });
  if (left.length + said.length > 0) throw new Error(`left over: ${JSON.stringify([left, said])}`);
  return open;
}

/** Ids of the reasons against a command. */
export const reasons = (on: EnergyEncounter, command: Command): string[] =>
  energy.whyNot(on, command).map(({ id }) => id);

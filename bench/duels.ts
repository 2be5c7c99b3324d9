import type { Command } from '../src/encounter/command';
import type { Ruleset } from '../src/encounter/ruleset';
import type { Encounter, Fighter } from '../src/encounter/state';
import type { Die } from '../src/kernel/dice';
import type { Procedure } from '../src/kernel/procedure';
import { COMMANDS as CLASH } from '../src/rulesets/clash/commands';
import type { ClashEncounter } from '../src/rulesets/clash/state';
import { COMMANDS as ENERGY } from '../src/rulesets/energy/commands';
import type { EnergyEncounter } from '../src/rulesets/energy/state';
import { RULESETS } from '../src/rulesets/index';
import { COMMANDS as SECONDS } from '../src/rulesets/seconds/commands';
import type { SecondsEncounter } from '../src/rulesets/seconds/state';
import { worldSettingsOf } from '../src/rulesets/seconds/stats';
import { strikeFor } from '../src/rulesets/slots/attack/strikes';
import { COMMANDS as SLOTS } from '../src/rulesets/slots/commands';
import type { SlotsEncounter } from '../src/rulesets/slots/state';
import { COMMANDS as TEMPO } from '../src/rulesets/tempo/commands';
import type { TempoEncounter } from '../src/rulesets/tempo/state';
import * as clash from '../test/rulesets/clash/vocabulary';
import * as energy from '../test/rulesets/energy/vocabulary';
import * as seconds from '../test/rulesets/seconds/vocabulary';
import * as slots from '../test/rulesets/slots/vocabulary';
import * as tempo from '../test/rulesets/tempo/vocabulary';
import * as inlined from './inlined';

/** Two adjacent fighters and the ruleset's basic attack. */
export interface Duel {
  readonly ruleset: Ruleset;
  readonly encounter: Encounter;
  readonly command: Command;
  /** The attack after its costs are paid. */
  attack(): Procedure<unknown>;
  /** The attack as one function that mutates the fighters. */
  inlined(die: Die): void;
  /** The pool that takes damage. */
  readonly pool: string;
  /** The same rolls for a formula parser. */
  readonly formulas: readonly string[];
  /** The attack's parameters for other implementations (`with_icepool.py`). */
  readonly numbers: Readonly<Record<string, number>>;
}

const beside = { place: energy.at(0.5, 0.5) };
const facing = { place: energy.at(1.5, 0.5, 90) };
const on = (encounter: object): Encounter => encounter as Encounter;
const rules = (id: keyof typeof RULESETS): Ruleset => RULESETS[id] as unknown as Ruleset;

function ofEnergy(): Duel {
  const spear = energy.weapon('spear', { damage: '1d8', attackBonus: 1, reach: 2 });
  const mira = energy.fighter('mira', { str: 13, dex: 15, con: 13 }, { ...beside, items: [spear] });
  const gnoll = energy.fighter('gnoll', { str: 13, dex: 13, con: 12 }, { ...facing, items: [energy.armor(9, 2)] });
  const encounter: EnergyEncounter = energy.encounter([mira, gnoll]);
  const spearIn = mira.stats.strikes.spear!;
  const command = { do: 'melee-attack', by: 'mira', at: 'gnoll' };
  const { action, act } = ENERGY.of(encounter).expect(command);
  return {
    ruleset: rules('energy'),
    encounter: on(encounter),
    command,
    pool: 'aura',
    attack: () => action.play(act, false),
    inlined: (die) => inlined.energy(mira, gnoll, spearIn, encounter.clock.round, die),
    formulas: ['1d20', '1d10!', '1d8'],
    numbers: {
      critMin: spearIn.critMin,
      attackValue: spearIn.attackValue,
      evasion: gnoll.stats.evasion,
      ...gnoll.stats.armor,
      bonus: spearIn.damageBonus,
      count: 1,
      sides: 8,
    },
  };
}

function ofClash(): Duel {
  const sword = clash.weapon('sword', { attackValue: 5, parryValue: 6 });
  const items = [sword, clash.shield('buckler', { blockValue: 4, blockStrength: 3 })];
  const mira = clash.fighter('mira', { mod: { str: 2 }, hpMax: 40 }, { ...beside, items: [sword] });
  const gnoll = clash.fighter('gnoll', { mod: { dex: 2, per: 1 }, hpMax: 40 }, { ...facing, items });
  const encounter: ClashEncounter = clash.encounter([mira, gnoll]);
  const arm = mira.stats.arms.sword!;
  const command = { do: 'attack-basic-melee', by: 'mira', at: 'gnoll' };
  const { action, act } = CLASH.of(encounter).expect(command);
  return {
    ruleset: rules('clash'),
    encounter: on(encounter),
    command,
    pool: 'hp',
    attack: () => action.play(act, 'free'),
    inlined: (die) => inlined.clash(mira, gnoll, arm, die),
    formulas: ['1d20+5', '1d12+3', '1d6+2', '1d10'],
    numbers: {
      attack: arm.attackValue,
      dodge: gnoll.stats.mod.dex + gnoll.stats.mod.per,
      ...gnoll.stats.armorValue,
      bonus: arm.damageBonus,
      count: arm.dice!.count,
      sides: arm.dice!.sides,
    },
  };
}

function ofSeconds(): Duel {
  const sword = seconds.weapon('sword', { damage: '1d8' });
  const mira = seconds.fighter('mira', { str: 3 }, { ...beside, items: [sword] });
  const gnoll = seconds.fighter('gnoll', { dodge: 2, hpMax: 40 }, { ...facing });
  const encounter: SecondsEncounter = seconds.encounter([mira, gnoll]);
  const command = { do: 'attack', by: 'mira', at: 'gnoll' };
  const { action, act } = SECONDS.of(encounter).expect(command);
  const { defenceBase: base, naturalExtremes: extremes } = worldSettingsOf(encounter);
  const plain = { bonus: 0, base, extremes, count: 1, sides: 8 };
  return {
    ruleset: rules('seconds'),
    encounter: on(encounter),
    command,
    pool: 'hp',
    attack: () => action.play(act, act.terms),
    inlined: (die) => inlined.seconds(mira, gnoll, plain, die),
    formulas: ['1d20+3', '1d8+3'],
    numbers: { attack: 3, defense: base + gnoll.stats.dodge, bonus: 3, count: 1, sides: 8 },
  };
}

function ofSlots(): Duel {
  const sword = slots.weapon('sword', { dice: '1d8', critMin: 19 });
  const mira = slots.fighter('mira', { str: 3, bab: 4 }, { ...beside, items: [sword] });
  const gnoll = slots.fighter('gnoll', { dex: 2, hpMax: 60 }, { ...facing });
  const encounter: SlotsEncounter = slots.encounter([mira, gnoll]);
  const command = { do: 'primary-attack', by: 'mira', at: 'gnoll' };
  const { action, act } = SLOTS.of(encounter).expect(command);
  const strike = strikeFor(mira, undefined)!;
  return {
    ruleset: rules('slots'),
    encounter: on(encounter),
    command,
    pool: 'hp',
    attack: () => action.play(act),
    inlined: (die) => inlined.slots(mira, gnoll, strike, die),
    formulas: ['1d20+7', '1d8+3'],
    numbers: {
      attack: 7,
      defense: 10 + gnoll.stats.base.dex + gnoll.stats.base.acBonus,
      bonus: 3,
      count: 1,
      sides: 8,
      critMin: strike.critMin,
      critMult: strike.critMult,
    },
  };
}

function ofTempo(): Duel {
  const mace = tempo.item('weapon', 'mace', { dice: '2d4', speed: 'standard' });
  const mira = tempo.hero('mira', { dex: 2, str: 3 }, { items: [mace], place: tempo.at(0, 0) });
  const gnoll = tempo.foe('gnoll', { defence: 13, deflection: 2, sturdy: 1, hpMax: 40 }, { place: tempo.at(1, 0) });
  const encounter: TempoEncounter = tempo.on(5, [mira, gnoll]);
  const command = { do: 'standard-attack', by: 'mira', at: 'gnoll' };
  const { action, act } = TEMPO.of(encounter).expect(command);
  return {
    ruleset: rules('tempo'),
    encounter: on(encounter),
    command,
    pool: 'hp',
    attack: () => action.play(act),
    inlined: (die) => inlined.tempo(mira, gnoll, 2, 4, die),
    formulas: ['1d20+2', '2d4+3'],
    numbers: { attack: 2, defense: 13, bonus: 3, deflection: 2, sturdy: 1, count: 2, sides: 4 },
  };
}

/** Returns a duel for every ruleset. */
export const duels = (): readonly Duel[] => [ofEnergy(), ofClash(), ofSeconds(), ofSlots(), ofTempo()];

/** Returns a function that sums up an attack's results: points lost, and conditions added. */
export function tracesOf({ encounter, pool }: Duel): () => number {
  const fighters = Object.values(encounter.fighters) as Fighter[];
  const pools = fighters.map(({ pools }) => pools[pool]!);
  return () => {
    let sum = 0;
    for (let at = 0; at < fighters.length; at++)
      sum += pools[at]!.max - pools[at]!.value + 1000 * fighters[at]!.conditions.length;
    return sum;
  };
}

/** Returns a function that restores both fighters to their state before the attack. */
export function restoring({ encounter, pool }: Duel): () => void {
  const fighters = Object.values(encounter.fighters) as Fighter[];
  const pools = fighters.map(({ pools }) => pools[pool]!);
  return () => {
    for (let at = 0; at < fighters.length; at++) {
      pools[at]!.value = pools[at]!.max;
      if (fighters[at]!.conditions.length > 0) fighters[at]!.conditions = [];
    }
  };
}

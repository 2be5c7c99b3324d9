import { expect, it } from 'vitest';
import type { Command } from '../../../src/encounter/command';
import { deepEqual } from '../../../src/kernel/deep-equal';
import { defined } from '../../../src/kernel/defined';
import { type Die, rollDice } from '../../../src/kernel/dice';
import { seededDie } from '../../../src/kernel/rng';
import { anyAnswer } from '../../support/answer';
import { type Attack, type Choices, calculate, type Defense, type Target } from './model';
import { begun, conditionOf, encounter, fighter, item, shield, spell, weapon } from './vocabulary';

const RUNS = 3000;
const DICE = [
  { count: 1, sides: 4 },
  { count: 1, sides: 8 },
  { count: 2, sides: 6 },
  { count: 3, sides: 10 },
];

/** A random attack on a random target, played by the ruleset. */
function play(die: Die) {
  const from = (least: number, most: number): number => least + die(most - least + 1) - 1;
  const maybe = (share = 2): boolean => die(share) === 1;
  const pick = <T>(all: readonly T[]): T => defined(all[die(all.length) - 1], 'a choice');

  const form = pick(['melee', 'ranged', 'projectile'] as const);
  const damage = pick(DICE);
  const written = `${damage.count}d${damage.sides}`;
  const [strength, rating, intellect] = [from(-3, 9), pick([0, 0.5, 0.75, 1, 1.5]), from(-3, 9)];
  const [ofWeapon, ofSheet, ofSpell, empowered] = [from(-2, 4), from(-1, 3), from(-2, 4), maybe(4) ? from(1, 5) : 0];
  const [attackValue, attackLevel] = [from(0, 15), maybe() ? 0 : from(-3, 3)];
  const hasCastersFocus = maybe();
  const [rides, hasMoved] = [maybe(4), maybe()];
  const attack: Attack = {
    form,
    damage,
    strength,
    rating,
    bonus: form === 'projectile' ? intellect : attackValue,
    advantage: attackLevel - (form === 'projectile' ? (hasCastersFocus ? 0 : 1) : rides && hasMoved ? 1 : 0),
    flat: form === 'projectile' ? ofSpell : ofWeapon + ofSheet + empowered,
  };

  const worn = from(0, 4);
  const armor = { torso: from(0, 9), arms: from(0, 9), legs: from(0, 9), head: from(0, 9) };
  const isMounted = maybe(3);
  const target: Target = {
    hp: from(1, 40),
    armor: { torso: armor.torso + worn, arms: armor.arms, legs: armor.legs, head: armor.head },
    magicDefense: from(0, 12),
    dexterity: from(-3, 9),
    perception: from(-3, 9),
    constitution: from(-3, 9),
    will: from(-3, 9),
    mountDexterity: isMounted ? from(-3, 9) : null,
    riding: isMounted ? from(0, 5) : 0,
    offBalance: maybe(4),
    pressed: maybe(4) ? from(1, 6) : 0,
    advantage: maybe() ? 0 : from(-2, 2),
    concentrates: maybe(),
  };
  const values = { parry: from(0, 20), block: from(0, 20), strength: from(0, 12), barrier: from(-2, 4) };
  const hasFocus = maybe();
  const bulwark = { value: from(0, 20), strength: from(0, 12) };

  const attacker = fighter(
    'mira',
    { mod: { str: strength, int: intellect }, damageBonus: ofSheet, mpMax: 9 },
    {
      conditions: [
        ...(rides ? [conditionOf('mounted', { by: 'roan' })] : []),
        ...(empowered > 0 ? [conditionOf('empowered', { data: { strength: empowered } })] : []),
      ],
      items: [
        weapon('arm', {
          attackValue,
          damage: written,
          dr: rating,
          damageBonus: ofWeapon,
          ranged: form === 'ranged',
        }),
        spell('bolt', {
          line: 'PA INT',
          effect: 'damage',
          dice: written,
          bonus: ofSpell,
          needsFocus: !hasCastersFocus,
          tradition: 'arcane',
        }),
      ],
    },
  );
  const defender = fighter(
    'gnoll',
    {
      mod: { dex: target.dexterity, per: target.perception, con: target.constitution, wil: target.will, int: 3 },
      skill: { riding: target.riding },
      magicDefense: target.magicDefense,
      armorValue: armor,
      hpMax: target.hp,
      mpMax: 9,
      perks: ['parry-projectiles'],
    },
    {
      conditions: [
        ...(isMounted ? [conditionOf('mounted', { by: 'steed' })] : []),
        ...(target.offBalance ? [conditionOf('off-balance')] : []),
        ...(target.pressed > 0 ? [conditionOf('defence-penalty', { data: { amount: target.pressed } })] : []),
        ...(target.concentrates ? [conditionOf('concentrating', { data: { spell: 'glow', name: 'Glow' } })] : []),
      ],
      items: [
        weapon('sword', { parryValue: values.parry, blockValue: values.block, blockStrength: values.strength }),
        shield('buckler', { blockValue: bulwark.value, blockStrength: bulwark.strength }),
        item('armor', 'plate', { torso: worn }),
        spell('barrier', {
          line: 'SD INT+WIL',
          purpose: 'reactive',
          dice: '1d6',
          bonus: values.barrier,
          needsFocus: !hasFocus,
          tradition: 'arcane',
        }),
      ],
    },
  );
  const steed = fighter('steed', { mod: { dex: target.mountDexterity ?? 0 } });
  const roan = fighter('roan', {}, { state: hasMoved ? { moved: true } : {} });
  const settings = { threshold: maybe(), riding: pick(['adds', 'cancels']) };
  const on = encounter([attacker, defender, steed, roan], { settings });

  const command: Command = {
    do: form === 'melee' ? 'attack-basic-melee' : form === 'ranged' ? 'attack-basic-ranged' : 'attack-spell',
    by: 'mira',
    at: 'gnoll',
    with: form === 'projectile' ? 'bolt' : 'arm',
    options: { attackLevel, defenseLevel: target.advantage, behind: false },
  };
  const { run } = begun(on, command);
  const rolled: { readonly faces: readonly number[]; readonly sides: number }[] = [];
  const chosen: Record<string, string> = {};
  while (run.open) {
    const { open } = run;
    if (open.kind === 'dice') {
      const faces = rollDice(open.dice, die);
      rolled.push({ faces, sides: open.dice.sides });
      run.answer(faces);
    } else {
      const answer = open.id === 'after-parry' ? ['parry-nothing'] : anyAnswer(open, die);
      chosen[open.id] = String(answer[0]);
      run.answer(answer);
    }
  }
  const { pools, conditions } = on.fighters.gnoll;
  const ids = conditions.map(({ id }) => id);
  const defenses: Readonly<Record<string, Defense>> = {
    none: { kind: 'none' },
    dodge: { kind: 'dodge' },
    parry: { kind: 'parry', value: values.parry },
    block: { kind: 'block', ...bulwark },
    'block sword': { kind: 'block', value: values.block, strength: values.strength },
    'block buckler': { kind: 'block', ...bulwark },
    spell: { kind: 'spell', attributes: 3 + target.will, hasFocus, flat: values.barrier },
  };
  const choices: Choices = {
    defense: defined(defenses[chosen.defense], `a defense ${chosen.defense}`),
    zone: chosen.zone,
    throwsSecond: chosen['throw-second'] === 'throw',
    save: chosen['concentration-by'],
  };
  const result = {
    hp: pools.hp.value,
    concentrates: ids.includes('concentrating'),
    defeated: ids.includes('defeated'),
    isPressed: ids.includes('defence-penalty'),
    follows: 'after-parry' in chosen,
  };
  return { attack, target, choices, rolled, result, settings };
}

it('[C-28 to C-63, C-83 to C-89, C-101 to C-103] thousands of attacks end as a second calculation says', () => {
  const die = seededDie(29);
  const met = new Set<string>();
  for (let game = 0; game < RUNS; game++) {
    const { attack, target, choices, rolled, result, settings } = play(die);
    const left = [...rolled];
    const table = (count: number, sides: number): readonly number[] => {
      const roll = left.shift();
      if (roll?.faces.length !== count || roll.sides !== sides)
        throw new Error(`game ${game}: ${count}d${sides} is due, not ${roll?.faces.length}d${roll?.sides}`);
      return roll.faces;
    };
    const { threshold, riding } = settings;
    const { zone: _, ...calculated } = calculate(attack, target, choices, table, {
      threshold,
      ridingCancels: riding === 'cancels',
    });
    const isPressed = target.pressed > 0 && choices.defense.kind === 'none';
    const expected = { ...calculated, isPressed, defeated: calculated.hp === 0 };
    // Only a deviation is worth the time of a matcher.
    if (!deepEqual(result, expected) || left.length > 0)
      expect({ ...result, left: [] }, `game ${game}: ${JSON.stringify({ attack, target, choices, rolled })}`).toEqual({
        ...expected,
        left,
      });
    met.add(`${attack.form} ${choices.defense.kind} ${calculated.hp < target.hp}`);
  }
  // Every form against every defense it allows, hurt and unhurt.
  expect(met.size).toBe(2 * (5 + 3 + 5));
}, 120_000);

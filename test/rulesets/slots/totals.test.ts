import { describe, expect, it } from 'vitest';
import type { Condition } from '../../../src/encounter/condition';
import { strikesOf } from '../../../src/rulesets/slots/attack/threat';
import { effectiveSpeed } from '../../../src/rulesets/slots/conditions';
import { acOf, attackOf, damageOf, initiativeOf, saveOf, skillOf } from '../../../src/rulesets/slots/skills/totals';
import type { SlotsFighter } from '../../../src/rulesets/slots/state';
import { abilityOf, BARE_HANDS } from '../../../src/rulesets/slots/stats';
import { at, byId, conditionOf, encounter, fighter, reasons, weapon } from './vocabulary';

const BASE = {
  str: 3,
  dex: 2,
  con: 1,
  int: 0,
  wis: 4,
  ac: 16,
  bab: 4,
  speed: 30,
  fortitude: 5,
  reflex: 6,
  will: 7,
  athletics: 8,
  agility: 6,
  alertness: 9,
  stealth: 7,
};
const sword = weapon('sword', { dice: '1d8' });
const subject = (conditions: Condition[] = [], base = {}) =>
  fighter('sam', { ...BASE, ...base }, { side: 'heroes', items: [sword], conditions });
const foe = (conditions: Condition[] = []) => fighter('fay', {}, { side: 'foes', items: [sword], conditions });

const strikeNamed = (fighter: SlotsFighter, wanted: string) => byId(strikesOf(fighter), wanted);

/** All numbers in the table of example 15, against an enemy. */
function numbers(fighter: SlotsFighter, against: SlotsFighter, kind: 'melee' | 'ranged' = 'melee') {
  const on = encounter([fighter, against]);
  const strike = strikeNamed(fighter, 'sword');
  return {
    ac: acOf(on, fighter, { attacker: against, kind }).value,
    fortitude: saveOf(fighter, 'fortitude', against).value,
    reflex: saveOf(fighter, 'reflex', against).value,
    will: saveOf(fighter, 'will', against).value,
    athletics: skillOf(fighter, 'athletics').value,
    agility: skillOf(fighter, 'agility').value,
    alertness: skillOf(fighter, 'alertness').value,
    stealth: skillOf(fighter, 'stealth').value,
    attack: attackOf(encounter([fighter]), fighter, against, strike, { slot: 0, other: 0 }).value,
    damage: damageOf(fighter, strike).value,
    speed: effectiveSpeed(fighter),
  };
}
const PLAIN = {
  ac: 16,
  fortitude: 5,
  reflex: 6,
  will: 7,
  athletics: 8,
  agility: 6,
  alertness: 9,
  stealth: 7,
  attack: 7,
  damage: 3,
  speed: 30,
};

describe('numbers changed by conditions', () => {
  it('without conditions', () => {
    expect(numbers(subject(), foe())).toEqual(PLAIN);
  });

  it('[L-122, L-123] blinded: unaware of undetected fighters only', () => {
    const blind = subject([conditionOf('blinded')]);
    expect(numbers(blind, foe())).toEqual({ ...PLAIN, ac: 14, reflex: 4, will: 3 });
    expect(numbers(blind, foe([conditionOf('detected', { towards: ['sam'] })]))).toEqual(PLAIN);
  });
  it('[L-128] confused', () => {
    expect(numbers(subject([conditionOf('confused')]), foe())).toEqual({ ...PLAIN, alertness: 5, will: 3 });
  });
  it('[L-130] covered', () => {
    const wanted = { ...PLAIN, ac: 20, stealth: 11, alertness: 5, reflex: 4 };
    expect(numbers(subject([conditionOf('covered')]), foe())).toEqual(wanted);
  });
  it('[L-134, L-146] deafened, hostile: without a change', () => {
    expect(numbers(subject([conditionOf('deafened'), conditionOf('hostile')]), foe())).toEqual(PLAIN);
  });
  it('[L-133] encumbered', () => {
    const wanted = { ...PLAIN, agility: 4, athletics: 5, reflex: 4, speed: 15 };
    expect(numbers(subject([conditionOf('encumbered')]), foe())).toEqual(wanted);
  });
  it('[L-140, L-141] exhausted, with the actions it forbids', () => {
    const tired = subject([conditionOf('exhausted')]);
    expect(numbers(tired, foe())).toEqual({ ...PLAIN, attack: 4, damage: 0, fortitude: 4, speed: 15 });
    const on = encounter([tired, foe()]);
    for (const command of ['concentrate', 'trip', 'grapple', 'push'])
      expect(reasons(on, { do: command, by: 'sam', at: 'fay' })).toContain('exhausted');
    expect(reasons(on, { do: 'tumble', by: 'sam', options: { feet: 5 } })).toEqual(['exhausted']);
    expect(reasons(on, { do: 'jump', by: 'sam', options: { feet: 20, across: 5 } })).toEqual(['exhausted']);
  });
  it('[L-142, L-143] fascinated: against the charming fighters only', () => {
    const charmed = subject([conditionOf('fascinated', { towards: ['fay'] })]);
    expect(numbers(charmed, foe())).toEqual({ ...PLAIN, ac: 14, fortitude: 4, reflex: 4, will: 3 });
    expect(numbers(charmed, fighter('eve', {}, { side: 'foes' }))).toEqual(PLAIN);
  });
  it('[L-145] frightened', () => {
    expect(numbers(subject([conditionOf('frightened')]), foe())).toEqual({ ...PLAIN, ac: 14, will: 3 });
  });
  it('[L-148] nauseated', () => {
    expect(numbers(subject([conditionOf('nauseated')]), foe())).toEqual({ ...PLAIN, fortitude: 4 });
  });
  it('[L-149] prone', () => {
    const down = subject([conditionOf('prone')]);
    expect(numbers(down, foe()).ac).toBe(12);
    expect(numbers(down, foe(), 'ranged').ac).toBe(20);
  });
  it('[L-152] restrained', () => {
    expect(numbers(subject([conditionOf('restrained')]), foe())).toEqual({ ...PLAIN, ac: 14, reflex: 4 });
  });
  it('[L-159] stunned', () => {
    const wanted = { ...PLAIN, ac: 14, fortitude: 4, reflex: 4, will: 3 };
    expect(numbers(subject([conditionOf('stunned')]), foe())).toEqual(wanted);
  });
  it('[L-162] surprised, where a value removed twice is removed once', () => {
    const wanted = { ...PLAIN, ac: 14, reflex: 4, will: 3 };
    expect(numbers(subject([conditionOf('surprised')]), foe())).toEqual(wanted);
    expect(numbers(subject([conditionOf('surprised'), conditionOf('frightened')]), foe())).toEqual(wanted);
    expect(reasons(encounter([subject([conditionOf('surprised')])]), { do: 'defend', by: 'sam' })).toEqual([
      'surprised',
    ]);
  });
  it('[L-132] several that halve the speed halve it once, and a lost limb does not', () => {
    const crippled = (variant?: string) => conditionOf('crippled', variant ? { data: { variant } } : {});
    expect(effectiveSpeed(subject([crippled(), conditionOf('encumbered'), conditionOf('exhausted')]))).toBe(15);
    expect(effectiveSpeed(subject([crippled('limb')]))).toBe(30);
    expect(effectiveSpeed(subject([crippled('both')], { speed: 25 }))).toBe(10);
  });
  it.each`
    variant   | limb      | walk  | fly   | swim
    ${'limb'} | ${'leg'}  | ${15} | ${60} | ${10}
    ${'limb'} | ${'wing'} | ${30} | ${0}  | ${20}
    ${'limb'} | ${'arm'}  | ${30} | ${60} | ${20}
    ${'both'} | ${'arm'}  | ${15} | ${30} | ${10}
    ${'half'} | ${'leg'}  | ${15} | ${30} | ${10}
  `('[L-132, L-A56] crippled ($variant, $limb): walks $walk, flies $fly', ({ variant, limb, walk, fly, swim }) => {
    const sam = subject([conditionOf('crippled', { data: { variant, limb } })], { fly: 60, swim: 20 });
    expect([effectiveSpeed(sam), effectiveSpeed(sam, 'fly'), effectiveSpeed(sam, 'swim')]).toEqual([walk, fly, swim]);
  });
});

describe('numbers changed by bonuses', () => {
  const own = (id: Parameters<typeof conditionOf>[0], data?: Record<string, string>) =>
    conditionOf(id, data ? { data } : {});
  it('[L-25, L-26, L-31, L-63, L-75] different bonuses add up, equal ones count once', () => {
    const conditions = [own('assisted'), own('defending'), own('observing'), own('focused', { group: 'defense' })];
    const all = fighter('sam', { ac: 14, will: 2 }, { conditions });
    expect(acOf(encounter([all]), all).value).toBe(24);
    expect(saveOf(all, 'will').value + 10).toBe(22);
    const rest = fighter('sam', { ac: 14, will: 2 }, { conditions: conditions.slice(1) });
    expect(acOf(encounter([rest]), rest).value).toBe(20);
    expect(saveOf(rest, 'will').value + 10).toBe(18);
    const twice = fighter('sam', { ac: 14 }, { conditions: [own('defending'), { ...own('defending'), key: 'again' }] });
    expect(acOf(encounter([twice]), twice).value).toBe(17);
  });
  it('[L-75] focus raises only its own group of numbers', () => {
    const skilled = fighter('sam', { athletics: 3 }, { conditions: [own('focused', { group: 'skills' })] });
    expect(skillOf(skilled, 'athletics').value).toBe(4);
    expect(saveOf(skilled, 'will').value).toBe(0);
    expect(acOf(encounter([skilled]), skilled).value).toBe(10);
  });
  it('[L-85, L-88, L-89, L-95] an attack lists its terms, the slot before all other penalties', () => {
    const attacker = fighter(
      'sam',
      { bab: 4, str: 3, sizeMod: -1 },
      { items: [weapon('axe', { attackBonus: 2 })], conditions: [own('charging'), own('assisted')] },
    );
    const { value, terms } = attackOf(encounter([attacker]), attacker, null, strikeNamed(attacker, 'axe'), {
      slot: -5,
      other: 1,
    });
    expect(value).toBe(4 + 3 - 5 - 1 + 2 + 2 + 4 + 1);
    expect(terms.map(({ id }) => id)).toEqual(['bab', 'str', 'slot', 'size', 'weapon', 'charge', 'assist', 'other']);
  });
  it.each`
    base                                         | bab
    ${{ level: 7 }}                              | ${7}
    ${{ level: 7, progression: 'half' }}         | ${3}
    ${{ level: 7, progression: 'half', bab: 9 }} | ${9}
  `('[L-87] base attack of $base is $bab', ({ base, bab }) => {
    expect(fighter('sam', base).stats.bab).toBe(bab);
  });
  it('[L-86] a weapon may use another ability', () => {
    const fencer = fighter('sam', { bab: 0, str: 1, dex: 4 }, { items: [weapon('foil', { attackAbility: 'dex' })] });
    const strike = strikeNamed(fencer, 'foil');
    expect(attackOf(encounter([fencer]), fencer, null, strike, { slot: 0, other: 0 }).value).toBe(4);
    expect(damageOf(fencer, strike).value).toBe(1);
  });
  it('[L-16, L-24] initiative: DEX, the bonus of the sheet, and four after an ambush', () => {
    expect(initiativeOf(fighter('sam', { dex: 2, initiativeBonus: 1 })).value).toBe(3);
    expect(initiativeOf(fighter('sam', { dex: 2 }, { state: { ambush: 'done' } })).value).toBe(6);
  });
  it('[L-131] Ability Damage applies at once, to overridden totals too, and has no minimum', () => {
    const hurt = fighter('sam', { dex: 1, ac: 15, reflex: 5 }, { pools: { dexDamage: 4 } });
    expect(abilityOf(hurt, 'dex')).toBe(-3);
    expect(acOf(encounter([hurt]), hurt).value).toBe(11);
    expect(saveOf(hurt, 'reflex').value).toBe(1);
  });
  it('[L-176] an edge is four, counts once, and does not stack with hiding', () => {
    const high = (over: string[], kind: string) => conditionOf('edge', { key: kind, towards: over, data: { kind } });
    const above = fighter('sam', { ac: 14 }, { conditions: [high(['fay'], 'high-ground'), high(['fay'], 'terrain')] });
    const below = foe();
    const on = encounter([above, below]);
    expect(acOf(on, above, { attacker: below, kind: 'melee' }).value).toBe(18);
    expect(acOf(on, above, { attacker: fighter('eve'), kind: 'melee' }).value).toBe(14);
    expect(attackOf(encounter([above, below]), above, below, BARE_HANDS, { slot: 0, other: 0 }).value).toBe(5);
    const both = fighter('sam', { ac: 14 }, { conditions: [high(['fay'], 'concealment'), conditionOf('covered')] });
    expect(acOf(on, both, { attacker: below, kind: 'melee' }).value).toBe(18);
  });
  it('[L-174] a flanked fighter loses DEX against the two flankers only', () => {
    const arms = { side: 'heroes', items: [sword] };
    const target = fighter('fay', { dex: 3, ac: 18 }, { side: 'foes', place: at(5, 5) });
    const [one, two, other] = [at(4, 5), at(6, 5), at(5, 4)].map((place, n) =>
      fighter(`h${n}`, {}, { ...arms, place }),
    );
    const on = encounter([one, two, other, target]);
    const ac = (attacker: SlotsFighter) => acOf(on, target, { attacker, kind: 'melee' }).value;
    expect([ac(one), ac(two), ac(other)]).toEqual([15, 15, 18]);
  });
});

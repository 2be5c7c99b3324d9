import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SCHEMA, SIZES } from '../../../src/rulesets/energy/schema';
import { FIGURES, type FigureId } from '../../../src/rulesets/energy/stats';
import { leavesOf } from '../../../src/toolkit/define/sheet-schema';
import { armor, conditionOf, fighter, item, weapon } from './vocabulary';

const value = (of: ReturnType<typeof fighter>, id: FigureId): number => of.stats.figures[id].value;

describe('[E-14, E-15, E-80, E-81, E-110, E-111, E-113, E-115, E-121, E-122, E-123, E-91, E-126, E-127, E-128, E-71, E-175, E-176, E-87, E-06] derived stats of a sheet', () => {
  const sheet = fighter(
    'sheet',
    { str: 14, dex: 15, con: 13, int: 9, wis: 12, cha: 8, level: 7 },
    {
      items: [
        weapon('sword', { evasionBonus: 1, attackBonus: 1 }),
        item('shield', 'shield', { bonus: 2 }),
        armor(0, 0, { penalty: 1 }),
      ],
    },
  );
  const totals: Partial<Record<FigureId, number>> = {
    strMod: 4,
    dexMod: 5,
    conMod: 3,
    intMod: -1,
    wisMod: 2,
    chaMod: -2,
    staminaMax: 13,
    masab: 3,
    masdb: 3,
    auraModifier: 6,
    auraMax: 28,
    surgesMax: 6,
    recoveryValue: 6,
    evasion: 14,
    unarmedEvasion: 11,
    rangedEvasion: 3,
    rangedEvasionUnfaced: 1,
    fortitude: 15,
    will: 12,
    unarmedAV: 18,
    unarmedDamage: 3,
    missChanceModifier: 6,
    agilityMax: 3,
  };
  it.each(Object.entries(totals) as [FigureId, number][])('%s is %d', (id, wanted) =>
    expect(value(sheet, id)).toBe(wanted),
  );

  it('include the blow with each weapon', () => {
    expect(sheet.stats.strikes.sword).toMatchObject({ attackValue: 19, damageBonus: 3, reach: 1, critMin: 20 });
    expect(sheet.stats.strikes.unarmed).toMatchObject({ attackValue: 18, damageBonus: 3, reach: 0, dice: null });
  });
});

it('[E-122, E-145, E-146] sizes give evasion, jump, speed and reach', () => {
  const rows = SIZES.map((size) => {
    const of = fighter('f', { size });
    return [size, value(of, 'inherentEvasion'), value(of, 'jumpReach'), of.stats.speed, of.stats.strikes.unarmed.reach];
  });
  expect(rows).toEqual([
    ['miniscule', 13, 0.3, 1, -1],
    ['fine', 12, 0.3, 1, -1],
    ['diminutive', 11, 0.5, 2, -1],
    ['tiny', 10, 1, 3, -1],
    ['small', 9, 2, 5, 0],
    ['medium', 8, 3, 6, 0],
    ['large', 7, 4, 8, 0],
    ['huge', 6, 5, 10, 1],
    ['gigantic', 5, 6, 12, 1],
  ]);
});

it('[E-168, E-169] without proficiency attack and evasion are one worse', () => {
  const skilled = fighter('a', { mpl: 2 }, { items: [weapon('axe', { mpr: 2 })] });
  const clumsy = fighter('b', { mpl: 1 }, { items: [weapon('axe', { mpr: 2 }), weapon('club', { mpr: 2 })] });
  expect([skilled.stats.strikes.axe.attackValue, skilled.stats.evasion]).toEqual([15, 8]);
  expect([clumsy.stats.strikes.axe.attackValue, clumsy.stats.evasion]).toEqual([14, 7]);
  expect(clumsy.stats.unarmedEvasion).toBe(8);
});

it('[E-84] precision lowers the critical threshold, but not below two', () => {
  const critMin = (precision: number) =>
    fighter('f', {}, { items: [weapon('rapier', { precision })] }).stats.strikes.rapier.critMin;
  expect([0, 2, 18, 40].map(critMin)).toEqual([20, 18, 2, 2]);
});

it('[E-82] other abilities are added before the sum is divided', () => {
  const of = fighter('f', { str: 11, dex: 11, wis: 11, masabAbilities: ['wis'] });
  expect([value(of, 'masab'), value(of, 'masdb')]).toEqual([1, 0]);
  expect(() => fighter('f', { masabAbilities: ['str'] })).toThrow(
    'masabAbilities: ["str"] is not a list, each one of con',
  );
});

it('[E-172] combat styles come at proficiency three and six', () => {
  expect([0, 2, 3, 5, 6, 9].map((mpl) => value(fighter('f', { mpl }), 'combatStyles'))).toEqual([0, 0, 1, 1, 2, 2]);
});

it('only equipped items count', () => {
  const put = (equipped: boolean) => fighter('f', {}, { items: [armor(12, 3, { equipped, penalty: 2 })] }).stats;
  expect([put(true).evasion, put(true).armor.rating, put(false).evasion, put(false).armor.rating]).toEqual([
    6, 3, 8, 0,
  ]);
});

const mod = fc.integer({ min: 1, max: 40 });
it('every total is the sum of its terms, an integer, rounded down', () => {
  fc.assert(
    fc.property(mod, mod, mod, mod, mod, mod, fc.nat(30), (str, dex, con, int, wis, cha, level) => {
      const of = fighter('f', { str, dex, con, int, wis, cha, level });
      for (const id of FIGURES) {
        const { value: total, terms } = of.stats.figures[id];
        expect(terms.reduce((sum, term) => sum + term.value, 0)).toBe(total);
        expect(Number.isInteger(total)).toBe(true);
      }
      expect(value(of, 'auraMax')).toBe(Math.max(1, 20 + Math.floor((4 * value(of, 'auraModifier')) / 3)));
      expect(value(of, 'masab')).toBe(Math.floor((str + dex - 20) / 3));
      expect(value(of, 'surgesMax')).toBeGreaterThanOrEqual(0);
    }),
  );
});

describe('overrides', () => {
  it('replace derived values, with the difference as a term', () => {
    const of = fighter('f', { evasion: 11, overrides: { auraMax: 5 } });
    expect([of.stats.evasion, of.pools.aura.max]).toEqual([11, 5]);
    expect(of.stats.figures.evasion.terms.at(-1)).toEqual({ id: 'override', value: 3 });
  });
  it('[E-A19] of an ability modifier count in everything derived from it', () => {
    const of = fighter('f', { str: 14, abilities: { str: { mod: 6 } } });
    expect(of.stats.figures.strMod).toEqual({
      value: 6,
      terms: [
        { id: 'score', value: 14 },
        { id: 'ten', value: -10 },
        { id: 'override', value: 2 },
      ],
    });
    expect(value(of, 'auraModifier')).toBe(6);
  });
  it('[E-A7, E-A19] have a field each on the sheet, which is empty by default', () => {
    const fields = leavesOf(SCHEMA.actor).filter(([, { unlisted }]) => !unlisted);
    const paths = fields.map(([path]) => path);
    const derivedFrom = fields.map(([, { from }]) => from);
    const entered = ['armStrength', 'legStrength', 'initiative', 'speed'];
    // Derived only for display, so without an override.
    const counted = ['picksLeft'];
    const wanting = FIGURES.filter((id) => !counted.includes(id))
      .filter((id) => !derivedFrom.includes(`figures.${id}.value`))
      .filter((id) => !(entered.includes(id) && paths.includes(id)));
    expect(wanting).toEqual([]);
    expect(fighter('f', {}).stats.base.overrides.evasion).toBeNull();
  });
  it('of the attack value apply to every weapon', () => {
    expect(fighter('f', { meleeAV: 19 }, { items: [weapon('axe')] }).stats.strikes.axe.attackValue).toBe(19);
  });
});

describe('an invalid value is refused by name', () => {
  it.each([
    [{ str: 0 }, 'str: 0 is not a whole number from 1 to 40'],
    [{ abilities: { con: { score: 'ten' } } }, 'abilities.con.score: "ten"'],
    [{ abilities: { luck: { score: 3 } } }, 'abilities.luck'],
    [{ size: 'big' }, 'size: "big" is not one of miniscule'],
    [{ speed: -1 }, 'speed: -1'],
    [{ evasoin: 11 }, 'evasoin: the energy rules know no such statistic'],
    [{ overrides: { luck: 1 } }, 'overrides.luck'],
    [{ weaknesses: 'fire' }, 'weaknesses: "fire" is not a list, each a word'],
  ])('%j', (base, message) => expect(() => fighter('f', base)).toThrow(message));

  it.each([
    [weapon('axe', { damage: 'd8' }), 'items.axe.damage: "d8" is not dice'],
    [weapon('axe', { class: 'huge' }), 'items.axe.class'],
    [weapon('axe', { range: [1, 2] }), 'items.axe.range: [1,2] is not a list of 0 or 3'],
    [armor(30, 1), 'items.armor.coverage: 30'],
    [item('spell', 'spark'), 'items.spark.type'],
  ])('%j', (gear, message) => expect(() => fighter('f', {}, { items: [gear] })).toThrow(message));

  it('of pools and conditions too', () => {
    expect(() => fighter('f', {}, { pools: { mana: 1 } })).toThrow('pools.mana');
    expect(() => fighter('f', {}, { pools: { aura: -1 } })).toThrow('pools.aura: -1');
    expect(() => fighter('f', {}, { conditions: [conditionOf('sad')] })).toThrow('unknown condition sad');
  });
});

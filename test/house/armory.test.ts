import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { CONDITIONS as CLASH_CONDITIONS } from '../../src/rulesets/clash/conditions';
import { KEYWORDS, parseSyntax, SPELL_TYPES, ZONES } from '../../src/rulesets/clash/schema';
import { SETTINGS as SECONDS } from '../../src/rulesets/seconds/schema';
import { CONDITIONS as SLOTS_CONDITIONS } from '../../src/rulesets/slots/conditions';
import { ENERGIES, FEATS } from '../../src/rulesets/slots/schema';
import { ACTIONS } from '../../src/rulesets/tempo/actions';
import { DURATIONS, TIERS, WEAPON_SPEEDS } from '../../src/rulesets/tempo/schema';
import { DOCUMENTS, filesBelow, read, readJson } from './sources';

/** The compendia of each ruleset need enough items of every kind, and an example of all that the rules support. */
interface Source {
  readonly name: string;
  readonly type: string;
  readonly system: Record<string, any>;
  readonly items: readonly Source[];
  readonly prototypeToken: { readonly actorLink: boolean };
}

const sourcesOf = (ruleset: string, folder: string): Source[] =>
  filesBelow(`packs/${ruleset}/${folder}`, DOCUMENTS).map((file) => parse(read(file)));
const heroesOf = (ruleset: string) => sourcesOf(ruleset, 'fighters').filter((each) => each.prototypeToken.actorLink);
const foesOf = (ruleset: string) =>
  sourcesOf(ruleset, 'fighters').filter(({ prototypeToken, system }) => !prototypeToken.actorLink && !system.object);
const gearOf = (ruleset: string, type: string) =>
  sourcesOf(ruleset, 'gear').filter((each) => each.type === `${ruleset}${type}`);
const missing = (all: readonly unknown[], there: readonly unknown[]) => all.filter((each) => !there.includes(each));

it.each`
  ruleset      | weapons | spells | foes
  ${'tempo'}   | ${10}   | ${8}   | ${8}
  ${'clash'}   | ${12}   | ${14}  | ${8}
  ${'slots'}   | ${14}   | ${14}  | ${10}
  ${'seconds'} | ${12}   | ${4}   | ${8}
`('$ruleset has at least $weapons weapons, $spells spells, four heroes and $foes foes', (row) => {
  const { ruleset, weapons, spells, foes } = row;
  expect(gearOf(ruleset, 'Weapon').length).toBeGreaterThanOrEqual(weapons);
  expect(gearOf(ruleset, 'Spell').length).toBeGreaterThanOrEqual(spells);
  expect(heroesOf(ruleset).length).toBeGreaterThanOrEqual(4);
  expect(foesOf(ruleset).length).toBeGreaterThanOrEqual(foes);
});

describe('tempo', () => {
  it('has weapons of every speed, spells of every tier and duration, and items to drink and to throw', () => {
    const speeds = gearOf('tempo', 'Weapon').map(({ system }) => system.speed);
    expect(missing(WEAPON_SPEEDS, speeds)).toEqual([]);
    const spells = gearOf('tempo', 'Spell').map(({ system }) => system);
    expect(TIERS.filter((tier) => !spells.some((spell) => (spell[`cost${tier}`] ?? 0) > 0))).toEqual([]);
    expect(
      missing(
        DURATIONS,
        spells.map(({ duration }) => duration),
      ),
    ).toEqual([]);
    const consumables = gearOf('tempo', 'Consumable').map(({ system }) => system);
    expect(consumables.some(({ healing }) => healing > 0)).toBe(true);
    expect(consumables.some(({ dice }) => dice)).toBe(true);
    expect(gearOf('tempo', 'Gear').some(({ system }) => system.deflection > 0 && system.hands === 0)).toBe(true);
  });

  it('gives each hero a different Paradigm, and one to change to', () => {
    const paradigms = heroesOf('tempo').map(({ items }) => items.filter(({ type }) => type === 'tempoParadigm'));
    const active = paradigms.map((known) => known.filter(({ system }) => system.active).map(({ name }) => name));
    expect(active.every((names) => names.length === 1)).toBe(true);
    expect(new Set(active.flat()).size).toBe(active.length);
    expect(paradigms.every((known) => known.length > 1)).toBe(true);
  });

  it('gives every foe an Action Set, with the numbers that its actions need', () => {
    const labels = readJson('lang/en.json').CADENCE.Tempo.Action;
    const tempoOf = new Map(Object.entries(ACTIONS).map(([id, { tempo }]) => [labels[id].label, tempo]));
    for (const { name, items } of foesOf('tempo')) {
      const sets = items.filter(({ type }) => type === 'tempoActionSet');
      expect(sets.length, name).toBeGreaterThan(0);
      for (const line of sets.flatMap(({ system }) => system.actions as string[])) {
        const [, called, number, listed] = /^(.+) \((\d)(?:, (.+))?\)$/.exec(line) ?? [];
        expect(number, `${name}: ${line}`).toBeDefined();
        const usual = tempoOf.get(listed ?? called);
        if (listed) expect(usual, `${name}: ${line}`).toBeDefined();
        if (usual !== undefined) expect(Number(number), `${name}: ${line}`).toBe(usual);
      }
    }
  });
});

describe('clash', () => {
  const spells = gearOf('clash', 'Spell').map(({ system }) => system);
  it('has spells of every type and with every keyword', () => {
    expect(
      missing(
        SPELL_TYPES,
        spells.map(({ line }) => parseSyntax(line)?.type),
      ),
    ).toEqual([]);
    expect(
      missing(
        KEYWORDS,
        spells.flatMap(({ keywords }) => keywords ?? []),
      ),
    ).toEqual([]);
    const inflicted = spells.flatMap(({ inflicts }) => inflicts ?? []).filter(Boolean);
    expect(missing(inflicted, Object.keys(CLASH_CONDITIONS))).toEqual([]);
  });

  it('has armor for each single zone, shields, and a mount', () => {
    const armor = gearOf('clash', 'Armor').map(({ system }) => ZONES.filter((zone) => system[zone] > 0));
    expect(ZONES.filter((zone) => !armor.some((zones) => zones.length === 1 && zones[0] === zone))).toEqual([]);
    expect(gearOf('clash', 'Shield').length).toBeGreaterThanOrEqual(3);
    expect(sourcesOf('clash', 'fighters').map(({ name }) => name)).toContain('Dapple');
  });

  it('gives every caster the focus of each of their traditions', () => {
    for (const { name, items } of sourcesOf('clash', 'fighters')) {
      const foci = items.flatMap(({ system }) => system.focusOf ?? []);
      const traditions = items.filter(({ type }) => type === 'clashSpell').map(({ system }) => system.tradition);
      expect(missing(traditions, foci), name).toEqual([]);
    }
  });
});

describe('slots', () => {
  it('has spells with known conditions only, powers of a Discipline, and damage of several energies', () => {
    const spells = gearOf('slots', 'Spell').map(({ system }) => system);
    const brought = spells.flatMap(({ condition }) => condition ?? []);
    expect(missing(brought, Object.keys(SLOTS_CONDITIONS))).toEqual([]);
    expect(spells.filter(({ school }) => school === 'Telepathy').length).toBeGreaterThan(1);
    const types = new Set(spells.map(({ damageType }) => damageType));
    expect(ENERGIES.filter((energy) => types.has(energy)).length).toBeGreaterThan(2);
  });

  it('has a fighter with each feat that the rules know, and no other feat', () => {
    const had = sourcesOf('slots', 'fighters').flatMap(({ system }) => system.feats ?? []);
    expect(missing(FEATS, had)).toEqual([]);
    expect(missing(had, FEATS)).toEqual([]);
  });

  it('gives every fighter with spells a focus to cast them', () => {
    for (const { name, items } of sourcesOf('slots', 'fighters')) {
      if (!items.some(({ type }) => type === 'slotsSpell')) continue;
      expect(
        items.some(({ system }) => system.kind === 'focus' || system.kind === 'gem'),
        name,
      ).toBe(true);
    }
  });
});

describe('seconds', () => {
  it('has weapons and items of many durations, and spells that outlast a turn', () => {
    const times = gearOf('seconds', 'Weapon').map(({ system }) => system.timeCost);
    expect(new Set(times).size).toBeGreaterThanOrEqual(6);
    expect(new Set(gearOf('seconds', 'Gear').map(({ system }) => system.timeCost)).size).toBeGreaterThanOrEqual(5);
    const long = gearOf('seconds', 'Spell').filter(({ system }) => system.timeCost > SECONDS.secondsPerTurn.initial);
    expect(long.length).toBeGreaterThan(1);
  });

  it('has heroes from slow to quick', () => {
    const quickness = heroesOf('seconds').map(({ system }) => system.dex);
    expect(Math.min(...quickness)).toBeLessThan(0);
    expect(Math.max(...quickness)).toBeGreaterThanOrEqual(5);
    expect(new Set(quickness).size).toBe(quickness.length);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { defined } from '../../src/kernel/defined';
import { MANIFESTS } from '../../src/rulesets/manifests';
import { Party } from './party';
import type { BrowserEntry, BrowserQuery } from './shown';

const RULESETS = ['tempo', 'seconds', 'slots', 'clash', 'energy'];
const EVERYTHING: BrowserQuery = { name: '', kind: '', filters: {} };

interface PackedSource {
  readonly [field: string]: unknown;
  readonly _id: string;
  readonly name: string;
  readonly type: string;
}

const sourcesIn = (folder: string): PackedSource[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.yml') && !name.startsWith('_'))
    .map((name) => parse(readFileSync(`${folder}/${name}`, 'utf8')));

describe('the compendium browser', () => {
  let party: Party;
  const asked: string[] = [];

  /** A compendium that has only the default fields until others are named, as an index of Foundry. */
  function addPack(id: string, documentName: string, sources: readonly PackedSource[], visible = true): void {
    const { game, foundry } = party.gm.page;
    const { getProperty } = foundry.utils;
    const indexed = (fields: readonly string[]) =>
      sources.map(({ _id, name, type }) => {
        const source = defined(
          sources.find((each) => each._id === _id),
          _id,
        );
        const entry: Record<string, unknown> = { _id, name, type, img: null };
        for (const path of fields) {
          const value: unknown = getProperty(source, path);
          if (value !== undefined) foundry.utils.setProperty(entry, path, value);
        }
        return entry;
      });
    game.packs.set(id, {
      ...{ collection: id, documentName, title: id, visible, metadata: {}, index: indexed([]) },
      getIndex: async ({ fields }: { fields: string[] }) => {
        asked.push(id);
        return indexed(fields);
      },
    });
  }

  beforeAll(async () => {
    party = await Party.open('energy', ['Gamemaster']);
    for (const ruleset of RULESETS) {
      addPack(`cadence.${ruleset}-gear`, 'Item', sourcesIn(`packs/${ruleset}/gear`));
      addPack(`cadence.${ruleset}-fighters`, 'Actor', sourcesIn(`packs/${ruleset}/fighters`));
    }
    addPack('world.mixed', 'Item', [
      { _id: 'elfBladeElfBlade', name: 'Élf-blade', type: 'energyWeapon', system: { damageType: ' Piercing ' } },
      { _id: 'strangeStrangeSt', name: 'Strange', type: 'other-module.gem' },
      { _id: 'wandWandWandWand', name: 'Wand', type: 'clashWeapon' },
    ]);
    addPack('world.hidden', 'Item', [{ _id: 'hiddenHiddenHidd', name: 'Hidden', type: 'energyWeapon' }], false);
  });
  afterAll(() => party?.table.close());

  const adapterOf = (ruleset: string) => defined(party.gm.page.adapterOf(ruleset), ruleset);
  const load = (ruleset: string) => party.gm.page.windows.loadEntries(adapterOf(ruleset));
  const find = (entries: readonly BrowserEntry[], query: Partial<BrowserQuery>) => {
    const found = party.gm.page.windows.uuidsIn(entries, { ...EVERYTHING, ...query });
    return entries.filter(({ uuid }) => found.has(uuid)).map(({ name }) => name);
  };
  /** The labels of the filters that a kind has, with the values of a list or the bounds of numbers. */
  const shown = (ruleset: string, entries: readonly BrowserEntry[], kind: string) => {
    const { filters = [] } = defined(MANIFESTS.find(({ schema }) => schema.id === ruleset)?.schema, ruleset);
    const contexts = party.gm.page.windows.filterContexts(filters, entries, { ...EVERYTHING, kind });
    return Object.fromEntries(
      contexts.map(({ label, numbers, least, most, options }) => [
        label,
        numbers ? [least, most] : options.map((option) => option.label),
      ]),
    );
  };

  it.each`
    ruleset      | kind               | filters
    ${'tempo'}   | ${'tempoWeapon'}   | ${{ 'Weapon Speed': ['Quick', 'Slow', 'Standard'], Hands: [1, 2] }}
    ${'tempo'}   | ${'tempoSpell'}    | ${{ Tempo: [1, 9], 'Mana is committed': ['for the day', 'for the Scene', 'indefinitely'] }}
    ${'tempo'}   | ${'foe'}           | ${{ 'Maximum HP': [5, 30] }}
    ${'tempo'}   | ${'tempoGear'}     | ${{}}
    ${'seconds'} | ${'secondsWeapon'} | ${{ 'Time cost': [1, 3.5], Kind: ['Melee', 'Ranged'] }}
    ${'seconds'} | ${'foe'}           | ${{ Size: ['Huge', 'Large', 'Medium', 'Small', 'Tiny'], 'Maximum HP': [3, 39] }}
    ${'slots'}   | ${'slotsSpell'}    | ${{ 'Spell Order': [0, 4], 'Damage type': ['Cold', 'Electricity', 'Heat', 'Psychic'], 'School or Discipline': ['Flame', 'Life', 'Mind', 'Telepathy', 'Tide', 'Ward'] }}
    ${'slots'}   | ${'hero'}          | ${{ Level: [3, 3] }}
    ${'clash'}   | ${'clashSkill'}    | ${{ Purpose: ['Movement', 'Offensive', 'Reactive', 'Utility'] }}
    ${'energy'}  | ${'energyWeapon'}  | ${{ 'Damage type': ['Bludgeoning', 'Piercing', 'Slashing'], 'Proficiency required': [0, 3], Class: ['Heavy', 'Light', 'Normal'] }}
    ${'energy'}  | ${'energyGear'}    | ${{}}
  `('filters $kind in $ruleset', async ({ ruleset, kind, filters }) => {
    expect(shown(ruleset, await load(ruleset), kind)).toEqual(filters);
  });

  it.each(RULESETS)('has all of %s in order of names, and nothing of other rulesets', async (ruleset) => {
    asked.length = 0;
    const entries = await load(ruleset);
    const packed = ['gear', 'fighters'].flatMap((folder) => sourcesIn(`packs/${ruleset}/${folder}`));
    const names = entries.filter(({ pack }) => pack.startsWith('cadence.')).map(({ name }) => name);
    expect([...names].sort()).toEqual(packed.map(({ name }) => name).sort());
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
    expect(asked.filter((id) => id.startsWith('cadence.') && !id.startsWith(`cadence.${ruleset}-`))).toEqual([]);
  });

  it('has entries of other packages for the ruleset, and none of hidden compendia', async () => {
    const entries = await load('energy');
    expect(entries.filter(({ pack }) => pack === 'world.mixed').map(({ name }) => name)).toEqual(['Élf-blade']);
    expect(find(entries, { name: 'hidden' })).toEqual([]);
    const blade = defined(
      entries.find(({ name }) => name === 'Élf-blade'),
      'a blade',
    );
    expect(blade.uuid).toBe('Compendium.world.mixed.Item.elfBladeElfBlade');
    expect(blade.values.damage).toEqual([{ value: 'piercing', label: 'Piercing' }]);
    // An empty field has its initial value.
    expect(blade.values.class).toEqual([{ value: 'normal', label: 'Normal' }]);
  });

  it('finds by parts of the name, kind, value and bounds together', async () => {
    const entries = await load('energy');
    expect(find(entries, { name: 'BLADE elf' })).toEqual(['Élf-blade']);
    expect(find(entries, { name: 'elf', filters: { damage: { is: 'slashing' } } })).toEqual([]);
    const foes = find(entries, { kind: 'foe', filters: { level: { from: 4, to: 6 } } });
    const levels = sourcesIn('packs/energy/fighters').filter(({ system, prototypeToken }) => {
      const { level } = system as { level: number };
      return level >= 4 && level <= 6 && !(prototypeToken as { actorLink: boolean }).actorLink;
    });
    expect(levels.length).toBeGreaterThan(0);
    expect(foes.toSorted()).toEqual(levels.map(({ name }) => name).sort());
    expect(find(entries, { filters: { level: { from: 4 }, damage: { is: 'slashing' } } })).toEqual([]);
    const slots = await load('slots');
    expect(find(slots, { kind: 'slotsSpell', filters: { damage: { is: 'cold' } } }).length).toBeGreaterThan(0);
    expect(party.gm.page.windows.kindOptions(entries, 'foe').map(({ kind, chosen }) => [kind, chosen])).toEqual([
      ['hero', false],
      ['foe', true],
      ['energyArmor', false],
      ['energyGear', false],
      ['energyShield', false],
      ['energyWeapon', false],
    ]);
  });
});

describe('an index with a malformed entry', () => {
  let party: Party;
  beforeAll(async () => {
    party = await Party.open('energy', ['Gamemaster', 'Ann']);
  }, 240_000);
  afterAll(() => party?.table.close());

  it.each([
    ['no token', { prototypeToken: null }],
    ['a token that is a text', { prototypeToken: 'x' }],
    ['no data', { system: null }],
    ['a name that is no text', { name: 7 }],
    ['no name', { name: null }],
    ['no id', { _id: null }],
    ['a picture that is no text', { img: 7 }],
    ['flags that are none', { flags: null }],
    ['flags that are a list', { flags: [1] }],
  ])('has all its others: %s', async (what, spoilt) => {
    for (const user of ['Gamemaster', 'Ann']) {
      const { page } = party.table.tabOf(user as 'Ann');
      const foe = { type: 'energy', img: null, prototypeToken: {}, system: {} };
      const index = [
        { _id: 'first00000000000', name: 'First', ...foe },
        { _id: 'spoilt0000000000', name: 'Spoilt', ...foe, ...spoilt },
        { _id: 'other00000000000', name: 'Other', ...foe, type: 'another.kind', prototypeToken: null },
        null,
        { _id: 'last000000000000', name: 'Last', ...foe },
      ];
      const id = `world.${what.replaceAll(' ', '-')}`;
      const pack = { collection: id, documentName: 'Actor', title: id, visible: true, index };
      page.game.packs.set(id, { ...pack, metadata: {}, getIndex: async () => index } as never);
      party.table.log.length = 0;
      const entries = await page.windows.loadEntries(page.adapterOf('energy'));
      expect(entries.filter((each) => each.pack === id).map(({ name }) => name)).toEqual(['First', 'Last']);
      const label = String(Object.assign({ name: 'Spoilt' }, spoilt).name || 'spoilt0000000000');
      const told = party.table.log.filter((line) => line.includes(id));
      expect(told).toEqual(user === 'Ann' ? [] : [expect.stringContaining(`${label} (${id})`)]);
    }
  });
});

describe('the threat of foes', () => {
  let party: Party;
  afterEach(() => party.table.close());

  it.each([
    ['Gamemaster', { value: 40, heroes: 2 }, ['Measured'], ['Threat']],
    ['Ann', null, [], []],
  ] as const)('is shown and filtered by for GMs only: %s', async (user, threat, found, filters) => {
    party = await Party.open('energy', ['Gamemaster', 'Ann']);
    const { page } = party.table.tabOf(user);
    const foe = { type: 'energy', img: null, flags: { cadence: { threat: { value: 40, heroes: 2 } } } };
    const hero = { ...foe, prototypeToken: { actorLink: true, disposition: 1 } };
    const unread = { ...foe, flags: { cadence: { threat: 'high' } } };
    const all = { Measured: foe, Hero: hero, Unread: unread };
    const index = Object.entries(all).map(([name, source]) => ({ _id: name.padEnd(16, '0'), name, ...source }));
    const pack = { collection: 'world.foes', documentName: 'Actor', title: 'Foes', visible: true, index };
    page.game.packs.set('world.foes', { ...pack, metadata: {}, getIndex: async () => index });
    const { windows } = page;
    const entries = (await windows.loadEntries(page.adapterOf('energy'))).filter((each) => each.pack === 'Foes');
    expect(entries.map(({ name, threat: shown }) => [name, shown])).toEqual([
      ['Hero', null],
      ['Measured', threat],
      ['Unread', null],
    ]);
    const query = { ...EVERYTHING, filters: { 'cadence-threat': { from: 30, to: 50 } } };
    const uuids = windows.uuidsIn(entries, query);
    expect(entries.filter(({ uuid }) => uuids.has(uuid)).map(({ name }) => name)).toEqual(found);
    expect(windows.uuidsIn(entries, { ...query, filters: { 'cadence-threat': { from: 41 } } }).size).toBe(0);
    const shown = windows.filterContexts([{ id: 'cadence-threat', fields: {} }], entries, EVERYTHING);
    expect(shown.map(({ label }) => label)).toEqual(filters);
  });
});

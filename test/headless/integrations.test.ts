import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import type { Source } from './documents';
import { actorAt } from './module-api';
import { ANN, FOE, GAMES, Party } from './party';
import type { Tab } from './tab';

/** The data of Item Piles' `addSystemIntegration` that Cadence passes. */
interface PilesData {
  readonly ACTOR_CLASS_TYPE: string;
  readonly ITEM_QUANTITY_ATTRIBUTE: string;
  readonly ITEM_FILTERS: readonly { readonly path: string; readonly filters: string }[];
  readonly UNSTACKABLE_ITEM_TYPES: readonly string[];
  readonly CURRENCIES: readonly object[];
  ITEM_TRANSFORMER(data: object): object;
}

interface ColorSet {
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly foreground: string;
  readonly background: string;
}

type Attribute = { readonly attr: string; readonly icon: string; readonly units: string };

/** The checks of Item Piles, src/API/api.js `addSystemIntegration`, on what it takes. */
function checkAsItemPiles(data: Record<string, unknown>): void {
  for (const key of ['VERSION', 'ACTOR_CLASS_TYPE', 'ITEM_QUANTITY_ATTRIBUTE', 'ITEM_PRICE_ATTRIBUTE'])
    expect(typeof data[key], key).toBe('string');
  for (const key of [
    'ITEM_FILTERS',
    'ITEM_SIMILARITIES',
    'UNSTACKABLE_ITEM_TYPES',
    'CURRENCIES',
    'SECONDARY_CURRENCIES',
  ])
    expect(Array.isArray(data[key]), key).toBe(true);
  expect(typeof (data as unknown as PilesData).ITEM_TRANSFORMER({})).toBe('object');
}

describe.each(Object.keys(GAMES))('beside other modules, %s', (ruleset) => {
  let party: Party;
  let gm: Tab;
  beforeAll(async () => {
    party = await Party.open(ruleset, ['Gamemaster']);
    gm = party.gm;
    await party.done(gm, () => gm.page.game.settings.set('cadence', 'ruleset', ruleset));
  });
  afterAll(() => party?.table.close());
  const declaredIn = () =>
    gm.page.adapterOf(ruleset) as { readonly bars?: readonly string[]; readonly damage?: { readonly styles: object } };
  const call = (hook: string, ...args: unknown[]) => gm.page.Hooks.callAll(hook, ...args);

  it('tells Item Piles its items, and puts a transferred item away', () => {
    const registered: PilesData[] = [];
    const API = { addSystemIntegration: (data: PilesData) => void registered.push(data) };
    Object.assign(gm.page.game, { itempiles: { API } });
    call('item-piles-ready');
    const [data] = registered;
    expect(registered).toHaveLength(1);
    checkAsItemPiles(data as unknown as Record<string, unknown>);
    expect(data.ACTOR_CLASS_TYPE).toBe(ruleset);
    expect(data.CURRENCIES).toEqual([]);
    const [{ path, filters }] = data.ITEM_FILTERS;
    expect(path).toBe('type');
    const models = Object.entries(gm.page.adapterOf(ruleset).models.Item);
    for (const [type, { schema }] of models) {
      const has = (field: string): boolean => (schema as unknown as { has(name: string): boolean }).has(field);
      expect(filters.split(',').includes(type), type).toBe(!has('equipped') && !has('dropped') && !has('quantity'));
      if (has('quantity')) expect(data.UNSTACKABLE_ITEM_TYPES).not.toContain(type);
    }
    const worn = defined(
      gm.page.game.actors.contents
        .flatMap(({ items }) => items.contents)
        .find(({ system }) => system.equipped === true),
      'an item in hand',
    );
    const arrived = data.ITEM_TRANSFORMER(worn.toObject()) as Source;
    expect(arrived.system).toEqual({ ...worn.toObject().system, equipped: false });
    expect(data.ITEM_TRANSFORMER({ type: 'base', system: {} })).toEqual({ type: 'base', system: {} });
  });

  it('shows Combat Tracker Dock the pools of its actors', () => {
    const dock = { defaultAttributesConfig: (): Record<string, Attribute[]> => ({ dnd5e: [] }) };
    call('combat-tracker-dock-init', dock);
    const { cadence, ...others } = dock.defaultAttributesConfig();
    expect(others).toEqual({ dnd5e: [] });
    expect(cadence.length).toBeGreaterThan(0);
    const { system } = actorAt(party, gm, ANN);
    for (const { attr, icon, units } of cadence) {
      expect(typeof gm.page.foundry.utils.getProperty(system, attr), attr).toBe('number');
      expect(icon).toMatch(/^fa-/);
      expect(units).not.toContain('CADENCE');
    }
    const [bar] = declaredIn().bars ?? [];
    expect(cadence[0].attr).toBe(`${bar}.value`);
  });

  it('gives Dice So Nice a readable color set for each type of damage', () => {
    const sets: ColorSet[] = [];
    call('diceSoNiceReady', { addColorset: async (set: ColorSet) => void sets.push(set) });
    const types = Object.keys(declaredIn().damage?.styles ?? {});
    for (const type of types) expect(sets.map(({ name }) => name)).toContain(`cadence.${type}`);
    for (const { foreground, background, description, category } of sets) {
      expect(contrastOf(foreground, background), description).toBeGreaterThan(4.5);
      expect(description).toMatch(/^Damage: /);
      expect(category).toBe('Cadence');
    }
  });
});

/** WCAG 2: the contrast of two colors such as #ffffff. */
function contrastOf(a: string, b: string): number {
  const luminance = (color: string): number => {
    const [red, green, blue] = [1, 3, 5].map((at) => {
      const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

describe('the dice of damage', () => {
  let party: Party;
  afterAll(() => party?.table.close());

  it('fall with the colors of the weapon’s type, and other dice with those of the user', async () => {
    party = await Party.open('energy', ['Gamemaster']);
    await party.start();
    const { gm } = party;
    const shown: { readonly flavor: string | undefined; readonly sides: number }[] = [];
    const showForRoll = async ({ terms }: { terms: { faces: number; options: { flavor?: string } }[] }) => {
      shown.push({ flavor: terms[0].options.flavor, sides: terms[0].faces });
      return true;
    };
    Object.assign(gm.page.game, { dice3d: { showForRoll } });
    const foe = party.encounter.fighters[party.of(FOE)];
    const weapon = defined(
      actorAt(party, gm, ANN).items.contents.find(({ system }) => system.equipped === true && 'damageType' in system),
      'a weapon',
    );
    await party.done(gm, () => weapon.update({ system: { damageType: 'fire' } }));
    for (let times = 0; times < 12 && !shown.some(({ flavor }) => flavor); times++) {
      await party.play({ do: 'melee-attack', by: party.of(ANN), at: foe.id });
      for (const message of gm.page.game.messages.contents.filter(({ type }) => type === 'energy'))
        await gm.page.windows.cardHTML(message);
    }
    expect(shown.filter(({ flavor }) => flavor).map(({ flavor }) => flavor)).toContain('cadence.fire');
    expect(shown.some(({ flavor }) => flavor === undefined)).toBe(true);
    expect(party.table.faults).toEqual([]);
  });
});

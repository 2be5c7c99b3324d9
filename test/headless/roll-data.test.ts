import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unitOf } from '../../src/toolkit/define/schema';
import type { KnownModel } from './documents';
import type { GamePage } from './game-page';
import { GAMES } from './party';
import { Table } from './table';
import { nothing } from './world';

const PAGE = 'docs/roll-data.md';

/** What formulas of chat, macros and active effects can name. `CADENCE_WRITE=1` writes the page. */
describe('roll data', () => {
  let table: Table;
  let page: GamePage;
  beforeAll(async () => {
    table = await Table.open({ seed: 1, present: ['Gamemaster'], world: nothing });
    ({ page } = table.tabs[0]);
  });
  afterAll(() => table?.close());

  const actorOf = (ruleset: string, more: object = {}) => {
    const types = Object.keys(page.adapterOf(ruleset).models.Item);
    const items = types.map((type, at) => ({ _id: `rollDataItem000${at}`, name: 'Thing', type }));
    return new page.CONFIG.Actor.documentClass({ name: 'New', type: ruleset, items, ...more });
  };

  describe.each(Object.keys(GAMES))('of %s', (ruleset) => {
    it('is a plain data copy', () => {
      const actor = actorOf(ruleset);
      for (const data of [actor.getRollData(), actor.items.contents[0].getRollData()])
        expect(JSON.parse(JSON.stringify(data))).toEqual(data);
      const before = JSON.stringify(actor.system.toObject(false));
      for (const value of Object.values(actor.getRollData()))
        if (typeof value === 'object' && value) Object.assign(value, { value: -9 });
      actor.getRollData().speed = -9;
      expect(JSON.stringify(actor.system.toObject(false))).toBe(before);
    });

    it('has every pool with its maximum, and every number of the sheet, by its full path', () => {
      const actor = actorOf(ruleset);
      const { pools, whenEmpty = {} } = page.adapterOf(ruleset);
      const data = page.foundry.utils.flattenObject(actor.getRollData());
      for (const { document, path } of Object.values(pools))
        if (document === 'actor')
          for (const each of [path, path.replace(/value$/, 'max')]) expect(data[each], each).toBeTypeOf('number');
      const numbers = Object.entries(page.foundry.utils.flattenObject(actor.system.toObject(false)));
      for (const [path, value] of numbers) if (typeof value === 'number') expect(data[path], path).toBe(value);
      for (const path of Object.keys(whenEmpty)) expect(data[path], path).toBeTypeOf('number');
    });

    it('is read by a formula and an active effect', async () => {
      const [path] = Object.values(page.adapterOf(ruleset).pools).flatMap(({ document, path: each }) =>
        document === 'actor' ? [each.replace(/value$/, 'max')] : [],
      );
      const actor = actorOf(ruleset);
      const max = page.foundry.utils.getProperty(actor.system, path) as number;
      const roll = await new page.foundry.dice.Roll(`@${path} + 1`, actor.getRollData()).evaluate();
      expect(roll.total).toBe(max + 1);
      const change = { key: `system.${path}`, type: 'add', value: `@${path}`, phase: 'final' };
      const blessed = actorOf(ruleset, { effects: [{ name: 'Blessing', system: { changes: [change] } }] });
      expect(page.foundry.utils.getProperty(blessed.system, path)).toBe(max * 2);
    });
  });

  it('has the abilities by their short names in every ruleset with abilities', () => {
    for (const ruleset of ['energy', 'slots', 'seconds', 'tempo', 'clash'])
      expect(actorOf(ruleset).getRollData().str, ruleset).toBeTypeOf('number');
  });

  it('of an item is merged with that of its owner', () => {
    const { item, str } = actorOf('energy').items.contents[0].getRollData();
    expect([item.attackBonus, str]).toEqual([0, 10]);
    expect(item.damage).toMatch(/^\d+d\d+$/);
    const loose = new page.CONFIG.Item.documentClass({ name: 'Loose', type: 'energyWeapon' });
    expect(Object.keys(loose.getRollData())).toEqual(['item']);
  });

  it(`is listed in ${PAGE} with every name`, () => {
    const page = readFileSync(PAGE, 'utf8');
    const [head] = page.split('\n## ');
    const written =
      [head.trimEnd(), ...['energy', 'clash', 'slots', 'tempo', 'seconds'].map(chapter)].join('\n\n') + '\n';
    if (process.env.CADENCE_WRITE) writeFileSync(PAGE, written);
    else expect(page, 'rewrite it with CADENCE_WRITE=1').toBe(written);
  });

  function chapter(ruleset: string): string {
    const words = (key: string): string => page.game.i18n.localize(key);
    const actor = actorOf(ruleset);
    const rows = tableOf(actor.system, actor.getRollData(), '');
    const kinds = actor.items.contents.map(
      (item) =>
        `### ${words(`TYPES.Item.${item.type}`)}\n\n${tableOf(item.system, { item: item.getRollData().item }, 'item.')}`,
    );
    return [`## ${words(`TYPES.Actor.${ruleset}`)}`, rows, ...kinds].join('\n\n');
  }

  /** One row for each value: its names, the shortest first, and its label on the sheet. */
  function tableOf(system: KnownModel, data: object, base: string): string {
    const flat = Object.entries(page.foundry.utils.flattenObject(data));
    const owner = (name: string) => name.slice(base.length);
    const long = flat.map(([name]) => name).filter((name) => isPath(system, owner(name)));
    const rows = long.map((name) => {
      const others = flat
        .map(([each]) => each)
        .filter((each) => !long.includes(each) && leads(system, owner(each), owner(name)));
      const names = [...others, name].map((each) => `\`@${each}\``).join(', ');
      return `| ${names} | ${labelAt(system, owner(name))} |`;
    });
    return ['| name | is |', '|---|---|', ...rows].join('\n');
  }

  const fieldAt = (system: KnownModel, path: string) => system.schema.getField(path);
  const isPath = (system: KnownModel, path: string): boolean =>
    Boolean(fieldAt(system, path)) ||
    (path.endsWith('.max') && Boolean(fieldAt(system, path.replace(/max$/, 'value'))));
  /** Returns true if a short name belongs to a path: by its last part, or as the ruleset names it. */
  const leads = (system: KnownModel, short: string, path: string): boolean => {
    const named = Object.values(page.adapterOf(system.parent.type)?.shortNames ?? {});
    if (page.adapterOf(system.parent.type)?.shortNames?.[short] === path) return true;
    return !named.includes(path) && path.endsWith(`.${short}`);
  };
  function labelAt(system: KnownModel, path: string): string {
    const isMax = path.endsWith('.max') && !fieldAt(system, path);
    const parts = path.split('.').map((_, at, all) => all.slice(0, at + 1).join('.'));
    const labels = parts.map((part) => page.game.i18n.localize(fieldAt(system, part)?.label ?? '')).filter(Boolean);
    const field = fieldAt(system, path);
    const declared = field && page.windows.declaredOf(field);
    const unit = declared && unitOf(declared);
    const measured = unit ? ` (${page.game.i18n.localize(`CADENCE.Unit.${unit}`)})` : '';
    return [...new Set(labels.length > 0 ? labels : [path])].join(' · ') + measured + (isMax ? ' · most' : '');
  }
});

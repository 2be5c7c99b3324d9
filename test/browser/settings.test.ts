import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { look, SEEN } from './support/look';
import { openTable, type Seat, type Table } from './support/table';

const settingOf = (seat: Seat, key: string) =>
  seat.page.evaluate((key): unknown => game.settings.get('cadence', key), key);

/** Opens Foundry's settings and from there one of our menus. */
async function openMenu({ page }: Seat, name: string) {
  await page.evaluate(async () => {
    await new foundry.applications.settings.SettingsConfig().render({ force: true });
  });
  await page.locator(`#settings-config [data-key="cadence.${name}"]`).click();
  await page.evaluate(async () => {
    await foundry.applications.instances.get('settings-config').close();
  });
  const menu = page.locator(`#cadence-settings-${name}`);
  await menu.waitFor();
  return menu;
}

describe('the settings', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster', SEEN);
    ann = await table.sit('Ann', SEEN);
  });
  afterAll(() => table?.close());

  it('are all in menus by topic, and players see the menus with settings of theirs', async () => {
    const menusOf = ({ page }: Seat) =>
      page.evaluate((): string[] =>
        [...game.settings.menus.values()]
          .filter(({ namespace, restricted }) => namespace === 'cadence' && (game.user.isGM || !restricted))
          .map(({ key }) => key.slice(8)),
      );
    const rulesets = ['clash', 'energy', 'seconds', 'slots', 'tempo'];
    expect((await menusOf(gm)).filter((id) => rulesets.includes(id)).sort()).toEqual(rulesets);
    expect(await menusOf(gm)).toEqual(expect.arrayContaining(['table', 'dice', 'look']));
    const forAnn = await menusOf(ann);
    expect(forAnn).toEqual(expect.arrayContaining(['dice', 'look']));
    expect(forAnn.filter((id) => rulesets.includes(id))).toEqual([]);
    const listed = await gm.page.evaluate((): string[] =>
      game.settings.settings
        .values()
        .filter(({ namespace, config }) => namespace === 'cadence' && config)
        .map(({ key }) => key)
        .toArray(),
    );
    expect(listed).toEqual([]);
    const shown = await gm.page.evaluate(async (): Promise<string[]> => {
      const keys = [];
      for (const { key, namespace, type } of game.settings.menus.values()) {
        if (namespace !== 'cadence' || key === 'cadence.report') continue;
        await new type().render({ force: true });
        const isOurs = ({ id }: PageApplication) => id === 'cadence-welcome' || id.startsWith('cadence-settings-');
        for (const app of [...foundry.applications.instances.values()].filter(isOurs)) {
          keys.push(
            ...[...app.element.querySelectorAll<HTMLElement>('[data-setting]')].map(({ dataset }) => dataset.setting!),
          );
          await app.close();
        }
      }
      return keys;
    });
    const kept = await gm.page.evaluate((): string[] =>
      game.settings.settings
        .values()
        .filter(({ namespace, name }) => namespace === 'cadence' && name)
        .map(({ key }) => key)
        .toArray(),
    );
    expect(shown.sort()).toEqual(kept.sort());
    expect(shown.length).toBeGreaterThan(40);
  });

  it('are saved where they changed, and nothing else is written', async () => {
    const menu = await openMenu(gm, 'dice');
    await look('settings-dice', gm);
    const before = await gm.page.evaluate((): number => game.collections.get('Setting').size);
    await menu.getByLabel('Seconds to answer').fill('30');
    await menu.getByRole('button', { name: 'Save' }).click();
    await menu.waitFor({ state: 'detached' });
    expect(await settingOf(gm, 'countdown')).toBe(30);
    await expect.poll(() => settingOf(ann, 'countdown')).toBe(30);
    expect(await gm.page.evaluate((): number => game.collections.get('Setting').size)).toBe(before + 1);
  });

  it('mark a field that does not fit, and then write nothing at all', async () => {
    const menu = await openMenu(gm, 'dice');
    await menu.getByLabel('Seconds to answer').fill('400');
    await menu.getByLabel('Who rolls the dice').selectOption({ index: 1 });
    await menu.getByRole('button', { name: 'Save' }).click();
    await menu.getByText('A number from 0 to 180, in steps of 5.').waitFor();
    expect(await menu.locator('[aria-invalid]').getAttribute('name')).toBe('countdown');
    await look('settings-wrong', gm);
    expect([await settingOf(gm, 'countdown'), await settingOf(gm, 'dice')]).toEqual([30, 'owner']);
    await menu.getByRole('button', { name: 'Reset to defaults' }).click();
    expect(await menu.locator('[aria-invalid]').count()).toBe(0);
    expect(await settingOf(gm, 'countdown')).toBe(30);
    await menu.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => settingOf(gm, 'countdown')).toBe(0);
  });

  it('of a ruleset have a menu of their own', async () => {
    const menu = await openMenu(gm, 'slots');
    await look('settings-slots', gm);
    expect(await menu.locator('[data-setting]').count()).toBeGreaterThan(5);
    await gm.page.evaluate(async () => {
      await foundry.applications.instances.get('cadence-settings-slots').close();
    });
  });

  it('list unreadable data, and repair it when confirmed', async () => {
    const name = 'Curse of a very long name that no line of a window is wide enough to hold';
    await gm.page.evaluate(async (name) => {
      const mira = game.actors.find(({ type }) => type === 'energy');
      const change = { type: 'override', value: 5, phase: 'initial', priority: 1 };
      const changes = ['testUserPermission', 'system'].map((key) => ({ ...change, key }));
      await mira.createEmbeddedDocuments('ActiveEffect', [{ name, type: 'base', system: { changes } }]);
    }, name);
    const menu = await openMenu(gm, 'unreadable');
    await menu.getByRole('listitem').nth(1).waitFor();
    await look('settings-unreadable', gm);
    await menu.getByRole('button', { name: 'Repair' }).first().click();
    await gm.page.getByRole('button', { name: 'Yes' }).click();
    await menu.getByText('Cadence can read everything').waitFor();
    await gm.page.evaluate(async () => {
      await foundry.applications.instances.get('cadence-settings-unreadable').close();
    });
    gm.errors.splice(0);
    // The console and a notification name the unreadable data.
    for (const { errors } of [gm, ann])
      for (const error of errors.splice(0)) expect(error).toContain('Curse of a very long name');
  });

  it('offer a player only the settings of players', async () => {
    const menu = await openMenu(ann, 'dice');
    expect(await menu.locator('[data-setting]').count()).toBe(1);
    await menu.getByLabel('Roll my dice automatically').selectOption('Always');
    await look('settings-player', ann);
    await menu.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => settingOf(ann, 'autoThrow')).toBe('always');
    expect(await settingOf(gm, 'autoThrow')).toBe('own-actions');
    expect([...gm.errors, ...ann.errors]).toEqual([]);
  });
});

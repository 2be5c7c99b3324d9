import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fewByDay } from '../tiers/tier';
import { closeSheets, look, SEEN } from './support/look';
import { openTable, type Seat, type Table } from './support/table';

/** A hero from an empty sheet to a fight, by clicks, keys and drags. The steps build on each other. */
describe('building a hero', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;
  let id = '';
  /** The kit of a Bruiser. */
  const KIT = ['Maul', 'Brigandine', 'Javelin', 'Bandages'];

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster', SEEN);
    ann = await table.sit('Ann', SEEN);
    id = await made('energy');
  });
  afterAll(() => table?.close());

  /** Creates an actor that Ann owns, with its sheet open in her window. */
  async function made(type: string): Promise<string> {
    const id = await gm.page.evaluate(async (type) => {
      const ann = game.users.find(({ name }: { name: string }) => name === 'Ann');
      const actor = await Actor.create({ name: 'Edda', type, ownership: { [ann.id]: 3 } });
      return actor.id;
    }, type);
    await ann.page.waitForFunction((id) => game.actors.get(id), id);
    await ann.page.evaluate((id) => game.actors.get(id).sheet.render({ force: true }), id);
    return id;
  }
  const guide = () => ann.page.locator('.cadence-build');
  const goTo = async (name: string) => {
    await guide().getByRole('navigation').getByRole('button', { name, exact: true }).click();
    await expect.poll(() => guide().getByRole('heading', { level: 3 }).innerText()).toBe(name);
  };
  const stored = (path: string) =>
    gm.page.evaluate(({ id, path }) => foundry.utils.getProperty(game.actors.get(id).system, path), { id, path });
  const items = () => gm.page.evaluate((id) => game.actors.get(id).items.map(({ name }: { name: string }) => name), id);
  const total = (figure: string) => guide().locator(`[data-figure="${figure}"] .cadence-figure__value`).innerText();

  it('begins on the empty sheet, with name and concept', async () => {
    await ann.page.locator('.cadence-sheet--actor [data-action="openBuild"]').click();
    await guide().waitFor();
    await guide().locator('input[name="name"]').fill('Edda');
    await guide().locator('input[name="name"]').press('Tab');
    await expect.poll(() => gm.page.evaluate((id) => game.actors.get(id).name, id)).toBe('Edda');
    await look('build-hero', ann);
  });

  it('continues by keyboard, and accepts ready-made choices', async () => {
    const next = guide().getByRole('button', { name: 'Next' });
    await next.focus();
    await ann.page.keyboard.press('Enter');
    await expect.poll(() => guide().locator('.cadence-build__heading').innerText()).toBe('Experience');
    expect(await ann.page.evaluate(() => document.activeElement?.className)).toBe('cadence-build__heading');
    await guide()
      .getByRole('button', { name: /^Seasoned/ })
      .click();
    await expect.poll(() => stored('mpl')).toBe(2);
    await goTo('Abilities');
    const before = await total('meleeAV');
    await guide()
      .getByRole('button', { name: /^Bruiser/ })
      .click();
    await expect.poll(() => stored('abilities.str.score')).toBe(16);
    await expect.poll(items).toEqual(KIT);
    await expect.poll(() => total('meleeAV')).not.toBe(before);
    await guide().getByLabel('Wisdom').fill('12');
    await guide().getByLabel('Wisdom').press('Tab');
    await expect.poll(() => stored('abilities.wis.score')).toBe(12);
    await look('build-abilities', ann);
  });

  it('[E-171] counts points down, and marks a field that exceeds them', async () => {
    await goTo('Training');
    const picks = guide().getByRole('status');
    expect(await picks.innerText()).toBe('Points left: 2 of 2');
    const arm = guide().locator('input[name="system.armPicks"]');
    await arm.fill('1');
    await arm.press('Tab');
    await expect.poll(() => picks.innerText()).toBe('Points left: 1 of 2');
    const leg = guide().locator('input[name="system.legPicks"]');
    await leg.fill('5');
    await leg.press('Tab');
    await expect.poll(() => leg.getAttribute('aria-invalid')).toBe('true');
    expect(await leg.getAttribute('title')).toMatch(/^Leg Strength picks: /);
    expect(await stored('legPicks')).toBe(0);
    await look('build-training', ann);
    await leg.fill('1');
    await leg.press('Tab');
    await expect.poll(() => picks.innerText()).toBe('Points left: 0 of 2');
    expect(await leg.getAttribute('aria-invalid')).toBeNull();
  });

  it('accepts gear from the armory by a key and by drags, also from the compendium itself', async () => {
    await goTo('Weapons');
    const spear = guide().locator('.cadence-build__armory li', { hasText: 'Spear' });
    await spear.getByRole('button').focus();
    await ann.page.keyboard.press('Enter');
    await expect.poll(items).toEqual([...KIT, 'Spear']);
    await guide().locator('.cadence-build__own li', { hasText: 'Spear' }).waitFor();
    // A keyboard user continues where the focus was.
    expect(await ann.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Add Spear');
    await guide()
      .locator('.cadence-build__armory li', { hasText: 'Dagger' })
      .dragTo(guide().locator('.cadence-build__own'));
    await expect.poll(items).toEqual([...KIT, 'Spear', 'Dagger']);
    await look('build-weapons', ann);
    await goTo('Armor and shield');
    await ann.page.evaluate(() => game.packs.get('cadence.energy-gear').render({ force: true }));
    const entry = ann.page.locator('#compendium-cadence\\.energy-gear .entry', { hasText: 'Leather' }).first();
    await entry.waitFor();
    await ann.page.evaluate(() => {
      for (const app of foundry.applications.instances.values())
        if (app.id.startsWith('compendium-')) app.setPosition({ left: 0, top: 0 });
        else if (app.id.startsWith('BuildWindow')) app.setPosition({ left: 420, top: 20 });
    });
    await entry.dragTo(guide().locator('.cadence-build__own'));
    await expect.poll(items).toEqual([...KIT, 'Spear', 'Dagger', 'Leather']);
    await guide().getByRole('button', { name: 'Add Buckler' }).click();
    await expect.poll(items).toEqual([...KIT, 'Spear', 'Dagger', 'Leather', 'Buckler']);
    expect(
      await guide()
        .locator('.cadence-build__armory li', { hasText: /^\s*Plate/ })
        .innerText(),
    ).toContain('penalty');
    await ann.page.evaluate(() => {
      for (const app of foundry.applications.instances.values()) if (app.id.startsWith('compendium-')) void app.close();
    });
    await look('build-armor', ann);
  });

  it('loses nothing when it is closed midway, and ends on the sheet in play mode', async () => {
    await ann.page.locator('.cadence-build .window-header [data-action="close"]').click();
    await guide().waitFor({ state: 'detached' });
    await ann.page.locator('.cadence-sheet--actor [data-action="openBuild"]').click();
    expect(await guide().locator('input[name="name"]').inputValue()).toBe('Edda');
    await goTo('Summary');
    expect(await guide().locator('.cadence-build__step').innerText()).toContain('Edda is ready to play.');
    await look('build-summary', ann);
    await guide().getByRole('button', { name: 'Finish' }).click();
    await guide().waitFor({ state: 'detached' });
    expect(await ann.page.locator('.cadence-sheet--actor').getAttribute('data-mode')).toBe('play');
    expect([...gm.errors, ...ann.errors]).toEqual([]);
    await closeSheets(ann.page);
  });

  it('shows a GM hero or foe first, as the sheet does, and asks for the player at the end', async () => {
    id = await gm.page.evaluate(async () => (await Actor.create({ name: 'Sif', type: 'clash' })).id);
    await gm.page.evaluate((id) => game.actors.get(id).sheet.render({ force: true }), id);
    await gm.page.locator('.cadence-sheet--actor [data-action="openBuild"]').click();
    const guide = gm.page.locator('.cadence-build');
    const button = (name: string | RegExp) => guide.getByRole('button', { name });
    await guide.waitFor();
    const shoot = (name: string) =>
      process.env.CADENCE_SHOTS && gm.page.screenshot({ path: `${process.env.CADENCE_SHOTS}/build-${name}.png` });
    await shoot('kind');
    expect(await button(/^Foe/).getAttribute('aria-pressed')).toBe('true');
    expect(await button('Next').isDisabled()).toBe(false);
    await button(/^Hero/).click();
    await expect.poll(() => button(/^Hero/).getAttribute('aria-pressed')).toBe('true');
    await button('Next').click();
    await button(/^Bulwark/).click();
    await expect.poll(items).toContain('War hammer');
    await shoot('calling');
    await button('Summary').click();
    await button(/^Ann/).click();
    await expect.poll(() => button(/^Ann/).getAttribute('aria-pressed')).toBe('true');
    await shoot('player');
    await button('Finish').click();
    await guide.waitFor({ state: 'detached' });
    const sheet = gm.page.locator('.cadence-sheet--actor');
    expect(await sheet.getAttribute('data-mode')).toBe('play');
    await shoot('done');
    const token = await gm.page.evaluate((id) => {
      const { actorLink, disposition } = game.actors.get(id).toObject().prototypeToken;
      return [actorLink, disposition];
    }, id);
    expect(token).toEqual([true, 1]);
    await expect.poll(() => ann.page.evaluate((id) => game.actors.get(id)?.isOwner, id)).toBe(true);
    await closeSheets(gm.page);
    expect([...gm.errors, ...ann.errors]).toEqual([]);
  });

  const OTHERS = [
    { ruleset: 'tempo', preset: /^Duelist/, path: 'dex', value: 3, kit: 5, gear: 'Weapons', item: 'Stiletto' },
    {
      ruleset: 'clash',
      preset: /^Fencer/,
      path: 'mod.dex',
      value: 4,
      kit: 6,
      gear: 'Weapons and shield',
      item: 'Staff',
    },
    { ruleset: 'seconds', preset: /^Scout/, path: 'dex', value: 8, kit: 4, gear: 'Weapons', item: 'Axe' },
    { ruleset: 'slots', preset: /^Wizard/, path: 'int', value: 4, kit: 8, gear: 'Magic', item: 'Fire burst' },
  ];
  it.each(fewByDay(OTHERS, 1))(
    'works in $ruleset, too, and each of its steps fits',
    async ({ ruleset, preset, path, value, kit, gear, item }) => {
      id = await made(ruleset);
      await ann.page.locator('.cadence-sheet--actor [data-action="openBuild"]').click();
      await guide().waitFor();
      await goTo('Calling');
      await guide().getByRole('button', { name: preset }).click();
      await expect.poll(() => stored(path)).toBe(value);
      await expect.poll(async () => (await items()).length).toBe(kit);
      await goTo(gear);
      await guide()
        .locator('.cadence-build__armory li', { hasText: item })
        .first()
        .dragTo(guide().locator('.cadence-build__own'));
      await expect.poll(async () => (await items()).slice(kit)).toEqual([item]);
      const steps = await guide().getByRole('navigation').getByRole('button').allInnerTexts();
      for (const step of steps) {
        await goTo(step);
        await look(`build-${ruleset}-${step.toLowerCase().replaceAll(' ', '-')}`, ann);
      }
      await guide().getByRole('button', { name: 'Finish' }).click();
      await guide().waitFor({ state: 'detached' });
      await closeSheets(ann.page);
      expect([...gm.errors, ...ann.errors]).toEqual([]);
    },
  );
});

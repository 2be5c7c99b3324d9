import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { closeSheets, look, SEEN } from './support/look';
import { openTable, type Seat, setSetting, type Table } from './support/table';

describe('the sheet for play', () => {
  let table: Table;
  let gm: Seat;
  const sheet = ({ page }: Seat) => page.locator('.cadence-sheet--actor').last();

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster', SEEN);
  });
  afterAll(() => table?.close());

  /** Opens an actor's sheet for a new user. */
  const opened = async (seat: Seat, data: object): Promise<string> =>
    seat.page.evaluate(async (data) => {
      const actor = await Actor.implementation.create(data);
      await actor.sheet.render({ force: true });
      return actor.id;
    }, data);
  const mode = (seat: Seat) => sheet(seat).getAttribute('data-mode');

  it('of a new actor opens for building, tells where gear comes from, and stays as the user has set it', async () => {
    const id = await opened(gm, { name: 'Nobody yet', type: 'slots' });
    expect(await mode(gm)).toBe('edit');
    const tokens = () =>
      gm.page.evaluate((id) => {
        const { actorLink, disposition, sight } = game.actors.get(id).toObject().prototypeToken;
        return [actorLink, disposition, sight.enabled];
      }, id);
    const kind = (name: string) => sheet(gm).locator('.cadence-head__kinds button', { hasText: name });
    expect(await kind('Foe').getAttribute('aria-pressed')).toBe('true');
    await kind('Hero').click();
    await expect.poll(tokens).toEqual([true, 1, true]);
    await expect.poll(() => kind('Hero').getAttribute('aria-pressed')).toBe('true');
    await sheet(gm).locator('nav [data-tab="gear"]').click();
    await look('sheet-empty', gm);
    await sheet(gm).locator('[data-action="openPacks"]').click();
    await gm.page.locator('#cadence-browser .cadence-browser__entry').first().waitFor();
    const again = async () => {
      await closeSheets(gm.page);
      await gm.page.evaluate(async (id) => {
        for (const app of [...foundry.applications.instances.values()])
          if (app.id === 'cadence-browser') await app.close();
        // Another sheet, as after a reload of the page.
        const actor = game.actors.get(id);
        Object.assign(actor, { _sheet: null });
        await actor.sheet.render({ force: true });
      }, id);
      await sheet(gm).waitFor();
    };
    await sheet(gm).locator('.cadence-mode').click();
    await expect.poll(() => mode(gm)).toBe('play');
    expect(
      await sheet(gm).locator('.window-content :is(input:not([data-pool]), select, textarea):visible').count(),
    ).toBe(0);
    await gm.page.evaluate((id) => game.actors.get(id).sheet.setPosition({ width: 620, height: 500 }), id);
    await again();
    expect(await mode(gm)).toBe('play');
    expect(await sheet(gm).locator('nav [data-tab="gear"]').getAttribute('aria-selected')).not.toBe('false');
    const box = defined(await sheet(gm).boundingBox(), 'a box');
    expect([Math.round(box.width), Math.round(box.height)]).toEqual([620, 500]);
  });

  it('opens the terms of a number by keyboard, one number at a time', async () => {
    const items = [{ name: 'Blade', type: 'energyWeapon' }];
    await closeSheets(gm.page);
    await opened(gm, { name: 'Wystan', type: 'energy', prototypeToken: { actorLink: true }, items });
    expect(await mode(gm)).toBe('play');
    await sheet(gm).locator('[data-figure="evasion"] summary').focus();
    await gm.page.keyboard.press('Enter');
    const terms = sheet(gm).locator('.cadence-figure__terms:visible');
    await expect.poll(() => terms.count()).toBe(1);
    await sheet(gm).locator('[data-figure="fortitude"] summary').click();
    await expect.poll(() => terms.count()).toBe(1);
  });

  it('is usable in 480 px, and rolls a skill from its number', async () => {
    await closeSheets(gm.page);
    await setSetting(gm.page, 'autoThrow', 'always');
    await gm.page.evaluate(async () => {
      const combat = game.combats.get('demoScCombat0000');
      await combat.scene.activate();
      await combat.activate();
      await combat.startCombat();
    });
    await gm.page.waitForFunction(() => game.combats.get('demoScCombat0000').system.clock.phase !== 'idle');
    await gm.page.evaluate(async () => {
      const { actor } = game.combats.get('demoScCombat0000').combatants.get('demoScCTamsin000');
      await actor.sheet.render({ force: true });
      actor.sheet.setPosition({ width: 480, height: 760, left: 20, top: 10 });
    });
    await look('sheet-480', gm);
    await sheet(gm).locator('[data-figure="stealth"] [data-id="check-stealth"]').click();
    const rolled = () =>
      gm.page.evaluate((): string[] => {
        const { history, cursor } = game.combats.get('demoScCombat0000').system;
        return history[cursor]?.entries.map(({ ask }) => ask.id ?? '') ?? [];
      });
    await expect.poll(rolled).toContain('stealth');
    await gm.page.evaluate(async () => {
      await game.combats.get('demoScCombat0000').combatants.get('demoScCTamsin000').actor.sheet.close();
    });
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { closeSheets, look, SEEN } from './support/look';
import { turnTo } from './support/sheet';
import { openTable, type Seat, type Table } from './support/table';

const RULESETS = ['energy', 'clash', 'slots', 'tempo', 'seconds'];

/** Creates an actor of a ruleset with an item of each kind. */
const made = ({ page }: Seat, ruleset: string): Promise<string> =>
  page.evaluate(async (ruleset) => {
    const types = Object.keys(CONFIG.Item.dataModels).filter((type) => type.startsWith(ruleset));
    const prose = (text: string) =>
      `<p>${text}<section class="secret" id="secret-one"><p>Owes the guild.</p></section></p>`;
    const actor = await Actor.implementation.create({
      name: 'Stranger',
      type: ruleset,
      ownership: { default: 1 },
      system: { biography: prose('A quiet traveler.') },
      items: types.map((type) => ({ name: 'Thing', type, system: { description: prose('An old thing.') } })),
      effects: [{ name: 'Blessing' }],
    });
    return actor.id;
  }, ruleset);

describe('a sheet', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster', SEEN);
    ann = await table.sit('Ann', SEEN);
  });
  afterAll(() => table?.close());
  afterEach(() => Promise.all([closeSheets(gm.page), closeSheets(ann.page)]));

  /** Opens the sheet of an actor, or of its first item, and returns the names of what it shows. */
  const open = (seat: Seat, id: string, ofItem = false) =>
    seat.page.evaluate(
      async ({ id, ofItem }) => {
        const actor = game.actors.get(id);
        const shown = ofItem ? actor.items.contents[0] : actor;
        const keys = new Promise<string[]>((done) =>
          Hooks.once('renderDocumentSheetV2', (_app: PageApplication, _element: HTMLElement, context: object) =>
            done(Object.keys(context).filter((key) => key !== 'partId')),
          ),
        );
        await shown.sheet.render({ force: true });
        return keys;
      },
      { id, ofItem },
    );
  const sheet = (seat: Seat) => seat.page.locator('.cadence-sheet');
  const untilThere = (seat: Seat, id: string) => seat.page.waitForFunction((actor) => game.actors.has(actor), id);

  it.each(RULESETS)(
    'of %s shows picture, name and biography to users with limited permission, and no number',
    async (ruleset) => {
      const id = await made(gm, ruleset);
      await untilThere(ann, id);
      expect(await open(ann, id)).toEqual(['limited']);
      const html = await sheet(ann).locator('.window-content').innerHTML();
      expect(html).toContain('A quiet traveler.');
      expect(html).not.toContain('Owes the guild.');
      expect(await sheet(ann).locator('.window-content').innerText()).not.toMatch(/\d/);
      expect(await sheet(ann).locator('[data-application-part]').count()).toBe(1);
      expect(await sheet(ann).locator('input, button[data-action]:not(.header-control)').count()).toBe(0);
      if (ruleset === 'energy') await look('sheet-limited', ann);
      await closeSheets(ann.page);

      const keys = await open(ann, id, true);
      expect(keys).toEqual(['limited']);
      expect(await sheet(ann).locator('.window-content').innerText()).toContain('An old thing.');
      expect(await sheet(ann).locator('.window-content').innerText()).not.toMatch(/\d/);
    },
  );

  it('that is open changes with the permission, and keeps nothing of what it showed before', async () => {
    const id = await made(gm, 'energy');
    await untilThere(ann, id);
    await open(ann, id);
    const parts = () =>
      sheet(ann)
        .locator('[data-application-part]')
        .evaluateAll((all) => all.map((part) => (part as HTMLElement).dataset.applicationPart));
    const allow = (level: number) =>
      gm.page.evaluate(
        async ({ id, level }) => {
          await game.actors.get(id).update({ ownership: { default: level } });
        },
        { id, level },
      );
    await allow(2);
    await expect.poll(parts).toContain('header');
    expect(await parts()).not.toContain('limited');
    await allow(1);
    await expect.poll(parts).toEqual(['limited']);
  });

  it('lists effects, which are created, toggled, edited and deleted by keyboard too', async () => {
    const id = await made(gm, 'energy');
    await gm.page.evaluate(async (id) => {
      const actor = game.actors.get(id);
      await actor.update({ ownership: { default: 3 } });
      await actor.createEmbeddedDocuments('ActiveEffect', [
        {
          name: 'Haste',
          duration: { value: 12, units: 'seconds' },
          system: { changes: [{ key: 'system.speed', type: 'add', value: 2 }] },
        },
      ]);
      await actor.items.contents[0].createEmbeddedDocuments('ActiveEffect', [
        { name: 'Runes of the old smiths', disabled: true },
      ]);
    }, id);
    await untilThere(ann, id);
    for (const seat of [gm, ann]) {
      await open(seat, id);
      await turnTo(sheet(seat), 'effects');
    }
    const rows = sheet(ann).locator('[data-application-part="effects"] [data-effect]');
    await expect.poll(() => rows.count()).toBe(3);
    await look('sheet-effects', gm, ann);

    const haste = rows.filter({ hasText: 'Haste' });
    expect(await haste.innerText()).toMatch(/Speed: \+2/);
    await haste.locator('[data-action="toggleEffect"]').focus();
    await ann.page.keyboard.press('Enter');
    await expect.poll(() => haste.locator('[data-action="toggleEffect"]').getAttribute('aria-pressed')).toBe('false');
    expect(await gm.page.evaluate((id) => game.actors.get(id).effects.getName('Haste').disabled, id)).toBe(true);

    await sheet(ann).locator('[data-application-part="effects"] [data-action="createEffect"]').click();
    const config = ann.page.locator('.active-effect-config');
    await config.locator('input[name="name"]').fill('Stone skin');
    await config.locator('[data-of="key"]').last().fill('system.evasionBonus');
    await config.locator('[data-of="value"]').last().fill('3');
    await config.locator('button[type="submit"]').click();
    await expect.poll(() => rows.filter({ hasText: 'Stone skin' }).count()).toBe(1);
    expect(await ann.page.evaluate((id) => game.actors.get(id).system.evasionBonus, id)).toBe(3);
    // An input keeps the entered value, also when the sheet is stored; the effective value is next to it.
    await turnTo(sheet(ann), 'stats');
    const bonus = sheet(ann).locator('.form-group', { has: ann.page.locator('[name="system.evasionBonus"]') });
    await expect.poll(() => bonus.innerText()).toContain('With effects: 3.');
    const speed = sheet(ann).locator('.form-group', { has: ann.page.locator('[name="system.speed"]') });
    expect(await speed.locator('label').innerText()).toBe('Speed (m)');
    await look('sheet-effects-count', ann);
    await sheet(ann).locator('[name="system.willBonus"]').fill('1');
    await sheet(ann).locator('[name="system.willBonus"]').blur();
    await expect.poll(() => gm.page.evaluate((id) => game.actors.get(id)._source.system.willBonus, id)).toBe(1);
    expect(await ann.page.evaluate((id) => game.actors.get(id)._source.system.evasionBonus, id)).toBe(0);

    await turnTo(sheet(ann), 'effects');
    await rows.filter({ hasText: 'Stone skin' }).locator('[data-action="deleteEffect"]').click();
    await ann.page.locator('dialog [data-action="yes"]').click();
    await expect.poll(() => rows.filter({ hasText: 'Stone skin' }).count()).toBe(0);
  });

  it('has the limits of the rules on a number, and shows them on hover', async () => {
    const id = await made(gm, 'clash');
    await open(gm, id);
    await turnTo(sheet(gm), 'stats');
    const input = sheet(gm).locator('[name="system.hpMax"]');
    const said = ['min', 'max', 'step', 'data-tooltip'].map((name) => input.getAttribute(name));
    expect(await Promise.all(said)).toEqual([
      ...['0', '999', '1'],
      'Maximum HP must be a whole number from 0 to 999. The input was ignored.',
    ]);
    await input.fill('1500');
    await input.blur();
    await expect.poll(() => input.getAttribute('aria-invalid')).toBe('true');
    expect(await input.getAttribute('title')).toBe(await input.getAttribute('data-tooltip'));
    expect(await gm.page.evaluate((id) => game.actors.get(id)._source.system.hpMax, id)).toBeLessThan(1000);
  });

  it('[E-A7, E-A19] of energy has a field for every total, which overrides the derived value', async () => {
    const id = await made(gm, 'energy');
    await open(gm, id);
    await turnTo(sheet(gm), 'stats');
    const input = sheet(gm).locator('[name="system.overrides.evasion"]');
    await input.fill('17');
    await input.blur();
    const evasion = sheet(gm).locator('[data-figure="evasion"] .cadence-figure__value');
    await expect.poll(() => evasion.innerText()).toBe('17');
    await input.scrollIntoViewIfNeeded();
    await look('sheet-totals', gm);
  });

  it('of an item lists its own effects, or that it has none', async () => {
    const id = await made(gm, 'clash');
    await open(gm, id, true);
    expect(await sheet(gm).locator('[data-application-part="body"]').innerText()).toContain('No effects.');
    await look('item-effects', gm);
  });
});

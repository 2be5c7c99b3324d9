import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  COMBAT,
  GNOLL,
  KOR,
  MIRA,
  openSheet,
  openTracker,
  row,
  standFirm,
  startEncounter,
  state,
  target,
  untilStep,
} from './support/fight';
import { look } from './support/look';
import { turnTo } from './support/sheet';
import { openTable, type Seat, setSetting, type Table } from './support/table';

const BAR = '#cadence-bar';
const OPTIONS = '#cadence-options';

describe('the action bar, and the options of an action', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;
  const control = (seat: Seat, fighter: string) =>
    seat.page.evaluate(
      ({ combat, fighter }) => {
        game.combats.get(combat).combatants.get(fighter).token.object.control({ releaseOthers: true });
      },
      { combat: COMBAT, fighter },
    );

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann');
  });
  afterAll(() => table?.close());

  it('is shown once the encounter has begun, for the user’s own fighter alone', async () => {
    await expect.poll(() => ann.page.locator(BAR).count()).toBe(0);
    await startEncounter(gm.page);
    await standFirm(gm.page, GNOLL, gm.page);
    await untilStep(ann.page, 1);
    await ann.page.locator(`${BAR} .cadence-bar__who`, { hasText: 'Mira' }).waitFor();
    await control(gm, KOR);
    await gm.page.locator(`${BAR} .cadence-bar__who`, { hasText: 'Kor' }).waitFor();
  });

  it('shows the odds against the target, computed in a worker, to players unless the world hides them', async () => {
    for (const { page } of [gm, ann]) await target(page, GNOLL);
    await ann.page.locator(`${BAR} .cadence-action__odds`).first().waitFor();
    const odds = gm.page.locator(`${BAR} .cadence-action__odds`);
    await odds.first().waitFor();
    await setSetting(gm.page, 'playerOdds', false);
    expect(await odds.first().textContent()).toMatch(/\d/);
    const [worker, ...others] = gm.page.workers().map((worker) => new URL(worker.url()).pathname);
    expect([worker, others]).toEqual([expect.stringContaining('/workers/odds.mjs'), []]);
    await expect.poll(() => ann.page.locator(`${BAR} .cadence-action__odds`).count()).toBe(0);
    await setSetting(gm.page, 'playerOdds', true);
    await gm.page.evaluate(() => {
      canvas.tokens.setTargets([]);
    });
  });

  it('names actions, attacks first, and plays them by digit keys, as the sheet would', async () => {
    const first = ann.page.locator(`${BAR} .cadence-bar__group`).first();
    expect(await first.getAttribute('data-group')).toBe('attacks');
    const defend = ann.page.locator(`${BAR} [data-id="defend"]`);
    const caption = ann.page.locator(`${BAR} .cadence-bar__caption`);
    await defend.hover();
    await expect.poll(() => caption.textContent()).toMatch(/^Defend · 1 Energy/);
    await setSetting(ann.page, 'barLook', 'words');
    await expect.poll(() => defend.locator('.cadence-action__label').textContent()).toBe('Defend');
    await setSetting(ann.page, 'barLook', 'icons');
    const attack = ann.page.locator(`${BAR} [data-digit="1"]`);
    await expect.poll(() => attack.locator('kbd').textContent()).toBe('⇧1');
    await attack.hover();
    await expect.poll(() => caption.textContent()).toMatch(/ · Shift\+1$/);
    await ann.page.locator(`${BAR} .cadence-bar__groups button`).first().focus();
    await ann.page.locator(BAR).evaluate((bar) => {
      bar.addEventListener('click', () => {
        bar.dataset.clicks = String(Number(bar.dataset.clicks ?? 0) + 1);
      });
    });
    await defend.focus();
    await ann.page.keyboard.press('*');
    await expect.poll(() => defend.getAttribute('data-digit')).toBe('1');
    for (let times = 0; times < 3; times += 1) await ann.page.keyboard.down('1');
    await ann.page.keyboard.up('1');
    await untilStep(ann.page, 2);
    expect(await ann.page.locator(BAR).getAttribute('data-clicks')).toBe('1');
    const { fighters } = await state(ann.page);
    expect(fighters[MIRA]).toMatchObject({ energy: 4, statuses: ['defending'] });
    await ann.page.keyboard.press('*');
    await ann.page.locator(`${BAR} [data-group="favorites"]`).waitFor({ state: 'detached' });
    await ann.page.locator(`${BAR} [data-gauge="energy"][aria-valuenow="4"]`).waitFor();
  });

  it('moves along its buttons with the arrow keys, without moving tokens', async () => {
    const before = (await state(ann.page)).fighters[MIRA];
    await ann.page.locator(`${BAR} .cadence-bar__groups button`).first().focus();
    const first = await ann.page.evaluate(() => document.activeElement?.getAttribute('data-id'));
    await ann.page.keyboard.press('ArrowRight');
    const second = await ann.page.evaluate(() => document.activeElement?.getAttribute('data-id'));
    expect(second).not.toBe(first);
    await ann.page.keyboard.press('ArrowLeft');
    await expect.poll(() => ann.page.evaluate(() => document.activeElement?.getAttribute('data-id'))).toBe(first);
    await expect.poll(async () => (await state(ann.page)).fighters[MIRA]).toEqual(before);
  });

  it('opens the options of an action with the right button; a player finds none of the GM’s', async () => {
    await target(ann.page, GNOLL);
    await ann.page.locator(`${BAR} [data-id="melee-attack"]:not([aria-disabled])`).click({ button: 'right' });
    await ann.page.locator(OPTIONS).waitFor();
    const keys = await ann.page
      .locator(`${OPTIONS} [data-option]`)
      .evaluateAll((all) => all.map((each) => each.getAttribute('data-option')));
    expect(keys).toEqual(['swap', 'nonLethal', 'enhance', 'single']);
  });

  it('[E-18] [E-20] shows what the options change of the price, and plays it so', async () => {
    const options = ann.page.locator(OPTIONS);
    await options.locator('[data-option="swap"]').check();
    await options.locator('[data-option="enhance"]').fill('1');
    await options.locator('.cadence-price[data-pool="stamina"]', { hasText: '2' }).waitFor();
    const { fighters: before } = await state(ann.page);
    await options.locator('[type="submit"]').click();
    await options.waitFor({ state: 'detached' });
    await gm.page.waitForFunction((id) => game.combats.get(id).system.step >= 3, COMBAT);
    await untilStep(ann.page, 3);
    const { fighters } = await state(ann.page);
    expect(before[MIRA].energy - fighters[MIRA].energy).toBe(2);
    expect(before[MIRA].stamina - fighters[MIRA].stamina).toBe(2);
  });

  it('shows a player as much of a foe’s pools as the world allows, and the GM everything', async () => {
    await openTracker(ann.page);
    const gauge = (seat: Seat) => row(seat.page, GNOLL).locator('[data-gauge="aura"]');
    await row(ann.page, GNOLL).locator('.cadence-gauge--rough').first().waitFor();
    await expect.poll(() => gauge(ann).locator('.cadence-gauge__value').count()).toBe(0);
    await expect.poll(() => gauge(ann).getAttribute('aria-valuemax')).toBe('4');
    await setSetting(gm.page, 'foePools', 'hidden');
    await gauge(ann).waitFor({ state: 'detached' });
    await openTracker(gm.page);
    await gauge(gm).locator('.cadence-gauge__value').waitFor();
    await setSetting(gm.page, 'foePools', 'exact');
    await gauge(ann).locator('.cadence-gauge__value').waitFor();
  });

  it('filters actions by typed text, and clears the filter with Escape', async () => {
    await ann.page.locator(`${BAR} .cadence-bar__groups button`).first().focus();
    await ann.page.keyboard.press('m');
    const field = ann.page.locator(`${BAR} .cadence-bar__search`);
    await expect.poll(() => field.inputValue()).toBe('m');
    await field.pressSequentially('elee');
    await expect
      .poll(() =>
        ann.page.locator(`${BAR} .cadence-action`).evaluateAll((all) => all.map((each) => each.dataset.label)),
      )
      .toEqual(expect.arrayContaining(['Melee Attack']));
    expect(await ann.page.locator(`${BAR} [data-id="defend"]`).count()).toBe(0);
    await field.press('Escape');
    await expect.poll(() => ann.page.locator(`${BAR} .cadence-action`).count()).toBeGreaterThan(3);
    await expect.poll(() => field.inputValue()).toBe('');
  });

  it('shows on one tab why an action is impossible, and when it will be possible', async () => {
    await ann.page.locator(`${BAR} [data-id="tab-barred"]`).click();
    const barred = ann.page.locator(`${BAR} .cadence-bar__barred .cadence-action__why`);
    await barred.first().waitFor();
    expect((await barred.allTextContents()).filter((why) => why.trim() === '')).toEqual([]);
    const moments = await ann.page.locator(`${BAR} .cadence-bar__barred .cadence-action__when`).allTextContents();
    expect(moments.map((moment) => moment.trim())).toEqual(expect.arrayContaining([expect.stringMatching(/^\w.*\.$/)]));
    await ann.page.locator(`${BAR} [data-id="tab-barred"]`).click();
    await barred.first().waitFor({ state: 'detached' });
  });

  it('has tabs, which the arrow keys select; keys work for actions of other tabs too', async () => {
    const tab = (id: string) => ann.page.locator(`${BAR} [data-tab="${id}"]`);
    await tab('all').focus();
    await ann.page.keyboard.press('ArrowRight');
    await expect.poll(() => tab('attacks').getAttribute('aria-selected')).toBe('true');
    expect(await ann.page.locator(`${BAR} [data-id="defend"]`).isVisible()).toBe(false);
    expect(await ann.page.locator(`${BAR} [data-id="melee-attack"]`).isVisible()).toBe(true);
    await ann.page.keyboard.press('Home');
    await expect.poll(() => tab('all').getAttribute('aria-selected')).toBe('true');
    expect(await ann.page.locator(`${BAR} [data-digit="9"]`).count()).toBe(1);
  });

  it('opens the GM’s rulings as a menu, and closes it with Escape', async () => {
    const menu = gm.page.locator(`${BAR} .cadence-bar__menu`);
    await gm.page.locator(`${BAR} [data-id="bar-menu"]`).click();
    await menu.locator('[data-id="damage"]').waitFor();
    expect(await ann.page.locator(`${BAR} [data-id="bar-menu"]`).count()).toBe(0);
    await look('bar-menu', gm);
    await gm.page.locator(`${BAR} [data-id="bar-menu"]`).focus();
    await gm.page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    const focused = () => gm.page.evaluate(() => document.activeElement?.getAttribute('data-id'));
    await expect.poll(focused).toBe('bar-menu');
  });

  it('empties the search box when the fighter changes', async () => {
    const field = gm.page.locator(`${BAR} .cadence-bar__search`);
    await field.fill('melee');
    await expect.poll(() => gm.page.locator(`${BAR} [data-id="defend"]`).count()).toBe(0);
    await control(gm, GNOLL);
    await gm.page.locator(`${BAR} .cadence-bar__who`, { hasText: 'Gnoll' }).waitFor();
    await expect.poll(() => field.inputValue()).toBe('');
    await gm.page.locator(`${BAR} [data-id="defend"]`).waitFor();
    await control(gm, KOR);
    await gm.page.locator(`${BAR} .cadence-bar__who`, { hasText: 'Kor' }).waitFor();
  });

  it('keeps a favorite first until it is removed', async () => {
    const favorites = ann.page.locator(`${BAR} [data-group="favorites"] .cadence-action`);
    await ann.page.locator(`${BAR} .cadence-bar__groups [data-command]`).last().focus();
    const id = await ann.page.evaluate(() => document.activeElement?.getAttribute('data-id'));
    await ann.page.keyboard.press('*');
    await expect.poll(() => favorites.evaluateAll((all) => all.map((each) => each.dataset.id))).toEqual([id]);
    await expect.poll(() => favorites.first().getAttribute('data-digit')).toBe('1');
    await favorites.first().focus();
    await ann.page.keyboard.press('*');
    await favorites.first().waitFor({ state: 'detached' });
  });

  it('can be folded, and hidden', async () => {
    await ann.page.locator(`${BAR} [data-action="cadenceFold"]`).click();
    await ann.page.locator(`${BAR} .cadence-bar__inner--folded`).waitFor();
    await expect.poll(() => ann.page.locator(`${BAR} .cadence-action`).count()).toBe(0);
    await setSetting(ann.page, 'bar', 'off');
    await ann.page.locator(BAR).waitFor({ state: 'detached' });
  });

  it('gives the GM the other options, on the sheet as well', async () => {
    await target(gm.page, GNOLL);
    const sheet = await openSheet(gm.page, KOR);
    await turnTo(sheet, 'actions');
    await sheet
      .locator('[data-tab="actions"] [data-id="melee-attack"]')
      .first()
      .click({ modifiers: ['Shift'] });
    await gm.page.locator(`${OPTIONS} [data-option="behind"]`).waitFor();
  });
});

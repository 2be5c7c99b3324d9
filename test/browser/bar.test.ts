import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
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

  const idsIn = (group: string) =>
    ann.page
      .locator(`${BAR} [data-group="${group}"] .cadence-action`)
      .evaluateAll((all) => all.map((each) => each.dataset.id));
  const placeOf = async (id: string) => {
    const { x, y } = defined(await ann.page.locator(`${BAR} [data-id="${id}"]`).boundingBox(), id);
    return [Math.round(x), Math.round(y)];
  };

  it('names actions with price and odds, attacks first; icons alone are a setting', async () => {
    expect((await idsIn('places')).slice(0, 4)).toEqual(['ranged-attack', 'melee-attack', 'trip', 'disarm']);
    const attack = ann.page.locator(`${BAR} [data-id="melee-attack"]`);
    expect(await attack.locator('.cadence-action__label').textContent()).toBe('Melee Attack');
    expect(await attack.locator('.cadence-price').count()).toBe(1);
    await setSetting(ann.page, 'barLook', 'icons');
    await attack.locator('.cadence-action__label').waitFor({ state: 'detached' });
    await attack.hover();
    const caption = ann.page.locator(`${BAR} .cadence-bar__caption`);
    await expect.poll(() => caption.textContent()).toMatch(/^Melee Attack.* · 3 Energy.* · Shift\+2$/);
    await setSetting(ann.page, 'barLook', 'words');
    await attack.locator('.cadence-action__label').waitFor();
  });

  it('plays an action once, while its key is held; a favorite has the first key', async () => {
    await ann.page.locator(`${BAR} [data-group="places"] button`).first().focus();
    await ann.page.locator(BAR).evaluate((bar) => {
      bar.addEventListener('click', () => {
        bar.dataset.clicks = String(Number(bar.dataset.clicks ?? 0) + 1);
      });
    });
    const defend = ann.page.locator(`${BAR} [data-id="defend"]`);
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
    await expect.poll(() => idsIn('favorites')).toEqual([]);
    await ann.page.locator(`${BAR} [data-gauge="energy"][aria-valuenow="4"]`).waitFor();
  });

  it('offers nothing that is impossible for long, and shows it in its own row once it is possible', async () => {
    const stand = ann.page.locator(`${BAR} [data-id="kneel-from-prone"]`);
    const shown = await idsIn('places');
    expect(shown).not.toContain('kneel-from-prone');
    const before = await Promise.all(shown.map((id) => placeOf(id ?? '')));
    await gm.page.evaluate(
      async ({ combat, fighter }) => {
        const { actor } = game.combats.get(combat).combatants.get(fighter);
        await actor.toggleStatusEffect('prone', { active: true });
      },
      { combat: COMBAT, fighter: MIRA },
    );
    await ann.page.locator(`${BAR} [data-group="due"] [data-id="kneel-from-prone"]`).waitFor();
    expect(await Promise.all(shown.map((id) => placeOf(id ?? '')))).toEqual(before);
    await gm.page.evaluate(
      async ({ combat, fighter }) => {
        const { actor } = game.combats.get(combat).combatants.get(fighter);
        await actor.toggleStatusEffect('prone', { active: false });
      },
      { combat: COMBAT, fighter: MIRA },
    );
    await stand.waitFor({ state: 'detached' });
    expect(await idsIn('places')).toEqual(shown);
  });

  it('keeps what was done last within reach', async () => {
    const { step } = await state(ann.page);
    await ann.page.locator(`${BAR} [data-id="bar-more"]`).click();
    await ann.page.locator(`${BAR} .cadence-bar__lists [data-id="will-roll"]`).click();
    await untilStep(ann.page, step + 1);
    await ann.page.locator(`${BAR} .cadence-bar__lists`).waitFor({ state: 'detached' });
    await ann.page.locator(`${BAR} [data-group="due"] [data-id="again will-roll"]`).waitFor();
  });

  it('moves along its buttons with the arrow keys, without moving tokens', async () => {
    const before = (await state(ann.page)).fighters[MIRA];
    await ann.page.locator(`${BAR} [data-group="places"] button`).first().focus();
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
    const paid = async (pool: 'energy' | 'stamina') =>
      before[MIRA][pool] - (await state(ann.page)).fighters[MIRA][pool];
    await expect.poll(() => paid('energy')).toBe(2);
    expect(await paid('stamina')).toBe(2);
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
    await ann.page.locator(`${BAR} [data-group="places"] button`).first().focus();
    await ann.page.keyboard.press('m');
    const field = ann.page.locator(`${BAR} .cadence-bar__search`);
    await expect.poll(() => field.inputValue()).toBe('m');
    await field.pressSequentially('elee');
    await expect
      .poll(() =>
        ann.page
          .locator(`${BAR} .cadence-bar__lists .cadence-action`)
          .evaluateAll((all) => all.map((each) => each.dataset.label)),
      )
      .toEqual(expect.arrayContaining(['Melee Attack']));
    expect(await ann.page.locator(`${BAR} .cadence-bar__lists [data-id="defend"]`).count()).toBe(0);
    await field.press('Escape');
    await expect.poll(() => ann.page.locator(`${BAR} .cadence-action`).count()).toBeGreaterThan(3);
    await expect.poll(() => field.inputValue()).toBe('');
  });

  it('says in the list of the rest why an action is impossible, and when it will be possible', async () => {
    await ann.page.locator(`${BAR} [data-id="bar-more"]`).click();
    await ann.page.locator(`${BAR} [data-id="bar-barred"]`).click();
    const barred = ann.page.locator(`${BAR} .cadence-bar__barred .cadence-action__why`);
    await barred.first().waitFor();
    expect((await barred.allTextContents()).filter((why) => why.trim() === '')).toEqual([]);
    const moments = await ann.page.locator(`${BAR} .cadence-bar__lists .cadence-action__when`).allTextContents();
    expect(moments.map((moment) => moment.trim())).toEqual(expect.arrayContaining([expect.stringMatching(/^\w.*\.$/)]));
    await look('bar-more', ann);
    await ann.page.locator(`${BAR} [data-id="bar-more"]`).click();
    await barred.first().waitFor({ state: 'detached' });
  });

  it('opens the GM’s rulings as a menu, and closes it with Escape', async () => {
    const menu = gm.page.locator(`${BAR} .cadence-bar__lists`);
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
    await gm.page.locator(`${BAR} .cadence-bar__lists [data-id="melee-attack"]`).waitFor();
    await control(gm, GNOLL);
    await gm.page.locator(`${BAR} .cadence-bar__who`, { hasText: 'Gnoll' }).waitFor();
    await expect.poll(() => field.inputValue()).toBe('');
    await gm.page.locator(`${BAR} .cadence-bar__lists`).waitFor({ state: 'detached' });
    await control(gm, KOR);
    await gm.page.locator(`${BAR} .cadence-bar__who`, { hasText: 'Kor' }).waitFor();
  });

  it('keeps a favorite first until it is removed', async () => {
    const favorites = ann.page.locator(`${BAR} [data-group="favorites"] .cadence-action`);
    await ann.page.locator(`${BAR} [data-group="places"] [data-command]`).last().focus();
    const id = await ann.page.evaluate(() => document.activeElement?.getAttribute('data-id'));
    await ann.page.keyboard.press('*');
    await expect.poll(() => favorites.evaluateAll((all) => all.map((each) => each.dataset.id))).toEqual([id]);
    await expect.poll(() => favorites.first().getAttribute('data-digit')).toBe('1');
    await favorites.first().dragTo(ann.page.locator(`${BAR} [data-group="due"]`));
    await favorites.first().waitFor({ state: 'detached' });
    const attack = ann.page.locator(`${BAR} [data-group="places"] [data-id="melee-attack"]`);
    await attack.dragTo(ann.page.locator(`${BAR} .cadence-bar__who`));
    await expect
      .poll(() => favorites.evaluateAll((all) => all.map((each) => each.dataset.id)))
      .toEqual(['melee-attack']);
    await favorites.first().focus();
    await ann.page.keyboard.press('*');
    await favorites.first().waitFor({ state: 'detached' });
  });

  it('names an action that a finger rests on, and does not play it', async () => {
    const { step } = await state(ann.page);
    const at = defined(await ann.page.locator(`${BAR} [data-id="trip"]`).boundingBox(), 'a box');
    const touch = await ann.page.context().newCDPSession(ann.page);
    const [x, y] = [at.x + 20, at.y + 10];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await expect.poll(() => ann.page.locator('#tooltip').textContent()).toMatch(/^Trip/);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await ann.page.waitForTimeout(300);
    expect((await state(ann.page)).step).toBe(step);
  });

  it('can be folded, and hidden', async () => {
    await ann.page.locator(`${BAR} [data-action="cadenceFold"]`).click();
    await ann.page.locator(`${BAR} .cadence-bar__inner--folded`).waitFor();
    const { height } = defined(await ann.page.locator(`${BAR} .cadence-bar__inner`).boundingBox(), 'a box');
    expect(height).toBeLessThan(64);
    expect(await ann.page.locator(`${BAR} [data-group="places"] .cadence-action`).count()).toBeGreaterThan(0);
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

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BRUTE, COMBAT, GNOLL, KOR, MIRA, openTracker, state, untilAsked, untilClosed } from './support/fight';
import { look, SEEN } from './support/look';
import { loadDice, openTable, reported, type Seat, setSetting, type Table } from './support/table';

/** A whole fight without a mouse: the GM starts and ends it and plays the foes, a player her own fighter. */
describe('a fight by keyboard alone', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster', SEEN);
    ann = await table.sit('Ann', SEEN);
    await setSetting(gm.page, 'energy.pause', 0);
    for (const { page } of [gm, ann]) {
      await openTracker(page);
      await page.evaluate(() => {
        // The announcements to the screen reader, in order.
        const heard: string[] = [];
        Object.assign(globalThis, { heard });
        new MutationObserver(() => {
          const words = document.getElementById('cadence-live')?.textContent;
          if (words && heard.at(-1) !== words) heard.push(words);
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
        (document.activeElement as HTMLElement | null)?.blur();
      });
    }
    // One good attack each is enough, and Kor stands next to the Brute.
    await gm.page.evaluate(
      async ({ combat, foes, brute }) => {
        const { combatants, scene } = game.combats.get(combat);
        for (const foe of foes) await combatants.get(foe).actor.update({ 'system.aura.value': 0 });
        for (const one of combatants) await one.update({ 'system.orders': { 'agile-move': 'pass' } });
        const { id } = combatants.get(brute).token;
        await scene.updateEmbeddedDocuments('Token', [{ _id: id, x: 800, y: 800 }], {
          cadence: { step: 0 },
          animate: false,
        });
      },
      { combat: COMBAT, foes: [GNOLL, BRUTE], brute: BRUTE },
    );
  });
  afterAll(() => table?.close());

  const focused = ({ page }: Seat) =>
    page.evaluate(() => {
      const { id = '', action = '' } = (document.activeElement as HTMLElement | null)?.dataset ?? {};
      return id || action || document.activeElement?.textContent?.trim().slice(0, 60) || '';
    });
  const press = async ({ page }: Seat, ...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** Presses a key until the wanted element has the focus. */
  const until = async (seat: Seat, key: string, wanted: (at: string) => boolean) => {
    for (let n = 0; n < 60; n++) {
      if (wanted(await focused(seat))) return;
      await press(seat, key);
    }
    throw new Error(`${key} never comes there; it is at ${await focused(seat)}`);
  };
  const inside = ({ page }: Seat, selector: string) =>
    page.evaluate((selector) => Boolean(document.activeElement?.closest(selector)), selector);
  const goTo = async (seat: Seat, selector: string) => {
    for (let n = 0; n < 6 && !(await inside(seat, selector)); n++) await press(seat, 'F6');
    expect(await inside(seat, selector), selector).toBe(true);
  };
  const strike = async (seat: Seat, target: string) => {
    await expect
      .poll(async () => {
        await press(seat, 'Shift+B');
        return seat.page.evaluate(() => [...game.user.targets].map(({ name }) => name).join());
      })
      .toContain(target);
    // While this window still waits for the end of the last exchange, the button only says so.
    await seat.page.locator('#cadence-bar [data-id="melee-attack"]:not([aria-disabled])').first().waitFor();
    await goTo(seat, '#cadence-bar');
    await until(seat, 'ArrowRight', (at) => at === 'melee-attack');
    await press(seat, 'Enter');
  };
  const control = async (seat: Seat, name: string) => {
    await seat.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await expect
      .poll(async () => {
        await press(seat, 'Tab');
        return seat.page.evaluate(() => canvas.tokens.controlled.map(({ name }) => name).join());
      })
      .toContain(name);
    await seat.page.locator('#cadence-bar .cadence-bar__who', { hasText: name }).waitFor();
  };
  const untilDead = (fighter: string) =>
    expect
      .poll(async () => ({
        statuses: (await state(gm.page)).fighters[fighter].statuses,
        // For the reader of a failure.
        said: await Promise.all([gm, ann].map(({ page }) => reported(page))),
      }))
      .toMatchObject({ statuses: expect.arrayContaining(['dead']) });
  const heardBy = ({ page }: Seat): Promise<string> =>
    page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard.join('\n'));

  it('is started with a key', async () => {
    await press(gm, 'Shift+N');
    await expect.poll(async () => (await state(gm.page)).phase).toBe('open');
    await ann.page.locator('#cadence-bar').waitFor();
    await look('keyboard', gm, ann);
  });

  it('has asks that are answered with a key, without losing the focus', async () => {
    await loadDice(gm.page, { face: 15, of: 20 }, { face: 5, of: 6 });
    await loadDice(ann.page, { face: 9, of: 10 });
    await control(gm, 'Gnoll');
    await strike(gm, 'Mira');
    await untilAsked(ann.page, 'evasion');
    await ann.page.locator('#cadence-prompt button[data-ask]').first().waitFor();
    await goTo(ann, '#cadence-prompt');
    await press(ann, 'Enter');
    await untilClosed(gm.page);
    await expect.poll(() => inside(gm, '#cadence-bar')).toBe(true);
    expect(await focused(gm)).toBe('melee-attack');
  });

  it('is won by a player and the GM', async () => {
    await loadDice(gm.page, { face: 1, of: 10 }, { face: 1, of: 20 });
    await loadDice(ann.page, { face: 19, of: 20 }, { face: 6, of: 8 });
    await strike(ann, 'Gnoll');
    await untilDead(GNOLL);
    await untilClosed(gm.page);
    await expect.poll(() => heardBy(gm)).toMatch(/Mira, Melee Attack.*Gnoll[\s\S]*Gnoll.* dies/);
    await expect.poll(() => heardBy(ann)).toMatch(/Mira, Melee Attack.*Gnoll[\s\S]*Gnoll.* dies/);

    await loadDice(gm.page, { face: 1, of: 10 }, { face: 19, of: 20 }, { face: 1, of: 20 });
    await control(gm, 'Kor');
    await strike(gm, 'Brute');
    await untilDead(BRUTE);
    await untilClosed(gm.page);
  });

  it('is ended from the tracker, with nothing logged as an error', async () => {
    await goTo(gm, '#combat .cadence-footer');
    await until(gm, 'Tab', (at) => /End Combat/.test(at) || at === 'end');
    await press(gm, 'Enter');
    await expect.poll(async () => (await state(gm.page)).phase).not.toBe('open');
    expect([...gm.errors, ...ann.errors]).toEqual([]);
    expect((await state(ann.page)).fighters[MIRA].statuses).not.toContain('dead');
    expect((await state(ann.page)).fighters[KOR].statuses).not.toContain('dead');
  });
});

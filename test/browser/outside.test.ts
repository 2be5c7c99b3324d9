import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMBAT, GNOLL, MIRA, openChat } from './support/fight';
import { turnTo } from './support/sheet';
import { loadDice, openTable, type Seat, setSetting, type Table } from './support/table';

/**
 * What users see of an attack without an encounter. `test/headless/outside.test.ts` tests without a window what its card
 * holds. The steps build on each other.
 */
describe('outside an encounter', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;
  /** Uuids of the two tokens. */
  let mira: string;
  let gnoll: string;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann');
    [mira, gnoll] = await gm.page.evaluate(
      async ({ combat, mira, gnoll }): Promise<[string, string]> => {
        const { combatants } = game.combats.get(combat);
        const uuids = [mira, gnoll].map((id) => combatants.get(id).token.uuid);
        await Combat.implementation.deleteDocuments(game.combats.map(({ id }) => id));
        return uuids as [string, string];
      },
      { combat: COMBAT, mira: MIRA, gnoll: GNOLL },
    );
    await ann.page.waitForFunction(() => game.combats.size === 0);
    for (const { page } of [gm, ann]) await openChat(page);
  });
  afterAll(() => table?.close());

  const aura = (page: Seat['page']) =>
    page.evaluate((mira): number => fromUuidSync(mira).actor.system.aura.value, mira);
  const card = (page: Seat['page']) => page.locator('#chat .cadence-card').last();
  const perform = async (page: Seat['page'], uuid: string, action: string) => {
    await page.evaluate(async (uuid) => {
      await fromUuidSync(uuid).actor.sheet.render({ force: true });
    }, uuid);
    const sheet = page.locator('.cadence-sheet--actor').last();
    await turnTo(sheet, 'actions');
    const button = sheet.locator(`[data-tab="actions"] [data-id="${action}"]`).first();
    await button.waitFor();
    return button;
  };
  const target = (page: Seat['page'], uuid: string) =>
    page.evaluate((uuid) => {
      fromUuidSync(uuid).object.setTarget(true, { releaseOthers: true });
    }, uuid);
  const hosts = (page: Seat['page']) =>
    page.evaluate((): { id: string; step: number; open: string | null; undone: boolean }[] =>
      game.messages.contents
        .filter((m) => m.system.step > 0)
        .map(({ id, system }) => ({
          id,
          step: system.step,
          open: system.open?.asks[0]?.ask.id ?? null,
          undone: system.undone,
        })),
    );

  it('the GM can attack anyway, and the player is asked in the prompt, not on the card', async () => {
    await setSetting(gm.page, 'gmStrictness', 'off');
    await loadDice(gm.page, { face: 15, of: 20 }, { face: 5, of: 6 });
    await target(gm.page, mira);
    await (await perform(gm.page, gnoll, 'melee-attack')).click({ force: true });
    await ann.page.locator('.cadence-prompt button[data-ask]').waitFor();
    await card(ann.page).locator('.cadence-card__asked').waitFor();
    await expect.poll(() => card(ann.page).locator('button').count()).toBe(0);
    const before = await aura(ann.page);
    await loadDice(ann.page, { face: 1, of: 10 });
    await ann.page.locator('.cadence-prompt button[data-ask]').click();
    await gm.page.waitForFunction(() => game.messages.contents.some(({ system }) => system.step === 2 && !system.open));
    await ann.page.locator('.cadence-prompt').waitFor({ state: 'detached' });
    await expect.poll(() => aura(gm.page)).toBeLessThan(before);
    await expect
      .poll(() => card(gm.page).innerText())
      .toBe(`${await card(ann.page).innerText()}\n${await card(gm.page).locator('[data-action]').innerText()}`);
  });

  it('the GM undoes it, and the card is struck through', async () => {
    const before = await aura(gm.page);
    for (const { page } of [gm, ann])
      await page.evaluate(() => {
        const { id } = game.messages.contents.filter(({ system }) => system.step > 0).at(-1)!;
        globalThis.drawn = 0;
        Hooks.on('renderChatMessageHTML', (message: PageDocument) => {
          if (message.id === id) globalThis.drawn++;
        });
      });
    await card(gm.page).locator('[data-action="cadenceTakeBack"]').click();
    await ann.page.locator('#chat .cadence-card--undone').waitFor();
    await expect.poll(() => aura(ann.page)).toBeGreaterThan(before);
    await expect.poll(() => hosts(ann.page)).toMatchObject([{ open: null, undone: true }]);
    await expect.poll(() => card(gm.page).locator('[data-action]').count()).toBe(0);
    // The claim on the step is an update of the card too, without a line to show.
    for (const { page } of [gm, ann]) expect(await page.evaluate(() => globalThis.drawn)).toEqual(1);
  });

  it('where the world only warns, a player confirms and attacks', async () => {
    await setSetting(gm.page, 'strictness', 'warn');
    await loadDice(ann.page, { face: 12, of: 20 }, { face: 6, of: 8 });
    await loadDice(gm.page, { face: 2, of: 10 });
    await target(ann.page, gnoll);
    await (await perform(ann.page, mira, 'melee-attack')).click({ force: true });
    await ann.page.locator('dialog button[data-action="yes"]').click();
    await expect
      .poll(async () => (await hosts(gm.page)).at(-1), { timeout: 15_000 })
      .toMatchObject({ open: null, undone: false });
    await expect.poll(() => hosts(gm.page)).toHaveLength(2);
  });

  it('an unlisted request stays out of the log when a user connects or disconnects', async () => {
    const id = await gm.page.evaluate(async (): Promise<string> => {
      const system = {
        combat: '',
        fighter: '',
        moment: 'r0',
        command: null,
        ask: 'x',
        answers: [],
        refused: [{ id: 'closed' }],
      };
      return (await ChatMessage.create({ type: 'request', system })).id;
    });
    await ann.page.waitForFunction((wanted) => game.messages.has(wanted), id);
    await ann.page.evaluate(async () => {
      Hooks.callAll('userConnected', game.user, true);
      await new Promise((later) => setTimeout(later, 200));
    });
    expect(await ann.page.locator(`#chat [data-message-id="${id}"]`).count()).toBe(0);
    await expect.poll(() => gm.page.locator(`#chat [data-message-id="${id}"]`).count()).toBe(1);
  });

  it('a forged card of a player asks no one', async () => {
    const open = {
      exchange: 1,
      card: 'x',
      asks: [{ key: 'x.1', ask: { kind: 'dice', id: 'evasion', by: '', dice: { count: 1, sides: 20 } } }],
    };
    await ann.page.evaluate(
      async ({ openId, mira, gnoll }) => {
        const open = openId;
        open.asks[0].ask.by = mira;
        await ChatMessage.create({
          type: 'energy',
          system: { step: 1, cursor: 1, open, command: { do: 'melee-attack', by: gnoll } },
        });
      },
      { openId: open, mira, gnoll },
    );
    await card(gm.page).waitFor();
    await expect.poll(() => gm.page.locator('.cadence-prompt').count()).toBe(0);
    await expect.poll(() => ann.page.locator('.cadence-prompt').count()).toBe(0);
  });

  it('neither browser has logged an error', () => {
    expect([...gm.errors, ...ann.errors]).toEqual([]);
  });
});

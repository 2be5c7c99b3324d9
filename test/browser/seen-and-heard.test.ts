import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMBAT, GNOLL, MIRA, openTracker, startEncounter, untilStep } from './support/fight';
import { eventually, type Hero, setTheStage, word } from './support/slots';
import { openTable, type Seat, setSetting, submit, type Table } from './support/table';

const ROOK = 'slotsRook0000000';
const OGRE = 'slotsOgre0000000';
const FIGHTERS: readonly Hero[] = [
  { id: ROOK, name: 'Rook', owner: 'Ann', at: [4, 8], system: { dex: 9 }, items: [] },
  { id: OGRE, name: 'Ogre', at: [6, 8], system: { dex: 1 }, items: [] },
];

/** Records the floating text above tokens in this window. */
const listen = (page: Page) =>
  page.evaluate(() => {
    const group = canvas.interface;
    const own = group.createScrollingText.bind(group);
    globalThis.rising = [];
    group.createScrollingText = (at: unknown, content: string, options: object) => {
      globalThis.rising.push(content);
      return own(at, content, options);
    };
  });
const rising = (page: Page) => page.evaluate((): string[] => globalThis.rising);
const played = (page: Page) => page.evaluate(() => foundry.audio.AudioHelper.played);
const turn = (page: Page) => page.evaluate(() => game.combat.system.clock.turn);
const banner = (page: Page) => page.locator('#cadence-turn');
/** Records what the line of this window says, which disappears after some seconds. */
const listenToBanner = (page: Page) =>
  page.evaluate(() => {
    globalThis.announced = [];
    new MutationObserver(() => {
      const text = document.getElementById('cadence-turn')?.textContent?.trim();
      if (text && globalThis.announced.at(-1) !== text) globalThis.announced.push(text);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
const announced = (page: Page) => page.evaluate((): string[] => globalThis.announced);

/** Changes a fighter's remaining points manually. */
const change = (page: Page, by: number) =>
  page.evaluate(
    async ({ combat, gnoll, by }) => {
      const { actor } = game.combats.get(combat).combatants.get(gnoll);
      await actor.update({ 'system.aura.value': actor.system.aura.value + by });
    },
    { combat: COMBAT, gnoll: GNOLL, by },
  );

describe('the sights and sounds of a fight', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann');
  });
  afterAll(() => table?.close());

  it('announce the first round to a player by a line that ignores clicks and disappears, and by a sound', async () => {
    for (const { page } of [gm, ann]) await listenToBanner(page);
    await startEncounter(gm.page);
    await untilStep(ann.page, 1);
    await expect.poll(() => announced(ann.page)).toEqual(['Your move, Mira']);
    expect(await banner(ann.page).getAttribute('role')).toBe('status');
    expect(await banner(ann.page).evaluate((element) => getComputedStyle(element).pointerEvents)).toBe('none');
    // The volume of the interface is half.
    expect((await played(ann.page)).map(({ volume }) => volume)).toEqual([0.3]);
    await expect.poll(() => ann.page.locator('.cadence-clock__turn').innerText()).toBe('Your move, Mira');
    await expect.poll(() => banner(ann.page).innerText(), { timeout: 6000 }).toBe('');
  });

  it('leave the map free again when a card is updated that is shown beside the sidebar', async () => {
    const card = ann.page.locator('#chat-notifications .cadence-message[data-message-id]');
    await openTracker(ann.page);
    await submit(gm.page, COMBAT, { do: 'defend', by: MIRA }, true);
    await untilStep(ann.page, 2);
    await card.last().waitFor();
    await gm.page.evaluate(() => game.messages.contents.at(-1)!.update({ flavor: 'Changed' }));
    await ann.page.waitForFunction(() => JSON.stringify(game.messages.contents.at(-1)!.toObject()).includes('Changed'));
    await expect.poll(() => card.count()).toBe(0);
    expect(ann.errors).toEqual([]);
  });

  it('show one number for what a token loses and gains, and nothing of an unseen token', async () => {
    for (const { page } of [gm, ann]) await listen(page);
    await change(gm.page, -3);
    for (const { page } of [gm, ann]) await eventually(() => rising(page)).toEqual(['−3']);
    await change(gm.page, 2);
    for (const { page } of [gm, ann]) await eventually(() => rising(page)).toEqual(['−3', '+2']);
    const hide = (hidden: boolean) =>
      gm.page.evaluate(
        ({ combat, gnoll, hidden }) => game.combats.get(combat).combatants.get(gnoll).token.update({ hidden }),
        { combat: COMBAT, gnoll: GNOLL, hidden },
      );
    await hide(true);
    await change(gm.page, -1);
    await eventually(() => rising(gm.page)).toEqual(['−3', '+2', '−1']);
    await hide(false);
    await setSetting(gm.page, 'foePools', 'hidden');
    await change(gm.page, -1);
    await eventually(() => rising(gm.page)).toEqual(['−3', '+2', '−1', '−1']);
    await setSetting(gm.page, 'foePools', 'rough');
    await setSetting(gm.page, 'numbers', false);
    await change(gm.page, 2);
    await eventually(() => rising(ann.page)).toEqual(['−3', '+2', '+2']);
    expect(await rising(gm.page)).toHaveLength(4);
  });

  it('show above a token how long its conditions last, and what it waits for, unless a user disables it', async () => {
    const written = (page: Page) =>
      page.evaluate((): string[] =>
        canvas.tokens.placeables.flatMap((token) =>
          token.children
            .filter(({ name }) => name === 'cadence-caption')
            .map(({ children }) => children.find(({ text }) => text !== undefined)!.text!),
        ),
      );
    await submit(gm.page, COMBAT, {
      do: 'condition',
      by: 'gm',
      at: GNOLL,
      options: { condition: 'prone', on: true, lasting: 2 },
    });
    for (const { page } of [gm, ann]) await eventually(() => written(page)).toContain('Prone 2');
    await submit(ann.page, COMBAT, { do: 'wait', by: MIRA });
    for (const { page } of [gm, ann]) await eventually(() => written(page)).toContain('Waiting');
    await setSetting(ann.page, 'tokenBadges', false);
    await eventually(() => written(ann.page)).toEqual([]);
    await setSetting(ann.page, 'tokenBadges', true);
    await eventually(() => written(ann.page)).toContain('Prone 2');
  });

  it('notify the player whose turn it is, and the GM of a foe’s', async () => {
    await setTheStage(gm.page, FIGHTERS);
    const before = (await played(ann.page)).length;
    // Rook is faster with any roll.
    await setSetting(gm.page, 'dice', 'referee');
    await word(gm.page, { do: 'start' });
    await eventually(() => turn(gm.page)).not.toBeNull();
    await gm.page.evaluate(async (rook) => {
      while (game.combat.system.clock.turn !== rook) await game.combat.nextTurn();
    }, ROOK);
    await expect.poll(async () => (await announced(ann.page)).at(-1)).toBe('Your turn, Rook');
    await expect.poll(async () => (await played(ann.page)).length).toBe(before + 1);
    await ann.page.evaluate(async () => {
      await game.settings.set('cadence', 'turnSound', false);
      await game.settings.set('cadence', 'turnBanner', false);
    });
    await expect.poll(() => banner(ann.page).innerText(), { timeout: 6000 }).toBe('');
    await gm.page.evaluate(() => {
      globalThis.announced = [];
      return game.combat.nextTurn();
    });
    await expect.poll(() => announced(gm.page)).toEqual(['Ogre’s turn']);
    await gm.page.evaluate(() => game.combat.nextTurn());
    await expect.poll(() => ann.page.locator('.cadence-clock__turn').innerText()).toBe('Your turn, Rook');
    expect(await played(ann.page)).toHaveLength(before + 1);
    expect(await banner(ann.page).innerText()).toBe('');
  });
});

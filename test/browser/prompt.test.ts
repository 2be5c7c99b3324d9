import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  COMBAT,
  GNOLL,
  MIRA,
  openChat,
  openTracker,
  startEncounter,
  state,
  untilClosed,
  untilStep,
} from './support/fight';
import { look, SEEN } from './support/look';
import { loadDice, openTable, type Seat, setSetting, submit, type Table } from './support/table';

const PROMPT = '#cadence-prompt';

/** One place to answer, and cards that are quick to read. The steps build on each other. */
describe('the prompt and the cards', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;
  const card = ({ page }: Seat) => page.locator('#chat .cadence-card').last();
  const question = () => ann.page.locator(`${PROMPT} button[data-ask]`);
  /** Waits until the prompt accepts clicks and keys. */
  const settled = () => ann.page.locator(`${PROMPT}:not(.cadence-prompt--fresh)`).waitFor();
  const view = (scene: string) =>
    ann.page.evaluate(async (name) => {
      await game.scenes.getName(name).view();
    }, scene);
  /** The gnoll attacks Mira, who is asked for her Evasion. */
  const strike = async (evasion: number) => {
    await loadDice(gm.page, { face: 15, of: 20 }, { face: 5, of: 6 });
    await loadDice(ann.page, { face: evasion, of: 10 });
    await submit(gm.page, COMBAT, { do: 'melee-attack', by: GNOLL, at: MIRA }, true);
    await question().waitFor();
  };

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster', SEEN);
    ann = await table.sit('Ann', SEEN);
    await startEncounter(gm.page);
    await untilStep(ann.page, 1);
    await setSetting(ann.page, 'autoThrow', 'never');
    await setSetting(gm.page, 'gmStrictness', 'off');
  });
  afterAll(() => table?.close());

  it('ask, answer and undo in one place', async () => {
    // Tracker and card show who is waited for, and the tracker leads to the prompt.
    await openChat(ann.page);
    await strike(9);
    await card(ann).locator('.cadence-card__asked', { hasText: 'Waiting for Mira' }).waitFor();
    await openTracker(ann.page);
    await ann.page.locator('#combat .cadence-awaited', { hasText: 'Waiting for Mira' }).waitFor();
    await expect.poll(() => ann.page.locator('button[data-ask]').count()).toBe(1);
    await look('prompt', gm, ann);

    // A paused game says so where it is asked, and takes no answer of a player.
    const pauses = (on: boolean) => gm.page.evaluate((on) => game.togglePause(on, { broadcast: true }), on);
    await settled();
    await pauses(true);
    for (const { page } of [gm, ann]) await page.locator('#combat .cadence-clock__hint .fa-pause').waitFor();
    await ann.page.locator(`${PROMPT} .cadence-ask__waiting .fa-pause`).waitFor();
    await look('paused', gm, ann);
    const { step: asked } = await state(ann.page);
    await question().first().click({ force: true });
    await pauses(false);
    await ann.page.locator(`${PROMPT} .cadence-ask__waiting .fa-pause`).waitFor({ state: 'detached' });
    expect((await state(ann.page)).step).toBe(asked);
    await settled();
    await ann.page.keyboard.press('Escape');
    await question().waitFor({ state: 'detached' });
    await ann.page.locator('#combat .cadence-awaited button').click();
    await ann.page.locator(`${PROMPT} button[data-ask]:focus`).waitFor();

    // A fight that is not in view shows the number of its asks, and leads to them.
    await view('The mill yard');
    const elsewhere = ann.page.locator(`${PROMPT} [data-action="cadenceElsewhere"]`);
    await elsewhere.waitFor();
    await expect.poll(() => question().count()).toBe(0);
    // The bar of its fighter closes, too.
    await ann.page.locator('#cadence-bar').waitFor({ state: 'detached' });
    await elsewhere.click();
    await ann.page.waitForFunction(() => game.scenes.viewed.name === 'The ford');
    await question().waitFor();
    // The question has its place.
    await ann.page.locator('#cadence-bar[data-ruleset="energy"]').waitFor({ state: 'attached' });

    // A click meant for what was there before is ignored.
    await settled();
    await ann.page.keyboard.press('Escape');
    await ann.page.locator(`${PROMPT} [data-action="cadenceRecall"]`).waitFor();
    const { step } = await state(ann.page);
    // All in one task: while the prompt opens, a press on it is no answer.
    const pressed = await ann.page.evaluate(async (): Promise<string[]> => {
      document.querySelector<HTMLElement>('#cadence-prompt [data-action="cadenceRecall"]')!.click();
      while (!document.querySelector('#cadence-prompt button[data-ask]')) await new Promise(requestAnimationFrame);
      // It moves when odds arrive.
      const at = (): string => {
        const answer = document.querySelector('#cadence-prompt button[data-ask]')!;
        const { x, y, width, height } = answer.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2)!.closest('button')?.className ?? '';
      };
      const first = at();
      while (document.querySelector('.cadence-prompt--fresh')) await new Promise(requestAnimationFrame);
      return [first, at()];
    });
    expect(pressed[0]).toBe('');
    expect(pressed[1]).toContain('cadence-answer');
    expect((await state(ann.page)).step).toBe(step);

    // The prompt accepts a key, shows the result for a moment, and closes.
    await settled();
    await ann.page.keyboard.press('Enter');
    const result = ann.page.locator(`${PROMPT} .cadence-prompt__card--result`);
    await result.getByText(/against/).waitFor();
    await look('prompt-result', ann);
    await untilClosed(gm.page);
    await ann.page.locator(PROMPT).waitFor({ state: 'detached' });

    // The card summarizes an attack in few lines; the rest unfolds, and stays unfolded when it is rendered again.
    for (const { page } of [gm, ann]) await openChat(page);
    const details = card(ann).locator('.cadence-card__more');
    await expect.poll(() => card(ann).locator('.cadence-roll__total:visible').count()).toBe(0);
    await details.locator('summary').click();
    await expect.poll(() => card(ann).locator('.cadence-roll__total:visible').count()).toBeGreaterThan(1);
    await strike(1);
    await card(ann).locator('summary').click();
    await expect.poll(() => card(ann).locator('.cadence-roll__total:visible').count()).toBe(1);
    await settled();
    // The card in the log has the result; the prompt does not repeat it.
    const repeated = ann.page.evaluate(async (): Promise<boolean> => {
      const until = Date.now() + 1500;
      while (Date.now() < until) {
        if (document.querySelector('#cadence-prompt .cadence-card__outcome')) return true;
        await new Promise(requestAnimationFrame);
      }
      return false;
    });
    await ann.page.keyboard.press('1');
    await untilClosed(gm.page);
    expect(await repeated).toBe(false);
    await expect.poll(() => card(ann).locator('.cadence-roll__total:visible').count()).toBeGreaterThan(1);
    await look('cards', gm, ann);

    // An attack on the viewer's own side is marked as bad, by a sign as well.
    await card(ann).locator('.cadence-card__outcome--harm [aria-label="Bad for your side"]').waitFor();

    // The menu of a card undoes it, with all later steps.
    const first = gm.page.locator('#chat .message:has(.cadence-card__outcome)').first();
    await first.click({ button: 'right' });
    await gm.page.locator('#context-menu').getByText('Undo to before this').click();
    await expect.poll(() => ann.page.locator('#chat .cadence-card--undone').count()).toBe(2);
    await expect.poll(async () => (await state(ann.page)).fighters[GNOLL].energy).toBe(5);
    // An undone card cannot be undone again, and a player cannot undo at all.
    await gm.page.locator('#chat .message:has(.cadence-card--undone)').first().click({ button: 'right' });
    await gm.page.locator('#context-menu').waitFor();
    await expect.poll(() => gm.page.locator('#context-menu').getByText('Undo to before this').count()).toBe(0);

    expect([...gm.errors, ...ann.errors]).toEqual([]);
  });
});

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeSheets, look, SEEN } from './support/look';
import { openTab, openTable, type Seat, type Table } from './support/table';
import { countTo, plan, setUp, sheet, submit, target, until, watch } from './support/tempo';

const HERO = 'Rhea of the Long Winding Road';

const FIGHTERS = [
  {
    name: HERO,
    owner: 'Ann',
    system: { dex: 2, str: 1, for: 1, mana1: 2 },
    items: [
      { name: 'Blade', type: 'tempoWeapon', system: { speed: 'quick', range: 3 } },
      { name: 'Knife', type: 'tempoWeapon', system: { speed: 'quick', dice: '1d4' } },
      { name: 'Feint', type: 'tempoAbility', system: { tag: 'extra', tempo: 1 } },
      { name: 'Ember in the Dark', type: 'tempoSpell', system: { tempo: 3, cost1: 2 } },
      { name: 'Riposte', type: 'tempoReaction', system: { tempo: 5, trigger: 'missed' } },
    ],
  },
  { name: 'Dov', owner: 'Bob' },
  { name: 'Wight', items: [{ name: 'Sword', type: 'tempoWeapon', system: { range: 3 } }] },
  { name: 'Ghoul' },
] as const;

/** How a plan and the count are drawn and operated. Each screen is also checked for contrast, labels and overflow. */
describe('tempo in two windows', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster', SEEN);
    ann = await table.sit('Ann', SEEN);
  });
  afterAll(() => table?.close());

  /** All fighters are planning, and nothing is planned yet. */
  beforeEach(async () => {
    await setUp(gm, FIGHTERS);
    for (const seat of [gm, ann]) await watch(seat, FIGHTERS.length);
    await submit(gm, 'Wight', { do: 'start', by: 'gm' });
    await until([gm, ann], ({ combat }) => combat.system.clock.phase === 'planning');
  });
  afterEach(async () => {
    expect([...gm.errors, ...ann.errors]).toEqual([]);
    await Promise.all([gm, ann].map(({ page }) => closeSheets(page)));
  });

  /** The open cards on the strip: the number of each, and its label. */
  const laid = ({ page }: Seat) =>
    page
      .locator('#combat [data-cell] [data-plan]')
      .evaluateAll((cards) =>
        cards.map((card) => [card.closest<HTMLElement>('[data-cell]')?.dataset.cell, card.getAttribute('aria-label')]),
      );
  const row = ({ page }: Seat, name: string) => page.locator('#combat li', { hasText: name });
  const choices = ({ page }: Seat) => page.locator('#cadence-planner [data-action="cadencePut"]');
  const prompt = ({ page }: Seat) => page.locator('#cadence-prompt');

  it('[T-03] the user’s own empty card is filled by a choice of actions; others see its back', async () => {
    await plan(ann, HERO, 'scan');
    await plan(gm, 'Dov', 'guard', 'shift');
    await plan(gm, 'Wight', 'standard-attack');
    await ann.page.locator('#combat [data-id="plan-2"]').first().click();
    await row(gm, 'Wight').locator('[data-id="plan-2"]').click();
    for (const seat of [gm, ann]) await choices(seat).first().waitFor();
    await look('tempo-choice', gm, ann);
    await choices(ann).filter({ hasText: 'Rest' }).click();
    await choices(gm).filter({ hasText: 'Mark' }).click();
    const own = [
      ['tempo-1', `${HERO}: Rest, 1`],
      ['tempo-2', `${HERO}: Scan, 2`],
    ];
    await expect.poll(() => laid(ann)).toEqual(own);
    await expect.poll(() => laid(gm)).toEqual(expect.arrayContaining([...own, ['tempo-2', 'Wight: Mark, 2']]));
    const backs = row(ann, 'Wight').locator('.cadence-plan--closed');
    await expect.poll(() => backs.count()).toBe(2);
    expect(await backs.first().getAttribute('aria-label')).toBe('Wight: planned face down');
    await look('tempo-planning', gm, ann);
  });

  it('[T-09] a card is moved by dragging and by arrow keys; one of several actions there is chosen', async () => {
    await plan(ann, HERO, 'mark', 'quick-attack');
    const card = (number: number) => ann.page.locator(`#combat [data-cell="tempo-${number}"] [data-plan]`);
    await card(2).dragTo(ann.page.locator('#combat [data-cell="tempo-7"]'));
    const shift = ['tempo-7', `${HERO}: Shift, 7`];
    await expect.poll(() => laid(ann)).toEqual([['tempo-3', `${HERO}: Quick Attack, 3`], shift]);
    await card(3).focus();
    await ann.page.keyboard.press('ArrowRight');
    await choices(ann).and(ann.page.locator(':focus')).waitFor();
    await ann.page.keyboard.press('Enter');
    await expect.poll(() => laid(ann)).toEqual([['tempo-4', `${HERO}: Move, 4`], shift]);
    await expect.poll(() => ann.page.locator('#cadence-live').innerText()).toBe(`${HERO}: Move`);
    await card(4).and(ann.page.locator(':focus')).waitFor();
    await ann.page.keyboard.press('ArrowRight');
    await expect.poll(() => laid(ann)).toContainEqual(['tempo-5', `${HERO}: Standard Attack, 5`]);
  });

  it('[T-05] only the player whose number comes is called; she acts, and her card shows her Scan', async () => {
    await plan(ann, HERO, 'scan', 'rest');
    await countTo(gm, [gm, ann], 2);
    await target(ann, 'Wight');
    await prompt(ann).getByText('Tempo 2: Scan').waitFor();
    expect(await prompt(gm).count()).toBe(0);
    await look('tempo-count', gm, ann);
    for (const seat of [gm, ann]) await sheet(seat, HERO);
    await look('tempo-sheet', gm, ann);
    await Promise.all([gm, ann].map(({ page }) => closeSheets(page)));
    await prompt(ann).getByRole('button', { name: 'Scan → Wight' }).click();
    await prompt(ann)
      .getByRole('button', { name: /Strength/ })
      .click();
    for (const { page } of [gm, ann]) {
      await openTab(page, 'chat');
      await page.locator('#chat .cadence-card', { hasText: 'Strength 0' }).last().waitFor();
    }
    await look('tempo-scan', gm, ann);
  });

  it('[T-05] a number that she skips is marked as missed', async () => {
    await plan(ann, HERO, 'rest');
    await countTo(gm, [gm, ann], 1);
    await prompt(ann).getByRole('button', { name: 'Skip This Tempo' }).click();
    for (const seat of [gm, ann]) await row(seat, HERO).locator('.cadence-plan--missed').waitFor();
    await expect.poll(() => prompt(ann).count()).toBe(0);
  });

  it('a plan is in the storage of the GM’s browser, and is drawn in another browser of the player’s', async () => {
    await plan(ann, HERO, 'rest');
    const stored = () => gm.page.evaluate(() => JSON.stringify({ ...localStorage }));
    await expect.poll(stored).toMatch(/plan-1.{1,20}rest/);
    await ann.leave();
    ann = await table.sit('Ann', SEEN);
    await watch(ann, FIGHTERS.length);
    await expect.poll(() => laid(ann)).toEqual([['tempo-1', `${HERO}: Rest, 1`]]);
  });
});

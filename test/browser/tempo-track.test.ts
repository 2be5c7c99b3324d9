import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTable, type Seat, type Table } from './support/table';
import { plan, setUp, submit, until, watch } from './support/tempo';

/** The strip of ten numbers, with the cards of a plan on it. The steps build on each other. */
describe('the strip of tempo at two screens', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  /** Cards of Rhea on the strip: on which number each lies, and what it says of itself. */
  const laid = (seat: Seat) =>
    seat.page
      .locator('#combat [data-cell] [data-plan]')
      .evaluateAll((cards) =>
        cards.map((card) => [card.closest<HTMLElement>('[data-cell]')!.dataset.cell, card.getAttribute('aria-label')]),
      );
  const card = (number: number) => ann.page.locator(`#combat [data-cell="tempo-${number}"] [data-plan]`);

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann');
    await setUp(
      gm,
      `[
        { name: 'Rhea', ownership: { [ann]: 3 }, items: [{ name: 'Blade', type: 'tempoWeapon', system: { speed: 'quick' } }] },
        { name: 'Wight' },
      ]`,
    );
    for (const seat of [gm, ann]) await watch(seat, 2);
    await submit(gm, 'Wight', { do: 'start', by: 'gm' });
    await until([gm, ann], `combat.system.clock.phase === 'planning'`);
  });
  afterAll(() => table?.close());

  it('an empty card in one’s own row is filled by choosing from what there is, by its number', async () => {
    await ann.page.locator('#combat li [data-id="plan-1"]').click();
    const choices = ann.page.locator('#cadence-lay [data-action="cadencePut"]');
    await expect.poll(() => choices.count()).toBe(12);
    await choices.filter({ hasText: 'Mark' }).click();
    await expect.poll(() => laid(ann)).toEqual([['tempo-2', 'Rhea: Mark, 2']]);
    await plan(ann, 'Rhea', 'quick-attack');
    await expect.poll(() => laid(ann)).toHaveLength(2);
  });

  it('a card that is dragged to another number becomes what happens there', async () => {
    await card(2).dragTo(ann.page.locator('#combat [data-cell="tempo-7"]'));
    await expect
      .poll(() => laid(ann))
      .toEqual([
        ['tempo-3', 'Rhea: Quick Attack, 3'],
        ['tempo-7', 'Rhea: Shift, 7'],
      ]);
    await expect.poll(() => laid(gm)).toHaveLength(2);
  });

  it('the arrow keys move a card to the next number it may lie on; of several things there one chooses', async () => {
    await card(3).focus();
    await ann.page.keyboard.press('ArrowRight');
    await ann.page.locator('#cadence-lay [data-action="cadencePut"]:focus').waitFor();
    await ann.page.keyboard.press('Enter');
    await expect
      .poll(() => laid(ann))
      .toEqual([
        ['tempo-4', 'Rhea: Move, 4'],
        ['tempo-7', 'Rhea: Shift, 7'],
      ]);
    await expect.poll(() => ann.page.locator('#cadence-live').innerText()).toBe('Rhea: Move');
    await card(4).and(ann.page.locator(':focus')).waitFor();
    await ann.page.keyboard.press('ArrowRight');
    await expect.poll(() => laid(ann)).toContainEqual(['tempo-5', 'Rhea: Standard Attack, 5']);
  });

  it('the game master lays an NPC’s cards the same way, and no player sees more than their backs', async () => {
    await gm.page.locator('#combat li', { hasText: 'Wight' }).locator('[data-id="plan-1"]').click();
    await gm.page.locator('#cadence-lay [data-action="cadencePut"]', { hasText: 'Guard' }).click();
    await expect.poll(() => laid(gm)).toContainEqual(['tempo-4', 'Wight: Guard, 4']);
    await submit(gm, 'Wight', { do: 'plan', options: { action: 'shift' } });
    const backs = ann.page.locator('#combat li', { hasText: 'Wight' }).locator('.cadence-plan--closed');
    await expect.poll(() => backs.count()).toBe(2);
    await expect.poll(() => backs.first().getAttribute('aria-label')).toBe('Wight: planned, and not to be seen');
    await expect.poll(() => laid(ann)).toHaveLength(2);
  });

  it('neither browser has logged an error', () => {
    expect([...gm.errors, ...ann.errors]).toEqual([]);
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { closeSheets, look, SEEN } from './support/look';
import { openTab, openTable, type Seat, type Table } from './support/table';
import { acted, answer, countTo, plan, setUp, sheet, submit, target, until, watch } from './support/tempo';

/** A game master and a player at one table, who play one fight after the other. */
let table: Table;
let gm: Seat;
let ann: Seat;

beforeAll(async () => {
  table = await openTable();
  gm = await table.sit('Gamemaster', SEEN);
  ann = await table.sit('Ann', SEEN);
});
afterAll(() => table?.close());

/** The strip of ten numbers, with the cards of a plan on it. The steps build on each other. */
describe('the strip of tempo at two screens', () => {
  /** Cards of Rhea on the strip: on which number each lies, and what it says of itself. */
  const laid = (seat: Seat) =>
    seat.page
      .locator('#combat [data-cell] [data-plan]')
      .evaluateAll((cards) =>
        cards.map((card) => [card.closest<HTMLElement>('[data-cell]')!.dataset.cell, card.getAttribute('aria-label')]),
      );
  const card = (number: number) => ann.page.locator(`#combat [data-cell="tempo-${number}"] [data-plan]`);

  beforeAll(async () => {
    await setUp(gm, [
      { name: 'Rhea', owner: 'Ann', items: [{ name: 'Blade', type: 'tempoWeapon', system: { speed: 'quick' } }] },
      { name: 'Wight' },
    ]);
    for (const seat of [gm, ann]) await watch(seat, 2);
    await submit(gm, 'Wight', { do: 'start', by: 'gm' });
    await until([gm, ann], ({ combat }) => combat.system.clock.phase === 'planning');
  });

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
});

/** Tempo as people look at it: each screen is also judged for contrast, labels and what runs out of its box. */
describe('what people look at in tempo', () => {
  const HERO = 'Rhea of the Long Winding Road';

  beforeAll(async () => {
    await setUp(gm, [
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
    ]);
    for (const seat of [gm, ann]) await watch(seat, 4);
    await submit(gm, 'Wight', { do: 'start', by: 'gm' });
    await until([gm, ann], ({ combat }) => combat.system.clock.phase === 'planning');
  });
  afterEach(() => Promise.all([gm, ann].map(({ page }) => closeSheets(page))));

  it('Planning: the strip, cards open and closed, and the choice of an action', async () => {
    await plan(ann, HERO, 'scan');
    await plan(gm, 'Dov', 'guard', 'shift');
    await plan(gm, 'Wight', 'standard-attack', 'move');
    await look('tempo-planning', gm, ann);
    await ann.page.locator('#combat [data-id="plan-2"]').first().click();
    await gm.page.locator('#combat li', { hasText: 'Ghoul' }).locator('[data-id="plan-1"]').click();
    for (const { page } of [gm, ann]) await page.locator('#cadence-lay [data-action="cadencePut"]').first().waitFor();
    await look('tempo-choice', gm, ann);
    for (const { page } of [gm, ann])
      await page.evaluate(async () => {
        await foundry.applications.instances.get('cadence-lay').close({ animate: false });
      });
    await submit(ann, HERO, { do: 'plan', with: await spell(), options: { action: 'magic' } });
  });

  const spell = () =>
    ann.page.evaluate((hero) => game.actors.getName(hero).items.getName('Ember in the Dark').id, HERO);

  it('the count: the number that is called, the call on the player’s screen, and the sheet', async () => {
    await countTo(gm, [gm, ann], 2);
    await target(ann, 'Wight');
    await ann.page.locator('#cadence-prompt').waitFor();
    await look('tempo-count', gm, ann);
    await sheet(ann, HERO);
    await sheet(gm, HERO);
    await look('tempo-sheet', gm, ann);
  });

  it('what a Scan tells, on the card', async () => {
    await submit(ann, HERO, { do: 'scan' }, 'Wight');
    await answer(ann, /Strength/);
    await acted([gm, ann]);
    for (const { page } of [gm, ann]) await openTab(page, 'chat');
    await look('tempo-scan', gm, ann);
  });
});

it('neither browser has logged an error', () => {
  expect([...gm.errors, ...ann.errors]).toEqual([]);
});

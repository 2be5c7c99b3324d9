import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { BRUTE, COMBAT, GNOLL, MIRA, openTracker, standFirm, startEncounter, state, untilStep } from './support/fight';
import { faultsOf, look, SEEN } from './support/look';
import { openTable, type Seat, type Table } from './support/table';

const MANY = '#cadence-bulk';

describe('the window for several fighters', () => {
  let table: Table;
  let gm: Seat;
  const many = () => gm.page.locator(MANY);
  const field = (name: string) => many().locator(`[data-many="${name}"]`);
  const clickToken = async (combatant: string) => {
    const at = await gm.page.evaluate(
      ({ combat, combatant }): { x: number; y: number } => {
        const { token } = game.combats.get(combat).combatants.get(combatant);
        const { x, y } = canvas.clientCoordinatesFromCanvas(token.object.center);
        return { x, y };
      },
      { combat: COMBAT, combatant },
    );
    await gm.page.mouse.click(at.x, at.y);
  };
  const foes = async () => {
    const { fighters } = await state(gm.page);
    return [GNOLL, BRUTE].map((id) => fighters[id]);
  };

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster', SEEN);
    await startEncounter(gm.page);
    await standFirm(gm.page, GNOLL, gm.page);
    await untilStep(gm.page, 1);
  });
  afterAll(() => table?.close());

  it('opens from the tracker, and asks for a selection first', async () => {
    await gm.page.evaluate(() => canvas.tokens.releaseAll());
    await openTracker(gm.page);
    await gm.page.locator('#combat [data-action="cadenceMany"]').click();
    await many().getByText('Select tokens on the map.').waitFor();
    await many().getByRole('button', { name: 'Select all foes' }).click();
    await many().locator('.cadence-many__faces li').nth(1).waitFor();
    expect(await faultsOf(gm.page)).toEqual([]);
    await look('many', gm);
  });

  it('takes points from all, each in a step that can be undone', async () => {
    const before = await foes();
    await field('pool').selectOption('aura');
    await field('points').fill('-5');
    await many().getByRole('button', { name: 'Apply' }).click();
    await expect.poll(async () => (await foes()).map(({ aura }) => aura)).toEqual(before.map(({ aura }) => aura - 5));
  });

  it('gives all a condition, and removes it again', async () => {
    await field('condition').selectOption('prone');
    await many().getByRole('button', { name: 'Add' }).click();
    await expect
      .poll(async () => (await foes()).map(({ statuses }) => statuses.includes('prone')))
      .toEqual([true, true]);
    await many().getByRole('button', { name: 'Remove' }).click();
    await expect
      .poll(async () => (await foes()).map(({ statuses }) => statuses.includes('prone')))
      .toEqual([false, false]);
  });

  it('applies a condition to each fighter that is clicked, until Escape', async () => {
    const prone = async () => (await foes()).map(({ statuses }) => statuses.includes('prone'));
    await gm.page.evaluate(() => canvas.tokens.releaseAll());
    const brush = many().getByRole('button', { name: 'Brush' });
    await brush.click();
    await expect.poll(() => brush.getAttribute('aria-pressed')).toBe('true');
    await clickToken(GNOLL);
    await expect.poll(prone).toEqual([true, false]);
    await clickToken(BRUTE);
    await expect.poll(prone).toEqual([true, true]);
    await clickToken(GNOLL);
    await expect.poll(prone).toEqual([false, true]);
    await clickToken(BRUTE);
    await expect.poll(prone).toEqual([false, false]);
    await look('many-brush', gm);
    expect(await faultsOf(gm.page)).toEqual([]);
    expect(await gm.page.evaluate((): number => canvas.tokens.controlled.length)).toBe(0);
    await gm.page.keyboard.press('Escape');
    await expect.poll(() => brush.getAttribute('aria-pressed')).toBe('false');
    await many().waitFor();
    await many().getByRole('button', { name: 'Select all foes' }).click();
    await many().locator('.cadence-many__faces li').nth(1).waitFor();
  });

  it('lets each carry out one order, in sequence', async () => {
    await field('order').selectOption({ label: 'Defend (2 of 2)' });
    await many().getByRole('button', { name: 'Do it' }).click();
    await expect
      .poll(async () => (await foes()).map(({ statuses }) => statuses.includes('defending')))
      .toEqual([true, true]);
    expect((await state(gm.page)).fighters[MIRA].statuses).not.toContain('defending');
  });

  it('lets all attack the GM’s targets, in sequence', async () => {
    await gm.page.evaluate((combat) => {
      const { combatants } = game.combats.get(combat);
      for (const one of combatants) if (one.name === 'Kor') one.token.object.setTarget(true, { releaseOthers: true });
    }, COMBAT);
    const before = await foes();
    const attack = field('order').locator('option', { hasText: 'Ranged Attack (2 of 2)' });
    await attack.waitFor({ state: 'attached' });
    await field('order').selectOption(defined(await attack.getAttribute('value'), 'a value'));
    await many().getByRole('button', { name: 'Do it' }).click();
    await expect
      .poll(async () => (await foes()).map(({ energy }) => energy))
      .toEqual(before.map(({ energy }) => energy - 1));
    await expect.poll(() => many().locator('.cadence-many__progress').textContent()).toBe('');
    expect(gm.errors).toEqual([]);
  });

  it('lets time pass between fights, and not during one', async () => {
    const span = many().getByRole('button', { name: '8 hours' });
    expect(await span.isDisabled()).toBe(true);
    await gm.page.evaluate((combat) => game.combats.get(combat).delete(), COMBAT);
    await expect.poll(() => span.isDisabled()).toBe(false);
    const before = await gm.page.evaluate((): number => game.time.worldTime);
    await span.click();
    await expect.poll(() => gm.page.evaluate((): number => game.time.worldTime)).toBe(before + 8 * 3600);
    await look('many-time', gm);
    expect(gm.errors).toEqual([]);
  });

  it('lets them follow an order outside encounters, each on a card of its own', async () => {
    await many().getByRole('button', { name: 'Select all foes' }).click();
    await field('order').selectOption({ label: 'Chance Roll (2 of 2)' });
    const cards = () =>
      gm.page.evaluate(() => game.messages.filter(({ system }) => system.command?.do === 'chance-roll').length);
    expect(await cards()).toBe(0);
    await many().getByRole('button', { name: 'Do it' }).click();
    await expect.poll(cards).toBe(2);
  });

  it('stores the selection as a macro, which adds such fighters to an encounter', async () => {
    await many().getByRole('button', { name: 'Save encounter' }).click();
    await gm.page.locator('#hotbar [data-slot="1"] img').waitFor();
    await look('many-keep', gm);
    await many().locator('[data-action="close"]').click();
    await many().waitFor({ state: 'detached' });
    const tokens = () => gm.page.evaluate((): string[] => canvas.scene.tokens.map(({ name }) => name));
    const before = await tokens();
    await gm.page.locator('#hotbar [data-slot="1"]').click();
    await expect.poll(() => gm.page.evaluate((): number => game.combat?.combatants.size ?? 0)).toBe(2);
    expect((await tokens()).slice(before.length)).toEqual(expect.arrayContaining([expect.stringContaining('Brute')]));
    expect(await gm.page.evaluate(() => [game.combat.type, game.combat.combatants.contents[0].type])).toEqual([
      'energy',
      'energy',
    ]);
    expect(gm.errors).toEqual([]);
  });

  it('opens from the controls of the map, too', async () => {
    await gm.page.locator('#scene-controls [data-tool="cadenceMany"]').click();
    await many().waitFor();
  });
});

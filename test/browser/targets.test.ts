import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BRUTE, COMBAT, GNOLL, KOR, startEncounter, state, target, untilStep } from './support/fight';
import { look, SEEN } from './support/look';
import { openTable, type Seat, setSetting, type Table } from './support/table';

const BAR = '#cadence-bar';
const OPTIONS = '#cadence-options';

describe('the target of an action', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;
  const shot = () => ann.page.locator(`${BAR} [data-id="ranged-attack"]`);
  const question = () => ann.page.locator('.cadence-confirm');
  const targeted = () => ann.page.evaluate(() => [...game.user.targets].map(({ name }) => name));
  const aimedAt = (fighter: string) => expect.poll(() => shot().getAttribute('data-command')).toContain(fighter);
  const aim = async (fighter: string) => {
    await target(ann.page, fighter);
    await aimedAt(fighter);
  };
  const cancel = async () => {
    await question().locator('[data-action="no"]').click();
    await question().waitFor({ state: 'detached' });
  };

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster', SEEN);
    ann = await table.sit('Ann', SEEN);
    await startEncounter(gm.page);
    await untilStep(ann.page, 1);
  });
  afterAll(() => table?.close());

  it('is named below the actions: in the caption of an icon, and of all beside names', async () => {
    await aim(GNOLL);
    await setSetting(ann.page, 'barLook', 'icons');
    await shot().hover();
    const caption = ann.page.locator(`${BAR} .cadence-bar__caption`);
    await expect.poll(() => caption.textContent()).toMatch(/^Ranged Attack → Gnoll raider · /);
    await look('bar-target', ann);
    await setSetting(ann.page, 'barLook', 'words');
    await expect.poll(() => ann.page.locator(`${BAR} .cadence-bar__target`).textContent()).toContain('Gnoll raider');
    await look('bar-target-words', ann);
  });

  it('is the one that was printed when the pointer was pressed, and an ally is asked about', async () => {
    await aim(KOR);
    await shot().hover();
    await ann.page.mouse.down();
    await aim(GNOLL);
    await ann.page.mouse.up();
    await question().waitFor();
    expect(await question().textContent()).toContain('Ranged Attack on Kor, an ally?');
    await look('target-ally', ann);
    await cancel();
    expect((await state(ann.page)).step).toBe(1);
  });

  it('is cleared when it dies; aimed at again, it stays', async () => {
    await aim(BRUTE);
    const { step } = await state(ann.page);
    await gm.page.evaluate(
      async ({ combat, fighter }) => {
        await game.combats.get(combat).combatants.get(fighter).actor.toggleStatusEffect('dead', { active: true });
      },
      { combat: COMBAT, fighter: BRUTE },
    );
    await untilStep(ann.page, step + 1);
    await expect.poll(targeted).toEqual([]);
    // The bar is redrawn after lost targets are cleared.
    await aim(BRUTE);
    expect(await targeted()).toHaveLength(1);
  });

  it('is not asked about while Shift is held', async () => {
    await aim(KOR);
    const { step } = await state(ann.page);
    await shot().click({ modifiers: ['Shift'] });
    const button = ann.page.locator(`${OPTIONS} [type="submit"]`);
    await expect.poll(() => button.textContent()).toContain('→ Kor');
    await look('options-target', ann);
    await button.click({ modifiers: ['Shift'] });
    await untilStep(ann.page, step + 1);
    expect(await question().count()).toBe(0);
  });

  it('has logged no error', () => {
    expect([...gm.errors, ...ann.errors]).toEqual([]);
  });
});

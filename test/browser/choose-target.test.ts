import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMBAT, GNOLL, KOR, MIRA, standFirm, startEncounter, state, untilStep } from './support/fight';
import { faultsOf, look, SEEN } from './support/look';
import { openTable, type Seat, type Table } from './support/table';

const BAR = '#cadence-bar';
const TARGETS = '#cadence-targets';

describe('an action that needs a target', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;
  const shot = () => ann.page.locator(`${BAR} [data-id="ranged-attack"]`);
  const names = () => ann.page.locator(`${TARGETS} .cadence-targets__name`).allTextContents();
  const targeted = () => ann.page.evaluate(() => [...game.user.targets].map(({ name }) => name));
  const open = () => ann.page.evaluate((id) => game.combats.get(id).system.open !== null, COMBAT);

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster', SEEN);
    ann = await table.sit('Ann', SEEN);
    await startEncounter(gm.page);
    await standFirm(gm.page, GNOLL, gm.page);
    await untilStep(ann.page, 1);
  });
  afterAll(() => table?.close());

  it('can be clicked without a target, and asks for one, with the reasons against each', async () => {
    expect(await shot().getAttribute('aria-disabled')).toBeNull();
    await shot().click();
    await ann.page.locator(TARGETS).waitFor();
    expect(await names()).toContain('Gnoll raider');
    expect(await names()).not.toContain('Mira');
    expect(await ann.page.evaluate(() => ui.controls.tool.name)).toBe('target');
    expect(await faultsOf(ann.page)).toEqual([]);
    await look('choose-target', ann);
    await ann.page.keyboard.press('Escape');
    await ann.page.locator(TARGETS).waitFor({ state: 'detached' });
    expect(await ann.page.evaluate(() => ui.controls.tool.name)).not.toBe('target');
    expect([await targeted(), (await state(ann.page)).step]).toEqual([[], 1]);
  });

  it('asks for one of several where it accepts one', async () => {
    await ann.page.evaluate((combat) => {
      for (const { token } of game.combats.get(combat).combatants)
        if (token.name !== 'Mira') token.object.setTarget(true, { releaseOthers: false });
    }, COMBAT);
    await shot().click();
    await ann.page.locator(TARGETS).waitFor();
    expect((await names()).length).toBe((await targeted()).length);
    await ann.page.keyboard.press('Escape');
    await ann.page.locator(TARGETS).waitFor({ state: 'detached' });
    await ann.page.evaluate(() => {
      canvas.tokens.setTargets([]);
    });
  });

  it('leaves the targets as they were when the question about an ally is answered with no', async () => {
    await shot().click();
    await ann.page.locator(`${TARGETS} [data-fighter]`, { hasText: 'Kor' }).click();
    await ann.page.locator('.cadence-confirm [data-action="no"]').click();
    await expect.poll(targeted).toEqual([]);
    expect((await state(ann.page)).step).toBe(1);
  });

  it('names a friend last, who could be hit, after foes out of reach', async () => {
    await gm.page.evaluate(
      async ({ combat, kor, mira }) => {
        const { combatants } = game.combats.get(combat);
        const { x, y } = combatants.get(mira).token;
        await combatants
          .get(kor)
          .token.move([{ x: x - 100, y, action: 'displace' }], { cadence: { step: 0 }, animate: false });
      },
      { combat: COMBAT, kor: KOR, mira: MIRA },
    );
    await ann.page.locator('#cadence-bar [data-id="melee-attack"]').first().click();
    await ann.page.locator(TARGETS).waitFor();
    expect((await names()).at(-1)).toBe('Kor');
    await ann.page.keyboard.press('Escape');
    await ann.page.locator(TARGETS).waitFor({ state: 'detached' });
  });

  it('is played at the chosen fighter, by keyboard, who stays the target', async () => {
    await shot().focus();
    await ann.page.keyboard.press('Enter');
    await ann.page.locator(`${TARGETS} [data-fighter="${GNOLL}"]`).focus();
    await ann.page.keyboard.press('Enter');
    await ann.page.locator(TARGETS).waitFor({ state: 'detached' });
    await expect.poll(targeted).toEqual(['Gnoll raider']);
    await expect.poll(async () => (await open()) || (await state(ann.page)).step > 1).toBe(true);
    expect((await state(ann.page)).fighters[MIRA]).toBeDefined();
  });

  it('has logged no error', () => {
    expect([...gm.errors, ...ann.errors]).toEqual([]);
  });
});

import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf, look } from './support/look';
import { openTab, openTable, reported, type Seat, type Table } from './support/table';

describe('the encounter builder', () => {
  let table: Table;
  let gm: Seat;
  let clicks = 0;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster', {
      ...(process.env.CADENCE_SHOTS && { sharpness: 1 }),
      width: 1280,
      height: 800,
    });
    await gm.page.evaluate(async () => {
      const scene = await Scene.implementation.create({ name: 'Empty', width: 3000, height: 3000 });
      await scene.view();
    });
    await gm.page.waitForFunction(() => canvas.ready && canvas.scene?.name === 'Empty');
  });
  afterAll(() => table?.close());

  const builder = () => gm.page.locator('#cadence-builder');
  const click = async (on: Locator): Promise<void> => {
    clicks += 1;
    await on.click();
  };
  const foeAt = (at: number) => builder().locator('.cadence-builder__foe').nth(at);
  const shoot = async (name: string) => {
    const { CADENCE_SHOTS: folder } = process.env;
    if (folder) await gm.page.screenshot({ path: `${folder}/builder-${name}.png` });
  };
  const placed = () =>
    gm.page.evaluate(() => ({
      tokens: canvas.scene.tokens.size,
      kinds: new Set(canvas.scene.tokens.contents.map(({ actorId }) => actorId)).size,
      combatants: game.combat?.combatants.size ?? 0,
      spaces: new Set(canvas.scene.tokens.contents.map(({ x, y }) => `${x},${y}`)).size,
    }));

  it('puts 12 foes of 3 kinds on an empty map and into the encounter in 5 clicks', async () => {
    expect(await placed()).toMatchObject({ tokens: 0, combatants: 0 });
    await click(gm.page.locator('#scene-controls [data-tool="cadenceBuilder"]'));
    await foeAt(2).waitFor();
    for (const at of [0, 1, 2]) {
      await click(foeAt(at));
      await expect.poll(() => builder().locator('.cadence-builder__row').count()).toBe(at + 1);
      await gm.page.keyboard.type('4');
    }
    await expect.poll(() => builder().locator('.cadence-builder__foot [role="status"]').innerText()).toBe('Foes: 12');
    expect(await builder().locator('.cadence-builder__sum').innerText()).toMatch(/Threat \d+ of \d+: [A-Z]\w+$/);
    expect(await faultsOf(gm.page)).toEqual([]);
    await shoot('planned');
    await click(builder().locator('[data-action="place"]'));
    await builder().waitFor({ state: 'detached', timeout: 60_000 });
    expect(await placed()).toEqual({ tokens: 12, kinds: 3, combatants: 12, spaces: 12 });
    expect(clicks).toBe(5);
    expect(await reported(gm.page, 'info')).toContain('12 foes were placed.');
    await shoot('placed');
  });

  it('counts them against the party, takes the actors that the world has, and refuses wrong numbers by name', async () => {
    const actors = () => gm.page.evaluate(() => game.actors.size);
    const before = await actors();
    await openTab(gm.page, 'combat');
    await gm.page.locator('#combat [data-action="cadenceBuilder"]').click();
    await builder().getByText('Foes already in the encounter: 12').waitFor();
    await foeAt(0).click();
    const count = builder().locator('.cadence-builder__row input');
    await count.fill('31');
    const name = await builder().locator('.cadence-builder__row strong').innerText();
    await expect
      .poll(() => reported(gm.page, 'warning'))
      .toContain(`How many: ${name} must be a whole number from 0 to 30. The input was ignored.`);
    await count.fill('2');
    await builder().locator('[data-action="fewer"]').click();
    await expect.poll(() => count.inputValue()).toBe('1');
    await look('builder', gm);
    await builder().locator('[data-action="place"]').click();
    await builder().waitFor({ state: 'detached' });
    expect(await placed()).toMatchObject({ tokens: 13, combatants: 13, kinds: 3, spaces: 13 });
    expect(await actors()).toBe(before);
    expect(gm.errors).toEqual([]);
  });

  it('keeps a second wave hidden until the GM lets it join, and an undo takes it back', async () => {
    await gm.page.locator('#combat [data-action="cadenceBuilder"]').click();
    await foeAt(1).click();
    await builder().locator('[data-action="more"]').click();
    await builder().locator('[data-action="changeWave"]').click();
    await builder().locator('[name="trigger"]').selectOption('round');
    await builder().locator('[name="round"]').fill('3');
    await look('builder-waves', gm);
    await builder().locator('[data-action="place"]').click();
    await builder().waitFor({ state: 'detached' });
    const hidden = () => gm.page.evaluate(() => canvas.scene.tokens.filter((token) => token.hidden).length);
    const fighting = () => gm.page.evaluate(() => game.combat.combatants.size);
    expect([await hidden(), await fighting()]).toEqual([2, 13]);
    const waiting = gm.page.locator('#combat .cadence-reserve');
    await waiting.getByText('In reserve: 2, until round 3').waitFor();
    await gm.page.mouse.move(450, 560);
    await look('reserve', gm);
    await waiting.getByRole('button', { name: 'Let Them Join' }).click();
    await expect.poll(fighting).toBe(15);
    expect(await hidden()).toBe(0);
    await waiting.waitFor({ state: 'detached' });
    await gm.page.locator('#combat [data-action="cadenceRewind"]').click();
    await expect.poll(fighting).toBe(13);
    expect(await hidden()).toBe(2);
    await waiting.waitFor();
    expect(gm.errors).toEqual([]);
  });
});

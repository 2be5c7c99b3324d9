import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTracker } from './support/fight';
import { prepareFight, type SecondsFight } from './support/seconds';
import { openTable, type Seat, submit, type Table } from './support/table';

/** The scene of the compendium, where the short way leads through a mire. The steps build on each other. */
describe('hard ground on the map', () => {
  let table: Table;
  let gm: Seat;
  let fight: SecondsFight;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    await gm.page.evaluate(async () => {
      const pack = game.packs.get('cadence.seconds-scenes');
      const [{ _id }] = await pack.getIndex();
      const scene = await Scene.create((await pack.getDocument(_id)).toObject());
      await scene.activate();
    });
    await gm.page.waitForFunction(() => canvas.ready && canvas.scene?.name === 'The mire crossing');
    fight = await prepareFight(gm.page);
    await openTracker(gm.page);
    // Kor stands a metre before the mire, the brute out of everybody's way.
    await gm.page.evaluate(
      async ({ combatId, kor, brute }) => {
        const combat = game.combats.get(combatId);
        const place = (id: string, x: number, y: number) => combat.combatants.get(id).token.update({ x, y });
        await place(kor, 500, 400);
        await place(brute, 100, 100);
        await combat.submit({ do: 'start', by: 'gm' });
        await combat.submit({ do: 'order', by: 'gm', at: kor, options: { to: 1 } });
        while (combat.system.clock.turn !== kor) await combat.submit({ do: 'next-turn', by: 'gm' });
      },
      { combatId: fight.combat, kor: fight.kor, brute: fight.brute },
    );
  });
  afterAll(() => table?.close());

  const seconds = () =>
    gm.page.evaluate(({ combat, kor }): number => game.combats.get(combat).system.books[kor].seconds, {
      combat: fight.combat,
      kor: fight.kor,
    });
  /** Where Kor's token is on the screen, moved by whole cells. */
  const onScreen = (east: number) =>
    gm.page.evaluate(
      ({ combat, kor, given }): { x: number; y: number } => {
        const { center } = game.combats.get(combat).combatants.get(kor).token.object;
        const { x, y } = canvas.stage.worldTransform.apply({ x: center.x + given, y: center.y });
        return { x, y };
      },
      { combat: fight.combat, kor: fight.kor, given: east * 100 },
    );

  it('the ruler counts seconds, twice as many through the mire, and the lane shows them', async () => {
    const [from, to] = [await onScreen(0), await onScreen(3)];
    await gm.page.mouse.move(from.x, from.y);
    await gm.page.mouse.down();
    await gm.page.mouse.move((from.x + to.x) / 2, from.y, { steps: 4 });
    await gm.page.mouse.move(to.x, to.y, { steps: 4 });
    // A metre to its rim, two in it at three and a half metres a second.
    const label = gm.page.locator('.cadence-waypoint').last();
    await expect.poll(() => label.innerText()).toMatch(/1\.5 s/);
    await expect.poll(() => label.innerText()).toMatch(/Slow going for 2 m/);
    const ghost = gm.page.locator(`#combat [data-lane="${fight.kor}"] .cadence-lane__ghost--fits`);
    await expect.poll(() => ghost.innerText()).toMatch(/1\.5 s/);
    await gm.page.mouse.up();
    await expect.poll(seconds).toBe(15);
    await expect.poll(() => ghost.count()).toBe(0);
  });

  it('switched off by the game master, the mire slows nobody', async () => {
    await gm.page.evaluate(
      async ({ combat, kor }) => {
        const region = canvas.scene.regions.getName('The mire');
        await region.updateEmbeddedDocuments(
          'RegionBehavior',
          region.behaviors.map(({ id }: { id: string }) => ({ _id: id, disabled: true })),
        );
        await game.combats
          .get(combat)
          .combatants.get(kor)
          .token.move([{ x: 1000, y: 400 }], { method: 'dragging' });
      },
      { combat: fight.combat, kor: fight.kor },
    );
    // Five metres in all, the two of before counted twice: seven.
    await expect.poll(seconds).toBe(10);
  });

  it('how long it takes to say something is drawn on the lane, by keyboard too', async () => {
    await submit(gm.page, fight.combat, { do: 'speak', by: fight.kor });
    const words = gm.page.locator('.cadence-prompt input[data-ask-input]');
    await words.fill('Mind the mire!');
    await words.press('Enter');
    const slider = gm.page.locator('.cadence-prompt input[type="range"]');
    await slider.focus();
    for (let tenths = 0; tenths < 12; tenths++) await slider.press('ArrowRight');
    await expect.poll(() => gm.page.locator('.cadence-prompt output').innerText()).toMatch(/1\.2 s.*0\.2 s/);
    const ghost = gm.page.locator(`#combat [data-lane="${fight.kor}"] .cadence-lane__ghost--overflows`);
    await expect.poll(() => ghost.count()).toBe(1);
    for (let tenths = 0; tenths < 6; tenths++) await slider.press('ArrowLeft');
    await slider.press('Enter');
    await expect.poll(seconds).toBe(4);
  });

  it('the browser has logged no error', () => {
    expect(gm.errors).toEqual([]);
  });
});

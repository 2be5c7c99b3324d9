import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMBAT, GNOLL, MIRA, openTracker, standFirm, startEncounter, state, untilStep } from './support/fight';
import { look, SEEN } from './support/look';
import { loadDice, openTable, type Seat, submit, type Table } from './support/table';

const PROMPT = '#cadence-prompt:not(.cadence-prompt--fresh)';

describe('a question for a place', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster', SEEN);
    ann = await table.sit('Ann', SEEN);
    await startEncounter(gm.page);
    await standFirm(gm.page, GNOLL, gm.page);
    await untilStep(ann.page, 1);
    await openTracker(ann.page);
    await gm.page.evaluate(
      async ({ combat, gnoll }) => {
        await game.combats.get(combat).combatants.get(gnoll).token.update({ x: 800, y: 600 });
      },
      { combat: COMBAT, gnoll: GNOLL },
    );
  });
  afterAll(() => table?.close());

  it('lights the places on the map, and takes a click on one as the answer', async () => {
    await loadDice(ann.page, { face: 12, of: 12 }, { face: 12, of: 12 }, { face: 10, of: 10 });
    await loadDice(gm.page, { face: 2, of: 10 }, { face: 2, of: 10 });
    await submit(ann.page, COMBAT, { do: 'push', by: MIRA, at: GNOLL });
    await ann.page.locator(`${PROMPT} [data-place]`).first().waitFor();
    await ann.page.locator(`${PROMPT} .fa-location-crosshairs`).waitFor();
    await look('places', ann);
    const spot = (x: number, y: number) =>
      ann.page.evaluate(({ x, y }) => canvas.clientCoordinatesFromCanvas({ x, y }), { x, y });
    // Not where nothing is offered.
    const far = await spot(350, 350);
    const { step } = await state(ann.page);
    await ann.page.mouse.click(far.x, far.y);
    await ann.page.locator(`${PROMPT} [data-place]`).first().waitFor();
    expect((await state(ann.page)).step).toBe(step);
    const near = await spot(950, 650);
    await ann.page.mouse.click(near.x, near.y);
    await ann.page.locator('#cadence-prompt [data-place]').first().waitFor({ state: 'detached' });
    await expect.poll(async () => (await state(gm.page)).fighters[GNOLL]).toMatchObject({ x: 900, y: 600 });
  });

  it('has logged no error', () => expect([...gm.errors, ...ann.errors]).toEqual([]));
});

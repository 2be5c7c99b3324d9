import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMBAT, GNOLL, MIRA, openTracker, startEncounter, startOver, target, untilStep } from './support/fight';
import { PICTURES, SEEN } from './support/look';
import { loadDice, openTable, type Seat, setSetting, submit, type Table } from './support/table';

const SIZES = [
  [1280, 800],
  [1440, 900],
  [900, 700],
  // A screen of 1280 by 800 at 150 %.
  [853, 533],
] as const;

type Part = 'bar' | 'prompt' | 'targets';

/** Bar, prompt and list of targets share one strip at the bottom, beside what they are about. */
describe('the strip at the bottom of the map', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster', SEEN);
    ann = await table.sit('Ann', SEEN);
    await startEncounter(gm.page);
    await untilStep(ann.page, 1);
    await openTracker(ann.page);
    await setSetting(ann.page, 'autoThrow', 'never');
  });
  afterAll(() => table?.close());

  /** Returns what is wrong with the part that has the strip now, and how far its upper edge is above the bottom. */
  const faultsOf = (part: Part) =>
    ann.page.evaluate(
      ({ part, combat, fighters }): string[] => {
        const boxOf = (element: Element) => element.getBoundingClientRect();
        const isShown = (id: string) => document.getElementById(`cadence-${id}`)?.checkVisibility() === true;
        const card = document.getElementById(`cadence-${part}`)?.firstElementChild;
        if (!card || !isShown(part)) return [`${part} is not there`];
        const box = boxOf(card);
        const faults = ['bar', 'prompt', 'targets'].filter((id) => id !== part && isShown(id));
        if (box.height > innerHeight / 3 + 1) faults.push(`${part} has ${Math.round(box.height)} of ${innerHeight}`);
        if (part === 'bar' && innerHeight < 700 && box.height > 64) faults.push('the bar is not one row');
        for (const fighter of fighters) {
          const { token } = game.combats.get(combat).combatants.get(fighter);
          const { x, y } = token.object.center;
          const half = canvas.grid.size / 2;
          const from = canvas.clientCoordinatesFromCanvas({ x: x - half, y: y - half });
          const to = canvas.clientCoordinatesFromCanvas({ x: x + half, y: y + half });
          if (from.x < box.right && to.x > box.left && from.y < box.bottom && to.y > box.top)
            faults.push(`${part} covers ${token.name}`);
        }
        const main = card.querySelector('.cadence-answer--main, .cadence-targets__one, .cadence-action');
        const { x, y, width, height } = boxOf(main ?? card);
        const hit = document.elementFromPoint(x + width / 2, y + height / 2);
        if (!main?.contains(hit) || y + height > innerHeight) faults.push(`the first answer of ${part} is not seen`);
        return faults;
      },
      { part, combat: COMBAT, fighters: [MIRA, GNOLL] },
    );
  const check = async (part: Part, place: string) => {
    let faults = await faultsOf(part);
    for (let n = 0; n < 40 && faults.length > 0; n++) {
      await ann.page.waitForTimeout(100);
      faults = await faultsOf(part);
    }
    if (PICTURES) await ann.page.screenshot({ path: `test/browser/.shots/strip-${part}-${place}.png` });
    expect(faults.map((fault) => `${place}: ${fault}`)).toEqual([]);
  };

  it.each(SIZES)('is at most a third high and covers no fighter in question at %i × %i', async (width, height) => {
    const place = `${width}x${height}`;
    const { page } = ann;
    await page.setViewportSize({ width, height });
    // The tokens are where the strip will be.
    await page.evaluate(
      ({ combat, fighter }) => {
        const { x, y } = game.combats.get(combat).combatants.get(fighter).token.object.center;
        canvas.pan({ x: x + 100, y: y - innerHeight / 2, scale: 0.6 });
      },
      { combat: COMBAT, fighter: MIRA },
    );
    await page.locator('#cadence-bar [data-id="ranged-attack"]').waitFor();
    await page.locator('#cadence-bar [data-id="ranged-attack"]').click();
    await page.locator('#cadence-targets').waitFor();
    await check('targets', place);
    await page.keyboard.press('Escape');
    await page.locator('#cadence-targets').waitFor({ state: 'detached' });
    await target(page, GNOLL);
    await check('bar', place);
    await loadDice(gm.page, { face: 15, of: 20 });
    await submit(gm.page, COMBAT, { do: 'melee-attack', by: GNOLL, at: MIRA }, true);
    await page.locator('#cadence-prompt .cadence-answer--main').waitFor();
    await check('prompt', place);
    await startOver(gm, ann);
    await page.locator('#cadence-bar').waitFor();
  });

  it('does not cover who acts when a turn begins, nor the others as far as there is space', async () => {
    const { page } = ann;
    await page.setViewportSize({ width: 900, height: 700 });
    // A selected token is shown as well.
    await page.evaluate(
      ({ combat, fighter }) => {
        const { object } = game.combats.get(combat).combatants.get(fighter).token;
        object.control();
        canvas.pan({ x: object.center.x, y: object.center.y - innerHeight / 2 + 60, scale: 0.6 });
      },
      { combat: COMBAT, fighter: MIRA },
    );
    expect(await faultsOf('bar')).toContain('bar covers Mira');
    await submit(gm.page, COMBAT, { do: 'end-round', by: 'gm' }, true);
    await check('bar', 'turn');
  });

  it('has logged no error', () => expect([...gm.errors, ...ann.errors]).toEqual([]));
});

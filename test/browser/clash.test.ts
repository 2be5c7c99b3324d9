import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  FIGHT,
  GNOLL,
  MIRA,
  press,
  prompt,
  SWORD,
  setStage,
  submit,
  sword,
  untilAsked,
  untilSet,
} from './support/clash';
import { PICTURES } from './support/look';
import { turnTo } from './support/sheet';
import { loadDice, openTab, openTable, reported, type Seat, setSetting, type Table } from './support/table';

const BRAMBLES = 'clashBrambles000';

/** A spell that creates a field: every square within one of its center. */
const brambles = {
  _id: BRAMBLES,
  name: 'Brambles',
  type: 'clashSpell',
  system: {
    ...{ line: 'SURECAST', purpose: 'offensive', baseMp: 0, needsFocus: false },
    ...{ keywords: ['FIELD'], radius: 1, effect: 'damage', bonus: 1 },
  },
};

/** What a defender is asked in her window, and what is placed on the map with the mouse. */
describe('a clash in two windows', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann');
    // Each roll is clicked here.
    await setSetting(ann.page, 'autoThrow', 'never');
  });
  afterAll(() => table?.close());

  /** The gnoll has the turn and stands next to Mira, who is Ann's. */
  beforeEach(async () => {
    await setStage(gm.page, [
      {
        id: GNOLL,
        name: 'Gnoll',
        at: [7, 12],
        items: [sword(), brambles],
        system: { mod: { dex: 1 } },
        initiative: 20,
      },
      {
        id: MIRA,
        name: 'Mira',
        owner: 'Ann',
        at: [6, 12],
        items: [sword()],
        system: { mod: { dex: 1 } },
        initiative: 10,
      },
    ]);
    await untilSet(ann.page, 2);
  });
  afterEach(() => {
    expect([...gm.errors, ...ann.errors]).toEqual([]);
  });

  /** The gnoll attacks Mira with an 8 and its modifiers: 13 in all. */
  const strike = async () => {
    await loadDice(gm.page, { face: 8, of: 20 }, { face: 4, of: 6 });
    await submit(gm.page, { do: 'attack-basic-melee', by: GNOLL, at: MIRA, with: SWORD });
  };
  const roll = async (face: number, of: number) => {
    await loadDice(ann.page, { face, of });
    await prompt(ann.page).locator('button[data-ask]').first().click();
  };
  const cardSays = async (words: string) => {
    await openTab(ann.page, 'chat');
    await ann.page.locator('#chat .cadence-card').last().getByText(words).first().waitFor();
  };

  it('[C-38, C-44] the defender reads the total, chooses to parry, names the zone and rolls a second die', async () => {
    await strike();
    await prompt(ann.page).getByText('13').first().waitFor();
    await press(ann.page, 'parry');
    await untilAsked(ann.page, 'parry');
    await roll(9, 12);
    await untilAsked(ann.page, 'zone');
    await press(ann.page, 'arms');
    await untilAsked(ann.page, 'throw-second');
    await press(ann.page, 'throw');
    await untilAsked(ann.page, 'second-die');
    await roll(8, 12);
    await untilAsked(ann.page, 'after-parry');
  });

  it('the time limit of an ask runs in the prompt, which then closes, and the card reports it', async () => {
    await setSetting(gm.page, 'countdown', 3);
    await strike();
    await prompt(ann.page).locator('.cadence-countdown').waitFor();
    await untilAsked(gm.page, null);
    await setSetting(gm.page, 'countdown', 0);
    await ann.page.locator('#cadence-prompt').waitFor({ state: 'detached' });
    await cardSays('Mira runs out of time');
  });

  it('a setting made by the buttons of the sheet answers at once, and the card reports it', async () => {
    await ann.page.evaluate(async (mira) => {
      await game.actors.get(mira).sheet.render({ force: true });
    }, MIRA);
    const sheet = ann.page.locator('.cadence-sheet--actor').last();
    await turnTo(sheet, 'actions');
    for (const [settles, order] of [
      ['defense', 'parry'],
      ['defense-margin', '6'],
      ['defense-else', 'dodge'],
    ] as const) {
      const button = sheet.locator(`[data-settles="${settles}"][data-order="${order}"]`);
      await button.click();
      await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true');
    }
    await ann.page.evaluate(async (mira) => {
      await game.actors.get(mira).sheet.close({ animate: false });
    }, MIRA);
    await gm.page.waitForFunction(
      ([id, who]) => game.combats.get(id).combatants.get(who).system.orders['defense-else'] === 'dodge',
      [FIGHT, MIRA],
    );
    await strike();
    // Too high to parry with the margin she wants: she dodges.
    await untilAsked(ann.page, 'dodge');
    await roll(12, 12);
    await untilAsked(gm.page, null);
    await cardSays('Mira answers by standing order');
  });

  it('[C-104] a field follows the mouse or the arrow keys, says who is inside, and is lit for all', async () => {
    const { page } = gm;
    await page.evaluate(
      async ([id, gnoll]) => {
        canvas.pan({ x: 400, y: 1200, scale: 1 });
        game.combats.get(id).combatants.get(gnoll).token.object.control({ releaseOthers: true });
      },
      [FIGHT, GNOLL],
    );
    const label = page.locator('#cadence-path-label');
    const begin = async () => {
      await page.locator(`#cadence-bar .cadence-action[data-command*="${BRAMBLES}"]`).first().click();
      // Before this the mouse moves nothing.
      await label.waitFor();
    };
    const spotOf = (x: number, y: number) =>
      page.evaluate(
        ([x = 0, y = 0]) => {
          const { size } = canvas.scene.grid;
          return canvas.clientCoordinatesFromCanvas({ x: x * size, y: y * size });
        },
        [x, y],
      );
    const hover = async ({ x, y }: { x: number; y: number }) => {
      await page.mouse.move(x - 60, y);
      await page.mouse.move(x, y);
    };
    const columnOf = () => page.evaluate(() => Math.floor(canvas.mousePosition.x / canvas.scene.grid.size));
    // Three squares each way.
    const lit = () =>
      ann.page.evaluate((): number[] =>
        [...canvas.scene.regions].map(({ bounds }) => Math.round(bounds.width / canvas.scene.grid.size)),
      );

    await begin();
    await expect.poll(() => reported(page)).toContainEqual(expect.stringContaining('Click to place the area'));
    const { column, row } = await page.evaluate(
      ([id = '', gnoll = '']) => {
        const { x, y } = game.combats.get(id).combatants.get(gnoll).token._source;
        const { size } = canvas.scene.grid;
        return { column: Math.floor(x / size), row: Math.floor(y / size) };
      },
      [FIGHT, GNOLL],
    );
    await hover(await spotOf(column + 0.4, row + 0.6));
    const inside = label.getByText(/^Inside: /);
    await inside.waitFor();
    if (PICTURES) await page.screenshot({ path: 'test/browser/.shots/area-inside.png' });
    for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowLeft');
    expect(await columnOf()).toBe(column - 3);
    for (const _ of [1, 2]) await page.keyboard.press('ArrowRight');
    expect(await columnOf()).toBe(column - 1);
    await page.keyboard.press('Escape');
    await label.waitFor({ state: 'detached' });
    expect(await lit()).toEqual([]);

    await begin();
    const spot = await spotOf(3.4, 12.6);
    await hover(spot);
    await label.getByText('No one is inside.').waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(lit).toEqual([3]);
    await label.waitFor({ state: 'detached' });
    await page.evaluate((id) => game.combats.get(id).previousTurn(), FIGHT);
    await expect.poll(lit).toEqual([]);

    await begin();
    await hover(spot);
    await page.mouse.click(spot.x, spot.y);
    await expect.poll(lit).toEqual([3]);
  });
});

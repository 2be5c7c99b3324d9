import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMBAT, MIRA, openTracker, startEncounter } from './support/fight';
import { openTable, type Seat, type Table } from './support/table';

const pictures = process.env.CADENCE_PICTURES && 'test/browser/.shots';

describe('a player whose fighter is not in the encounter on its scene', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;
  const isIn = (page: Seat['page']) =>
    page.evaluate(
      (combat): boolean =>
        game.combats.get(combat).combatants.some(({ actorId }) => actorId === game.actors.getName('Mira').id),
      COMBAT,
    );
  const leaves = () =>
    gm.page.evaluate(async (combat) => {
      await game.combats.get(combat).deleteEmbeddedDocuments(
        'Combatant',
        game.combats
          .get(combat)
          .combatants.filter(({ actorId }) => actorId === game.actors.getName('Mira').id)
          .map(({ id }) => id),
      );
    }, COMBAT);

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann');
    await startEncounter(gm.page);
    await openTracker(ann.page);
    await gm.page.evaluate(
      async ({ combat, mira }) => {
        await game.combats.get(combat).combatants.get(mira).delete();
      },
      { combat: COMBAT, mira: MIRA },
    );
  });
  afterAll(() => table?.close());

  it('joins it by the button on the sheet', async () => {
    await ann.page.evaluate(async () => {
      await game.actors.getName('Mira').sheet.render({ force: true });
    });
    const button = ann.page.locator('.cadence-sheet--actor [data-action="joinFight"]');
    await button.waitFor();
    if (pictures) {
      mkdirSync(pictures, { recursive: true });
      await ann.page.screenshot({ path: `${pictures}/join-sheet.png` });
    }
    await button.click();
    await expect.poll(() => isIn(gm.page)).toBe(true);
    await button.waitFor({ state: 'detached' });
    await ann.page.locator('#combat .cadence-rows', { hasText: 'Mira' }).waitFor();
    await ann.page.evaluate(async () => {
      await game.actors.getName('Mira').sheet.close();
    });
  });

  it('joins it by the button in the action bar', async () => {
    await leaves();
    await expect.poll(() => isIn(ann.page)).toBe(false);
    await ann.page.evaluate(() => {
      game.actors.getName('Mira').getActiveTokens()[0].control({ releaseOthers: true });
    });
    const button = ann.page.locator('[data-action="cadenceJoin"]');
    await button.waitFor();
    if (pictures) await ann.page.screenshot({ path: `${pictures}/join-bar.png` });
    await button.click();
    await expect.poll(() => isIn(gm.page)).toBe(true);
    await button.waitFor({ state: 'detached' });
  });

  it('joins it by Foundry’s toggle at the token', async () => {
    await leaves();
    await expect.poll(() => isIn(ann.page)).toBe(false);
    await ann.page.evaluate(async () => {
      await canvas.hud.token.bind(game.actors.getName('Mira').getActiveTokens()[0]);
    });
    await ann.page.locator('#token-hud [data-action="combat"]').click();
    await expect.poll(() => isIn(gm.page)).toBe(true);
  });

  it('and no browser has logged an error', () => {
    expect([...gm.errors, ...ann.errors]).toEqual([]);
  });
});

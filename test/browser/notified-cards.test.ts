import { expect, it } from 'vitest';
import { COMBAT, MIRA, openTracker, startEncounter, untilStep } from './support/fight';
import { openTable, submit } from './support/table';

it('a card that is updated while it is shown beside the sidebar leaves the map free again', async () => {
  const table = await openTable();
  try {
    const gm = await table.sit('Gamemaster');
    const ann = await table.sit('Ann');
    const card = ann.page.locator('#chat-notifications .cadence-message[data-message-id]');
    await openTracker(ann.page);
    await startEncounter(gm.page);
    await untilStep(ann.page, 1);
    await submit(gm.page, COMBAT, { do: 'defend', by: MIRA }, true);
    await untilStep(ann.page, 2);
    await card.last().waitFor();
    await gm.page.evaluate(() => game.messages.contents.at(-1)!.update({ flavor: 'Changed' }));
    await ann.page.waitForFunction(() => JSON.stringify(game.messages.contents.at(-1)!.toObject()).includes('Changed'));
    await expect.poll(() => card.count()).toBe(0);
    expect(ann.errors).toEqual([]);
  } finally {
    await table.close();
  }
});

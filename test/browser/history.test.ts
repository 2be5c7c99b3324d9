import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  COMBAT,
  MIRA,
  openChat,
  openTracker,
  perform,
  startEncounter,
  startOver,
  state,
  untilStep,
} from './support/fight';
import { openTable, reported, type Seat, type Table } from './support/table';

/** What users see of it; the documents are tested without windows, in `test/rewind`. */
describe('the history', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann');
    await startEncounter(gm.page);
  });
  beforeEach(() => startOver(gm, ann));
  afterAll(() => table?.close());

  const press = async (action: string) => {
    await openTracker(gm.page);
    const { step } = await state(gm.page);
    await gm.page.locator(`#combat [data-action="${action}"]`).first().click();
    await untilStep(ann.page, step + 1);
    await untilStep(gm.page, step + 1);
  };

  const defend = async () => {
    const { step } = await state(ann.page);
    await perform(ann.page, MIRA, 'defend');
    await untilStep(gm.page, step + 1);
  };

  it('undoes and redoes an exchange as a whole, with the card struck through in between', async () => {
    const begun = await state(ann.page);
    await defend();
    const done = await state(gm.page);
    await press('cadenceRewind');
    expect((await state(ann.page)).fighters).toEqual(begun.fighters);
    await openChat(ann.page);
    await ann.page.locator('#chat .cadence-card--undone').waitFor();
    await press('cadenceRedo');
    expect((await state(ann.page)).fighters).toEqual(done.fighters);
    await ann.page.locator('#chat .cadence-card--undone').waitFor({ state: 'detached' });
  });

  it('reports what it could not restore because it was changed manually since', async () => {
    await defend();
    await gm.page.evaluate(
      async ({ combat, mira }) => {
        const { actor } = game.combats.get(combat).combatants.get(mira);
        await actor.deleteEmbeddedDocuments(
          'ActiveEffect',
          actor.effects.map((e) => e.id),
        );
      },
      { combat: COMBAT, mira: MIRA },
    );
    await press('cadenceRewind');
    await expect.poll(() => reported(gm.page)).toContainEqual(expect.stringMatching(/already removed/));
    await expect.poll(async () => (await state(gm.page)).fighters[MIRA].energy).toBe(5);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GNOLL, MIRA, openTracker, startEncounter, state, target, untilClosed, untilStep } from './support/fight';
import { closeSheets } from './support/look';
import { loadDice, openTab, openTable, reported, type Seat, type Table } from './support/table';

/** Drags with a real DataTransfer, which a mouse in a headless browser does not transfer. */
async function drop({ page }: Seat, from: string, slot: number): Promise<void> {
  const data = await page.evaluateHandle(() => new DataTransfer());
  await page.locator(from).first().dispatchEvent('dragstart', { dataTransfer: data });
  await page.locator(`#hotbar [data-slot="${slot}"]`).dispatchEvent('drop', { dataTransfer: data });
  await page.locator(`#hotbar [data-slot="${slot}"] img`).waitFor();
}

const heard = ({ page }: Seat, text: string) => expect.poll(() => reported(page)).toContain(text);
const macroIn = ({ page }: Seat, slot: number) =>
  page.evaluate((slot): { name: string; command: string } => {
    const { name, command } = game.macros.get(game.user.hotbar[slot]);
    return { name, command };
  }, slot);

describe('the hotbar and links in texts', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann');
    await openTracker(ann.page);
    await startEncounter(gm.page);
    await untilStep(ann.page, 1);
    await loadDice(gm.page, { face: 2, of: 10 });
    await loadDice(ann.page, { face: 12, of: 20 }, { face: 6, of: 8 });
  });
  afterAll(() => table?.close());

  it('create a macro from an action dropped on the hotbar, and its click plays the action', async () => {
    await ann.page.evaluate(async () => {
      await game.actors.get('demoMira00000000').sheet.render({ force: true });
    });
    await ann.page.locator('.cadence-sheet--actor [data-tab="actions"] .cadence-action').first().waitFor();
    await drop(ann, '.cadence-sheet--actor .cadence-action[data-id^="defend"]', 1);
    expect((await macroIn(ann, 1)).command).toMatch(
      /^await game\.system\.api\.act\(\{"ruleset":"energy","do":"defend"/,
    );
    await closeSheets(ann.page);
    const before = (await state(ann.page)).fighters[MIRA].energy;
    await ann.page.locator('#hotbar [data-slot="1"]').click();
    await untilStep(gm.page, 2);
    await untilClosed(ann.page);
    expect((await state(gm.page)).fighters[MIRA].energy).toBeLessThan(before);
  });

  it('create one from an item, for any fighter with an item of that name, and report a missing item', async () => {
    await target(ann.page, GNOLL);
    await ann.page.evaluate(() => {
      ui.hotbar._onDrop({ type: 'Item', uuid: game.actors.get('demoMira00000000').items.getName('Spear').uuid }, 2);
    });
    await ann.page.locator('#hotbar [data-slot="2"] img').waitFor();
    expect(await macroIn(ann, 2)).toEqual({
      name: 'Spear',
      command: 'await game.system.api.act({"ruleset":"energy","item":"Spear"});',
    });
    const { step } = await state(ann.page);
    await ann.page.locator('#hotbar [data-slot="2"]').click();
    await untilStep(gm.page, step + 1);
    await untilClosed(ann.page);
    await gm.page.evaluate(async () => {
      await game.actors.get('demoMira00000000').items.getName('Spear').update({ name: 'Broken spear' });
    });
    await ann.page.locator('#hotbar [data-slot="2"]').click();
    await heard(ann, 'Mira no longer has this item: Spear.');
  });

  it('handle no foreign drops, and keep names text', async () => {
    const kept = await gm.page.evaluate((): boolean[] => [
      Hooks.call(
        'hotbarDrop',
        ui.hotbar,
        { type: 'Item', uuid: 'Compendium.cadence.energy-gear.Item.o2Ph5v6HxIAZWUrl' },
        5,
      ),
      Hooks.call('hotbarDrop', ui.hotbar, { type: 'cadence.action', named: { do: 'run' } }, 5),
      Hooks.call('hotbarDrop', ui.hotbar, { type: 'Actor', uuid: 'Actor.demoMira00000000' }, 5),
    ]);
    expect(kept).toEqual([true, true, true]);
    expect(await gm.page.evaluate((): number => game.macros.size)).toBe(2);
    await expect(
      gm.page.evaluate(async () => {
        await game.system.api.act({ ruleset: 'energy' });
      }),
    ).rejects.toThrow('act: `given` names no action');
  });

  it('turn names of actions and conditions into links, and leave other text as written', async () => {
    const text = `<p>First @Action[energy.run]{get away}, or @Action[energy.fly], @Condition[energy.prone], @Condition[tempo.nothing] &amp; @Condition[energy.prone]{<b onclick="alert(1)">flat</b>}</p>`;
    const html = await gm.page.evaluate(
      (text) => foundry.applications.ux.TextEditor.implementation.enrichHTML(text),
      text,
    );
    expect(html).toMatch(/data-cadence="Action"[^>]*data-reference="run"/);
    expect(html).toContain('get away</a>');
    expect(html).toContain('@Action[energy.fly]');
    expect(html).toContain('@Condition[tempo.nothing]');
    expect(html).toMatch(/icons\/conditions\/prone\.svg[^>]*>Prone<\/a>/);
    expect(html).not.toContain('onclick');
  });

  it('let the GM add and remove a condition by its link, and ask a player for the options of an action', async () => {
    await gm.page.evaluate(async () => {
      const text = '@Condition[energy.prone] @Action[energy.run]';
      await ChatMessage.create({ content: text });
      canvas.tokens.get('demoTokenMira000').control({ releaseOthers: true });
    });
    await openTab(gm.page, 'chat');
    await openTab(ann.page, 'chat');
    const isProne = () => ann.page.evaluate((): boolean => game.actors.get('demoMira00000000').statuses.has('prone'));
    const link = gm.page.locator('#chat [data-reference="prone"]').last();
    await link.click();
    await expect.poll(isProne).toBe(true);
    await link.click();
    await expect.poll(isProne).toBe(false);
    await ann.page.locator('#chat [data-reference="run"]').last().click();
    await ann.page.locator('#cadence-options').getByText('Run').first().waitFor();
    await ann.page.evaluate(async () => {
      await foundry.applications.instances.get('cadence-options').close();
    });
    await ann.page.locator('#chat [data-reference="prone"]').last().click();
    expect(await isProne()).toBe(false);
    expect([...gm.errors, ...ann.errors]).toEqual([]);
  });
});

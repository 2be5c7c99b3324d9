import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTab, openTable, type Seat, type Table } from './support/table';

const MIRA = 'demoMira00000000';

/** Texts that a player wrote by hand, in a GM's windows. */
describe('a text of a player', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann');
  });
  afterAll(() => table?.close());

  it('holds nothing that acts in a sheet, and stays readable', async () => {
    const command = JSON.stringify({ do: 'condition', by: 'gm', at: MIRA, options: { condition: 'prone', on: true } });
    const text = `<p>Old <b data-action="cadenceAct" data-command='${command}' class="cadence-action">friend</b></p>
      <form><input name="ownership.default" value="3"><button data-action="toggleMode">Read on</button></form>
      <p data-edit="system.biography" data-application-part="header">Tail</p>
      <prose-mirror name="system.speed" value="9"></prose-mirror><label for="x">Label</label>`;
    await ann.page.evaluate(
      async ({ text, id }) => {
        await game.actors.get(id).update({ 'system.biography': text });
      },
      { text, id: MIRA },
    );
    await gm.page.waitForFunction((id) => game.actors.get(id)._source.system.biography.includes('friend'), MIRA);
    const found = await gm.page.evaluate(async (id) => {
      const { sheet } = game.actors.get(id);
      await sheet.render({ force: true });
      const notes: HTMLElement = sheet.element.querySelector('[data-application-part="notes"]')!;
      const editor = notes.querySelector('prose-mirror');
      const inner = (selector: string) => [...(editor ?? notes).querySelectorAll(selector)].length;
      const raw = document.createElement('template');
      raw.innerHTML = editor?.getAttribute('value') ?? '';
      const unsafe = '[data-action], [data-command], [data-edit], [data-application-part], input, form, [name], [for]';
      return {
        text: notes.textContent?.replaceAll(/\s+/g, ' '),
        edited: raw.content.querySelectorAll(unsafe).length,
        shown: inner('[data-command], [data-edit], [data-application-part], input, form, [name], [for]'),
        parts: sheet.element.querySelectorAll('[data-application-part="header"]').length,
        pressed: inner('[data-action="cadenceAct"], [data-action="toggleMode"]'),
      };
    }, MIRA);
    expect(found).toMatchObject({ edited: 0, shown: 0, parts: 1, pressed: 0 });
    expect(found.text).toContain('Old friend');
    expect(found.text).toContain('Read on');
  });

  it('asks before its link changes the tokens that the GM controls', async () => {
    await ann.page.evaluate(async () => {
      await ChatMessage.create({ content: '@Condition[energy.prone]{Open the door}' });
    });
    await gm.page.evaluate(() => canvas.tokens.get('demoTokenMira000').control({ releaseOthers: true }));
    await openTab(gm.page, 'chat');
    const isProne = () => gm.page.evaluate((id): boolean => game.actors.get(id).statuses.has('prone'), MIRA);
    const link = gm.page.locator('#chat [data-reference="prone"]').last();
    await link.click();
    const dialog = gm.page.locator('.cadence-confirm');
    await dialog.getByText('Give Prone to Mira?').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await isProne()).toBe(false);
    await link.click();
    await dialog.getByRole('button', { name: 'Do it' }).click();
    await expect.poll(isProne).toBe(true);
    expect([...gm.errors, ...ann.errors]).toEqual([]);
  });

  it('moves no condition by an element that looks like one of the token palette', async () => {
    const stopped = await gm.page.evaluate(async () => {
      const token = canvas.tokens.get('demoTokenMira000');
      await canvas.hud.token.bind(token);
      const forged = document.createElement('a');
      Object.assign(forged, { className: 'effect-control' });
      forged.dataset.statusId = 'grappled';
      document.body.append(forged);
      const click = new MouseEvent('click', { bubbles: true, cancelable: true });
      forged.dispatchEvent(click);
      forged.remove();
      return click.defaultPrevented;
    });
    expect(stopped).toBe(false);
  });
});

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pack } from '../../src/foundry/platform/packed';
import { COMBAT, GNOLL, MIRA, openChat, openTracker, perform, startEncounter, state, target } from './support/fight';
import { loadDice, openTab, openTable, reported, type Seat, type Table } from './support/table';

/** Markup that runs code if it is rendered as HTML, also inside an attribute. */
const EVIL = `<img src=x onerror="pwned=1"><svg onload="pwned=2"></svg><script>pwned=3</script><a href="javascript:pwned=4">x</a>"><b onmouseover=pwned=5>`;

/** Returns everything that would run, or has run. */
const runsIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const attributes = [...document.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes]
        .filter(({ name, value }) => name.startsWith('on') || /^\s*javascript:/i.test(value))
        .map(({ name, value }) => `${element.tagName} ${name}=${value}`),
    );
    const scripts = [...document.scripts].map(({ text }) => text).filter((text) => text.includes('pwned'));
    return [...attributes, ...scripts, ...('pwned' in globalThis ? [`it ran: ${pwned}`] : [])];
  });

const RULESETS = ['energy', 'tempo', 'seconds', 'slots', 'clash'];

/** Returns every line that a card of a ruleset can have, with markup in each of its facts. */
function everyLine(ruleset: string): object[] {
  const { CADENCE } = JSON.parse(readFileSync('lang/en.json', 'utf8'));
  const leaves = (words: object, path = ''): [string, string][] =>
    Object.entries(words).flatMap(([key, value]) =>
      typeof value === 'string' ? [[path + key, value] as [string, string]] : leaves(value, `${path}${key}.`),
    );
  const lines = leaves(CADENCE[ruleset[0].toUpperCase() + ruleset.slice(1)].Log);
  expect(lines.length).toBeGreaterThan(20);
  return lines.map(([id, text]) => {
    const facts = Object.fromEntries([...text.matchAll(/{(\w+)}/g)].map(([, fact]) => [fact, EVIL]));
    const change = { kind: 'log', id, of: EVIL, facts };
    return { ask: { kind: 'apply', change }, answer: change };
  });
}

let table: Table;
let gm: Seat;
let ann: Seat;

beforeAll(async () => {
  table = await openTable();
  gm = await table.sit('Gamemaster');
  ann = await table.sit('Ann');
});
afterAll(() => table?.close());

/** Texts that a player wrote by hand, in a GM's windows. */
describe('a text of a player', () => {
  const HERO = 'demoMira00000000';

  it('holds nothing that acts in a sheet, and stays readable', async () => {
    const command = JSON.stringify({ do: 'condition', by: 'gm', at: HERO, options: { condition: 'prone', on: true } });
    const text = `<p>Old <b data-action="cadenceAct" data-command='${command}' class="cadence-action">friend</b></p>
      <form><input name="ownership.default" value="3"><button data-action="toggleMode">Read on</button></form>
      <p data-edit="system.biography" data-application-part="header">Tail</p>
      <prose-mirror name="system.speed" value="9"></prose-mirror><label for="x">Label</label>`;
    await ann.page.evaluate(
      async ({ text, id }) => {
        await game.actors.get(id).update({ 'system.biography': text });
      },
      { text, id: HERO },
    );
    await gm.page.waitForFunction((id) => game.actors.get(id)._source.system.biography.includes('friend'), HERO);
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
    }, HERO);
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
    const isProne = () => gm.page.evaluate((id): boolean => game.actors.get(id).statuses.has('prone'), HERO);
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

describe('the GM’s window', () => {
  beforeAll(() => startEncounter(gm.page));

  const runs = ({ page }: Seat = gm) => runsIn(page);

  it('shows markup in every text of actors and their items as text, in all sheets of all rulesets', async () => {
    const filled = await gm.page.evaluate(async (evil): Promise<number> => {
      const EVIL = evil;
      const { fields } = foundry.data;
      const filled = (field: PageField): unknown => {
        if (field instanceof fields.SchemaField)
          return Object.fromEntries(
            Object.entries(field.fields)
              .map(([key, inner]) => [key, filled(inner)])
              .filter(([, value]) => value !== undefined),
          );
        if (field instanceof fields.ArrayField) {
          const inner = filled(field.element);
          return inner === undefined ? undefined : [inner];
        }
        if (!(field instanceof fields.StringField) || field.choices || field instanceof fields.FilePathField)
          return undefined;
        return field.validate(EVIL) ? undefined : EVIL;
      };
      // Fills every text field of a model.
      const fill = (document: PageActor | PageItem) =>
        document.update({ name: EVIL, system: filled(document.system.schema) as object });
      const firsts = <T extends PageDocument>(all: T[]): T[] => [
        ...new Map(all.map((one) => [one.type, one])).values(),
      ];
      const actors = firsts(game.actors.contents);
      const items = firsts(game.actors.contents.flatMap((actor) => actor.items.contents));
      for (const actor of actors) {
        await fill(actor);
        await actor.createEmbeddedDocuments('ActiveEffect', [{ name: EVIL, description: EVIL }]);
      }
      for (const item of items) await fill(item);
      for (const sheet of [...actors, ...items].map(({ sheet }) => sheet)) {
        await sheet.render({ force: true });
        for (const said of sheet.element.querySelectorAll('[data-tooltip]')) game.tooltip.activate(said);
      }
      return actors.length + items.length;
    }, EVIL);
    expect(filled).toBeGreaterThan(25);
    await expect.poll(() => gm.page.locator('.cadence-sheet', { hasText: '<img src=x' }).count()).toBeGreaterThan(25);
    await expect.poll(() => runs()).toEqual([]);
    await gm.page.evaluate(async () => {
      for (const app of foundry.applications.instances.values()) if (app.document) await app.close();
    });
  });

  it('shows markup in every line of a card and in requests as text', async () => {
    const parts = Object.fromEntries(RULESETS.map((id) => [id, { 0: pack(everyLine(id)) }]));
    await gm.page.evaluate(
      async ({ evil, combatId, parts }) => {
        const EVIL = evil;
        const author = game.users.find(({ isGM }) => !isGM);
        await author.update({ name: EVIL });
        for (const [type, told] of Object.entries(parts))
          for (const some of [told, {}])
            await ChatMessage.create({
              type,
              flavor: EVIL,
              content: EVIL,
              speaker: { alias: EVIL },
              system: {
                combat: '',
                exchange: 1,
                command: { do: EVIL, by: EVIL, at: EVIL },
                names: { [EVIL]: EVIL },
                parts: some,
              },
            });
        const request = {
          fighter: EVIL,
          moment: EVIL,
          command: { do: EVIL, by: EVIL, at: EVIL },
          ask: EVIL,
          answers: [[EVIL]],
          force: false,
        };
        for (const combat of ['', combatId, EVIL])
          await ChatMessage.create({ type: 'request', author: author.id, system: { ...request, combat } });
        await ChatMessage.create({
          type: 'request',
          author: author.id,
          system: {
            ...request,
            combat: combatId,
            refused: [
              { id: EVIL, data: { detail: EVIL } },
              { id: 'bad-answer', data: { detail: EVIL } },
            ],
          },
        });
      },
      { evil: EVIL, combatId: COMBAT, parts },
    );
    await openChat(gm.page);
    await expect
      .poll(() => gm.page.locator('#chat .cadence-message', { hasText: '<img src=x' }).count())
      .toBeGreaterThan(8);
    const told = gm.page.locator('#chat :is(.cadence-line, .cadence-card__effect)', { hasText: '<img src=x' });
    await expect.poll(() => told.count()).toBeGreaterThan(100);
    await expect.poll(() => runs()).toEqual([]);
  });

  it('shows markup in names and orders as text in tracker, bar, prompt and card', async () => {
    await gm.page.evaluate(
      async ({ evil, combatId, mira, gnoll }) => {
        const EVIL = evil;
        const combat = game.combats.get(combatId);
        await combat.scene.update({ name: EVIL });
        const token = (id: string) => combat.combatants.get(id).token;
        const { x, y } = token(mira)._source;
        await token(gnoll).update({ x: x + 100, y }, { cadence: { step: 0 } });
        for (const combatant of combat.combatants) {
          await combatant.update({
            name: EVIL,
            'system.orders': { 'agile-move': 'pass', other: EVIL },
            'system.stamp': EVIL,
          });
          await combatant.token.update({ name: EVIL }, { cadence: { step: 0 } });
        }
      },
      { evil: EVIL, combatId: COMBAT, mira: MIRA, gnoll: GNOLL },
    );
    await loadDice(gm.page, { face: 12, of: 20 });
    await target(gm.page, MIRA);
    await perform(gm.page, GNOLL, 'melee-attack');
    await ann.page.locator('.cadence-prompt button[data-ask]').waitFor();
    await openTracker(gm.page);
    await gm.page.evaluate(() => {
      for (const said of document.querySelectorAll('[data-tooltip]')) game.tooltip.activate(said);
    });
    for (const place of ['#combat', '.cadence-message'])
      await expect.poll(() => gm.page.locator(place, { hasText: '<img src=x' }).count()).toBeGreaterThan(0);
    await expect.poll(() => ann.page.locator('.cadence-prompt', { hasText: '<img src=x' }).count()).toBe(1);
    // Her window moves her token past the rules: the GM is notified with the token's name.
    await ann.page.evaluate(
      async ({ combat, mira }) => {
        const { token } = game.combats.get(combat).combatants.get(mira);
        await token.update({ y: token._source.y + 100 }, { cadence: { step: 0 } });
      },
      { combat: COMBAT, mira: MIRA },
    );
    await expect.poll(() => reported(gm.page)).toContainEqual(expect.stringContaining('<img src=x'));
    await expect.poll(() => runs()).toEqual([]);
    await expect.poll(() => runs(ann)).toEqual([]);
  });

  it('offers two ways to end an exchange that cannot be replayed, and keeps its data', async () => {
    const { cursor, last } = await gm.page.evaluate((combat) => {
      const { cursor, history } = game.combats.get(combat).system;
      return { cursor, last: history[cursor] };
    }, COMBAT);
    const tampered = { ask: { kind: 'apply', change: { kind: 'log', id: 'tampered', facts: {} } }, answer: null };
    await gm.page.evaluate(
      async ({ combat, cursor, given }) => {
        await game.combats.get(combat).update({ [`system.history.${cursor}`]: given });
      },
      { combat: COMBAT, cursor, given: pack({ ...last, entries: [tampered, ...last.entries.slice(1)] }) },
    );
    const { step } = await state(gm.page);
    await ann.page.locator('.cadence-prompt button[data-ask]').click();
    await gm.page.locator('#combat [data-action="cadenceCancel"]').waitFor({ state: 'attached' });
    await expect.poll(async () => (await state(gm.page)).step).toBe(step);
    await openTracker(gm.page);
    await gm.page.locator('#combat [data-action="cadenceResolveManually"]').click();
    await gm.page.waitForFunction((id) => game.combats.get(id).system.open === null, COMBAT);
  });
});

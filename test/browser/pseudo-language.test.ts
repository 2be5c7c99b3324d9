import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJson } from '../house/sources';
import { openSheet, openTracker } from './support/fight';
import { closeSheets, faultsOfLayout } from './support/look';
import { FIGHTS, showFight } from './support/prepared-fights';
import { turnTo } from './support/sheet';
import { openTab, openTable, type Seat, setSetting, submit, type Table } from './support/table';

type Texts = { readonly [key: string]: string | Texts };

/** Texts of other languages are longer by a third. */
function longer(text: string): string {
  const more = '~'.repeat(Math.ceil(text.replace(/\{\w+\}/g, '').length * 0.35));
  return [`${text}${more.slice(0, 6)}`, ...(more.slice(6).match(/~{1,8}/g) ?? [])].join(' ');
}

/** Marks each text with characters without a width, and lengthens it: what stands outside the marks comes from no language file. */
const marked = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([key, value]) => [
      key,
      typeof value === 'string' ? `\u2062${longer(value)}\u2063` : marked(value),
    ]),
  );

/** Returns the words on the page that are no text of Cadence or of Foundry, and no name or description of a document. */
const foreignWords = ({ page }: Seat): Promise<string[]> =>
  page.evaluate(() => {
    const isOwn = (element: Element | null): boolean => element?.closest('.cadence, .cadence-card') != null;
    // Foundry's titles, and what documents say.
    const PROSE =
      '.window-title, .cadence-browser__text small, .cadence-prose, prose-mirror, .editor-content, .journal-page-content, code, kbd, option[value]';
    const core = new Set<string>();
    const patterns: RegExp[] = [];
    const collect = (texts: object): void => {
      for (const value of Object.values(texts))
        if (typeof value === 'string') {
          if (value.includes('\u2062')) continue;
          else if (value.includes('{'))
            patterns.push(
              new RegExp(
                `^${value.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '.*')}$`.replace(
                  /: \.\*\$$/,
                  ':(?: .*)?$',
                ),
              ),
            );
          else core.add(value.trim());
        } else collect(value);
    };
    const { i18n, world } = game as any;
    collect(i18n.translations);
    const collections = [game.actors, game.items, game.scenes, game.users, game.combats, game.journal, game.folders];
    const documents = collections.flatMap((each) => [...(each as Iterable<any>)]);
    const parts = documents.flatMap((each) => [
      each,
      ...(each.items ?? []),
      ...(each.effects ?? []),
      ...(each.tokens ?? []),
      ...(each.combatants ?? []),
      ...(each.pages ?? []),
    ]);
    const packed = [...game.packs].flatMap((pack: any) => [
      pack.title,
      ...[...pack.index].map(({ name }: any) => name),
    ]);
    const plain = (html: unknown): string => {
      const holder = document.createElement('template');
      holder.innerHTML = typeof html === 'string' ? html : '';
      return holder.content.textContent.trim();
    };
    const described = parts.map(({ system }) => plain(system?.description));
    const names = [...new Set([...parts.map(({ name }) => name), ...described, ...packed, world.title])]
      .filter(Boolean)
      .sort((a, b) => b.length - a.length);
    const rest = (text: string): string => {
      let left = text.trim();
      if (core.has(left) || patterns.some((pattern) => pattern.test(left))) return '';
      for (let before = ''; before !== left; ) {
        before = left;
        left = left.replace(/\u2062[^\u2062\u2063]*\u2063/g, ' ');
      }
      for (const name of names) left = left.replaceAll(name, ' ');
      // Dice, numbers with units, and keys.
      left = left.replace(/\b\d*d\d+\b|\d+(?:\.\d+)?\s?(?:m|ft|s|kg|lb)\b|Shift\+\S+|⇧\S+/g, ' ');
      return /\p{L}{2,}/u.test(left) ? left.replace(/\s+/g, ' ').trim() : '';
    };
    const found = new Set<string>();
    const note = (text: string, where: Element): void => {
      const word = rest(text);
      if (word) found.add(`${word} (${where.closest('[class*="cadence"]')?.className ?? where.tagName})`);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      if (!element || !isOwn(element) || element.closest(PROSE)) continue;
      if (node instanceof Element) {
        for (const name of ['aria-label', 'data-tooltip-text', 'placeholder', 'title', 'alt'])
          note(element.getAttribute(name) ?? '', element);
      } else if (!/^(?:SCRIPT|STYLE)$/.test(element.tagName)) note(node.textContent ?? '', element);
    }
    return [...found];
  });

describe('with each text of the language file marked', () => {
  let table: Table;
  let gm: Seat;
  const wrong = new Map<string, string>();
  const check = async (screen: string): Promise<void> => {
    for (const fault of [...(await foreignWords(gm)), ...(await faultsOfLayout(gm.page))])
      if (!wrong.has(fault)) wrong.set(fault, screen);
  };

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    const body = JSON.stringify(marked(readJson('lang/en.json')));
    await gm.context.route('**/systems/cadence/lang/en.json', (route) =>
      route.fulfill({ contentType: 'application/json', body }),
    );
    await gm.reload();
    await setSetting(gm.page, 'energy.pause', 0);
  });
  afterAll(() => table?.close());

  it.each(FIGHTS)('the screens of $ruleset show no other words', async (fight) => {
    const { page } = gm;
    wrong.clear();
    await showFight(gm, [gm], fight);
    await openTracker(page);
    await check('tracker before the fight');
    await page.evaluate(async (id) => {
      await game.combats.get(id).startCombat();
    }, fight.combat);
    const ids = await page.evaluate(({ combat: id, hero, foe }) => {
      const { combatants } = game.combats.get(id);
      const [own, other] = [combatants.getName(hero), combatants.find(({ token }: any) => token.id === foe.token)];
      own.token.object.control({ releaseOthers: true });
      other.token.object.setTarget(true, { releaseOthers: true });
      return { hero: own.id, foe: other.id };
    }, fight);
    await page.locator(`#cadence-bar[data-ruleset="${fight.ruleset}"]`).waitFor();
    await check('tracker and bar');
    for (const list of ['more', 'rulings']) {
      const opener = page.locator(`#cadence-bar [data-panel="${list}"]`);
      if (!(await opener.isVisible())) continue;
      await opener.click();
      await page.locator('#cadence-bar-lists').waitFor();
      await check(`bar, ${list}`);
      await opener.click();
    }
    for (const fighter of [ids.hero, ids.foe]) {
      const sheet = await openSheet(page, fighter, fight.combat);
      for (const tab of ['actions', 'gear', 'effects', 'notes', 'stats']) {
        await turnTo(sheet, tab);
        await check(`sheet, ${tab}`);
      }
      await closeSheets(page);
    }
    const items = await page.evaluate(
      ({ combat, hero }) =>
        game.combats
          .get(combat)
          .combatants.get(hero)
          .actor.items.map(({ uuid }: any) => uuid),
      { combat: fight.combat, hero: ids.hero },
    );
    for (const uuid of items.slice(0, 3)) {
      await page.evaluate(async (uuid) => {
        await ((await fromUuid(uuid)) as any).sheet.render({ force: true });
      }, uuid);
      await page.locator('.cadence-sheet--item').waitFor();
      await check('item');
      await closeSheets(page);
    }
    await submit(page, fight.combat, { do: fight.asks, by: ids.foe, at: ids.hero }, true);
    await check('question');
    await openTab(page, 'chat');
    await check('cards');
    expect([...wrong]).toEqual([]);
  });

  it('the windows show no other words', async () => {
    const { page } = gm;
    wrong.clear();
    const close = () =>
      page.evaluate(async () => {
        for (const app of [...foundry.applications.instances.values()] as any[])
          if (app.hasFrame && app.rendered && app.id.startsWith('cadence')) await app.close({ animate: false });
      });
    const see = async (name: string, window: string): Promise<void> => {
      await page.locator(window).first().waitFor();
      await check(name);
      await close();
    };
    await openTracker(page);
    await page.locator('#combat .cadence-footer__forecast').click();
    await see('forecast', '.cadence-forecast');
    await page.locator('#combat [data-action="cadenceRecord"]').click();
    await see('record', '#cadence-record');
    await openTab(page, 'actors');
    await page.locator('#actors .cadence-open-party').click();
    await see('party', '#cadence-party');
    await openTab(page, 'compendium');
    await page.locator('#compendium .cadence-open-browser').click();
    await see('browser', '#cadence-browser');
    const menus = await page.evaluate(() =>
      [...(game.settings.menus as any).keys()].filter((key: string) => key.startsWith('cadence.')),
    );
    expect(menus.length).toBeGreaterThan(5);
    for (const menu of menus) {
      await page.evaluate(async (key) => {
        const { type: Menu } = game.settings.menus.get(key);
        await new Menu().render({ force: true });
      }, menu);
      await page.waitForTimeout(200);
      await check(menu);
      await close();
    }
    for (const { ruleset } of FIGHTS) {
      await page.evaluate(async (type) => {
        const actor = await Actor.create({ name: 'Edda', type });
        await actor.sheet.render({ force: true });
      }, ruleset);
      await page.locator('.cadence-sheet--actor [data-action="openBuild"]').click();
      await page.locator('.cadence-build').waitFor();
      for (const step of await page.locator('.cadence-build nav button').all()) {
        // A notice may lie over it.
        await step.dispatchEvent('click');
        await check(`build of ${ruleset}`);
      }
      await close();
      await closeSheets(page);
    }
    expect([...wrong]).toEqual([]);
  });

  it('has logged no error', () => expect(gm.errors).toEqual([]));
});

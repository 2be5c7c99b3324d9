import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTracker } from './support/fight';
import { look, SEEN } from './support/look';
import { atRest, loadDice, openTable, type Seat, setSetting, type Table, tokenAt } from './support/table';

/** The prepared fights of the demo world: a hero of Ann's and a foe, who is put before them. */
const FIGHTS = [
  {
    ruleset: 'energy',
    combat: 'demoCombat000000',
    hero: 'Mira',
    foe: 'Gnoll raider',
    token: 'demoTokenGnoll00',
    x: 800,
    y: 600,
  },
  {
    ruleset: 'tempo',
    combat: 'demoTpCombat0000',
    hero: 'Ailsa',
    foe: 'Hill raider',
    token: 'demoTpTRaider000',
    x: 900,
    y: 1100,
  },
  {
    ruleset: 'clash',
    combat: 'demoClCombat0000',
    hero: 'Wystan',
    foe: 'Hired blade',
    token: 'demoClTBlade0000',
    x: 500,
    y: 500,
  },
  {
    ruleset: 'seconds',
    combat: 'demoScCombat0000',
    hero: 'Tamsin',
    foe: 'Gnoll raider',
    token: 'demoScTRaider000',
    x: 600,
    y: 700,
  },
  {
    ruleset: 'slots',
    combat: 'demoSlCombat0000',
    hero: 'Rowena',
    foe: 'Wolf',
    token: 'demoSlTWolf00000',
    x: 500,
    y: 1000,
  },
] as const;

/** Keys a game master presses at most before somebody's turn comes. */
const KEYS = 40;
const BAR = '#cadence-bar';
const TARGETS = '#cadence-targets';
const ASKED = '#cadence-prompt[data-kind="ask"]:not(.cadence-prompt--fresh) .cadence-answer--main';
/** What kills the helpless is no ordinary attack. */
const ATTACK =
  ':is([data-group="attacks"], [data-group="attack"]) [data-needs="target"]:not([aria-disabled], [data-id="single-strike"])';

let table: Table;
let gm: Seat;
let ann: Seat;
beforeAll(async () => {
  table = await openTable();
  gm = await table.sit('Gamemaster', SEEN);
  ann = await table.sit('Ann', SEEN);
  await setSetting(gm.page, 'energy.pause', 0);
  for (const { page } of [gm, ann]) await loadDice(page, { face: 10, of: 20 });
  await openTracker(gm.page);
});
afterAll(() => table?.close());

describe.each(FIGHTS)('an ordinary attack in $ruleset', ({ ruleset, combat, hero, foe, token, x, y }) => {
  let clicks = 0;

  const stands = () =>
    gm.page.evaluate((id): string => {
      const { system, openAsks } = game.combats.get(id);
      return JSON.stringify([system.cursor, system.clock, system.open, openAsks]);
    }, combat);
  /** Until something comes of it; a key pressed just as a question moves is taken for something else. */
  const press = async ({ page }: Seat, key: string) => {
    const before = await stands();
    await page.keyboard.press(key);
    for (let n = 0; n < 20 && (await stands()) === before; n++) await page.waitForTimeout(100);
  };
  const isIn = async (locator: Locator) => (await locator.count()) > 0;
  const comes = (locator: Locator) =>
    locator.waitFor({ timeout: 400 }).then(
      () => true,
      () => false,
    );
  /** As the game master goes on with one key, and everybody answers with one, until somebody can attack. */
  const carryOn = async ({ page }: Seat) => {
    const attack = page.locator(`${BAR} ${ATTACK}`).first();
    for (let n = 0; n < KEYS; n++) {
      const asked = [];
      for (const seat of [ann, gm]) if (await isIn(seat.page.locator(ASKED))) asked.push(seat);
      if (asked[0]) await press(asked[0], 'Enter');
      else if (await comes(attack)) return attack;
      else await press(gm, 'Shift+N');
    }
    throw new Error(`nobody could attack in ${ruleset}`);
  };
  const click = async (locator: Locator) => {
    clicks += 1;
    await locator.click();
  };
  const clickToken = async ({ page }: Seat, name: string) => {
    clicks += 1;
    const at = await atRest(page, () => tokenAt(page, name));
    await page.mouse.click(at.x, at.y);
  };
  /** Whom what was last declared is for; null where it is for nobody. */
  const isFor = () =>
    gm.page.evaluate((id): string | null => {
      const { at } = game.messages.contents.findLast(({ system }: any) => system.combat === id)?.system.command ?? {};
      return at ? game.combats.get(id).combatants.get(at).name : null;
    }, combat);

  beforeAll(async () => {
    await gm.page.evaluate(
      async ({ combat, token, x, y }) => {
        const it = game.combats.get(combat);
        await it.scene.activate();
        await it.activate();
        // Through walls and doors.
        const way = [{ x, y, action: 'displace' }];
        await it.scene.tokens.get(token).move(way, { cadence: { step: 0 }, animate: false });
      },
      { combat, token, x, y },
    );
    for (const { page } of [gm, ann])
      await page.waitForFunction((id) => canvas.ready && canvas.scene?.id === game.combats.get(id).scene.id, combat);
    for (const { page } of [gm, ann]) await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  });

  it('takes a player two clicks: the action, and whom', async () => {
    const attack = await carryOn(ann);
    clicks = 0;
    await click(attack);
    await clickToken(ann, foe);
    await expect.poll(isFor).toBe(foe);
    expect([clicks, await isIn(ann.page.locator(ASKED))]).toEqual([2, false]);
    await look(`clicks-${ruleset}`, ann);
  });

  it('takes a game master two who has a foe in hand', async () => {
    await clickToken(gm, foe);
    const attack = await carryOn(gm);
    clicks = 0;
    await click(attack);
    await click(gm.page.locator(TARGETS).getByText(hero, { exact: true }));
    await expect.poll(isFor).toBe(hero);
    expect(clicks).toBe(2);
    expect([...gm.errors, ...ann.errors]).toEqual([]);
  });
});

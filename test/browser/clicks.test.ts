import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fewByDay } from '../tiers/tier';
import { openTracker } from './support/fight';
import { PICTURES, SEEN } from './support/look';
import { FIGHTS, type Fight, showFight } from './support/prepared-fights';
import { atRest, loadDice, openTable, type Seat, setSetting, type Table, tokenAt } from './support/table';

/** The most keys a GM presses before a turn. */
const KEYS = 40;
const BAR = '#cadence-bar';
const TARGETS = '#cadence-targets';
const PROMPT = '#cadence-prompt';
const ASKED = '#cadence-prompt[data-kind="ask"]:not(.cadence-prompt--fresh) .cadence-answer--main';
/** Other actions may need a target as well, also in the turns of others. */
const ATTACK = '.cadence-bar__panel [data-id*="attack"][data-needs="target"]:not([aria-disabled])';

/** The button that ends a turn, while it may be pressed. */
const END = '.cadence-bar__end .cadence-action:not([aria-disabled])';

/** The eight neighbors of a cell. */
const DIRECTIONS = [-1, 0, 1]
  .flatMap((south) => [-1, 0, 1].map((east) => [east, south] as const))
  .filter(([x, y]) => x !== 0 || y !== 0);

/** The share of the map that may be covered in the middle of a fight. */
const MOST_COVERED = 0.3;

let table: Table;
let gm: Seat;
let ann: Seat;
const both = () => [gm, ann];
const errors = () => both().flatMap((seat) => seat.errors);

beforeAll(async () => {
  table = await openTable();
  gm = await table.sit('Gamemaster', SEEN);
  ann = await table.sit('Ann', SEEN);
  await setSetting(gm.page, 'energy.pause', 0);
  for (const { page } of both()) await openTracker(page);
});
afterAll(() => table?.close());

/** Returns everything of a fight that a key or a click may change. */
const standOf = ({ combat }: Fight) =>
  gm.page.evaluate((id): string => {
    const { system, openAsks } = game.combats.get(id);
    return JSON.stringify([system.cursor, system.clock, system.open, openAsks]);
  }, combat);

/** Returns the step of a fight that a window has learned of. */
const stepIn = ({ page }: Seat, { combat }: Fight) =>
  page.evaluate((id): string => {
    const { cursor, open } = game.combats.get(id).system;
    return JSON.stringify([cursor, open]);
  }, combat);

/** Returns what may swallow a key, and the buttons. */
const shownIn = ({ page, user, errors }: Seat) =>
  page.evaluate(
    ({ bar, user, errors }): string => {
      const focused = document.activeElement?.outerHTML.slice(0, 99);
      const windows = [...foundry.applications.instances.values()].map(({ element }) => element?.id);
      const buttons = document.querySelector<HTMLElement>(bar)?.innerText;
      return JSON.stringify({ user, viewed: game.combat?.id, focused, windows, buttons, errors });
    },
    { bar: BAR, user, errors },
  );

/**
 * Waits until the windows show the last step: in a slow one, a turn would be ended before its buttons are drawn, and a
 * prompt that moves takes no key.
 */
async function catchUp(fight: Fight): Promise<void> {
  const parts = [BAR, PROMPT].join();
  for (const seat of both()) {
    await expect.poll(async () => (await stepIn(seat, fight)) === (await stepIn(gm, fight))).toBe(true);
    await seat.page.locator('.cadence-prompt--fresh').waitFor({ state: 'detached' });
    await atRest(seat.page, () =>
      seat.page.evaluate((parts) => [...document.querySelectorAll(parts)].map(({ outerHTML }) => outerHTML), parts),
    );
  }
}

describe.each(fewByDay(FIGHTS))('clicks in $ruleset', (fight) => {
  const { combat, hero, foe, ruleset } = fight;
  let clicks = 0;

  /** Presses a key and waits for its effect, because a second one would skip the turn that is coming. */
  const press = async (seat: Seat, key: string) => {
    const before = await standOf(fight);
    await seat.page.keyboard.press(key);
    const isDone = () => standOf(fight).then((now) => now !== before);
    await expect
      .poll(isDone)
      .toBe(true)
      .catch(async () => {
        throw new Error(`${seat.user} presses ${key} in vain: ${await shown()}`);
      });
  };
  const shown = async () => [await standOf(fight), await shownIn(gm), await shownIn(ann)].join();
  const isIn = async (locator: Locator) => (await locator.count()) > 0;
  const comes = (locator: Locator, timeout = 400) =>
    locator.waitFor({ timeout }).then(
      () => true,
      () => false,
    );
  /** Advances by one key of the GM and answers by one key each, until this user can press a button. */
  const carryOn = async (seat: Seat, button = ATTACK) => {
    const wanted = seat.page.locator(`${BAR} ${button}`).first();
    for (let n = 0; n < KEYS; n++) {
      await catchUp(fight);
      const asked = [];
      for (const other of [ann, gm]) if (await isIn(other.page.locator(ASKED))) asked.push(other);
      if (asked[0]) await press(asked[0], 'Enter');
      // After an answer, its result is shown for a moment before the next question.
      else if (await isOpen()) await seat.page.waitForTimeout(100);
      else if (await comes(wanted)) return wanted;
      else await press(gm, 'Shift+N');
    }
    throw new Error(`${button} never comes in ${ruleset}: ${await shown()}`);
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
  /** The target of the last command, by name, or null. */
  const targetOf = () =>
    gm.page.evaluate((id): string | null => {
      const at = game.messages.contents.findLast(({ system }) => system.combat === id)?.system.command?.at;
      return at ? game.combats.get(id).combatants.get(at).name : null;
    }, combat);

  const isOpen = () => gm.page.evaluate((id) => game.combats.get(id).system.open !== null, combat);
  /** Answers until nothing is open, and counts the clicks of Ann. */
  const answerAll = async () => {
    for (let n = 0; n < KEYS && (await isOpen()); n++) {
      await catchUp(fight);
      const asked = [];
      for (const seat of both()) if (await isIn(seat.page.locator(ASKED))) asked.push(seat);
      // A question may change under the pointer.
      const isAnswered = () =>
        ann.page
          .locator(ASKED)
          .first()
          .click({ timeout: 2000 })
          .then(
            () => true,
            () => false,
          );
      if (asked[0] === ann) clicks += Number(await isAnswered());
      else if (asked[0]) await press(asked[0], 'Enter');
      else await gm.page.waitForTimeout(100);
    }
  };
  /** The place of Ann's hero. */
  const placeOf = () =>
    gm.page.evaluate(
      ({ combat, hero }): string => {
        const { x, y } = game.combats.get(combat).combatants.getName(hero).token._source;
        return `${x}, ${y}`;
      },
      { combat, hero },
    );

  it('takes a player and a GM two clicks each for an attack, and one key to get there', async () => {
    for (const { page } of both()) await loadDice(page, { face: 10, of: 20 });
    await showFight(gm, both(), fight);
    await gm.page.evaluate(
      async ({ combat: id, foe: { token, x, y } }) => {
        const combat = game.combats.get(id);
        while (combat.system.cursor > 0) await combat.previousTurn();
        // Through walls and doors.
        const way = [{ x, y, action: 'displace' }];
        await combat.scene.tokens.get(token).move(way, { cadence: { step: 0 }, animate: false });
      },
      { combat, foe },
    );
    const playersAttack = await carryOn(ann);
    clicks = 0;
    await click(playersAttack);
    await clickToken(ann, foe.name);
    await expect.poll(targetOf).toBe(foe.name);
    expect([clicks, await isIn(ann.page.locator(ASKED))]).toEqual([2, false]);

    await clickToken(gm, foe.name);
    const mastersAttack = await carryOn(gm);
    clicks = 0;
    await click(mastersAttack);
    await click(gm.page.locator(TARGETS).getByText(hero, { exact: true }));
    await expect.poll(targetOf).toBe(hero);
    expect(clicks).toBe(2);
    expect(errors()).toEqual([]);
  });

  it('leaves most of the map free in the middle of an attack, and asks the defender no more than the rules do', async () => {
    const question = ann.page.locator(ASKED).first();
    await comes(question, 3000);
    for (const { page, user } of both()) {
      await page.setViewportSize({ width: 1440, height: 900 });
      // Messages that came just before disappear by themselves.
      await expect.poll(() => page.evaluate(tooMuchCovered, MOST_COVERED), { message: user }).toEqual([]);
      if (PICTURES) await page.screenshot({ path: `test/browser/.shots/covered-${ruleset}-${user}.png` });
    }
    clicks = 0;
    await answerAll();
    expect(clicks).toBeLessThanOrEqual(fight.answers);
    expect(errors()).toEqual([]);
  });

  // In Tempo fighters act on their numbers: tempo.test.ts walks there and ends turns.
  it.skipIf(ruleset === 'tempo')('takes one drag to walk', async () => {
    await carryOn(ann, END);
    const { page } = ann;
    const from = await placeOf();
    clicks = 0;
    for (const [east, south] of DIRECTIONS) {
      const start = await atRest(page, () => tokenAt(page, hero));
      const cell = await page.evaluate(() => {
        const [corner, next] = [0, canvas.grid.size].map((x) => canvas.clientCoordinatesFromCanvas({ x, y: 0 }));
        return next.x - corner.x;
      });
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      await page.mouse.move(start.x + (east * cell) / 2, start.y + (south * cell) / 2, { steps: 4 });
      await page.mouse.move(start.x + east * cell, start.y + south * cell, { steps: 4 });
      await page.waitForTimeout(200);
      await page.mouse.up();
      clicks = 1;
      const confirm = page.locator('#cadence-path-label [data-answer="confirm"]');
      if (await comes(confirm)) await click(confirm);
      for (let n = 0; n < 20 && (await placeOf()) === from; n++) await page.waitForTimeout(100);
      if ((await placeOf()) !== from) break;
    }
    expect(await placeOf()).not.toBe(from);
    expect(clicks).toBe(1);
    expect(errors()).toEqual([]);
  });

  it.skipIf(ruleset === 'tempo')('takes one click to end a turn, or to be done for the round', async () => {
    await answerAll();
    await carryOn(ann, END);
    const before = await standOf(fight);
    await ann.page.locator(`${BAR} ${END}`).click();
    await expect.poll(() => standOf(fight)).not.toBe(before);
    expect(errors()).toEqual([]);
  });

  it.skipIf(fight.caster === null)('takes one click to cast a spell on oneself', async () => {
    const { page } = gm;
    await setSetting(page, 'gmStrictness', 'off');
    await page.evaluate(
      ({ combat, caster }) => {
        const { token } = game.combats.get(combat).combatants.getName(caster);
        token.object.control({ releaseOthers: true });
      },
      { combat, caster: String(fight.caster) },
    );
    const spells = await page.evaluate(
      ({ combat, caster }) =>
        [...game.combats.get(combat).combatants.getName(caster).actor.items]
          .filter(({ type }) => type.endsWith('Spell'))
          .map(({ name }) => name),
      { combat, caster: String(fight.caster) },
    );
    const spell = page.locator(spells.map((name) => `${BAR} .cadence-action[data-label*="${name}"]`).join()).first();
    await spell.waitFor();
    const before = await standOf(fight);
    // Also on the turn of another: strictness is off.
    await spell.click({ force: true });
    clicks = 1;
    await expect.poll(() => standOf(fight)).not.toBe(before);
    expect(clicks).toBe(1);
    await setSetting(page, 'gmStrictness', 'warn');
    expect(errors()).toEqual([]);
  });
});

/** Returns what covers the map if more than this share is covered by windows and messages; the sidebar lies beside it. */
function tooMuchCovered(most: number): string[] {
  const width = document.querySelector('#sidebar')!.getBoundingClientRect().left;
  const step = 12;
  let all = 0;
  const covered: Record<string, number> = {};
  for (let x = step / 2; x < width; x += step)
    for (let y = step / 2; y < innerHeight; y += step) {
      all += 1;
      const cover = document.elementFromPoint(x, y)?.closest('[id^="cadence-"], #chat-notifications');
      if (cover) covered[cover.id] = (covered[cover.id] ?? 0) + 1;
    }
  const sum = Object.values(covered).reduce((total, each) => total + each, 0);
  return sum > most * all ? Object.entries(covered).map(([id, count]) => `${id} ${(count / all).toFixed(2)}`) : [];
}

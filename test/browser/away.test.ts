import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  COMBAT,
  GNOLL,
  MIRA,
  openChat,
  openTracker,
  perform,
  startEncounter,
  state,
  target,
  untilStep,
} from './support/fight';
import { openTable, type Seat, type Table } from './support/table';

/** What users see of it. `test/headless/absent.test.ts` tests without a window who decides then. */
describe('when users are away', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;
  let other: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann');
    await startEncounter(gm.page);
    await untilStep(ann.page, 1);
  });
  afterAll(() => table?.close());

  it('another GM becomes the referee by a button', async () => {
    other = await table.sit('Assistant');
    await openTracker(other.page);
    await other.page.locator('#combat [data-action="cadenceTakeReferee"]').click();
    const user = await other.page.evaluate(() => game.user.id);
    await expect
      .poll(() => gm.page.evaluate((combat) => game.combats.get(combat).system.referee?.user, COMBAT))
      .toBe(user);
    await expect.poll(() => other.page.locator('#combat [data-action="cadenceTakeReferee"]').count()).toBe(0);
    await gm.page.locator('#combat [data-action="cadenceTakeReferee"]').waitFor({ state: 'attached' });
  });

  it('an attack waits in chat while the GMs are away, and is marked as waiting', async () => {
    for (const seat of [gm, other]) await seat.leave();
    await target(ann.page, GNOLL);
    const { step } = await state(ann.page);
    await ann.page.evaluate(() => {
      const seen = { frames: Number.NaN, saidAfter: Number.POSITIVE_INFINITY };
      globalThis.clickSeen = seen;
      const count = () => {
        seen.frames++;
        if (seen.saidAfter === Number.POSITIVE_INFINITY) requestAnimationFrame(count);
      };
      const click = () => {
        Object.assign(seen, { frames: 0, saidAfter: Number.POSITIVE_INFINITY });
        requestAnimationFrame(count);
      };
      addEventListener('click', click, true);
      new MutationObserver(() => {
        seen.saidAfter = Math.min(seen.saidAfter, seen.frames);
      }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['aria-busy'] });
    });
    await perform(ann.page, MIRA, 'melee-attack');
    // The button shows in the next frame that it was pressed, although no referee is connected.
    expect(await ann.page.evaluate(() => globalThis.clickSeen.saidAfter)).toBeLessThanOrEqual(1);
    await openChat(ann.page);
    await ann.page.locator('#chat .cadence-request').waitFor();
    expect((await state(ann.page)).step).toBe(step);
    // The second click hits a disabled button: a fighter has one waiting request.
    const again = ann.page.locator('.cadence-sheet--actor [data-tab="actions"] [data-id="defend"]').first();
    await expect.poll(() => again.getAttribute('aria-disabled')).toBe('true');
    expect([...gm.errors, ...ann.errors]).toEqual([]);
  });
});

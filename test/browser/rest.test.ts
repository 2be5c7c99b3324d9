import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMBAT, KOR, MIRA, openChat, openTracker } from './support/fight';
import { turnTo } from './support/sheet';
import { openTable, type Seat, type Table } from './support/table';

/** Rests in play: of a party in an encounter that has not begun, then of one hero without an encounter. */
describe('resting', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;
  /** The uuid of her token, which outlives the encounter. */
  let mira: string;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann', { scheme: 'light' });
    await ann.page.evaluate(async () => {
      await game.settings.set('core', 'uiConfig', {
        ...game.settings.get('core', 'uiConfig'),
        colorScheme: { applications: 'light', interface: 'light' },
      });
    });
    mira = await gm.page.evaluate(
      async ({ combat, mira }): Promise<string> => {
        const { token } = game.combats.get(combat).combatants.get(mira);
        await token.actor.update({ 'system.aura.value': 3, 'system.stamina.value': 1 });
        const [armor] = token.actor.items.filter(({ type }) => type === 'energyArmor' || type === 'energyShield');
        await armor?.update({ 'system.broken': true });
        return token.uuid;
      },
      { combat: COMBAT, mira: MIRA },
    );
  });
  afterAll(() => table?.close());

  const pools = (page: Seat['page']) =>
    page.evaluate((mira): { aura: number; stamina: number; surges: number } => {
      const { system } = fromUuidSync(mira).actor;
      return { aura: system.aura.value, stamina: system.stamina.value, surges: system.surges.value };
    }, mira);
  const prompt = (page: Seat['page']) => page.locator('.cadence-prompt');
  const answer = (page: Seat['page'], option: string) => prompt(page).locator(`button[data-option="${option}"]`);
  const block = (page: Seat['page'], at: number) => prompt(page).getByText(`block ${at} of`).waitFor();
  const perform = async (page: Seat['page'], action: string) => {
    await page.evaluate(async (mira) => {
      await fromUuidSync(mira).actor.sheet.render({ force: true });
    }, mira);
    const sheet = page.locator('.cadence-sheet--actor').last();
    await turnTo(sheet, 'actions');
    await sheet.locator(`[data-tab="actions"] [data-id="${action}"]`).first().click();
  };
  const shoot = async (seat: Seat, name: string) => {
    const { CADENCE_SHOTS: folder } = process.env;
    if (folder) await seat.page.screenshot({ path: `${folder}/rest-${name}-${seat.user}.png` });
  };

  it('is offered before a fight, taken block by block, interrupted and finished', async () => {
    // The GM lets the heroes rest before the fight, and each is asked.
    await openTracker(gm.page);
    await shoot(gm, 'tracker');
    await gm.page.locator('#combat .cadence-footer__controls [data-id="short-rest"]').click();
    await block(ann.page, 1);
    await shoot(ann, 'party');
    await answer(ann.page, 'break-off').click();
    await block(gm.page, 1);
    await answer(gm.page, 'break-off').click();
    await gm.page.waitForFunction(
      (id) => {
        const { open, step } = game.combats.get(id).system;
        return open === null && step > 0;
      },
      COMBAT,
      { timeout: 15_000 },
    );
    await expect.poll(async () => (await pools(gm.page)).stamina).toBe(1);
    await expect
      .poll(() =>
        gm.page.evaluate(({ combat, kor }) => game.combats.get(combat).combatants.has(kor), {
          combat: COMBAT,
          kor: KOR,
        }),
      )
      .toBe(true);

    // Outside encounters a player rests block by block, with a Surge.
    await gm.page.evaluate(async () => {
      await Combat.implementation.deleteDocuments(game.combats.map(({ id }) => id));
    });
    await ann.page.waitForFunction(() => game.combats.size === 0);
    for (const { page } of [gm, ann]) await openChat(page);
    const before = await pools(ann.page);
    await perform(ann.page, 'short-rest');
    await block(ann.page, 1);
    await shoot(ann, 'block');
    await answer(ann.page, 'surge').click();
    await block(ann.page, 2);
    const after = await pools(gm.page);
    expect(after.aura).toBeGreaterThan(before.aura);
    expect(after.stamina).toBeGreaterThan(1);

    // The rest continues after a reload, and is interrupted.
    await ann.reload();
    await openChat(ann.page);
    await block(ann.page, 2);
    await answer(ann.page, 'go-on').click();
    await block(ann.page, 3);
    await answer(ann.page, 'break-off').click();
    await prompt(ann.page).waitFor({ state: 'detached' });
    const card = ann.page.locator('#chat .cadence-card').last();
    await card.getByText('10 minutes').waitFor();
    await shoot(ann, 'card');
    await shoot(gm, 'card');

    // The GM sets the length of a Long Rest, and a complete one restores everything.
    await perform(ann.page, 'long-rest');
    await prompt(gm.page).locator('input').waitFor();
    await shoot(gm, 'hours');
    await prompt(gm.page).locator('input').fill('8');
    await prompt(gm.page).locator('button[data-action="cadenceAnswer"]').first().click();
    // Broken items may be repaired meanwhile.
    await answer(ann.page, 'nothing').waitFor();
    await shoot(ann, 'repair');
    await prompt(ann.page).locator('button[data-option]').first().click();
    await ann.page.locator('#chat .cadence-card').last().getByText('Long Rest').last().waitFor();
    await prompt(ann.page).waitFor({ state: 'detached' });
    await shoot(ann, 'long');
    await expect
      .poll(() =>
        gm.page.evaluate(
          (mira): number => fromUuidSync(mira).actor.items.filter(({ system }: PageItem) => system.broken).length,
          mira,
        ),
      )
      .toBe(0);
    await expect
      .poll(() =>
        ann.page.evaluate((mira): number => {
          const { aura, surges } = fromUuidSync(mira).actor.system;
          return Math.min(aura.value, surges.value);
        }, mira),
      )
      .toBeGreaterThan(3);

    expect([...gm.errors, ...ann.errors]).toEqual([]);
  });
});

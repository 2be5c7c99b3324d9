import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTracker } from './support/fight';
import { turnTo } from './support/sheet';
import { loadDice, openTab, openTable, type Seat, type Table, untilSo } from './support/table';

const TYPE = 'cadence-pulse.pulse';

/** A ruleset that is no part of Cadence: a module adds it, and it is played like the built-in ones. */
describe('a ruleset from another package', () => {
  let table: Table;
  let gm: Page;
  let ann: Page;
  let seats: Seat[];
  let fight: { combat: string; mira: string; gnoll: string };

  const until = (page: Page, isSo: (seen: { combat: PageCombat }) => unknown) => untilSo(page, fight.combat, isSo);

  beforeAll(async () => {
    table = await openTable({ module: ['test/sixth/module'] });
    seats = [await table.sit('Gamemaster', { manually: true }), await table.sit('Ann', { manually: true })];
    [gm, ann] = seats.map(({ page }) => page) as [Page, Page];
  });
  afterAll(() => table?.close());

  it('is listed among the rulesets of the world, and its documents are created like any other', async () => {
    fight = await gm.evaluate(async (type) => {
      await game.settings.set('cadence', 'ruleset', type);
      const ann = game.users.find(({ name }) => name === 'Ann');
      const scene = game.scenes.active;
      for (const combat of [...game.combats]) await combat.delete();
      const made: Record<string, string> = {};
      const combat = await getDocumentClass('Combat').create({ scene: scene.id, active: true });
      for (const [name, x, owner] of [
        ['Mira', 600, ann.id],
        ['Gnoll', 900, null],
      ] as const) {
        const ownership = { default: 0, ...(owner && { [owner]: 3 }) };
        const actor = await Actor.create({ name, type: type, ownership, system: { force: 2, hpMax: 7 } });
        const disposition = owner ? 1 : -1;
        const [token] = await scene.createEmbeddedDocuments('Token', [
          { name, actorId: actor.id, actorLink: true, x, y: 600, width: 1, height: 1, disposition },
        ]);
        const [combatant] = await combat.createEmbeddedDocuments('Combatant', [
          { actorId: actor.id, tokenId: token.id, sceneId: scene.id },
        ]);
        made[name.toLowerCase()] = combatant.id;
      }
      await combat.activate();
      return { combat: combat.id, mira: made.mira, gnoll: made.gnoll };
    }, TYPE);
    await expect.poll(() => gm.evaluate((combat) => game.combats.get(combat).type, fight.combat)).toBe(TYPE);
    await openTracker(gm);
    await gm.locator('#combat .cadence-footer__controls button').first().click();
    await until(ann, ({ combat: { system } }) => system.clock.phase === 'open');
    await openTracker(ann);
    const row = ann.locator(`#combat li[data-combatant-id="${fight.mira}"]`);
    await expect.poll(() => row.locator('[data-gauge="beats"]').getAttribute('aria-valuenow')).toBe('2');
  });

  it('is played from the sheet: the target is asked, both windows show the same card', async () => {
    await gm.evaluate(
      ({ combat, mira }) => {
        game.combats.get(combat).combatants.get(mira).token.object.setTarget(true, { releaseOthers: true });
      },
      { combat: fight.combat, mira: fight.mira },
    );
    await gm.evaluate(
      async ({ combat, gnoll }) => {
        await game.combats.get(combat).combatants.get(gnoll).actor.sheet.render({ force: true });
      },
      { combat: fight.combat, gnoll: fight.gnoll },
    );
    await loadDice(gm, { face: 4, of: 6 });
    const sheet = gm.locator('.cadence-sheet--actor').last();
    await turnTo(sheet, 'actions');
    await sheet.locator('[data-tab="actions"] [data-id="strike"]').click();
    await until(ann, ({ combat: { system } }) => system.open?.asks[0]?.ask.id === 'answer');
    await ann.locator('.cadence-prompt button', { hasText: 'Sidestep' }).click();
    await until(gm, ({ combat: { system } }) => system.open === null && system.step === 3);
    await until(ann, ({ combat: { system } }) => system.step === 3);
    for (const page of [gm, ann]) {
      await expect
        .poll(() =>
          page.evaluate(({ combat, mira }) => game.combats.get(combat).combatants.get(mira).actor.system.hp.value, {
            combat: fight.combat,
            mira: fight.mira,
          }),
        )
        .toBe(4);
      await openTab(page, 'chat');
      await expect
        .poll(() => page.locator('#chat .cadence-card').last().textContent())
        .toContain('Mira takes 3 damage');
    }
  });

  it('can be undone, and leaves no error behind', async () => {
    await gm.evaluate(async (combat) => {
      await game.combats.get(combat).previousTurn();
    }, fight.combat);
    await until(ann, ({ combat: { system } }) => system.open?.asks[0]?.ask.id === 'answer');
    await expect
      .poll(() =>
        ann.evaluate(({ combat, mira }) => game.combats.get(combat).combatants.get(mira).actor.system.hp.value, {
          combat: fight.combat,
          mira: fight.mira,
        }),
      )
      .toBe(7);
    expect(seats.flatMap(({ errors }) => errors)).toEqual([]);
  });
});

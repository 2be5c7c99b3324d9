import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import {
  COMBAT,
  GNOLL,
  KOR,
  MIRA,
  openChat,
  openSheet,
  openTracker,
  perform,
  standFirm,
  startEncounter,
  state,
  target,
  untilAsked,
  untilClosed,
  untilStep,
} from './support/fight';
import { closeSheets, look, SEEN } from './support/look';
import { turnTo } from './support/sheet';
import { loadDice, openTable, type Seat, type Table } from './support/table';

describe('the main screens', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;
  /** Controls the fighter of each user. */
  const both = () =>
    [
      { page: gm.page, fighter: KOR },
      { page: ann.page, fighter: MIRA },
    ] as const;
  const each = (job: (page: Seat['page'], fighter: string) => Promise<unknown>) =>
    Promise.all(both().map(({ page, fighter }) => job(page, fighter)));

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster', SEEN);
    ann = await table.sit('Ann', SEEN);
  });
  afterAll(() => table?.close());

  afterEach(() => each(closeSheets));

  it('show the tracker before the fight', async () => {
    await each(openTracker);
    await look('tracker-idle', gm, ann);
  });

  it('show the fight: tracker, conditions, a name of German length', async () => {
    await startEncounter(gm.page);
    await standFirm(ann.page, MIRA, gm.page);
    await gm.page.evaluate(
      async ({ combat, gnollId, korId, miraId }) => {
        const gnoll = game.combats.get(combat).combatants.get(gnollId);
        await gnoll.update({ name: 'Donaudampfschifffahrtsgesellschaftskapitän' });
        const kor = game.combats.get(combat).combatants.get(korId);
        const mira = game.combats.get(combat).combatants.get(miraId);
        for (const { actor } of [gnoll, kor, mira])
          for (const id of ['dazed', 'prone', 'slowed']) await actor.toggleStatusEffect(id, { active: true });
      },
      { combat: COMBAT, gnollId: GNOLL, korId: KOR, miraId: MIRA },
    );
    await untilStep(ann.page, 1);
    await look('tracker-fight', ann, gm);
  });

  it.each(['actions', 'gear', 'effects', 'notes', 'stats'])('show the tab %s of a sheet', async (tab) => {
    await each(async (page, fighter) => {
      await target(page, GNOLL);
      await turnTo(await openSheet(page, fighter), tab);
    });
    await look(`sheet-${tab}`, ann, gm);
  });

  it('keep an open sheet on a screen that becomes narrow', async () => {
    const { page } = gm;
    const sheet = await openSheet(page, KOR);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.evaluate(
      ({ combat, kor }) => {
        game.combats.get(combat).combatants.get(kor).actor.sheet.setPosition({ left: 560, width: 720 });
      },
      { combat: COMBAT, kor: KOR },
    );
    for (const width of [900, 600]) {
      await page.setViewportSize({ width, height: 800 });
      await expect
        .poll(async () => {
          const box = defined(await sheet.boundingBox(), 'a box');
          return box.x >= 0 && box.x + box.width <= width;
        })
        .toBe(true);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('show the action bar for a controlled fighter, open and folded', async () => {
    await each(async (page, fighter) => {
      await page.evaluate(
        ({ combat, fighter }) => {
          game.combats.get(combat).combatants.get(fighter).token.object.control({ releaseOthers: true });
        },
        { combat: COMBAT, fighter },
      );
      await page.locator('#cadence-bar .cadence-action').first().waitFor();
      await target(page, GNOLL);
      await openTracker(page);
    });
    await look('bar', gm, ann);
    await each(async (page) => {
      await page.locator('#cadence-bar [data-id="trip"]').focus();
      await page.keyboard.press('ArrowLeft');
    });
    await look('bar-focus', gm, ann);
    const toggle = (page: Seat['page']) => page.locator('#cadence-bar [data-id="bar-more"]').click();
    await each(toggle);
    await look('bar-barred', ann, gm);
    await each(toggle);
    await each(async (page) => {
      await page.locator('#cadence-bar [data-action="cadenceFold"]').click();
      await page.locator('#cadence-bar .cadence-bar__inner--folded').waitFor();
    });
    await look('bar-folded', gm, ann);
    await each((page) => page.locator('#cadence-bar [data-action="cadenceFold"]').click());
  });

  it('show the options of an action', async () => {
    await each(async (page, fighter) => {
      const sheet = await openSheet(page, fighter);
      await turnTo(sheet, 'actions');
      await sheet.locator('[data-tab="actions"] [data-id="melee-attack-options"]').first().click();
      await page.locator('#cadence-options').waitFor();
    });
    await look('options', ann, gm);
    await each(async (page) => {
      const options = page.locator('#cadence-options');
      await options.locator('[data-option="enhance"]').fill('6');
      await options.locator('.cadence-reasons').waitFor();
    });
    await look('options-barred', gm, ann);
    await each((page) =>
      page.evaluate(async () => {
        await foundry.applications.instances.get('cadence-options').close();
      }),
    );
  });

  it('show an item', async () => {
    await each(async (page, fighter) => {
      await page.evaluate(
        async ({ combat, fighter }) => {
          const actor = game.combats.get(combat).combatants.get(fighter).actor;
          await actor.items.find((item) => item.type === 'energyWeapon').sheet.render({ force: true });
        },
        { combat: COMBAT, fighter },
      );
      await page.locator('.cadence-sheet--item').waitFor();
    });
    await look('item', ann, gm);
  });

  it('show the quick reference and the compendia', async () => {
    await each(async (page) => {
      await page.evaluate(async () => {
        const pack = game.packs.get('cadence.energy-rules');
        await pack.getIndex();
        await (await pack.getDocument(pack.index.getName('Energy at a glance')._id)).sheet.render({ force: true });
      });
      const journal = page.locator('.journal-sheet');
      await journal.locator('.toc button').nth(1).click();
      await journal.locator('h1', { hasText: 'What everything costs' }).waitFor();
    });
    await look('journal-costs', gm, ann);
    await each(async (page) => {
      const journal = page.locator('.journal-sheet');
      await journal.locator('a.content-link', { hasText: 'maneuvers' }).first().click();
      await journal.locator('h1', { hasText: 'Maneuvers' }).waitFor();
      await closeSheets(page);
      await page.evaluate(async () => {
        await foundry.applications.sidebar.apps.Compendium.open(game.packs.get('cadence.energy-gear'));
      });
      await page.locator('.compendium .entry', { hasText: 'Halberd' }).waitFor();
    });
    await look('compendium', ann, gm);
    await each((page) =>
      page.evaluate(async () => {
        await foundry.applications.instances.get('compendium-cadence.energy-gear').close();
      }),
    );
  });

  it('show the mill yard, three against three', async () => {
    await each(async (page) => {
      await page.evaluate(async () => {
        await game.scenes.getName('The mill yard').view();
      });
      await openTracker(page);
      await page.locator('#combat li[data-combatant-id="demoMillCTamsin0"]').waitFor();
    });
    await look('mill-yard', gm, ann);
    for (const { page } of both()) await expect.poll(() => page.locator('#combat li.combatant').count()).toBe(6);
    await each((page) =>
      page.evaluate(async () => {
        await game.scenes.getName('The ford').view();
      }),
    );
  });

  it('show cards, and an open ask', async () => {
    await loadDice(ann.page, { face: 18, of: 20 }, { face: 6, of: 8 });
    await loadDice(gm.page, { face: 3, of: 10 });
    await target(ann.page, GNOLL);
    const { step } = await state(gm.page);
    await perform(ann.page, MIRA, 'melee-attack');
    await untilStep(gm.page, step + 1);
    await untilClosed(gm.page);
    await closeSheets(ann.page);
    await loadDice(gm.page, { face: 12, of: 20 });
    await target(gm.page, MIRA);
    await perform(gm.page, GNOLL, 'melee-attack');
    await Promise.all([gm, ann].map(({ page }) => untilAsked(page, 'evasion')));
    await closeSheets(gm.page);
    await each(openChat);
    await look('chat-ask', ann, gm);
    await each(openTracker);
    await look('tracker-ask', gm, ann);
  });
});

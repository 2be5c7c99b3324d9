import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GNOLL as CLASH_GNOLL, MIRA as CLASH_MIRA, FIGHT, setStage } from './support/clash';
import { COMBAT, GNOLL, KOR, openSheet, openTracker, row, startEncounter, state } from './support/fight';
import { turnTo } from './support/sheet';
import { openTable, type Seat, submit, type Table } from './support/table';

const pictures = process.env.CADENCE_PICTURES && 'test/browser/.shots';

/** Returns a fighter's conditions in the referee's client. */
const conditionsOf = ({ page }: Seat, fighter: string, combat = COMBAT) =>
  page.evaluate(
    ({ combat, fighter }) =>
      game.combats
        .get(combat)
        .combatants.get(fighter)
        .actor.effects.map(({ statuses, system }) => ({ id: [...statuses][0], ...system })),
    { combat, fighter },
  );

describe('a GM who adds a condition manually', () => {
  let table: Table;
  let gm: Seat;
  const palette = async (fighter: string) => {
    await gm.page.evaluate(
      async ({ combat, fighter }) => {
        if (canvas.hud.token.rendered) await canvas.hud.token.close();
        await canvas.hud.token.bind(game.combats.get(combat).combatants.get(fighter).token.object);
      },
      { combat: COMBAT, fighter },
    );
    await gm.page.locator('#token-hud [data-action="palette"]').click();
    return gm.page.locator('#token-hud .status-effects');
  };
  const closeSheets = () =>
    gm.page.evaluate(() =>
      Promise.all(
        [...foundry.applications.instances.values()].filter(({ id }) => id.includes('Sheet')).map((app) => app.close()),
      ),
    );
  const picture = async (name: string) => {
    if (!pictures) return;
    mkdirSync(pictures, { recursive: true });
    for (const scheme of ['light', 'dark'] as const) {
      await gm.page.evaluate(async (scheme) => {
        await game.settings.set('core', 'uiConfig', { colorScheme: { applications: scheme, interface: scheme } });
      }, scheme);
      await gm.page.screenshot({ path: `${pictures}/${name}-${scheme}.png` });
    }
  };

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster', pictures ? { sharpness: 1 } : {});
    // Out of reach a hold would end at once.
    await gm.page.evaluate(async () => {
      const of = (name: string) => canvas.scene.tokens.find((token) => token.name === name);
      const { x, y } = of('Gnoll raider');
      await of('Kor').update({ x: x - canvas.scene.grid.size, y }, { animate: false });
    });
    await startEncounter(gm.page);
  });
  afterAll(() => table?.close());

  it('[E-188] is asked for its source at the token, and both sides of the hold have it', async () => {
    await (await palette(GNOLL)).locator('[data-status-id="restrained"]').click();
    const options = gm.page.locator('#cadence-options');
    await options.locator('[data-option="source"]').selectOption({ label: 'Kor' });
    await picture('manual-options');
    await options.locator('button[type="submit"]').click();
    await expect.poll(() => conditionsOf(gm, GNOLL)).toMatchObject([{ id: 'restrained', by: KOR }]);
    await expect.poll(() => conditionsOf(gm, KOR)).toMatchObject([{ id: 'restraining', data: { holds: GNOLL } }]);
    await openTracker(gm.page);
    await row(gm.page, GNOLL).locator('[data-badge="restrained"][data-tooltip-text*="By Kor"]').waitFor();
    await picture('manual-tracker');
  });

  it('adds it at once with Shift, or if the rules ask nothing about it', async () => {
    await (await palette(GNOLL)).locator('[data-status-id="dazed"]').click({ modifiers: ['Shift'] });
    await expect.poll(async () => (await conditionsOf(gm, GNOLL)).map(({ id }) => id)).toContain('dazed');
    await (await palette(GNOLL)).locator('[data-status-id="prone"]').click();
    await expect.poll(async () => (await conditionsOf(gm, GNOLL)).map(({ id }) => id)).toContain('prone');
    expect(await gm.page.locator('#cadence-options').count()).toBe(0);
  });

  it('[E-230] is asked for its end on the sheet, where the end by the rules is preset', async () => {
    const sheet = await openSheet(gm.page, KOR);
    await sheet.locator('.cadence-conditions__brush > summary').click();
    await sheet.locator('select[data-conditions]').selectOption({ label: 'Exhausted' });
    await sheet.locator('[data-action="addCondition"]').click();
    const options = gm.page.locator('#cadence-options');
    await options.locator('[data-option="until"]').waitFor();
    await picture('manual-sheet');
    expect(await options.locator('[data-option="until"] option:checked').innerText()).toBe('the end of the next Round');
    await options.locator('button[type="submit"]').click();
    await expect
      .poll(() => conditionsOf(gm, KOR))
      .toContainEqual(expect.objectContaining({ id: 'exhausted', until: { at: 'round-end', n: 2 } }));
  });

  it('undoes all of it', async () => {
    await gm.page.evaluate(async (combatId) => {
      const combat = game.combats.get(combatId);
      while (combat.system.cursor > 1) await combat.previousTurn();
    }, COMBAT);
    await expect.poll(() => conditionsOf(gm, GNOLL)).toEqual([]);
    await expect.poll(() => conditionsOf(gm, KOR)).toEqual([]);
  });

  it('pushes a fighter from the sheet: a distance to the north, or to a place that is asked for', async () => {
    const place = async () => {
      const { x, y } = (await state(gm.page)).fighters[GNOLL];
      return { x, y };
    };
    const before = await place();
    const sheet = await openSheet(gm.page, GNOLL);
    await turnTo(sheet, 'actions');
    const push = sheet.locator('[data-tab="actions"] [data-id="displace"]').first();
    await push.click({ button: 'right' });
    await gm.page.locator('[data-option="pushTo"]').selectOption({ label: 'North' });
    await gm.page.locator('[data-option="pushFar"]').fill('2');
    await gm.page.locator('[data-option="pushFar"]').press('Enter');
    await expect.poll(place).toEqual({ x: before.x, y: before.y - 200 });
    await push.click();
    await gm.page.locator('.cadence-prompt button[data-ask]', { hasText: 'South, ' }).first().click();
    await expect.poll(place).toEqual({ x: before.x, y: before.y - 100 });
  });

  it('[C-A22] is offered the end that its source makes possible', async () => {
    await setStage(gm.page, [
      { id: CLASH_MIRA, name: 'Mira of clash', owner: 'Ann', at: [6, 12], initiative: 15 },
      { id: CLASH_GNOLL, name: 'Gnoll of clash', at: [7, 12], initiative: 10 },
    ]);
    await closeSheets();
    const sheet = await openSheet(gm.page, CLASH_GNOLL, FIGHT);
    await sheet.locator('.cadence-conditions__brush > summary').click();
    await sheet.locator('select[data-conditions]').selectOption({ label: 'Grappled' });
    await sheet.locator('[data-action="addCondition"]').click();
    const options = gm.page.locator('#cadence-options');
    const ends = () => options.locator('[data-option="until"] option').allInnerTexts();
    await options.locator('[data-option="until"]').waitFor();
    expect(await ends()).not.toContain('the start of the source’s next turn');
    await options.locator('[data-option="source"]').selectOption({ label: 'Mira of clash' });
    await expect.poll(ends).toContain('the start of the source’s next turn');
    expect(await options.locator('[data-option="source"] option:checked').innerText()).toBe('Mira of clash');
    await options.locator('[data-option="until"]').selectOption({ label: 'the start of the source’s next turn' });
    await picture('manual-source');
    await options.locator('button[type="submit"]').click();
    await expect
      .poll(() => conditionsOf(gm, CLASH_GNOLL, FIGHT))
      .toMatchObject([{ id: 'grappled', by: CLASH_MIRA, until: { at: 'turn-start', of: CLASH_MIRA } }]);
  });

  it('[E-188] is asked outside a fight too, and the fight that begins knows the source', async () => {
    await closeSheets();
    const uuids = await gm.page.evaluate(async () => {
      await Combat.deleteDocuments(game.combats.map(({ id }) => id));
      const of = (name: string) => canvas.scene.tokens.find((token) => token.name === name);
      return { gnoll: of('Gnoll raider').uuid, kor: of('Kor').uuid };
    });
    const effects = (uuid: string) =>
      gm.page.evaluate(
        (uuid): { id: string }[] =>
          fromUuidSync(uuid).actor.effects.map(({ statuses, system }: { statuses: Set<string>; system: object }) => ({
            id: [...statuses][0],
            ...system,
          })),
        uuid,
      );
    const press = async (status: string) => {
      await gm.page.evaluate(async (uuid) => {
        if (canvas.hud.token.rendered) await canvas.hud.token.close();
        await canvas.hud.token.bind(fromUuidSync(uuid).object);
      }, uuids.gnoll);
      await gm.page.locator('#token-hud [data-action="palette"]').click();
      await gm.page.locator(`#token-hud .status-effects [data-status-id="${status}"]`).click();
    };
    await press('restrained');
    const options = gm.page.locator('#cadence-options');
    await options.locator('[data-option="source"]').selectOption({ label: 'Kor' });
    await picture('manual-outside');
    await options.locator('button[type="submit"]').click();
    await expect.poll(() => effects(uuids.gnoll)).toMatchObject([{ id: 'restrained', by: uuids.kor }]);
    await expect.poll(() => effects(uuids.kor)).toMatchObject([{ id: 'restraining', data: { holds: uuids.gnoll } }]);
    // Removed again, it ends for both; then it is added again.
    await press('restrained');
    await expect.poll(() => effects(uuids.gnoll)).toEqual([]);
    await expect.poll(() => effects(uuids.kor)).toEqual([]);
    await press('restrained');
    await options.locator('[data-option="source"]').selectOption({ label: 'Kor' });
    await options.locator('button[type="submit"]').click();
    await expect.poll(async () => (await effects(uuids.kor)).map(({ id }) => id)).toEqual(['restraining']);
    // Without Rounds and without questions, a condition is added at once.
    await press('surprised');
    await options.locator('[data-option="until"]').waitFor();
    expect(await options.locator('[data-option="until"] option').allInnerTexts()).toEqual([
      'removed',
      'the next Short Rest',
    ]);
    await options.locator('button[type="submit"]').click();
    await expect.poll(async () => (await effects(uuids.gnoll)).map(({ id }) => id)).toContain('surprised');

    const fight = await gm.page.evaluate(async ({ gnoll, kor }) => {
      const combat = await Combat.create({ type: 'energy', scene: canvas.scene.id, active: true });
      const tokens = [gnoll, kor].map((uuid) => fromUuidSync(uuid));
      const made = tokens.map(({ id, actorId, parent }) => ({ tokenId: id, actorId, sceneId: parent.id }));
      const [held, holder] = await combat.createEmbeddedDocuments('Combatant', made);
      return { id: combat.id, held: held.id, holder: holder.id };
    }, uuids);
    await submit(gm.page, fight.id, { do: 'start', by: 'gm' });
    await gm.page.waitForFunction((id) => game.combats.get(id).system.clock.round === 1, fight.id);
    await openTracker(gm.page);
    await row(gm.page, fight.held).locator('[data-badge="restrained"][data-tooltip-text*="By Kor"]').waitFor();
    await submit(gm.page, fight.id, { do: 'release', by: fight.holder });
    await expect.poll(async () => (await effects(uuids.gnoll)).map(({ id }) => id)).not.toContain('restrained');
    await expect.poll(() => effects(uuids.kor)).toEqual([]);
  });

  it('no browser has logged an error', () => {
    expect(gm.errors).toEqual([]);
  });
});

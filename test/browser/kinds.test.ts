import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BRUTE, COMBAT, GNOLL, openChat, openTracker, row, startEncounter } from './support/fight';
import { faultsOf, look, SEEN } from './support/look';
import { openTable, type Seat, type Table } from './support/table';

/** As many foes as a GM fights a war with. */
const FOES = 30;

describe('the tracker of thirty foes', () => {
  let table: Table;
  let gm: Seat;
  const list = () => gm.page.locator('#combat .cadence-rows > .cadence-row');
  const kind = (name: string) => gm.page.locator('#combat .cadence-kind', { hasText: name });

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster', SEEN);
    await gm.page.evaluate(
      async ({ combat: id, bases, count }) => {
        const combat = game.combats.get(id);
        const { size } = combat.scene.grid;
        const data = [];
        for (let at = 0; at < count; at++) {
          const base = combat.combatants.get(bases[at % bases.length]).token;
          const token = { ...base.toObject(), _id: null, actorLink: false, name: `${base.name} (${at + 2})` };
          data.push({ ...token, x: size * ((at % 15) + 1), y: size * (Math.floor(at / 15) + 1) });
        }
        const tokens = await combat.scene.createEmbeddedDocuments('Token', data);
        const combatants = tokens.map(({ id: tokenId, actorId }: { id: string; actorId: string }) => ({
          ...{ tokenId, actorId },
          sceneId: combat.scene.id,
        }));
        await combat.createEmbeddedDocuments('Combatant', combatants);
      },
      { combat: COMBAT, bases: [GNOLL, BRUTE], count: FOES - 2 },
    );
    await startEncounter(gm.page);
    await openTracker(gm.page);
  });
  afterAll(() => table?.close());

  it('has a row for each hero and each kind of foe, and says how many stand', async () => {
    await expect.poll(() => list().count()).toBeLessThanOrEqual(8);
    await kind('Gnoll').getByText('15 of 15 standing').waitFor();
    expect(await faultsOf(gm.page)).toEqual([]);
    await look('kinds', gm);
  });

  it('unfolds a kind by a click, and folds it again', async () => {
    const folded = await list().count();
    const toggle = kind('Gnoll').locator('[data-action="cadenceUnfold"]');
    await toggle.click();
    await row(gm.page, GNOLL).waitFor();
    await expect.poll(() => list().count()).toBe(folded + FOES / 2);
    expect(await toggle.getAttribute('aria-expanded')).toBe('true');
    await look('kinds-open', gm);
    await toggle.click();
    await expect.poll(() => list().count()).toBe(folded);
  });

  it('selects all of a kind on the map', async () => {
    await kind('Gnoll').locator('[data-action="cadenceSelectKind"]').click();
    const selected = () => gm.page.evaluate(() => canvas.tokens.controlled.length);
    await expect.poll(selected).toBe(FOES / 2);
  });

  it('shows the last of many cards of foes in a row, and the others by a click', async () => {
    const foes = await gm.page.evaluate(
      (combat) =>
        game.combats
          .get(combat)
          .combatants.filter(({ hasPlayerOwner }: any) => !hasPlayerOwner)
          .slice(0, 6)
          .map(({ id }: any) => id),
      COMBAT,
    );
    for (const by of foes)
      await gm.page.evaluate(
        ({ combat, by }) => game.combats.get(combat).submit({ do: 'defend', by }, { force: true }),
        { combat: COMBAT, by },
      );
    await openChat(gm.page);
    const cards = gm.page.locator('#chat .chat-log > .cadence-message--foes');
    await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(foes.length);
    const shown = async () =>
      (await cards.all()).length - (await gm.page.locator('#chat .cadence-message--earlier').count());
    await expect.poll(shown).toBe(1);
    await look('foes-cards', gm);
    await gm.page.locator('#chat .cadence-earlier').click();
    await expect.poll(shown).toBe(foes.length);
    await gm.page.locator('#chat .cadence-earlier').click();
    await expect.poll(shown).toBe(1);
    await openTracker(gm.page);
  });

  it('follows what happens to one of them', async () => {
    await gm.page.evaluate(
      ({ combat, foe }) =>
        game.combats.get(combat).combatants.get(foe).actor.toggleStatusEffect('dead', { active: true }),
      { combat: COMBAT, foe: GNOLL },
    );
    await kind('Gnoll').getByText('14 of 15 standing').waitFor();
  });
});

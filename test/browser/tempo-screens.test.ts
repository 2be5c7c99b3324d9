import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { closeSheets, look, SEEN } from './support/look';
import { inGame, openTable, type Seat, type Table } from './support/table';
import { acted, answer, countTo, plan, setUp, sheet, submit, target, until, watch } from './support/tempo';

/** Tempo as people look at it: each screen is also judged for contrast, labels and what runs out of its box. */
describe('what people look at in tempo', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;
  const HERO = 'Rhea of the Long Winding Road';

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster', SEEN);
    ann = await table.sit('Ann', SEEN);
    await setUp(
      gm,
      `[
        { name: '${HERO}', ownership: { [ann]: 3 }, system: { dex: 2, str: 1, for: 1, mana1: 2 }, items: [
          { name: 'Blade', type: 'tempoWeapon', system: { speed: 'quick', range: 3 } },
          { name: 'Knife', type: 'tempoWeapon', system: { speed: 'quick', dice: '1d4' } },
          { name: 'Feint', type: 'tempoAbility', system: { tag: 'extra', tempo: 1 } },
          { name: 'Ember in the Dark', type: 'tempoSpell', system: { tempo: 3, cost1: 2 } },
          { name: 'Riposte', type: 'tempoReaction', system: { tempo: 5, trigger: 'missed' } },
        ] },
        { name: 'Dov', ownership: { [bob]: 3 } },
        { name: 'Wight', items: [{ name: 'Sword', type: 'tempoWeapon', system: { range: 3 } }] },
        { name: 'Ghoul' },
      ]`,
    );
    for (const seat of [gm, ann]) await watch(seat, 4);
    await submit(gm, 'Wight', { do: 'start', by: 'gm' });
    await until([gm, ann], `combat.system.clock.phase === 'planning'`);
  });
  afterAll(() => table?.close());
  afterEach(() => Promise.all([gm, ann].map(({ page }) => closeSheets(page))));

  it('Planning: the strip, cards open and closed, and the choice of an action', async () => {
    await plan(ann, HERO, 'scan');
    await plan(gm, 'Dov', 'guard', 'shift');
    await plan(gm, 'Wight', 'standard-attack', 'move');
    await look('tempo-planning', gm, ann);
    await ann.page.locator('#combat [data-id="plan-2"]').first().click();
    await gm.page.locator('#combat li', { hasText: 'Ghoul' }).locator('[data-id="plan-1"]').click();
    for (const { page } of [gm, ann]) await page.locator('#cadence-lay [data-action="cadencePut"]').first().waitFor();
    await look('tempo-choice', gm, ann);
    for (const { page } of [gm, ann])
      await inGame(page, `await foundry.applications.instances.get('cadence-lay').close({ animate: false });`);
    await submit(ann, HERO, { do: 'plan', with: await spell(), options: { action: 'magic' } });
  });

  const spell = () =>
    inGame<string>(ann.page, `return game.actors.getName('${HERO}').items.getName('Ember in the Dark').id;`);

  it('the count: the number that is called, the call on the player’s screen, and the sheet', async () => {
    await countTo(gm, [gm, ann], 2);
    await target(ann, 'Wight');
    await ann.page.locator('#cadence-prompt').waitFor();
    await look('tempo-count', gm, ann);
    await sheet(ann, HERO);
    await sheet(gm, HERO);
    await look('tempo-sheet', gm, ann);
  });

  it('what a Scan tells, on the card', async () => {
    await submit(ann, HERO, { do: 'scan' }, 'Wight');
    await answer(ann, /Strength/);
    await acted([gm, ann]);
    for (const { page } of [gm, ann]) await inGame(page, `ui.sidebar.changeTab('chat', 'primary');`);
    await look('tempo-scan', gm, ann);
  });
});

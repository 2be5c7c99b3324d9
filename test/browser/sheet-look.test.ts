import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChat, openTracker } from './support/fight';
import { closeSheets, look, PICTURES, SEEN } from './support/look';
import { turnTo } from './support/sheet';
import { openTable, type Seat, setSetting, type Table } from './support/table';

/** The prepared fights: whose sheets are looked at. */
const FIGHTS = [
  { ruleset: 'energy', combat: 'demoCombat000000', hero: 'demoCombatMira00', foe: 'demoCombatGnoll0' },
  { ruleset: 'tempo', combat: 'demoTpCombat0000', hero: 'demoTpCAilsa0000', foe: null },
  { ruleset: 'clash', combat: 'demoClCombat0000', hero: 'demoClCWystan000', foe: null },
  { ruleset: 'seconds', combat: 'demoScCombat0000', hero: 'demoScCTamsin000', foe: null },
  { ruleset: 'slots', combat: 'demoSlCombat0000', hero: 'demoSlCRowena000', foe: null },
] as const;

/** A foe's blow, where it is nobody's plan. */
const ATTACKS: Readonly<Record<string, string>> = {
  energy: 'melee-attack',
  clash: 'attack-basic-melee',
  seconds: 'attack',
  slots: 'primary-attack',
};

describe('the sheet one plays from', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;
  const both = () => [gm, ann];
  const sheet = ({ page }: Seat) => page.locator('.cadence-sheet--actor').last();

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster', SEEN);
    ann = await table.sit('Ann', SEEN);
  });
  afterAll(() => table?.close());

  it.each(FIGHTS)(
    'of $ruleset shows what its game is about, and the foe on one page',
    async ({ combat, hero, ruleset }) => {
      await gm.page.evaluate(async (combatId) => {
        const combat = game.combats.get(combatId);
        await combat.scene.activate();
        await combat.activate();
        await combat.startCombat();
      }, combat);
      for (const { page } of both()) {
        await page.waitForFunction((id) => game.scenes.viewed?.id === game.combats.get(id).scene.id, combat, {
          timeout: 20_000,
        });
        await page.waitForFunction(
          (id) => game.combats.get(id).system.clock.phase !== 'idle' || game.combats.get(id).openAsks.length > 0,
          combat,
          { timeout: 20_000 },
        );
        await page.evaluate(
          async ({ combat, hero }) => {
            const { combatants } = game.combats.get(combat);
            const foe = combatants.find(({ token }) => token._source.disposition < 0);
            foe?.token.object?.setTarget(true, { releaseOthers: true });
            await combatants.get(hero).actor.sheet.render({ force: true });
          },
          { combat, hero },
        );
      }
      // Some fights begin once everybody has rolled.
      for (const { page } of both()) {
        const throws = page.locator('.cadence-prompt button[data-ask]').first();
        for (let n = 0; n < 9 && (await throws.isVisible()); n++) {
          // It may be answered meanwhile, or be drawn anew.
          await throws.dispatchEvent('click', undefined, { timeout: 2_000 }).catch(() => null);
          await page.waitForTimeout(250);
        }
      }
      await expect.poll(() => sheet(gm).locator('.cadence-heart').isVisible()).toBe(true);
      await look(`play-${ruleset}`, ...both());
      for (const { page } of both()) await closeSheets(page);
      await gm.page.evaluate(async (combat) => {
        const foe = game.combats.get(combat).combatants.find(({ token }) => token._source.disposition < 0);
        await foe.update({ name: 'Donaudampfschifffahrtsgesellschaftskapitän' });
        await foe.actor.sheet.render({ force: true });
      }, combat);
      await look(`play-${ruleset}-foe`, gm);
      await turnTo(sheet(gm), 'stats');
      await look(`edit-${ruleset}-foe`, gm);
      for (const { page } of both()) await closeSheets(page);
      if (PICTURES) await pictureOfFight(ruleset, combat, hero);
    },
  );

  /** The bar at both screens, and what becomes of a foe's blow at the hero, whoever's turn it is; for whoever looks at pictures. */
  async function pictureOfFight(ruleset: string, combat: string, hero: string) {
    await setSetting(gm.page, 'gmStrictness', 'off');
    await gm.page.evaluate(
      async ({ combat, hero }) => {
        const { combatants, scene } = game.combats.get(combat);
        const foe = combatants.find(({ token }) => token._source.disposition < 0);
        const { x, y } = combatants.get(hero).token._source;
        const beside = [{ _id: foe.token.id, x: x + scene.grid.size, y }];
        await scene.updateEmbeddedDocuments('Token', beside, { cadence: { step: 0 }, animate: false });
      },
      { combat, hero },
    );
    for (const { user, page } of both()) {
      await page.evaluate(
        ({ combat, hero, gm }) => {
          const { combatants } = game.combats.get(combat);
          const foe = combatants.find(({ token }) => token._source.disposition < 0);
          const [own, other] = gm ? [foe, combatants.get(hero)] : [combatants.get(hero), foe];
          own.token.object.control({ releaseOthers: true });
          other.token.object.setTarget(true, { releaseOthers: true });
        },
        { combat, hero, gm: user === 'Gamemaster' },
      );
      await page.locator('#cadence-bar').waitFor();
      await openTracker(page);
    }
    await look(`table-${ruleset}`, ...both());
    for (const { page } of both()) await openChat(page);
    const attack = ATTACKS[ruleset];
    if (!attack) return;
    await gm.page.evaluate(
      async ({ combat, hero, attack }) => {
        const fight = game.combats.get(combat);
        const foe = fight.combatants.find(({ token }) => token._source.disposition < 0);
        // Where there are turns, on the foe's own.
        for (let n = 0; n < 8 && fight.combatant && fight.combatant.id !== foe.id; n++) await fight.nextTurn();
        const weapon = foe.actor.items.find(({ type }) => type.endsWith('Weapon'));
        const command = { do: attack, by: foe.id, at: hero, ...(weapon && { with: weapon.id }) };
        void fight.submit(command as never, { force: true });
      },
      { combat, hero, attack },
    );
    await gm.page.waitForTimeout(1500);
    await look(`asked-${ruleset}`, ...both());
    for (let n = 0; n < 12; n++)
      for (const { page } of both()) {
        const answer = page.locator('.cadence-prompt:not(.cadence-prompt--fresh) button[data-ask]').first();
        if (await answer.isVisible()) await answer.click({ timeout: 2_000 }).catch(() => null);
        await page.waitForTimeout(100);
      }
    await look(`result-${ruleset}`, ...both());
  }

  /** Opens an actor's sheet as somebody who is new to it. */
  const opened = async (seat: Seat, data: object): Promise<string> =>
    seat.page.evaluate(async (data) => {
      const actor = await Actor.implementation.create(data);
      await actor.sheet.render({ force: true });
      return actor.id;
    }, data);
  const mode = (seat: Seat) => sheet(seat).getAttribute('data-mode');

  it('of a new actor is one to build, says where gear comes from, and is left as one has put it', async () => {
    const id = await opened(gm, { name: 'Nobody yet', type: 'slots' });
    expect(await mode(gm)).toBe('edit');
    const tokens = () =>
      gm.page.evaluate((id) => {
        const { actorLink, disposition, sight } = game.actors.get(id).toObject().prototypeToken;
        return [actorLink, disposition, sight.enabled];
      }, id);
    const kind = (name: string) => sheet(gm).locator('.cadence-head__kinds button', { hasText: name });
    expect(await kind('Foe').getAttribute('aria-pressed')).toBe('true');
    await kind('Hero').click();
    await expect.poll(tokens).toEqual([true, 1, true]);
    await expect.poll(() => kind('Hero').getAttribute('aria-pressed')).toBe('true');
    await sheet(gm).locator('nav [data-tab="gear"]').click();
    await look('sheet-empty', gm);
    await sheet(gm).locator('[data-action="openPacks"]').click();
    await gm.page.locator('.compendium .entry').first().waitFor();
    const again = async () => {
      await closeSheets(gm.page);
      await gm.page.evaluate(async (id) => {
        for (const app of [...foundry.applications.instances.values()])
          if (app.id.startsWith('compendium-')) await app.close();
        // Another sheet, as after the page was loaded anew.
        const actor = game.actors.get(id);
        Object.assign(actor, { _sheet: null });
        await actor.sheet.render({ force: true });
      }, id);
      await sheet(gm).waitFor();
    };
    await sheet(gm).locator('.cadence-mode').click();
    await expect.poll(() => mode(gm)).toBe('play');
    expect(
      await sheet(gm).locator('.window-content :is(input:not([data-pool]), select, textarea):visible').count(),
    ).toBe(0);
    await gm.page.evaluate((id) => game.actors.get(id).sheet.setPosition({ width: 620, height: 500 }), id);
    await again();
    expect(await mode(gm)).toBe('play');
    expect(await sheet(gm).locator('nav [data-tab="gear"]').getAttribute('aria-selected')).not.toBe('false');
    const box = (await sheet(gm).boundingBox())!;
    expect([Math.round(box.width), Math.round(box.height)]).toEqual([620, 500]);
  });

  it('opens the terms of a number by keyboard, one number at a time', async () => {
    const items = [{ name: 'Blade', type: 'energyWeapon' }];
    await closeSheets(gm.page);
    await opened(gm, { name: 'Wystan', type: 'energy', prototypeToken: { actorLink: true }, items });
    expect(await mode(gm)).toBe('play');
    if (process.env.CADENCE_TIMES)
      console.log(
        await gm.page.evaluate(async () => {
          const { actor } = game.combats.get('demoCombat000000').combatants.get('demoCombatMira00');
          const times: number[] = [];
          const timed = async (work: () => Promise<unknown>) => {
            const begun = performance.now();
            await work();
            times.push(Math.round(performance.now() - begun));
          };
          for (let n = 0; n < 3; n++) {
            await timed(() => actor.sheet.render({ force: true }));
            await timed(() =>
              actor.sheet.render({ parts: ['header', 'heart', 'side', 'attacks', 'actions', 'gear', 'effects'] }),
            );
            await actor.sheet.close({ animate: false });
          }
          return times.join(' ');
        }),
      );
    await sheet(gm).locator('[data-figure="evasion"] summary').focus();
    await gm.page.keyboard.press('Enter');
    const terms = sheet(gm).locator('.cadence-figure__terms:visible');
    await expect.poll(() => terms.count()).toBe(1);
    await sheet(gm).locator('[data-figure="fortitude"] summary').click();
    await expect.poll(() => terms.count()).toBe(1);
  });

  it('is used in 480 px, and rolls a skill from its number', async () => {
    await closeSheets(gm.page);
    await gm.page.evaluate(async () => {
      const { actor } = game.combats.get('demoScCombat0000').combatants.get('demoScCTamsin000');
      await actor.sheet.render({ force: true });
      actor.sheet.setPosition({ width: 480, height: 760, left: 20, top: 10 });
    });
    await look('sheet-480', gm);
    await sheet(gm).locator('[data-figure="stealth"] [data-id="check-stealth"]').click();
    const asked = () =>
      gm.page.evaluate((): string => game.combats.get('demoScCombat0000').system.open?.asks[0]?.ask.id ?? '');
    await expect.poll(asked).toBe('stealth');
    await gm.page.evaluate(async () => {
      await game.combats.get('demoScCombat0000').combatants.get('demoScCTamsin000').actor.sheet.close();
    });
  });
});

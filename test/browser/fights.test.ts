import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fewByDay } from '../tiers/tier';
import { openChat, openTracker } from './support/fight';
import { closeSheets, look, PICTURES, SEEN } from './support/look';
import { FIGHTS, type Fight, showFight } from './support/prepared-fights';
import { turnTo } from './support/sheet';
import { loadDice, openTable, type Seat, setSetting, type Table } from './support/table';

/** The smallest supported screens; the second is what 1280×800 leaves at 200 % zoom. */
const SIZES = [
  [1024, 768],
  [640, 400],
] as const;

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

const show = (fight: Fight) => showFight(gm, both(), fight);

describe.skipIf(PICTURES)('the fight on small screens', () => {
  beforeAll(async () => {
    await setSetting(gm.page, 'gmStrictness', 'off');
    for (const { page } of both()) await setSetting(page, 'autoThrow', 'never');
  });
  afterAll(async () => {
    await setSetting(gm.page, 'gmStrictness', 'warn');
    for (const { page } of both()) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.evaluate(() => ui.sidebar.expand());
      await setSetting(page, 'autoThrow', 'own-actions');
    }
  });

  /** Returns parts that leave the screen, cover another of ours, or cannot be scrolled to. */
  const faults = (page: Page) =>
    page.evaluate(async (): Promise<string[]> => {
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn, 60))));
      const shown = ['.cadence-bar__inner', '.cadence-prompt__card', '#combat'].flatMap((name) => {
        const part = document.querySelector<HTMLElement>(name);
        return part?.checkVisibility() && part.clientWidth > 0 ? [{ name, part }] : [];
      });
      const boxOf = (part: Element) => part.getBoundingClientRect();
      const meets = (a: DOMRect, b: DOMRect) =>
        a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
      return shown.flatMap(({ name, part }, at) => {
        const { left, top, right, bottom } = boxOf(part);
        const isOff = left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
        const hidden = [...part.querySelectorAll('button')].filter((button) => {
          if (!button.checkVisibility()) return false;
          button.scrollIntoView({ block: 'center' });
          const { x, y, width, height } = boxOf(button);
          const hit = document.elementFromPoint(x + width / 2, y + height / 2);
          // A new message disappears by itself.
          return !hit || !(button.contains(hit) || hit.contains(button) || hit.closest('#chat-notifications'));
        });
        return [
          ...(isOff ? [`${name} leaves the screen`] : []),
          ...shown
            .slice(0, at)
            .flatMap((other) => (meets(boxOf(part), boxOf(other.part)) ? [`${name} lies over ${other.name}`] : [])),
          ...hidden.map((button) => `${name}: cannot be reached: ${button.ariaLabel ?? button.textContent.trim()}`),
        ];
      });
    });

  async function faultsAtAllSizes(name: string): Promise<string[]> {
    const wrong: string[] = [];
    for (const [width, height] of SIZES)
      for (const expanded of [true, false])
        for (const { page, user } of both()) {
          await page.setViewportSize({ width, height });
          await page.evaluate((expanded) => {
            ui.sidebar.toggleExpanded(expanded);
          }, expanded);
          const at = `${name}-${user}-${width}x${height}-${expanded ? 'open' : 'shut'}`;
          // Animated parts are measured when they have come to rest.
          let found = await faults(page);
          for (let again = 0; found.length > 0 && again < 8; again++) found = await faults(page);
          for (const fault of found) wrong.push(`${at}: ${fault}`);
        }
    return wrong;
  }

  it.each(fewByDay(FIGHTS))(
    'shows bar, prompt and tracker of $ruleset side by side, down to their last button',
    async (fight) => {
      await gm.page.evaluate(async (id) => {
        const combat = game.combats.get(id);
        if (combat.system.clock.phase === 'idle') await combat.startCombat();
      }, fight.combat);
      await show(fight);
      for (const { page } of both()) {
        await page.setViewportSize({ width: 1280, height: 800 });
        await page.evaluate((id) => {
          const isHero = ({ actor }: PageCombatant) => actor.hasPlayerOwner && (game.user.isGM || actor.isOwner);
          game.combats.get(id).combatants.find(isHero).token.object.control({ releaseOthers: true });
          ui.sidebar.changeTab('combat', 'primary');
        }, fight.combat);
      }
      const question = ann.page.locator('#cadence-prompt:not(.cadence-prompt--fresh) button[data-ask]').first();
      // A critical hit or a fumble asks for no defense.
      await loadDice(gm.page, { face: 12, of: 20 });
      await gm.page.evaluate(({ combat: id, asks, strikes }) => {
        const combat = game.combats.get(id);
        // Some rulesets ask at the start.
        if (combat.system.open) return;
        const hero = combat.combatants.find(({ actor }) => actor.hasPlayerOwner);
        const foe = combat.combatants.find(({ actor }) => !actor.hasPlayerOwner);
        const weapon = foe.actor.items.find(({ type }: { type: string }) => type.endsWith('Weapon'));
        const blow = { by: foe.id, at: hero.id, ...(weapon && { with: weapon.id }) };
        const skill = { by: hero.id, options: { attribute: 'str', against: 10 } };
        void combat.submit({ do: asks, ...(strikes ? blow : skill) }, { force: true });
      }, fight);
      await question.waitFor();
      expect(await faultsAtAllSizes(fight.ruleset)).toEqual([]);
      expect(errors()).toEqual([]);
    },
  );
});

describe('the prepared heroes', () => {
  const sheet = ({ page }: Seat) => page.locator('.cadence-sheet--actor').last();

  it.each(fewByDay(FIGHTS))('have a sheet to play $ruleset from, and foes have theirs on one page', async (fight) => {
    const { combat, hero, ruleset, rows } = fight;
    await show(fight);
    for (const seat of both()) {
      await openTracker(seat.page);
      await expect.poll(() => seat.page.locator('#combat li.combatant').count()).toBe(rows);
      await seat.page.evaluate(
        async ({ combat, hero }) => {
          const { combatants } = game.combats.get(combat);
          const foe = combatants.find(({ token }) => token._source.disposition < 0);
          foe?.token.object?.setTarget(true, { releaseOthers: true });
          await combatants.getName(hero).actor.sheet.render({ force: true });
        },
        { combat, hero },
      );
      await sheet(seat).getByText(hero).first().waitFor();
      await expect.poll(() => sheet(seat).locator('.cadence-heart').isVisible()).toBe(true);
      await expect.poll(() => sheet(seat).locator('[data-tab="actions"] button').count()).toBeGreaterThan(3);
    }
    await look(`play-${ruleset}`, ...both());
    for (const [tab, seat] of [
      ['gear', ann],
      ['stats', gm],
    ] as const) {
      await turnTo(sheet(seat), tab);
      await look(`${ruleset}-${tab}`, seat);
    }
    for (const { page } of both()) await closeSheets(page);
    await gm.page.evaluate(async (combat) => {
      const foe = game.combats.get(combat).combatants.find(({ token }) => token._source.disposition < 0);
      await foe.update({ name: 'Donaudampfschifffahrtsgesellschaftskapitän' });
      await foe.actor.sheet.render({ force: true });
    }, combat);
    await look(`play-${ruleset}-foe`, gm);
    await turnTo(sheet(gm), 'stats');
    await look(`edit-${ruleset}-foe`, gm);
    await ann.page.evaluate(
      async ({ combat, hero }) => {
        const { actor } = game.combats.get(combat).combatants.getName(hero);
        await actor.items.find(({ type }) => type.endsWith('Weapon')).sheet.render({ force: true });
      },
      { combat, hero },
    );
    await ann.page.locator('.cadence-sheet--item').waitFor();
    await openChat(ann.page);
    await look(`${ruleset}-item-chat`, ann);
    for (const { page } of both()) await closeSheets(page);
    if (PICTURES) await pictureOfFight(fight);
    expect(errors()).toEqual([]);
  });

  /** Takes pictures of the bar in both windows, and of a foe's attack on the hero up to its result. */
  async function pictureOfFight({ ruleset, combat, hero, asks, strikes }: Fight) {
    await setSetting(gm.page, 'gmStrictness', 'off');
    await gm.page.evaluate((id) => void game.combats.get(id).startCombat(), combat);
    await gm.page.waitForFunction((id) => {
      const { system } = game.combats.get(id);
      return system.open || system.clock.phase !== 'idle';
    }, combat);
    // Some rulesets ask at the start, and show the bar later.
    await answerAll();
    await gm.page.evaluate(
      async ({ combat, hero }) => {
        const { combatants, scene } = game.combats.get(combat);
        const foe = combatants.find(({ token }) => token._source.disposition < 0);
        const { x, y } = combatants.getName(hero).token._source;
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
          const [own, other] = gm ? [foe, combatants.getName(hero)] : [combatants.getName(hero), foe];
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
    if (!strikes) return;
    await gm.page.evaluate(
      async ({ combat, hero, asks }) => {
        const fight = game.combats.get(combat);
        const foe = fight.combatants.find(({ token }) => token._source.disposition < 0);
        // In rulesets with turns, on the foe's own.
        for (let n = 0; n < 8 && fight.combatant && fight.combatant.id !== foe.id; n++) await fight.nextTurn();
        const weapon = foe.actor.items.find(({ type }) => type.endsWith('Weapon'));
        const command = {
          do: asks,
          by: foe.id,
          at: fight.combatants.getName(hero).id,
          ...(weapon && { with: weapon.id }),
        };
        void fight.submit(command as never, { force: true });
      },
      { combat, hero, asks },
    );
    await gm.page.waitForTimeout(1500);
    await look(`asked-${ruleset}`, ...both());
    await answerAll();
    await look(`result-${ruleset}`, ...both());
  }

  /** Gives the first answer to each question, in both windows. */
  async function answerAll() {
    for (let n = 0; n < 12; n++)
      for (const { page } of both()) {
        const answer = page.locator('.cadence-prompt:not(.cadence-prompt--fresh) button[data-ask]').first();
        if (await answer.isVisible()) await answer.click({ timeout: 2_000 }).catch(() => null);
        await page.waitForTimeout(100);
      }
  }

  it('have journals of their rules, with tables', async () => {
    for (const name of ['Tempo at a glance', 'Clash at a glance', 'Seconds at a glance', 'Slots at a glance']) {
      await ann.page.evaluate(async (name) => {
        await game.journal.getName(name).sheet.render({ force: true });
      }, name);
      await ann.page.locator('.journal-sheet h1, .journal-entry h1').first().waitFor();
      await look(`${name.split(' ')[0].toLowerCase()}-journal`, ann);
      await closeSheets(ann.page);
    }
  });
});

import { readFile, writeFile } from 'node:fs/promises';
import type { CDPSession, Page } from 'playwright-core';
import { COMBAT, GNOLL, KOR, MIRA, standFirm } from '../../test/browser/support/fight';
import { openTab, openTable, type Seat, setSetting, submit, type Table } from '../../test/browser/support/table';
import { left, Report, within, words } from '../report';
import { written } from './report';

/** Fight sizes, measured in Chromium on the GM's client. */
const SIZES = [6, 40, 150] as const;
const ROUNDS = 9;
/** A step is complete after this time without activity, in milliseconds. */
const QUIET = 400;
/** A pointer rests on a button before it clicks. */
const POINTED = 200;
/** The longest a measurement of any kind may take with all its rounds, and the opening of a table. */
const LONGEST = 20_000;
const LONGEST_OPENING = 45_000;

/** In milliseconds; `NaN` what could not be measured in time. */
export interface Measured {
  readonly combatants: number;
  /** An awaited update of a flag of the Combat. */
  readonly floor: number;
  /** From the command of an attack until the Combat has its step. */
  readonly step: number;
  /** From the command until the tracker's last render, and the number of renders. */
  readonly tracker: number;
  readonly renders: number;
  /** Busy time of the GM's client until it is idle. */
  readonly busy: number;
  readonly sheetOpened: number;
  readonly sheetDrawn: number;
  /** The ruler label of a drag, at the first place and at later ones. */
  readonly dragFirst: number;
  readonly drag: number;
  /** From a click on a button until it shows the click. */
  readonly click: number;
  /** From a click on the light bulb until the first suggestion, and the longest time the page stood still after it. */
  readonly suggested: number;
  readonly stoodStill: number;
}

/** Works this many times, or as often as there is time. */
async function times<T>(rounds: number, work: () => Promise<T>): Promise<T[]> {
  const end = performance.now() + Math.min(LONGEST, left());
  const results: T[] = [];
  while (results.length < rounds) {
    const result = await within(end - performance.now(), work);
    if (result === null) break;
    results.push(result);
  }
  return results;
}

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round(10 * (sorted[Math.floor(sorted.length / 2)] ?? Number.NaN)) / 10;
};

/** Adds fighters like the raider, in rows to the east, with unlinked tokens. */
async function fill(page: Page, combatants: number): Promise<void> {
  await page.evaluate(
    async ({ combat: id, like, more }) => {
      const combat = game.combats.get(id);
      const { actor } = combat.combatants.get(like);
      const base = game.actors.get(actor.id);
      const data = [];
      for (let at = 0; at < more; at++) {
        const token = await base.getTokenDocument({
          x: 100 * (at % 15) + 100,
          y: 100 * Math.floor(at / 15) + 100,
          actorLink: false,
        });
        data.push({ ...token.toObject(), name: `Raider ${at + 1}` });
      }
      const tokens = await combat.scene.createEmbeddedDocuments('Token', data);
      await combat.createEmbeddedDocuments(
        'Combatant',
        tokens.map(({ id: tokenId, actorId }: { id: string; actorId: string }) => ({
          tokenId,
          actorId,
          sceneId: combat.scene.id,
        })),
      );
    },
    { combat: COMBAT, like: GNOLL, more: combatants - 4 },
  );
}

/** Records in the GM's client when changes arrive and when the tracker renders. */
async function watch(page: Page): Promise<void> {
  await page.evaluate((id) => {
    const seen = { step: 0, drawn: 0, renders: 0, last: 0 };
    (globalThis as any).benchSeen = seen;
    const note = () => {
      seen.last = performance.now();
    };
    Hooks.on('updateCombat', (combat: { id: string }, changed: { system?: { step?: number; cursor?: number } }) => {
      note();
      if (combat.id === id && changed.system?.cursor !== undefined) seen.step = performance.now();
    });
    for (const hook of ['updateActor', 'updateToken', 'createChatMessage', 'updateChatMessage']) Hooks.on(hook, note);
    Hooks.on('renderCombatTracker', () => {
      seen.drawn = performance.now();
      seen.renders += 1;
      note();
    });
  }, COMBAT);
}

const quiet = (page: Page): Promise<unknown> =>
  page.waitForFunction((quiet) => performance.now() - (globalThis as any).benchSeen.last > quiet, QUIET);

async function taskTime(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
}

const floorOf = (page: Page): Promise<number> =>
  page.evaluate(async (id) => {
    const begun = performance.now();
    await game.combats.get(id).setFlag('world', 'bench', begun);
    return performance.now() - begun;
  }, COMBAT);

async function attack(page: Page, cdp: CDPSession) {
  const before = await taskTime(cdp);
  const begun = await page.evaluate(
    async ({ combat, by, at }) => {
      const seen = (globalThis as any).benchSeen;
      seen.renders = 0;
      const begun = performance.now();
      seen.last = begun;
      const weapon = game.combats
        .get(combat)
        .combatants.get(by)
        .actor.items.find(({ type, system }: any) => type === 'weapon' || (type.endsWith('Weapon') && system.equipped));
      await game.combats.get(combat).submit({ do: 'melee-attack', by, at, with: weapon.id }, { force: true });
      return begun;
    },
    { combat: COMBAT, by: MIRA, at: GNOLL },
  );
  await quiet(page);
  const seen = await page.evaluate(() => ({ ...(globalThis as any).benchSeen }) as Record<string, number>);
  const busy = (await taskTime(cdp)) - before;
  return { step: seen.step! - begun, tracker: seen.drawn! - begun, renders: seen.renders!, busy };
}

async function back(page: Page): Promise<void> {
  await page.evaluate(async (id) => {
    (globalThis as any).benchSeen.last = performance.now();
    await game.combats.get(id).previousTurn();
  }, COMBAT);
  await quiet(page);
}

/** Opens and closes a fighter's sheet, and re-renders an open one. */
const sheets = (page: Page): Promise<{ opened: number; drawn: number }> =>
  page.evaluate(
    async ({ combat, fighter }) => {
      const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      const { sheet } = game.combats.get(combat).combatants.get(fighter).actor;
      await sheet.close({ animate: false });
      await frame();
      let begun = performance.now();
      await sheet.render({ force: true });
      sheet.element.getBoundingClientRect();
      const opened = performance.now() - begun;
      await frame();
      begun = performance.now();
      await sheet.render({ parts: sheet.liveParts() });
      sheet.element.getBoundingClientRect();
      const drawn = performance.now() - begun;
      await sheet.close({ animate: false });
      return { opened, drawn };
    },
    { combat: COMBAT, fighter: KOR },
  );

/** Measures the ruler's label after each mouse move of a drag. */
const dragging = (page: Page): Promise<{ first: number; next: number[] }> =>
  page.evaluate(
    async ({ combat, fighter }) => {
      const { token } = game.combats.get(combat).combatants.get(fighter);
      const { x, y, elevation, width, height } = token._source;
      const { ruler } = token.object;
      const times: number[] = [];
      for (let at = 0; at < 12; at++) {
        const here = { elevation, width, height, action: 'walk', userId: game.user.id };
        const previous = { ...here, x, y, stage: 'passed', previous: null };
        const waypoint: Record<string, unknown> = {
          ...here,
          x: x + 100 * ((at % 3) + 1),
          y: y + 100 * (at % 4),
          stage: 'planned',
          previous,
        };
        Object.assign(waypoint, {
          center: { x: Number(waypoint['x']) + 50, y: Number(waypoint['y']) + 50 },
          size: { width: 100, height: 100 },
          next: null,
          index: 1,
          cost: 1,
          actionConfig: CONFIG.Token.movement?.actions?.walk ?? {},
        });
        Object.assign(waypoint, {
          measurement: { distance: 1, cost: 1, backward: { distance: 1, cost: 1 } },
          explicit: true,
          hidden: false,
        });
        const begun = performance.now();
        ruler._getWaypointLabelContext(waypoint, { hasElevation: false });
        times.push(performance.now() - begun);
      }
      ruler.clear();
      return { first: times[0]!, next: times.slice(1) };
    },
    { combat: COMBAT, fighter: KOR },
  );

/** Measures the time from a click on a tracker button to its first feedback. */
const click = (page: Page): Promise<number> =>
  page.evaluate(async (fighter) => {
    const button = document.querySelector<HTMLElement>(
      `#combat [data-combatant-id="${fighter}"] .cadence-action[data-command]`,
    );
    if (!button) return Number.NaN;
    const begun = performance.now();
    const said = new Promise<number>((done) => {
      new MutationObserver(() => done(performance.now() - begun)).observe(document.querySelector('#combat')!, {
        subtree: true,
        childList: true,
        attributes: true,
        attributeFilter: ['aria-busy', 'class'],
      });
    });
    button.click();
    // The result if no feedback appears.
    return Promise.race([said, new Promise<number>((done) => setTimeout(() => done(2000), 2000))]);
  }, MIRA);

/** Asks for suggestions, as a user who points at the light bulb first, and watches the page while the opponent thinks. */
const suggesting = (page: Page): Promise<{ suggested: number; stoodStill: number }> =>
  page.evaluate(
    async ({ combat, fighter, pointed }) => {
      const until = async (isDone: () => boolean): Promise<number> => {
        const { port1, port2 } = new MessageChannel();
        let longest = 0;
        for (let last = performance.now(); !isDone(); last = performance.now()) {
          await new Promise((done) => {
            port1.onmessage = done;
            port2.postMessage(null);
          });
          longest = Math.max(longest, performance.now() - last);
        }
        return longest;
      };
      game.combats.get(combat).combatants.get(fighter).token.object.control({ releaseOthers: true });
      await until(() => document.querySelector('#cadence-bar [data-id="bar-suggest"]') !== null);
      const bulb = document.querySelector<HTMLElement>('#cadence-bar [data-id="bar-suggest"]')!;
      bulb.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
      await new Promise((done) => setTimeout(done, pointed));
      const begun = performance.now();
      bulb.click();
      const list = () => document.querySelector('#cadence-suggest');
      await until(() => (list()?.querySelectorAll('[data-suggestion]').length ?? 0) > 0);
      const suggested = performance.now() - begun;
      await new Promise(requestAnimationFrame);
      const thinking = (globalThis as any).game.i18n.localize('CADENCE.App.Suggest.thinking');
      const stoodStill = await until(() => list()?.querySelector('[role="status"]')?.textContent?.trim() !== thinking);
      await foundry.applications.instances.get('cadence-suggest')?.close({ animate: false });
      return { suggested, stoodStill };
    },
    { combat: COMBAT, fighter: MIRA, pointed: POINTED },
  );

/** Opens a table with a fight of this size, in its first round. */
async function opened(table: Table, combatants: number): Promise<Seat> {
  const gm = await table.sit('Gamemaster', { width: 1280, height: 900 });
  const { page } = gm;
  await setSetting(page, 'dice', 'referee');
  await setSetting(page, 'autoThrow', 'always');
  if (combatants > 4) await fill(page, combatants);
  await openTab(page, 'combat');
  await submit(page, COMBAT, { do: 'start', by: 'gm' }, true);
  await page.waitForFunction((id) => game.combats.get(id).system.clock.phase === 'open', COMBAT);
  await standFirm(page, GNOLL, page);
  await watch(page);
  return gm;
}

async function measure(combatants: number): Promise<Measured> {
  const table = await openTable();
  try {
    const gm = await within(Math.min(LONGEST_OPENING, left()), () => opened(table, combatants));
    if (!gm) throw new Error(`no fight of ${combatants} in ${LONGEST_OPENING / 1000} s`);
    const { page } = gm;
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Performance.enable');
    const attacks = await times(ROUNDS + 2, async () => {
      const floor = await floorOf(page);
      await quiet(page);
      const step = await attack(page, cdp);
      await back(page);
      return { ...step, floor };
    });
    // The first two warm up.
    const steps = attacks.slice(2);
    const drawings = await times(ROUNDS, () => sheets(page));
    const drags = await times(3, () => dragging(page));
    const clicks = await times(3, async () => {
      const clicked = await click(page);
      await quiet(page);
      await page.evaluate(async () => {
        for (const app of foundry.applications.instances.values()) if (app.id.startsWith('dialog')) await app.close();
      });
      return clicked;
    });
    const suggestions = await times(3, async () => {
      const suggestion = await suggesting(page);
      await quiet(page);
      return suggestion;
    });
    if (gm.errors.length > 0) console.error(gm.errors.join('\n'));
    const of = (which: 'floor' | 'step' | 'tracker' | 'renders' | 'busy') => median(steps.map((each) => each[which]));
    return {
      combatants,
      floor: of('floor'),
      step: of('step'),
      tracker: of('tracker'),
      renders: of('renders'),
      busy: of('busy'),
      sheetOpened: median(drawings.map(({ opened }) => opened)),
      sheetDrawn: median(drawings.map(({ drawn }) => drawn)),
      dragFirst: median(drags.map(({ first }) => first)),
      drag: median(drags.flatMap(({ next }) => next)),
      click: median(clicks),
      suggested: median(suggestions.map(({ suggested }) => suggested)),
      stoodStill: median(suggestions.map(({ stoodStill }) => stoodStill)),
    };
  } finally {
    await within(LONGEST, () => table.close());
  }
}

const report = new Report('table');
const sizes = words.filter((word) => /^\d+$/.test(word)).map(Number);
const measured: Measured[] = [];
for (const size of sizes.length > 0 ? sizes : SIZES) {
  console.log(`${size} combatants`);
  try {
    const row = await measure(size);
    measured.push(row);
    report.add(row);
    const missing = Object.entries(row).filter(([, value]) => Number.isNaN(value));
    if (missing.length > 0) console.log(`not measured in time: ${missing.map(([name]) => name).join(', ')}`);
  } catch (error) {
    report.add({ combatants: size, missing: String(error) });
  }
}
report.close();
if (process.argv.includes('--write')) {
  const path = 'docs/performance.md';
  await writeFile(path, written(await readFile(path, 'utf8'), measured));
}
process.exit();

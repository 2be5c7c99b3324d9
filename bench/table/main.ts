import { readFile, writeFile } from 'node:fs/promises';
import type { CDPSession, Page } from 'playwright-core';
import { FIGHTS, type Fight, showFight } from '../../test/browser/support/prepared-fights';
import { openTab, openTable, type Seat, setSetting, type Table } from '../../test/browser/support/table';
import { duels } from '../duels';
import { left, Report, within, words } from '../report';
import { written } from './report';

/**
 * `npm run bench -- table [size …] [ruleset …] [--write]`: the prepared fight of each ruleset, filled up to each size, in Chromium
 * on the GM's client. All of them take about ten minutes: `--seconds 900`.
 */
const SIZES = [6, 40, 150] as const;
const ROUNDS = 9;
/** A step is complete after this time without activity, in milliseconds. */
const QUIET = 400;
/** A pointer rests on a button before it clicks. */
const POINTED = 200;
/** The longest a measurement of any kind may take with all its rounds, and the opening of a table. */
const LONGEST = 20_000;
const LONGEST_OPENING = 45_000;
/** The basic attack of each ruleset. */
const ATTACKS: Readonly<Record<string, string>> = Object.fromEntries(
  duels().map(({ ruleset, command }) => [ruleset.id, command.do]),
);

/** In milliseconds; `NaN` what could not be measured in time. */
export interface Measured {
  readonly ruleset: string;
  readonly combatants: number;
  /** An awaited update of a flag of the Combat. */
  readonly floor: number;
  /** The command and the answers to what it asks, each a step of its own. */
  readonly steps: number;
  /** From the command of an attack until the Combat has its last step; offers are passed at once, choices take the first. */
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

/** One step of an attack. */
export interface Part extends Pick<Measured, 'floor' | 'step' | 'tracker' | 'renders' | 'busy'> {
  /** `command`, or the id of the ask that it answers. */
  readonly part: string;
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

/** Adds fighters like the foe, in rows to the east, with unlinked tokens. */
async function fill(page: Page, { combat, foe }: Fight, combatants: number): Promise<void> {
  await page.evaluate(
    async ({ combat: id, foe, combatants }) => {
      const combat = game.combats.get(id);
      const base = game.actors.get(combat.combatants.getName(foe).actorId);
      const { size } = combat.scene.grid;
      const data = [];
      for (let at = 0; at < combatants - combat.combatants.size; at++) {
        const token = await base.getTokenDocument({
          x: size * ((at % 15) + 1),
          y: size * (Math.floor(at / 15) + 1),
          actorLink: false,
        });
        data.push({ ...token.toObject(), name: `${foe} ${at + 1}` });
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
    { combat, foe: foe.name, combatants },
  );
}

/** Records in the GM's client when changes arrive and when the tracker renders. */
async function watch(page: Page, { combat }: Fight): Promise<void> {
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
  }, combat);
}

const quiet = (page: Page): Promise<unknown> =>
  page.waitForFunction((quiet) => performance.now() - (globalThis as any).benchSeen.last > quiet, QUIET);

async function taskTime(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
}

const floorOf = (page: Page, { combat }: Fight): Promise<number> =>
  page.evaluate(async (id) => {
    const begun = performance.now();
    await game.combats.get(id).setFlag('world', 'bench', begun);
    return performance.now() - begun;
  }, combat);

type Attack = Pick<Measured, 'step' | 'tracker' | 'renders' | 'busy'> & {
  /** The ids of the asks that follow. */
  readonly asked: readonly string[];
};

/**
 * The hero attacks the foe beside it, as the GM may at any moment, or the first ask is answered.
 * @param most answers that follow at once
 */
async function attack(
  page: Page,
  cdp: CDPSession,
  { ruleset, combat, hero, foe }: Fight,
  { isBegun = false, most = Number.MAX_SAFE_INTEGER } = {},
): Promise<Attack> {
  const before = await taskTime(cdp);
  const { begun, asked } = await page.evaluate(
    async ({ combat: id, hero, foe, attack, isBegun, most }) => {
      const seen = (globalThis as any).benchSeen;
      const combat = game.combats.get(id);
      const [by, at] = [combat.combatants.getName(hero), combat.combatants.getName(foe)];
      const weapon = by.actor.items.find(
        ({ type, system }: any) => type.endsWith('Weapon') && system.equipped !== false,
      );
      const asked: string[] = [];
      seen.renders = 0;
      const begun = performance.now();
      seen.last = begun;
      const command = { do: attack, by: by.id, at: at.id, ...(weapon && { with: weapon.id }) };
      if (!isBegun) await combat.submit(command, { force: true });
      for (let [open] = combat.openAsks; open && asked.length < most; [open] = combat.openAsks) {
        const { key, ask } = open;
        asked.push(ask.id);
        await combat.answer(key, [ask.kind === 'offer' ? 'pass' : (ask.options?.[0]?.id ?? ask.places?.[0])]);
      }
      return { begun, asked };
    },
    { combat, hero, foe: foe.name, attack: ATTACKS[ruleset]!, isBegun, most },
  );
  await quiet(page);
  const seen = await page.evaluate(() => ({ ...(globalThis as any).benchSeen }) as Record<string, number>);
  const busy = (await taskTime(cdp)) - before;
  return { step: seen['step']! - begun, tracker: seen['drawn']! - begun, renders: seen['renders']!, busy, asked };
}

const mediansOf = (steps: readonly (Attack & Pick<Measured, 'floor'>)[]) => {
  const of = (which: 'floor' | 'step' | 'tracker' | 'renders' | 'busy') => median(steps.map((each) => each[which]));
  return { floor: of('floor'), step: of('step'), tracker: of('tracker'), renders: of('renders'), busy: of('busy') };
};

/** Each step of an attack by itself, because a user reads what is asked before answering. */
async function partsOf(page: Page, cdp: CDPSession, fight: Fight, cursor: number): Promise<Part[]> {
  const rounds = await times(ROUNDS, async () => {
    const floor = await floorOf(page, fight);
    await quiet(page);
    const steps: (Attack & { readonly floor: number })[] = [
      { ...(await attack(page, cdp, fight, { most: 0 })), asked: ['command'], floor },
    ];
    for (let next = true; next; ) {
      const step = await attack(page, cdp, fight, { isBegun: true, most: 1 });
      next = step.asked.length > 0;
      if (next) steps.push({ ...step, floor });
    }
    await back(page, fight, cursor);
    return steps;
  });
  const names = new Set(rounds.flatMap((steps) => steps.flatMap(({ asked }) => asked)));
  return [...names].map((part) => ({
    part,
    ...mediansOf(rounds.flatMap((steps) => steps.filter(({ asked }) => asked.includes(part)))),
  }));
}

/** Undoes what came after this step. */
async function back(page: Page, { combat }: Fight, cursor: number): Promise<void> {
  await page.evaluate(
    async ({ id, cursor }) => {
      (globalThis as any).benchSeen.last = performance.now();
      const combat = game.combats.get(id);
      while (combat.system.cursor > cursor) await combat.previousTurn();
    },
    { id: combat, cursor },
  );
  await quiet(page);
}

/** Opens and closes a fighter's sheet, and re-renders an open one. */
const sheets = (page: Page, { combat, hero }: Fight): Promise<{ opened: number; drawn: number }> =>
  page.evaluate(
    async ({ combat, hero }) => {
      const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      const { sheet } = game.combats.get(combat).combatants.getName(hero).actor;
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
    { combat, hero },
  );

/** Measures the ruler's label after each mouse move of a drag. */
const dragging = (page: Page, { combat, hero }: Fight): Promise<{ first: number; next: number[] }> =>
  page.evaluate(
    async ({ combat, hero }) => {
      const { token } = game.combats.get(combat).combatants.getName(hero);
      const { size } = canvas.grid;
      const { x, y, elevation, width, height } = token._source;
      const { ruler } = token.object;
      const times: number[] = [];
      for (let at = 0; at < 12; at++) {
        const here = { elevation, width, height, action: 'walk', userId: game.user.id };
        const previous = { ...here, x, y, stage: 'passed', previous: null };
        const waypoint: Record<string, unknown> = {
          ...here,
          x: x + size * ((at % 3) + 1),
          y: y + size * (at % 4),
          stage: 'planned',
          previous,
        };
        Object.assign(waypoint, {
          center: { x: Number(waypoint['x']) + size / 2, y: Number(waypoint['y']) + size / 2 },
          size: { width: size, height: size },
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
    { combat, hero },
  );

/** Measures the time from a click on a tracker button, the hero's if it has one, to its first feedback. */
const click = (page: Page, { combat, hero }: Fight): Promise<number> =>
  page.evaluate(
    async ({ combat, hero }) => {
      const action = '.cadence-action[data-command]';
      const own = `[data-combatant-id="${game.combats.get(combat).combatants.getName(hero).id}"]`;
      const tracker = document.querySelector<HTMLElement>('#combat')!;
      const button =
        tracker.querySelector<HTMLElement>(`${own} ${action}`) ?? tracker.querySelector<HTMLElement>(action);
      if (!button) return Number.NaN;
      const begun = performance.now();
      const said = new Promise<number>((done) => {
        new MutationObserver(() => done(performance.now() - begun)).observe(tracker, {
          subtree: true,
          childList: true,
          attributes: true,
          attributeFilter: ['aria-busy', 'class'],
        });
      });
      button.click();
      // The result if no feedback appears.
      return Promise.race([said, new Promise<number>((done) => setTimeout(() => done(2000), 2000))]);
    },
    { combat, hero },
  );

/** Asks for suggestions for whose turn it is, as a user who points at the light bulb first, and watches the page while the opponent thinks. */
const suggesting = (page: Page, { combat, hero }: Fight): Promise<{ suggested: number; stoodStill: number }> =>
  page.evaluate(
    async ({ combat, hero, pointed }) => {
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
      const { combatant, combatants } = game.combats.get(combat);
      (combatant ?? combatants.getName(hero)).token.object.control({ releaseOthers: true });
      await until(() => document.querySelector('#cadence-bar [data-id="bar-suggest"]') !== null);
      const bulb = document.querySelector<HTMLElement>('#cadence-bar [data-id="bar-suggest"]')!;
      bulb.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
      await new Promise((done) => setTimeout(done, pointed));
      const begun = performance.now();
      bulb.click();
      const list = () => document.querySelector('#cadence-suggest');
      const thinking = (globalThis as any).game.i18n.localize('CADENCE.App.Suggest.thinking');
      const status = () => list()?.querySelector('[role="status"]')?.textContent?.trim();
      const hasSome = () => (list()?.querySelectorAll('[data-suggestion]').length ?? 0) > 0;
      await until(() => hasSome() || (list() !== null && status() !== thinking));
      const suggested = hasSome() ? performance.now() - begun : Number.NaN;
      await new Promise(requestAnimationFrame);
      const stoodStill = await until(() => status() !== thinking);
      await foundry.applications.instances.get('cadence-suggest')?.close({ animate: false });
      return { suggested, stoodStill };
    },
    { combat, hero, pointed: POINTED },
  );

/** Opens a table with a fight of this size, in its first round. Says how far it came if that fails. */
async function opened(table: Table, fight: Fight, combatants: number): Promise<Seat> {
  const gm = await table.sit('Gamemaster', { width: 1280, height: 900 });
  const { page } = gm;
  page.setDefaultTimeout(Math.min(LONGEST_OPENING, left()));
  const stages: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['settings', () => setSetting(page, 'dice', 'referee')],
    ['settings', () => setSetting(page, 'autoThrow', 'always')],
    ['settings', () => setSetting(page, 'energy.pause', 0)],
    ['the map', () => showFight(gm, [gm], fight)],
    ['the combatants', () => fill(page, fight, combatants)],
    ['the tracker', () => openTab(page, 'combat')],
    ['the tracker', () => watch(page, fight)],
    ['the first round', () => page.evaluate((id) => game.combats.get(id).startCombat(), fight.combat)],
    [
      'the first round',
      () => page.waitForFunction((id) => game.combats.get(id).system.clock.phase !== 'idle', fight.combat),
    ],
    // Where some are tied, the order waits for them.
    [
      'the first turn',
      () =>
        page.evaluate(async (id) => {
          const combat = game.combats.get(id);
          if (combat.system.clock.phase === 'initiative') await combat.nextTurn();
        }, fight.combat),
    ],
    ['the end of all drawing', () => quiet(page)],
  ];
  for (const [name, open] of stages) {
    await open().catch((error: unknown) => {
      throw new Error(`${name}: ${error}`);
    });
  }
  return gm;
}

async function measure(fight: Fight, combatants: number): Promise<Measured & { readonly parts: readonly Part[] }> {
  const table = await openTable();
  try {
    const gm = await within(Math.min(LONGEST_OPENING, left()), () => opened(table, fight, combatants));
    if (!gm) throw new Error(`no fight of ${combatants} in ${LONGEST_OPENING / 1000} s`);
    const { page } = gm;
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Performance.enable');
    const cursor = await page.evaluate((id) => game.combats.get(id).system.cursor, fight.combat);
    const attacks = await times(ROUNDS + 2, async () => {
      const floor = await floorOf(page, fight);
      await quiet(page);
      const step = await attack(page, cdp, fight);
      await back(page, fight, cursor);
      return { ...step, floor };
    });
    // The first two warm up.
    const steps = attacks.slice(2);
    const count = median(steps.map(({ asked }) => asked.length + 1));
    const parts = count > 1 ? await partsOf(page, cdp, fight, cursor) : [];
    const drawings = await times(ROUNDS, () => sheets(page, fight));
    const drags = await times(3, () => dragging(page, fight));
    const clicks = await times(3, async () => {
      const clicked = await click(page, fight);
      await quiet(page);
      await page.evaluate(async () => {
        for (const app of foundry.applications.instances.values()) if (app.id.startsWith('dialog')) await app.close();
      });
      return clicked;
    });
    const suggestions = await times(3, async () => {
      const suggestion = await suggesting(page, fight);
      await quiet(page);
      return suggestion;
    });
    if (gm.errors.length > 0) console.error(gm.errors.join('\n'));
    return {
      ruleset: fight.ruleset,
      combatants,
      steps: count,
      ...mediansOf(steps),
      sheetOpened: median(drawings.map(({ opened }) => opened)),
      sheetDrawn: median(drawings.map(({ drawn }) => drawn)),
      dragFirst: median(drags.map(({ first }) => first)),
      drag: median(drags.flatMap(({ next }) => next)),
      click: median(clicks),
      suggested: median(suggestions.map(({ suggested }) => suggested)),
      stoodStill: median(suggestions.map(({ stoodStill }) => stoodStill)),
      parts,
    };
  } finally {
    await within(LONGEST, () => table.close());
  }
}

const report = new Report('table');
const sizes = words.filter((word) => /^\d+$/.test(word)).map(Number);
const chosen = FIGHTS.filter(({ ruleset }) => words.includes(ruleset));
const measured: (Measured | Part)[] = [];
for (const fight of chosen.length > 0 ? chosen : FIGHTS)
  for (const combatants of sizes.length > 0 ? sizes : SIZES) {
    console.log(`${fight.ruleset}, ${combatants} combatants`);
    try {
      const { parts, ...row } = await measure(fight, combatants);
      for (const each of [row, ...parts.map((part) => ({ ruleset: fight.ruleset, combatants, ...part }))]) {
        measured.push(each);
        report.add(each);
      }
      const missing = Object.entries(row).filter(([, value]) => Number.isNaN(value));
      if (missing.length > 0) console.log(`not measured in time: ${missing.map(([name]) => name).join(', ')}`);
    } catch (error) {
      report.add({ ruleset: fight.ruleset, combatants, missing: String(error) });
    }
  }
report.close();
if (process.argv.includes('--write')) {
  const path = 'docs/performance.md';
  await writeFile(path, written(await readFile(path, 'utf8'), measured));
}
process.exit();

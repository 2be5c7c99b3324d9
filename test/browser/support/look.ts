import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { TIER } from '../../tiers/tier';
import type { Seat } from './table';

/** The folder of the pictures, which is not committed; the documentation copies some of them. */
const SHOTS = 'test/browser/.shots';
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/**
 * Whether the pictures are taken for review: then every screen is taken in every look. Otherwise it is only checked, in
 * two.
 */
export const PICTURES = Boolean(process.env.CADENCE_PICTURES);

/** Pictures are half as large as the screen. */
export const SEEN = PICTURES ? { sharpness: 0.5 } : {};

/** The looks of a screen in pictures: together the GM and the player have both widths in both schemes. */
const LOOKS = {
  gm: [
    { width: 1280, scheme: 'dark' },
    { width: 900, scheme: 'light' },
  ],
  player: [
    { width: 900, scheme: 'dark' },
    { width: 1280, scheme: 'light' },
  ],
} as const;
/** The look of a screen that is only checked. */
const CHECKED = { gm: { width: 1280, scheme: 'dark' }, player: { width: 900, scheme: 'light' } } as const;
const dressesOf = (who: keyof typeof LOOKS) => (PICTURES ? LOOKS[who] : [CHECKED[who]]);
/** An audit takes a second: CI has one for each screen, a file that is run by itself one for each seat, pictures none. */
const isAudited = (at: number) => !PICTURES && (TIER === 'all' || TIER === 'night' || at === 0);

/** Returns what a screen reader or a keyboard could not use in our own parts; Foundry's frame is not checked. */
async function unusable(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis)))
    await page.addScriptTag({ content: await readFile(AXE, 'utf8') });
  return page.evaluate(async () => {
    const parts = [...document.querySelectorAll('.cadence')].filter(
      (part) => (part as HTMLElement).offsetParent !== null,
    );
    if (parts.length === 0) return [];
    const { violations } = await axe.run(
      { include: parts },
      // Without `preload: false`, axe parses every stylesheet first, for rules about media and orientation.
      { runOnly: ['wcag2a', 'wcag2aa'], resultTypes: ['violations'], preload: false },
    );
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target} ${node.failureSummary}`));
  });
}

/** Returns our parts whose content overflows sideways. */
const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.cadence, .cadence *')]
      .filter((part) => part.offsetParent !== null && part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0)
      .filter((part) => !['hidden', 'clip', 'auto', 'scroll'].includes(getComputedStyle(part).overflowX))
      .filter((part) => getComputedStyle(part).display !== 'inline')
      .map((part) => `overflows: ${part.className || part.tagName}: ${part.scrollWidth} in ${part.clientWidth}`),
  );

/** Returns windows that extend beyond the screen, and new messages that the action bar covers. */
const misplaced = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { innerWidth, innerHeight } = globalThis as unknown as Window;
    const boxes = (selector: string) =>
      [...document.querySelectorAll(selector)].map((part) => ({ part, box: part.getBoundingClientRect() }));
    const outside = boxes('.application.themed:not([hidden])').filter(({ part, box }) => {
      const frame = part.querySelector(':scope > .window-header');
      return frame && (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight);
    });
    const bars = boxes('.cadence-bar__inner');
    const covered = boxes('#chat-notifications .message').filter(({ box }) =>
      bars.some(
        ({ box: bar }) => bar.right > box.left && bar.left < box.right && bar.bottom > box.top && bar.top < box.bottom,
      ),
    );
    return [
      ...outside.map(({ part }) => `reaches beyond the screen: ${part.id}`),
      ...covered.map(({ part }) => `lies below the bar: ${part.textContent.trim().replaceAll(/\s+/g, ' ')}`),
    ];
  });

/** Returns the faults of a layout in its present state. */
export const faultsOfLayout = async (page: Page): Promise<string[]> => [
  ...(await overflowing(page)),
  ...(await misplaced(page)),
];

/** Returns the faults of a screen in its present state. */
export const faultsOf = async (page: Page): Promise<string[]> => [
  ...(await unusable(page)),
  ...(await faultsOfLayout(page)),
];

async function dress(page: Page, { width, scheme }: { width: number; scheme: 'light' | 'dark' }): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.evaluate(async (scheme) => {
    await game.settings.set('core', 'uiConfig', {
      ...game.settings.get('core', 'uiConfig'),
      colorScheme: { applications: scheme, interface: scheme },
    });
    const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await drawn();
    // Colors in transition would be judged as they are; some transitions never end while the page is not rendered.
    for (const animation of document.getAnimations())
      if (Number(animation.effect!.getComputedTiming().endTime) < Infinity) animation.finish();
    await drawn();
  }, scheme);
}

/**
 * Expects that a screen is accessible and nothing overflows, wide and narrow, light and dark; takes pictures where
 * `CADENCE_PICTURES` is set. The seat's user distinguishes the screens of a GM and of a player.
 * @param seats In CI only the first one's screen is checked for accessibility, and the layout of all.
 */
export async function look(name: string, ...seats: readonly Seat[]): Promise<void> {
  await mkdir(SHOTS, { recursive: true });
  const wrong: string[] = [];
  for (const [at, { user, page }] of seats.entries()) {
    const who = user === 'Gamemaster' ? 'gm' : 'player';
    for (const how of dressesOf(who)) {
      await dress(page, how);
      const place = `${name}-${who}-${how.width}-${how.scheme}`;
      if (PICTURES) await page.screenshot({ path: `${SHOTS}/${place}.png` });
      const faults = isAudited(at) ? faultsOf : faultsOfLayout;
      for (const fault of await faults(page)) wrong.push(`${place}: ${fault}`);
    }
  }
  expect(wrong).toEqual([]);
}

export const closeSheets = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (const app of [...foundry.applications.instances.values()]) if (app.document) await app.close();
  });

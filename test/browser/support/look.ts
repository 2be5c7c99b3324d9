import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Seat } from './table';

/** Where the pictures go; nobody keeps them but the documentation, which takes some of them. */
const SHOTS = 'test/browser/.shots';
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Whether a person will look at the pictures: then every screen is taken in every dress. Otherwise it is only checked, in two. */
export const PICTURES = Boolean(process.env.CADENCE_PICTURES);

/** Seats that are looked at need a sharp screen only where somebody looks. */
export const SEEN = PICTURES ? { sharpness: 1 } : {};

/** How a screen is looked at: between them the game master and the player have both widths and both schemes. */
const LOOKS = {
  gm: [
    { width: 1280, scheme: 'dark' },
    { width: 900, scheme: 'light' },
  ],
  player: [
    { width: 900, scheme: 'light' },
    { width: 1280, scheme: 'light' },
    { width: 900, scheme: 'dark' },
  ],
} as const;
const dressesOf = (who: keyof typeof LOOKS) => (PICTURES ? LOOKS[who] : LOOKS[who].slice(0, 1));

/** What a screen reader or a keyboard could not use, in our own parts; Foundry's frame around them is not ours to judge. */
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
      { runOnly: ['wcag2a', 'wcag2aa'], resultTypes: ['violations'] },
    );
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target} ${node.failureSummary}`));
  });
}

/** Parts of ours whose content runs out of them sideways. */
const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.cadence, .cadence *')]
      .filter((part) => part.offsetParent !== null && part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0)
      .filter((part) => !['hidden', 'clip', 'auto', 'scroll'].includes(getComputedStyle(part).overflowX))
      .filter((part) => getComputedStyle(part).display !== 'inline')
      .map((part) => `overflows: ${part.className || part.tagName}: ${part.scrollWidth} in ${part.clientWidth}`),
  );

/** Windows that reach beyond the screen, and new messages below the action bar, where nobody can press them. */
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

/** What is wrong with a screen as it is now. */
export const faultsOf = async (page: Page): Promise<string[]> => [
  ...(await unusable(page)),
  ...(await overflowing(page)),
  ...(await misplaced(page)),
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
    // Colors that are still on their way would be judged as they are; some never arrive while nobody draws the page.
    for (const animation of document.getAnimations())
      if (Number(animation.effect!.getComputedTiming().endTime) < Infinity) animation.finish();
    await drawn();
  }, scheme);
}

/**
 * Expects that everybody can use a screen and nothing runs out of its place, wide and narrow, light and dark; and takes pictures of it
 * where `CADENCE_PICTURES` is set.
 * Screens of a game master and of a player are told apart by the seat's user.
 */
export async function look(name: string, ...seats: readonly Seat[]): Promise<void> {
  await mkdir(SHOTS, { recursive: true });
  const wrong: string[] = [];
  for (const { user, page } of seats) {
    const who = user === 'Gamemaster' ? 'gm' : 'player';
    for (const how of dressesOf(who)) {
      await dress(page, how);
      const place = `${name}-${who}-${how.width}-${how.scheme}`;
      if (PICTURES) await page.screenshot({ path: `${SHOTS}/${place}.png` });
      for (const fault of await faultsOf(page)) wrong.push(`${place}: ${fault}`);
    }
  }
  expect(wrong).toEqual([]);
}

/** Closes every sheet somebody has open. */
export const closeSheets = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (const app of [...foundry.applications.instances.values()]) if (app.document) await app.close();
  });

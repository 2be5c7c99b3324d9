import { mkdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { COMBAT, GNOLL, MIRA, startEncounter, untilStep } from './support/fight';
import { SEEN } from './support/look';
import { atRest, loadDice, openTable, type Seat, setSetting, submit, type Table } from './support/table';

const BAR = '#cadence-bar';
const PROMPT = '#cadence-prompt';
const PICTURES = Boolean(process.env.CADENCE_PICTURES);

const SIZES = [
  [900, 700],
  [1024, 768],
  [1280, 720],
  [1280, 800],
  [1600, 900],
  [1920, 1080],
] as const;

/** Action bar and prompt find space beside Foundry's interface, and stay where a user has put them. */
describe('the floating windows', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann', { collapsed: true, ...SEEN });
    await startEncounter(gm.page);
    await untilStep(ann.page, 1);
    await setSetting(ann.page, 'autoThrow', 'never');
    await loadDice(gm.page, { face: 15, of: 20 });
    await submit(gm.page, COMBAT, { do: 'melee-attack', by: GNOLL, at: MIRA }, true);
    await ann.page.locator(PROMPT).waitFor();
  });
  afterAll(() => table?.close());

  /** A question has the place of the bar until it is put aside. */
  const putAside = async () => {
    await ann.page.locator(`${PROMPT}:not(.cadence-prompt--fresh) [data-ask]`).first().waitFor();
    await ann.page.keyboard.press('Escape');
    await ann.page.locator(BAR).waitFor();
  };
  const takeUp = async () => {
    await ann.page.locator(`${PROMPT} [data-action="cadenceRecall"]`).click();
    await ann.page.locator(BAR).waitFor({ state: 'hidden' });
  };

  /** Returns which part covers which. */
  const covered = () =>
    ann.page.evaluate(
      async ({ bar, prompt }): Promise<string[]> => {
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn, 60))));
        const boxes = (selector: string) =>
          [...document.querySelectorAll(selector)]
            .map((part) => [part.id || part.className, part.getBoundingClientRect()] as const)
            .filter(([, { width, height }]) => width && height);
        const ours = boxes(`${bar}, ${prompt}`);
        const theirs = boxes(
          '#hotbar, #sidebar, #players, #scene-controls, #scene-navigation, #chat-notifications .message, #chat-notifications > :not(.chat-log)',
        );
        const meets = (a: DOMRect, b: DOMRect) =>
          a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
        return ours.flatMap(([name, box], at) => [
          ...[...theirs, ...ours.slice(0, at)]
            .filter(([, other]) => meets(box, other))
            .map(([other]) => name + ' lies over ' + other),
          ...(box.left < 0 || box.top < 0 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1
            ? [name + ' leaves the screen']
            : []),
        ]);
      },
      { bar: BAR, prompt: PROMPT },
    );
  const boxOf = async (selector: string) => defined(await ann.page.locator(selector).boundingBox(), 'a box');
  const picture = async (name: string) => {
    if (!PICTURES) return;
    await mkdir('test/browser/.shots', { recursive: true });
    await ann.page.screenshot({ path: `test/browser/.shots/floating-${name}.png` });
  };

  it.each(['cadence-prompt', 'cadence-bar'])(
    'cover nothing of Foundry’s, on any screen, with the sidebar open and shut, while messages arrive: %s opened last',
    async (last) => {
      if (last === 'cadence-bar') await putAside();
      await ann.page.evaluate(async (id) => {
        const app = foundry.applications.instances.get(id);
        await app.close();
        await app.render({ force: true });
      }, last);
      await ann.page.locator(`#${last}`).waitFor();
      const wrong: string[] = [];
      for (const expanded of [false, true])
        for (const [width, height] of SIZES) {
          await ann.page.setViewportSize({ width, height });
          await ann.page.evaluate((expanded) => {
            ui.sidebar.changeTab('combat', 'primary');
            ui.sidebar.toggleExpanded(expanded);
          }, expanded);
          if (width === 1280 && height === 720)
            await gm.page.evaluate(async () => {
              await ChatMessage.create({ content: 'Hello' });
            });
          // Animated parts are measured when they have come to rest.
          let faults = await covered();
          const patience = Date.now() + 20_000;
          while (faults.length > 0 && Date.now() < patience) faults = await covered();
          for (const fault of faults) wrong.push(`${width}x${height}, ${expanded ? 'open' : 'shut'}: ${fault}`);
          await picture(`${width}x${height}-${expanded ? 'open' : 'shut'}`);
        }
      if (last === 'cadence-bar') await takeUp();
      expect(wrong).toEqual([]);
    },
  );

  it('keep clear of a dialog and its buttons', async () => {
    await ann.page.setViewportSize({ width: 1280, height: 800 });
    await ann.page.locator(PROMPT).waitFor();
    const { x, y } = await atRest(ann.page, () => boxOf(PROMPT));
    await ann.page.evaluate(
      ({ left, top }) => {
        void foundry.applications.api.DialogV2.wait({
          id: 'over-the-prompt',
          window: { title: 'Create Actor' },
          position: { left, top, width: 320 },
          content: '<p>Name</p>',
          buttons: [{ action: 'ok', label: 'Create Actor', default: true }],
          rejectClose: false,
        });
      },
      { left: Math.round(x), top: Math.round(y) - 40 },
    );
    const button = ann.page.locator('#over-the-prompt button[data-action="ok"]');
    await button.waitFor();
    const isClear = async () => {
      const [dialog, prompt] = [await boxOf('#over-the-prompt'), await boxOf(PROMPT)];
      return (
        prompt.x >= dialog.x + dialog.width ||
        dialog.x >= prompt.x + prompt.width ||
        prompt.y >= dialog.y + dialog.height ||
        dialog.y >= prompt.y + prompt.height
      );
    };
    await expect.poll(isClear).toBe(true);
    await picture('dialog');
    await button.click();
    await expect.poll(async () => Math.abs((await boxOf(PROMPT)).y - y) < 3).toBe(true);
  });

  it('break no word of an answer, also among eight directions', async () => {
    const broken = await ann.page.evaluate((prompt): string[] => {
      const answers = document.querySelector(`${prompt} .cadence-ask__answers`)!;
      const ask = answers.closest('.cadence-ask')!;
      const before = [ask.className, answers.innerHTML] as const;
      ask.classList.add('cadence-ask--place');
      const names = ['North', 'Northeast', 'East', 'Southeast', 'South', 'Southwest', 'West', 'East-southeast'];
      answers.innerHTML = names
        .map(
          (name, at) =>
            `<button type="button" class="cadence-answer" data-digit="${at + 1}"><span>${name}</span></button>`,
        )
        .join('');
      const found = [...answers.querySelectorAll('span')].filter((span) => {
        const range = document.createRange();
        range.selectNodeContents(span);
        return range.getClientRects().length > (span.textContent!.includes('-') ? 2 : 1);
      });
      const texts = found.map((span) => span.textContent ?? '');
      [ask.className, answers.innerHTML] = before;
      return texts;
    }, PROMPT);
    expect(broken).toEqual([]);
  });

  it('take the first free place, and are not closed by Escape', async () => {
    const homes = await ann.page.evaluate((): string[] =>
      ['bar', 'prompt'].map((id) => document.getElementById(`cadence-${id}`)!.parentElement!.id),
    );
    expect(homes).toEqual(['ui-bottom', 'ui-bottom']);
    // Escape postpones the ask; the link back to it stays.
    await ann.page.locator(`${PROMPT}:not(.cadence-prompt--fresh)`).waitFor();
    await ann.page.keyboard.press('Escape');
    await ann.page.locator(`${PROMPT} [data-action="cadenceRecall"]`).click();
    await ann.page.locator(`${PROMPT} button[data-ask]`).waitFor();
  });

  it('are dragged elsewhere and stay there, on the screen at any size, until they are reset', async () => {
    await ann.page.setViewportSize({ width: 1280, height: 800 });
    await ann.page.evaluate(() => {
      ui.sidebar.toggleExpanded(false);
    });
    await putAside();
    const before = await atRest(ann.page, () => boxOf(BAR));
    const grip = await boxOf(`${BAR} .cadence-grip`);
    const [x, y] = [grip.x + grip.width / 2, grip.y + grip.height / 2];
    await ann.page.mouse.move(x, y);
    await ann.page.mouse.down();
    await ann.page.mouse.move(x + 40, y - 150, { steps: 4 });
    await ann.page.mouse.move(x + 120, y - 300, { steps: 4 });
    await ann.page.mouse.up();
    await expect.poll(async () => Math.abs((await boxOf(BAR)).y - (before.y - 300)) < 3).toBe(true);
    const moved = await boxOf(BAR);
    await ann.reload();
    await ann.page.locator(PROMPT).waitFor();
    await putAside();
    await ann.page.evaluate(() => {
      ui.sidebar.toggleExpanded(false);
    });
    await expect.poll(async () => Math.abs((await boxOf(BAR)).y - moved.y) < 3).toBe(true);
    await ann.page.setViewportSize({ width: 900, height: 500 });
    await expect
      .poll(async () => {
        const { x, y, width, height } = await boxOf(BAR);
        return x >= 0 && y >= 0 && x + width <= 901 && y + height <= 501;
      })
      .toBe(true);
    await ann.page.setViewportSize({ width: 1280, height: 800 });
    // Floating windows are placed again some time after the browser window was resized.
    await expect.poll(async () => Math.abs((await boxOf(BAR)).y - moved.y) < 3).toBe(true);
    await ann.page.locator(`${BAR} .cadence-grip`).dblclick();
    await expect.poll(async () => Math.abs((await boxOf(BAR)).y - before.y) < 3).toBe(true);
    await takeUp();
  });

  it('move by the keyboard too', async () => {
    const before = await atRest(ann.page, () => boxOf(PROMPT));
    await ann.page.locator(`${PROMPT} .cadence-grip`).focus();
    for (let times = 0; times < 5; times++) await ann.page.keyboard.press('ArrowUp');
    await expect.poll(async () => (await boxOf(PROMPT)).y).toBeLessThan(before.y - 60);
    await ann.page.keyboard.press('Home');
    await expect.poll(async () => Math.abs((await boxOf(PROMPT)).y - before.y) < 3).toBe(true);
  });

  it('are visible above a window at the same place', async () => {
    await ann.page.evaluate(async () => {
      await game.user.character.sheet.render({
        force: true,
        position: { left: 300, top: 200, width: 700, height: 560 },
      });
    });
    const { x, y, width } = await boxOf(`${PROMPT} .cadence-answer`);
    const hit = await ann.page.evaluate(
      ([x, y]): string => document.elementFromPoint(x, y)?.closest('.application')?.id ?? '',
      [x + width / 2, y + 5] as const,
    );
    expect(hit).toBe('cadence-prompt');
    await ann.page.locator(`${PROMPT} button[data-ask]`).first().click();
    await ann.page.locator(PROMPT).waitFor({ state: 'detached' });
  });

  it('log no error', () => expect([...gm.errors, ...ann.errors]).toEqual([]));
});

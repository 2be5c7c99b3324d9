import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { look, PICTURES, SEEN } from './support/look';
import { openTable, type Seat, type Table } from './support/table';

/** What first-time users see. */
describe('the first evening', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  beforeAll(async () => {
    table = await openTable({ greets: true });
    gm = await table.sit('Gamemaster', SEEN);
    ann = await table.sit('Ann', { ...SEEN, greeted: true });
  });
  afterAll(() => table?.close());

  const welcome = ({ page }: Seat) => page.locator('#cadence-welcome');
  const step = ({ page }: Seat) => page.locator('.tour');
  const titleOf = (seat: Seat) => step(seat).locator('h3').textContent();

  /** The titles of steps that pointed at nothing. */
  const vague: string[] = [];

  /** Goes through a tour to its end. @returns the titles */
  async function walk(seat: Seat) {
    const titles: string[] = [];
    for (let n = 0; n < 20; n++) {
      const title = defined(await titleOf(seat), 'a title');
      titles.push(title);
      const pointed = await seat.page.evaluate(() => foundry.nue.Tour.activeTour?.currentStep?.selector);
      if (!pointed) vague.push(title);
      if (PICTURES || n === 0) await look(`tour-${n + 1}`, seat);
      await step(seat).locator('[data-action="next"]').click();
      const isOver = () => seat.page.evaluate(() => !foundry.nue.Tour.tourInProgress);
      const isFurther = async () => (await step(seat).count()) === 1 && (await titleOf(seat)) !== title;
      await expect.poll(async () => (await isOver()) || (await isFurther())).toBe(true);
      if (await isOver()) return titles;
    }
    throw new Error('the tour never ends');
  }

  it('greets a player once, with her character, and shows her around', async () => {
    await welcome(ann).waitFor();
    await look('welcome-player', ann);
    await expect
      .poll(() =>
        welcome(ann)
          .getByRole('button', { name: /Open .* sheet/ })
          .count(),
      )
      .toBe(1);
    await welcome(ann).getByRole('button', { name: 'Let’s play' }).click();
    expect(await walk(ann)).toEqual([
      ...['Your character', 'Your actions', 'Pick a target', 'The action bar', 'When you are asked'],
      ...['Whose move is it?', 'What happened'],
    ]);
    await expect.poll(() => ann.page.evaluate(() => game.tours.get('cadence.player').status)).toBe('completed');
    await ann.reload();
    expect(await welcome(ann).count()).toBe(0);
  });

  it('leaves a prepared world unchanged, unless its GM decides otherwise', async () => {
    const assistant = await table.sit('Assistant', { ...SEEN, greeted: true });
    const settings = () =>
      assistant.page.evaluate(() => [
        game.settings.get('cadence', 'ruleset'),
        ...['energy', 'clash', 'tempo'].map((id) => game.settings.get('cadence', `${id}.played`)),
        game.actors.size,
      ]);
    const before = await settings();
    await welcome(assistant).waitFor();
    await look('welcome-back', assistant);
    await welcome(assistant)
      .getByRole('checkbox', { name: /around/ })
      .uncheck();
    await welcome(assistant).getByRole('button', { name: 'Let’s play' }).click();
    await welcome(assistant).waitFor({ state: 'detached' });
    expect(await settings()).toEqual(before);
    await assistant.leave();
  });

  it('asks the GM of a new world for its ruleset, imports its fight, and shows the way through it', async () => {
    await gm.page.evaluate(async () => {
      await Combat.deleteDocuments([], { deleteAll: true });
      await Actor.deleteDocuments([], { deleteAll: true });
      await game.settings.set('cadence', 'worldWelcomed', false);
    });
    await gm.reload();
    await welcome(gm).waitFor();
    await look('welcome-master', gm);
    await welcome(gm).getByRole('radio', { name: /Clash/ }).check();
    await welcome(gm).getByRole('button', { name: 'Set up the world' }).click();
    await step(gm).waitFor();
    const world = await gm.page.evaluate(() => ({
      ruleset: game.settings.get('cadence', 'ruleset'),
      played: ['energy', 'clash'].map((id) => game.settings.get('cadence', `${id}.played`)),
      types: [...new Set(game.actors.map(({ type }) => type))],
      fights: game.combats.map(({ type }) => type),
      scene: game.scenes.active.name,
    }));
    expect(world).toMatchObject({ ruleset: 'clash', played: [false, true], types: ['clash'], fights: ['clash'] });
    const titles = await walk(gm);
    expect(titles).toContain('Start here');
    expect(vague).toEqual(['Pick a target', 'A fight in four words']);
    expect(titles.at(-1)).toBe('The rules at hand');
    await gm.reload();
    expect(await welcome(gm).count()).toBe(0);
    expect([...gm.errors, ...ann.errors]).toEqual([]);
  });
});

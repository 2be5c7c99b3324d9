import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChat, openTracker } from './support/fight';
import { look, PICTURES, SEEN } from './support/look';
import { atRest, loadDice, openTab, openTable, type Seat, type Table, tokenAt } from './support/table';

const BAR = '#cadence-bar';
const PROMPT = '#cadence-prompt';
const TARGETS = '#cadence-targets';

/** Screens that other tests look at: here only for pictures. */
const picture: typeof look = async (...screen) => {
  if (PICTURES) await look(...screen);
};

/**
 * A whole evening by clicks, from the welcome to the end of the prepared fight, for first-time users. The steps build
 * on each other.
 */
describe('an evening', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;
  const welcome = ({ page }: Seat) => page.locator('#cadence-welcome');
  const action = ({ page }: Seat, id: string) => page.locator(`${BAR} [data-id="${id}"]`).first();
  const cards = ({ page }: Seat) => page.locator('#chat .cadence-card');
  const barOf = ({ page }: Seat) => page.locator(`${BAR} .cadence-bar__who strong`);
  /** What a fighter has left, by name; Energy that is set aside for an action is not left. */
  const left = (name: string) =>
    gm.page.evaluate((name): { aura: number; energy: number } => {
      const { id, actor } = game.combat.combatants.contents.find((one) => one.name === name)!;
      const { energy, setAside } = game.combat.system.states[id] as { energy: number; setAside?: { energy: number } };
      return { aura: actor.system.aura.value, energy: energy - (setAside?.energy ?? 0) };
    }, name);
  const isOver = () => gm.page.evaluate(() => game.combat.system.open === null);
  /** Clicks at the place of the token with the mouse; a window above it would get the click instead. */
  const clickToken = async ({ page }: Seat, name: string) => {
    const { x, y } = await atRest(page, () => tokenAt(page, name));
    await page.mouse.click(x, y);
  };

  beforeAll(async () => {
    table = await openTable({ greets: true });
    gm = await table.sit('Gamemaster', { ...SEEN, greeted: true });
    // This world is still empty.
    await gm.page.evaluate(async () => {
      await Combat.deleteDocuments([], { deleteAll: true });
      await Actor.deleteDocuments([], { deleteAll: true });
      await ChatMessage.deleteDocuments([], { deleteAll: true });
    });
    await gm.reload();
    ann = await table.sit('Ann', { ...SEEN, greeted: true });
  });
  afterAll(() => table?.close());

  it('is played from the welcome to the victory', async () => {
    // The GM chooses a ruleset and imports the fight.
    await welcome(gm)
      .getByRole('radio', { name: /Energy/ })
      .check();
    await welcome(gm)
      .getByRole('checkbox', { name: /around/ })
      .uncheck();
    await welcome(gm).getByRole('button', { name: 'Set up the world' }).click();
    await ann.page.waitForFunction(() => game.scenes.viewed?.name === 'The mill yard');
    expect(await welcome(ann).count()).toBe(0);

    // The player is greeted as soon as they own a hero.
    await openTab(gm.page, 'actors');
    const folder = gm.page.locator('#actors .directory-item.folder', { hasText: 'The mill yard' });
    const entry = gm.page.locator('#actors .directory-item.entry', { hasText: 'Mira' });
    if (!(await entry.isVisible())) await folder.locator('.folder-header').click();
    await entry.click({ button: 'right' });
    await gm.page.locator('#context-menu').getByText('Configure Ownership').click();
    const ownership = gm.page.locator('.document-ownership');
    await ownership.getByLabel('Ann').selectOption('Owner');
    await ownership.getByRole('button', { name: 'Save' }).click();
    await welcome(ann).getByRole('button', { name: 'Open Mira’s sheet' }).waitFor();
    await picture('evening-welcome', ann);
    await welcome(ann)
      .getByRole('checkbox', { name: /around/ })
      .uncheck();
    await welcome(ann).getByRole('button', { name: 'Let’s play' }).click();
    await welcome(ann).waitFor({ state: 'detached' });

    // The buttons of the tracker start the fight, and the bar shows the hero.
    await openTracker(gm.page);
    await picture('evening-before', gm, ann);
    await gm.page.locator('#combat .cadence-footer__controls button').first().click();
    await gm.page.waitForFunction(() => game.combat?.system.clock.phase === 'open');
    await expect.poll(() => barOf(ann).textContent()).toBe('Mira');
    await look('evening-begun', gm, ann);

    // The choice of a target leaves the tokens visible.
    await action(ann, 'ranged-attack').click();
    await ann.page.locator(TARGETS).waitFor();
    await picture('evening-target', ann);
    await ann.page.keyboard.press('Escape');
    await ann.page.locator(TARGETS).waitFor({ state: 'detached' });

    // A player attacks with two clicks: the action and the target.
    await openChat(gm.page);
    await openChat(ann.page);
    await loadDice(ann.page, { face: 15, of: 20 });
    await loadDice(gm.page, { face: 2, of: 20 });
    const miras = await left('Mira');
    await action(ann, 'ranged-attack').click();
    await ann.page.locator(TARGETS).waitFor();
    await clickToken(ann, 'Sellsword');
    await expect.poll(async () => (await left('Mira')).energy).toBeLessThan(miras.energy);
    await expect.poll(isOver).toBe(true);
    await cards(ann).last().locator('.cadence-card__who', { hasText: 'Sellsword' }).waitFor();
    await picture('evening-attack', gm, ann);

    // A GM who controls a foe attacks with two clicks.
    await clickToken(gm, 'Poacher');
    await expect.poll(() => barOf(gm).textContent()).toBe('Poacher');
    await picture('evening-foe', gm);
    const poachers = await left('Poacher');
    await action(gm, 'ranged-attack').click();
    await gm.page.locator(TARGETS).getByText('Mira').click();
    await expect.poll(async () => (await left('Poacher')).energy).toBeLessThan(poachers.energy);

    // The player answers by a click and sees the result.
    const answers = ann.page.locator(`${PROMPT}:not(.cadence-prompt--fresh) .cadence-answer`);
    // What the shot will cost is marked, and paid with its first die.
    await gm.page.locator('#combat .cadence-pip--aside').first().waitFor({ state: 'attached' });
    // A player who takes too long can only let it happen; the roll follows from the click.
    await answers.getByText('Let it happen').waitFor();
    await look('evening-asked', gm, ann);
    await answers.getByText('Let it happen').click();
    await expect.poll(isOver).toBe(true);
    await picture('evening-answered', gm, ann);

    // The menu of a card undoes it.
    const shot = gm.page.locator('#chat .message', { has: gm.page.locator('.cadence-card') }).last();
    const remaining = await left('Poacher');
    await shot.click({ button: 'right' });
    await gm.page.locator('#context-menu').getByText('Undo to before this').click();
    await expect.poll(async () => (await left('Poacher')).energy).toBeGreaterThan(remaining.energy);
    await picture('evening-rewound', gm, ann);

    // All foes are defeated at once, and the fight ends.
    await openTracker(gm.page);
    await gm.page.locator('#combat [data-action="cadenceMany"]').click();
    const many = gm.page.locator('#cadence-bulk');
    await many.getByRole('button', { name: 'Select all foes' }).click();
    await many.locator('.cadence-many__faces li').nth(2).waitFor();
    await many.locator('[data-many="pool"]').selectOption('aura');
    await many.locator('[data-many="points"]').fill('-99');
    await many.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(async () => (await left('Goblin')).aura).toBe(0);
    await many.locator('[data-many="pool"]').selectOption('stamina');
    await many.getByRole('button', { name: 'Apply' }).click();
    // The foes are down and might wake up; the fight can be ended all the same.
    const end = gm.page.locator('#combat .cadence-footer__controls button', { hasText: 'End Combat Anyway' });
    await end.waitFor();
    await picture('evening-won', gm, ann);
    await end.click();
    await gm.page.waitForFunction(() => game.combat.system.clock.phase === 'idle');
    await expect.poll(() => ann.page.locator(BAR).count()).toBe(0);
    await picture('evening-ended', gm, ann);

    // Of an encounter that is gone each card is one line, which opens by a key or a click.
    await gm.page.evaluate(() => game.combat.delete());
    await openChat(ann.page);
    const past = cards(ann).last();
    const head = past.locator('[data-action="cadenceReopen"]');
    await expect.poll(() => head.getAttribute('aria-expanded')).toBe('false');
    expect(await past.locator('> :visible').count()).toBe(1);
    await head.press('Enter');
    await expect.poll(() => head.getAttribute('aria-expanded')).toBe('true');
    await picture('evening-past', ann);

    expect([...gm.errors, ...ann.errors]).toEqual([]);
  });
});

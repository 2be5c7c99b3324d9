import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTracker } from './support/fight';
import { prepareFight, type SecondsFight } from './support/seconds';
import { atRest, loadDice, openTable, type Seat, submit, type Table, untilSo } from './support/table';

/** The lane of a turn, and asks about time. */
describe('three seconds in two windows', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;
  let fight: SecondsFight;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann');
  });
  afterAll(() => table?.close());

  /** Kor, who is Ann's, has the whole first turn left; the brute is eight meters away. */
  beforeEach(async () => {
    fight = await prepareFight(gm.page);
    await ann.page.waitForFunction((id) => game.combats.get(id)?.combatants.size === 2, fight.combat);
    await loadDice(gm.page, { face: 18, of: 20 }, { face: 3, of: 20 });
    await submit(gm.page, fight.combat, { do: 'start', by: 'gm' });
    for (const { page } of [gm, ann]) {
      await untilSo(page, fight.combat, ({ combat, given }) => combat.system.clock.turn === given, fight.kor);
      await openTracker(page);
    }
  });
  afterEach(() => {
    expect([...gm.errors, ...ann.errors]).toEqual([]);
  });

  const lane = ({ page }: Seat) => page.locator(`#combat [data-lane="${fight.kor}"]`);
  const prompt = ({ page }: Seat) => page.locator('.cadence-prompt');
  /** Selects Kor's token for a user, so that the bar is his. */
  const control = async ({ page }: Seat) => {
    await page.evaluate(
      ([combat, kor]) => {
        game.combats.get(combat).combatants.get(kor).token.object.control({ releaseOthers: true });
      },
      [fight.combat, fight.kor],
    );
  };
  /** Returns a point on the screen, this many meters east of Kor. */
  const onScreen = ({ page }: Seat, east: number) =>
    page.evaluate(
      ({ combat, kor, given }): { x: number; y: number } => {
        const { center } = game.combats.get(combat).combatants.get(kor).token.object;
        const { x, y } = canvas.clientCoordinatesFromCanvas({ x: center.x + given, y: center.y });
        return { x, y };
      },
      { combat: fight.combat, kor: fight.kor, given: east * 100 },
    );

  it('[S-19, S-20] only the owner is asked what is held and until when; all lanes show both', async () => {
    await lane(ann).locator('.cadence-lane__rest', { hasText: '3' }).waitFor();
    await submit(ann.page, fight.combat, { do: 'hold', by: fight.kor });
    await prompt(ann)
      .locator('button[data-ask]', { hasText: /Attack.*Spear/ })
      .first()
      .click();
    expect(await gm.page.locator('.cadence-prompt button[data-ask]').count()).toBe(0);
    await prompt(ann).locator('button[data-option="done"]').click();
    const words = prompt(ann).locator('input[data-ask-input]');
    await words.fill('the brute <b>comes</b> near');
    await words.press('Enter');
    await prompt(ann).locator('button[data-option="any"]').click();
    for (const seat of [gm, ann]) {
      await lane(seat).locator('.cadence-lane__flag', { hasText: 'the brute <b>comes</b> near' }).waitFor();
      await expect
        .poll(() => lane(seat).locator('.cadence-lane__span').allInnerTexts())
        .toEqual([expect.stringContaining('1.9')]);
    }
  });

  it('[S-11] a focused action that does not fit extends past the lane, and is drawn as begun once done', async () => {
    await gm.page.evaluate(
      async ({ combat, kor, brute }) => {
        const encounter = game.combats.get(combat);
        await encounter.combatants.get(brute).token.update({ x: 700, y: 600 }, { cadence: { step: 0 } });
        await encounter.update({ system: { states: { [kor]: { seconds: 15 } } } });
      },
      { ...fight },
    );
    await untilSo(
      ann.page,
      fight.combat,
      ({ combat, given }) => combat.system.states[given]?.seconds === 15,
      fight.kor,
    );
    await ann.page.evaluate(
      ([combat, brute]) => {
        game.combats.get(combat).combatants.get(brute).token.object.setTarget(true, { releaseOthers: true });
      },
      [fight.combat, fight.brute],
    );
    await control(ann);
    // The mouse would otherwise stay over a button of the bar.
    await ann.page.mouse.move(2, 2);
    const button = ann.page.locator('#cadence-bar .cadence-action[data-label*="Spear"]').first();
    const ghost = lane(ann).locator('.cadence-lane__ghost--overflows');
    await expect
      .poll(async () => {
        await button.focus();
        return ghost.allInnerTexts();
      })
      .toEqual([expect.stringMatching(/1\.5 s now, .* left/)]);
    await button.press('Enter');
    for (const seat of [gm, ann]) await lane(seat).locator('.cadence-lane__span--begun').waitFor();
    await expect.poll(() => ghost.count()).toBe(0);
  });

  it('[S-74] the ruler counts seconds, double in a mire, and the lane previews them before the move', async () => {
    await gm.page.evaluate(async () => {
      await canvas.scene.createEmbeddedDocuments('Region', [
        {
          name: 'Mire',
          shapes: [{ type: 'rectangle', x: 800, y: 500, width: 400, height: 300 }],
          behaviors: [{ type: 'modifyMovementCost', name: 'Slow', system: { difficulties: { walk: 2 } } }],
        },
      ]);
    });
    await control(gm);
    const from = await atRest(gm.page, () => onScreen(gm, 0));
    const to = await onScreen(gm, 3);
    await gm.page.mouse.move(from.x, from.y);
    await gm.page.mouse.down();
    await gm.page.mouse.move((from.x + to.x) / 2, from.y, { steps: 4 });
    await gm.page.mouse.move(to.x, to.y, { steps: 4 });
    // One meter to its edge, and two in it.
    const label = gm.page.locator('.cadence-waypoint').last();
    await expect.poll(() => label.innerText()).toMatch(/1\.5 s.*Slow going for 2 m/s);
    const ghost = lane(gm).locator('.cadence-lane__ghost--fits');
    await ghost.getByText('1.5 s').waitFor();
    await gm.page.mouse.up();
    await expect.poll(() => ghost.count()).toBe(0);
    await lane(gm).locator('.cadence-lane__span', { hasText: '1.5' }).waitFor();
    await gm.page.evaluate(async () => {
      const mire = canvas.scene.regions.getName('Mire');
      await mire.delete();
    });
  });

  it('[S-91] the duration of speech is drawn on the lane while a slider is moved with the keys', async () => {
    await gm.page.evaluate(
      async ({ combat, kor }) => {
        await game.combats.get(combat).update({ system: { states: { [kor]: { seconds: 10 } } } });
      },
      { ...fight },
    );
    await untilSo(
      ann.page,
      fight.combat,
      ({ combat, given }) => combat.system.states[given]?.seconds === 10,
      fight.kor,
    );
    await submit(ann.page, fight.combat, { do: 'speak', by: fight.kor });
    const words = prompt(ann).locator('input[data-ask-input]');
    await words.fill('Mind the mire!');
    await words.press('Enter');
    // The GM decides how long speech takes.
    const slider = prompt(gm).locator('input[type="range"]');
    await slider.focus();
    for (let tenths = 0; tenths < 12; tenths++) await slider.press('ArrowRight');
    await expect.poll(() => prompt(gm).locator('output').innerText()).toMatch(/1\.2 s.*0\.2 s/);
    await lane(gm).locator('.cadence-lane__ghost--overflows').waitFor();
    for (let tenths = 0; tenths < 6; tenths++) await slider.press('ArrowLeft');
    await slider.press('Enter');
    await lane(gm).locator('.cadence-lane__span', { hasText: '0.6' }).waitFor();
  });

  it('shows no card for the end of a turn', async () => {
    await submit(ann.page, fight.combat, { do: 'end-turn', by: fight.kor });
    const bare = gm.page.locator('#chat .cadence-message--bare').last();
    await bare.waitFor({ state: 'attached' });
    expect(await bare.evaluate((message) => getComputedStyle(message).display)).toBe('none');
  });
});

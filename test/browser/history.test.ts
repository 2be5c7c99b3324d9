import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  COMBAT,
  GNOLL,
  MIRA,
  openChat,
  openTracker,
  perform,
  startEncounter,
  state,
  target,
  untilAsked,
  untilClosed,
  untilStep,
} from './support/fight';
import { inGame, loadDice, openTable, type Seat, type Table } from './support/table';

describe('what has happened', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  beforeEach(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann');
    await startEncounter(gm.page);
    await untilStep(ann.page, 1);
  });
  afterEach(() => table?.close());

  const press = async (action: string) => {
    await openTracker(gm.page);
    const { step } = await state(gm.page);
    await gm.page.locator(`#combat [data-action="${action}"]`).first().click();
    await untilStep(ann.page, step + 1);
    await untilStep(gm.page, step + 1);
  };

  it('is rewound into an exchange: the ask waits anew, a late answer is refused, and redo has the same dice', async () => {
    await loadDice(gm.page, { face: 12, of: 20 });
    await target(gm.page, MIRA);
    await perform(gm.page, GNOLL, 'melee-attack');
    await Promise.all([gm, ann].map(({ page }) => untilAsked(page, 'evasion')));
    const asked = await state(ann.page);
    await loadDice(gm.page, { face: 4, of: 6 });
    await loadDice(ann.page, { face: 2, of: 10 });
    await ann.page.locator('.cadence-prompt button[data-ask]').first().click();
    await untilClosed(gm.page);
    await untilClosed(ann.page);
    const after = await state(gm.page);
    expect(after.fighters[MIRA]!.aura).toBeLessThan(asked.fighters[MIRA]!.aura);

    await press('cadenceRewind');
    const again = await state(ann.page);
    expect(again.fighters).toEqual(asked.fighters);
    expect(again.open).toMatchObject({ id: 'evasion', by: MIRA });
    expect(again.open!.key).not.toBe(asked.open!.key);

    const late = await inGame<string[]>(
      ann.page,
      `const message = await ChatMessage.create({ type: 'request', system: { combat: '${COMBAT}', fighter: '${MIRA}', moment: '',
         command: null, ask: '${asked.open!.key}', answers: [[9]], force: false } });
       for (let wait = 0; wait < 100 && !game.messages.get(message.id).system.refused.length; wait++)
         await new Promise((later) => setTimeout(later, 50));
       return game.messages.get(message.id).system.refused.map(({ id }) => id);`,
    );
    expect(late).toEqual(['closed']);

    await loadDice(ann.page, { face: 10, of: 10 }, { face: 9, of: 10 });
    await press('cadenceRedo');
    const redone = await state(gm.page);
    expect(redone.fighters).toEqual(after.fighters);
    expect(redone.open).toBeNull();
  });

  it('is taken back whole and done again whole, the card struck through in between', async () => {
    const begun = await state(ann.page);
    await perform(ann.page, MIRA, 'defend');
    await untilStep(gm.page, begun.step + 1);
    const done = await state(gm.page);
    await press('cadenceRewind');
    expect((await state(ann.page)).fighters).toEqual(begun.fighters);
    await openChat(ann.page);
    await ann.page.locator('#chat .cadence-card--undone').waitFor();
    await press('cadenceRedo');
    expect((await state(ann.page)).fighters).toEqual(done.fighters);
    await ann.page.locator('#chat .cadence-card--undone').waitFor({ state: 'detached' });
  });

  it('says what it could not put back, because a hand has changed it since', async () => {
    await perform(ann.page, MIRA, 'defend');
    await untilStep(gm.page, 2);
    await inGame(
      gm.page,
      `const { actor } = game.combats.get('${COMBAT}').combatants.get('${MIRA}'); await actor.deleteEmbeddedDocuments('ActiveEffect', actor.effects.map((e) => e.id));`,
    );
    await press('cadenceRewind');
    await gm.page.locator('#notifications .notification').first().waitFor();
    await expect.poll(() => gm.page.locator('#notifications').textContent()).toMatch(/already been removed/);
    expect((await state(gm.page)).fighters[MIRA]!.energy).toBe(5);
  });

  it('keeps dice that have fallen: taking one’s request back and asking again is no second throw', async () => {
    // An exchange is open, so that her request has to wait.
    await loadDice(gm.page, { face: 12, of: 20 });
    await target(gm.page, MIRA);
    await perform(gm.page, GNOLL, 'melee-attack');
    await untilAsked(ann.page, 'evasion');
    const request = (
      face: number,
    ) => `await ChatMessage.create({ type: 'request', system: { combat: '${COMBAT}', fighter: '${MIRA}',
      moment: 'r1', command: { do: 'melee-attack', by: '${MIRA}', at: '${GNOLL}' }, ask: null, answers: [[${face}]], force: false } })`;
    const refused = await inGame<boolean>(
      ann.page,
      `const message = ${request(1)}; await message.delete().catch(() => null); return game.messages.has(message.id);`,
    );
    expect(refused).toBe(true);
    // Past our own client, by the bare socket.
    await inGame(
      ann.page,
      `const message = game.messages.find((m) => m.type === 'request');
       await new Promise((done) => game.socket.emit('modifyDocument', { type: 'ChatMessage', action: 'delete', operation: { ids: [message.id], pack: null, broadcast: true } }, done));
       ${request(20)};`,
    );
    await loadDice(ann.page, { face: 9, of: 10 });
    await loadDice(gm.page, { face: 1, of: 6 }, { face: 1, of: 10 });
    await ann.page.locator('.cadence-prompt button[data-ask]').first().click();
    await expect
      .poll(() =>
        inGame(
          gm.page,
          `return game.messages.filter((m) => m.type === 'energy' && m.system.command.by === '${MIRA}').map((m) => m.system.entries.find(({ ask }) => ask.id === 'combat')?.answer).flat();`,
        ),
      )
      .toEqual([1]);
    expect((await state(gm.page)).fighters[MIRA]!.statuses).toContain('exposed');
  });

  it('puts a token back that was moved past the referee', async () => {
    const before = await state(gm.page);
    const isHome = () =>
      expect
        .poll(async () => (await state(gm.page)).fighters[MIRA]!.x, { timeout: 8000 })
        .toBe(before.fighters[MIRA]!.x);
    const { token, byHand } = {
      token: `const { token } = game.combats.get('${COMBAT}').combatants.get('${MIRA}');`,
      byHand: `await new Promise((done) => game.socket.emit('modifyDocument', { type: 'Token', action: 'update', operation: { parentUuid: token.parent.uuid, updates: [{ _id: token.id, x: token.x - 300 }], pack: null, broadcast: true, diff: true } }, done));`,
    };
    // Two in a row: one with the mark of a step, one that skips the client's own part of a movement.
    await inGame(
      ann.page,
      `${token} await token.update({ x: token.x - 300 }, { cadence: { step: 0 } }).catch(() => null); ${byHand}`,
    );
    await isHome();
    // And such a one alone, once the first are back.
    await ann.page.waitForFunction(
      `game.combats.get('${COMBAT}').combatants.get('${MIRA}').token.x === ${before.fighters[MIRA]!.x}`,
    );
    await inGame(gm.page, `globalThis.tokensMoved = 0; Hooks.on('updateToken', () => globalThis.tokensMoved++);`);
    await inGame(ann.page, `${token} ${byHand}`);
    // There, and back again.
    await gm.page.waitForFunction('globalThis.tokensMoved >= 2');
    await isHome();
  });
});

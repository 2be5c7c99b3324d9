import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  COMBAT,
  GNOLL,
  KOR,
  MIRA,
  openSheet,
  openTracker,
  perform,
  standFirm,
  startEncounter,
  state,
  target,
  untilClosed,
  untilStep,
} from './support/fight';
import { inGame, loadDice, openTable, type Seat, type Table } from './support/table';

/** Sends a request as a hostile console would, and says what became of it. */
async function forge(page: Seat['page'], system: object): Promise<{ refused: string[] } | { error: string }> {
  return inGame(
    page,
    `try {
       const message = await ChatMessage.create({ type: 'request', system: ${JSON.stringify(system)} });
       for (let wait = 0; wait < 100; wait++) {
         const now = game.messages.get(message.id);
         if (!now) return { refused: [] };
         if (now.system.refused.length) return { refused: now.system.refused.map(({ id }) => id) };
         await new Promise((later) => setTimeout(later, 50));
       }
       return { refused: ['nothing happened'] };
     } catch (error) { return { error: error.message }; }`,
  );
}

const intent = (command: object, more: object = {}) => ({
  combat: COMBAT,
  fighter: MIRA,
  moment: 'r1',
  command,
  ask: null,
  answers: [],
  force: false,
  ...more,
});

describe('the referee', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann');
    await startEncounter(gm.page);
    await untilStep(ann.page, 1);
    await standFirm(ann.page, MIRA, gm.page);
  });
  afterAll(() => table?.close());

  const writes = () => table.sandbox.stats().log.length;

  it('writes once for a step of the game master', async () => {
    await loadDice(gm.page, { face: 12, of: 20 });
    const before = writes();
    const { step } = await state(gm.page);
    await perform(gm.page, GNOLL, 'defend');
    await untilStep(ann.page, step + 1);
    expect(writes() - before).toBe(1);
  });

  it('takes two writes for a step of a player: the request, and what became of it', async () => {
    const before = writes();
    const { step } = await state(gm.page);
    await perform(ann.page, MIRA, 'defend');
    await untilStep(gm.page, step + 1);
    await ann.page.waitForTimeout(300);
    expect(writes() - before).toBe(2);
  });

  it.each([
    ['another player’s fighter', intent({ do: 'defend', by: KOR }, { fighter: KOR }), 'not-yours'],
    ['the game master’s clock', intent({ do: 'end-round', by: 'gm' }), 'not-yours'],
    ['a command there is not', intent({ do: 'teleport', by: MIRA }), 'unknown-command'],
    ['no command at all', intent({ nothing: true } as object), 'malformed'],
    ['a way made of words', intent({ do: 'run', by: MIRA, path: [{ x: 'far' }] }), 'malformed'],
    ['another round', intent({ do: 'defend', by: MIRA }, { moment: 'r9' }), 'moment-passed'],
    ['a question nobody asked', { ...intent({}), command: null, ask: '1.1', answers: [[20]] }, 'closed'],
    [
      'help nobody has lent',
      intent({ do: 'unarmed-attack', by: MIRA, at: GNOLL, options: { other: 99 } }),
      'gm-only-option',
    ],
    ['faces no die has', intent({ do: 'unarmed-attack', by: MIRA, at: GNOLL }, { answers: [[21]] }), 'bad-answer'],
  ])('refuses %s, says why, and changes nothing', async (_, system, why) => {
    await inGame(
      gm.page,
      `await game.combats.get('${COMBAT}').combatants.get('${MIRA}').update({ 'system.book.energy': 5 });
      const token = (id) => game.combats.get('${COMBAT}').combatants.get(id).token;
      await token('${GNOLL}').update({ x: token('${MIRA}').x + 100, y: token('${MIRA}').y }, { cadence: { step: 0 } });`,
    );
    const before = await state(gm.page);
    const result = await forge(ann.page, system);
    expect(result).toEqual({ refused: [why] });
    await expect.poll(() => state(gm.page)).toEqual(before);
  });

  it('refuses what the button would have refused, with the same reason', async () => {
    await inGame(
      gm.page,
      `await game.combats.get('${COMBAT}').combatants.get('${MIRA}').update({ 'system.book.energy': 0 });`,
    );
    await inGame(
      gm.page,
      `await game.combats.get('${COMBAT}').combatants.get('${MIRA}').actor.update({ 'system.stamina.value': 1 });`,
    );
    await target(ann.page, GNOLL);
    const sheet = await openSheet(ann.page, MIRA);
    const button = sheet.locator('[data-tab="actions"] [data-id="melee-attack"]').first();
    await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true');
    expect(await forge(ann.page, intent({ do: 'melee-attack', by: MIRA, at: GNOLL }))).toEqual({ refused: ['energy'] });
  });

  it('believes no force but the game master’s', async () => {
    expect(await forge(ann.page, intent({ do: 'defend', by: MIRA }, { force: true }))).toEqual({ refused: ['energy'] });
  });

  it('keeps the numbers of the round out of a player’s reach', async () => {
    const error = await inGame<string>(
      ann.page,
      `try { await game.combats.get('${COMBAT}').combatants.get('${MIRA}').update({ 'system.book.energy': 99 }); return 'written'; }
       catch (error) { return error.message; }`,
    );
    expect(error).toMatch(/lacks permission to update Combatant/);
    expect((await state(gm.page)).fighters[MIRA]!.energy).toBe(0);
  });

  it('leaves names with markup in them text', async () => {
    const name = '<img src=x onerror="globalThis.pwned = true">Gnoll';
    await inGame(
      gm.page,
      `const c = game.combats.get('${COMBAT}').combatants.get('${GNOLL}'); await c.update({ name: ${JSON.stringify(name)} }); await c.token.update({ name: ${JSON.stringify(name)} }, { cadence: { step: 0 } });`,
    );
    await inGame(
      gm.page,
      `await game.combats.get('${COMBAT}').combatants.get('${MIRA}').update({ 'system.book.energy': 5 });`,
    );
    await loadDice(ann.page, { face: 12, of: 20 }, { face: 2, of: 8 });
    await loadDice(gm.page, { face: 2, of: 10 });
    await target(ann.page, GNOLL);
    const { step } = await state(ann.page);
    await perform(ann.page, MIRA, 'melee-attack');
    await untilStep(ann.page, step + 1);
    await untilClosed(ann.page);
    await ann.page.waitForTimeout(300);
    expect(await ann.page.evaluate(() => (globalThis as any).pwned)).toBeUndefined();
    expect(await gm.page.evaluate(() => (globalThis as any).pwned)).toBeUndefined();
  });

  it('offers the game master two ways out of an exchange that cannot be replayed, and keeps its data', async () => {
    await inGame(
      gm.page,
      `await game.combats.get('${COMBAT}').combatants.get('${GNOLL}').update({ 'system.book.energy': 5 });`,
    );
    await loadDice(gm.page, { face: 12, of: 20 });
    await target(gm.page, MIRA);
    await perform(gm.page, GNOLL, 'melee-attack');
    await ann.page.locator('.cadence-prompt button[data-ask]').waitFor();
    await inGame(
      gm.page,
      `const combat = game.combats.get('${COMBAT}');
       const { cursor, history } = combat.system;
       const entries = foundry.utils.deepClone(history[cursor].entries);
       entries[0] = { ask: { kind: 'apply', change: { kind: 'say', word: 'tampered', facts: {} } }, answer: null };
       await combat.update({ ['system.history.' + cursor + '.entries']: entries });`,
    );
    const { step } = await state(gm.page);
    await ann.page.locator('.cadence-prompt button[data-ask]').click();
    await gm.page.locator('#combat [data-action="cadenceCancel"]').waitFor({ state: 'attached' });
    expect((await state(gm.page)).step).toBe(step);
    await openTracker(gm.page);
    await gm.page.locator('#combat [data-action="cadenceByHand"]').click();
    await untilClosed(ann.page);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASS } from '../../src/kernel/ask';
import { defined } from '../../src/kernel/defined';
import { refusingRequests, requestIn } from '../support/request';
import { plain } from './drawn';
import { ANN, BOB, FOE, Party } from './party';
import type { Tab } from './tab';

/**
 * Where players may not create messages of the subtype `request`, an ordinary message carries the request as a flag. No
 * other user could write it for them, since Foundry does not tell who asks.
 */
describe('requests as flags of ordinary messages', () => {
  let party: Party;
  const tab = (user: string): Tab => party.table.tabOf(user);
  const gm = () => tab('Gamemaster');
  const messagesAt = ({ page }: Tab) => page.game.messages.contents.filter(({ flags }) => flags.cadence?.request);
  /** A flag as written from the console. */
  const request = (by: string, more: object = {}) => ({
    combat: party.combat.id,
    fighter: by,
    moment: 'r1',
    command: { do: 'defend', by },
    ask: null,
    answers: [],
    ...more,
  });
  const writes = (user: string, message: object) =>
    party.done(tab(user), () => tab(user).page.CONFIG.ChatMessage.documentClass.create(message));

  beforeAll(async () => {
    const variants = { querySender: 'unnamed' } as const;
    party = await Party.open('energy', ['Gamemaster', 'Ann', 'Bob'], variants, refusingRequests());
    await party.start();
  });
  afterAll(() => party?.table.close());

  it('are accepted and deleted with the step; the server’s refusal is not provoked twice', async () => {
    const { step } = party.combat.system;
    await party.send(tab('Ann'), { do: 'defend', by: party.of(ANN) });
    expect(party.combat.system.step, party.table.log.slice(-5).join('\n')).toBe(step + 1);
    expect(messagesAt(gm())).toEqual([]);
    const { isAble, CONFIG } = tab('Ann').page;
    expect([isAble('requests'), isAble('flaggedRequests')]).toEqual([false, true]);
    const cls = CONFIG.ChatMessage.documentClass;
    const { create } = cls;
    const types: unknown[] = [];
    cls.create = (data: { readonly type?: string }) => {
      types.push(data.type);
      return create.call(cls, data);
    };
    await party.send(tab('Ann'), { do: 'defend', by: party.of(ANN) });
    cls.create = create;
    expect(types).toEqual([undefined]);
  });

  it('wait without a referee, show their command, survive a reload, and are accepted by the next referee', async () => {
    const [bobs, step] = [party.of(BOB), party.combat.system.step];
    gm().leave();
    await party.arrive();
    await party.done(tab('Bob'), () => {
      const { game, submit } = tab('Bob').page;
      return submit(game.combats.contents[0], { do: 'defend', by: bobs }, { force: true });
    });
    tab('Bob').reload();
    await party.arrive();
    for (const user of ['Ann', 'Bob']) {
      const [message, ...others] = messagesAt(tab(user));
      expect(others).toEqual([]);
      expect([message.type, message.author.name, message.visible]).toEqual(['base', 'Bob', true]);
      expect(requestIn(message)).toMatchObject({ fighter: bobs, command: { do: 'defend', by: bobs } });
      expect(plain(await tab(user).page.windows.requestHTML(message))).toMatch(/Kor.*Defend|Defend.*Kor/s);
    }
    gm().reload();
    await party.arrive();
    expect(party.combat.system.step).toBe(step + 1);
    expect(messagesAt(gm())).toEqual([]);
  });

  it('are refused in the flag, readable for their author and the GM, and stay refused', async () => {
    const by = party.of(BOB);
    const { step } = party.combat.system;
    await writes('Ann', { flags: { cadence: { request: request(by) } } });
    gm().reload();
    await party.arrive();
    const [message] = messagesAt(gm());
    expect(requestIn(message)?.refused?.map(({ id }) => id)).toEqual(['not-yours']);
    // She has read it before it was refused.
    const { requestHTML } = tab('Ann').page.windows;
    expect(plain(await requestHTML(messagesAt(tab('Ann'))[0]))).toContain('You do not own');
    expect(['Gamemaster', 'Ann', 'Bob'].map((user) => messagesAt(tab(user))[0].visible)).toEqual([true, true, false]);
    expect(party.combat.system.step).toBe(step);
    await party.done(tab('Ann'), () => tab('Ann').page.withdraw(messagesAt(tab('Ann'))[0]));
    expect(messagesAt(gm())).toEqual([]);
  });

  it('answer asks, whose dice stay bound, and an undo asks again', async () => {
    await party.send(gm(), { do: 'melee-attack', by: party.of(FOE), at: party.of(ANN) });
    const asked = () =>
      tab('Ann')
        .page.openAsks(party.combatAt(tab('Ann')))
        .find(({ isMine }) => isMine);
    const answers = (given: unknown[]) =>
      party.done(tab('Ann'), () =>
        tab('Ann').page.answer(party.combatAt(tab('Ann')), defined(asked(), 'an ask').key, given),
      );
    while (asked()?.ask.kind === 'offer') await answers([PASS]);
    const first = asked();
    expect(first?.ask.kind).toBe('dice');
    await answers([2]);
    const given = () => Object.values(party.combat.system.history).at(-1);
    expect(given()?.entries.map(({ answer }) => answer)).toContainEqual([2]);
    expect(party.gm.page.game.users.get(defined(given(), 'a step').user).name).toBe('Ann');
    await party.done(gm(), () => gm().page.rewindStep(party.combat));
    expect(asked()?.ask.id).toBe(first?.ask.id);
    expect(asked()?.key).not.toBe(first?.key);
    // Late: it was for the ask that was undone.
    await writes('Ann', {
      flags: { cadence: { request: request(party.of(ANN), { command: null, ask: first?.key, answers: [[20]] }) } },
    });
    expect(party.refusals()).toEqual(['closed']);
    // What it answered is not known any more, and may have been a choice: only what follows an answer is a die.
    const shown = async (given: number[][]) => {
      const late = request(party.of(ANN), { command: null, ask: first?.key, answers: given });
      await writes('Ann', { flags: { cadence: { request: late } } });
      const message = defined(messagesAt(gm()).at(-1), 'a request');
      const text = plain(await gm().page.windows.requestHTML(message));
      await party.done(gm(), () => message.delete());
      return text.split('Dice rolled:')[1]?.replaceAll(/\s+/g, ' ').trim();
    };
    expect(await shown([[PASS]])).toBeUndefined();
    expect(await shown([[PASS], [7, 4]])).toBe('7 4');
    await answers([3]);
    await party.answerAll();
    expect(messagesAt(gm())).toHaveLength(1);
    await party.done(gm(), () => messagesAt(gm())[0].delete());
  });

  it('with dice cannot be withdrawn while they wait', async () => {
    await party.send(gm(), { do: 'melee-attack', by: party.of(FOE), at: party.of(BOB) });
    const by = party.of(ANN);
    await writes('Ann', {
      flags: {
        cadence: { request: request(by, { command: { do: 'melee-attack', by, at: party.of(FOE) }, answers: [[2]] }) },
      },
    });
    const [message] = messagesAt(tab('Ann'));
    expect(requestIn(message)?.refused ?? []).toEqual([]);
    await party.done(tab('Ann'), () => message.delete());
    expect(messagesAt(gm())).toHaveLength(1);
    expect(party.heard(tab('Ann'))).toContain('Dice were already rolled');
    await party.done(gm(), () => messagesAt(gm())[0].delete());
    await party.answerAll();
  });

  it('are ordinary messages if unreadable, and no requests on a card or under another author', async () => {
    const { step } = party.combat.system;
    for (const flag of ['x', 5, [], null])
      await writes('Ann', { content: 'Well.', flags: { cadence: { request: flag } } });
    const by = party.of(ANN);
    await writes('Ann', { type: 'energy', flags: { cadence: { request: request(by) } } });
    const said = gm().page.game.messages.contents.filter(({ author }) => author.name === 'Ann');
    expect(said.map(({ visible }) => visible)).toEqual([true, true, true, true, true]);
    expect(party.combat.system.step).toBe(step);
    await party.done(gm(), () => gm().page.CONFIG.ChatMessage.documentClass.deleteDocuments(said.map(({ id }) => id)));
    expect(party.table.faults).toEqual([]);
    await party.judge();
  });
});

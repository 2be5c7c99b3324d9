import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { flagged } from '../support/request';
import { passes } from './passing';
import { ANNS, COMBAT, OPENING, Siege } from './siege';

const MESSAGES = ['annsMessage00000', 'annsMessage00001', 'annsMessage00002'];

describe('requests that their author makes ordinary messages', () => {
  it(
    'while the referee refuses others are left alone, without an error',
    async () => {
      const siege = await Siege.open('energy');
      await siege.calm();
      const { ann, gm, table } = siege;
      const data = MESSAGES.map((_id) => ({
        ...flagged(siege.intent({ do: 'defend', by: ANNS }, { combat: 'gone' })),
        _id,
      }));
      void ann.raw('modifyDocument', { type: 'ChatMessage', action: 'create', operation: { data, keepId: true } });
      // Delivered until the GM's tab has sent its first refusal.
      for (let at = 0; at < 1000 && !gm.wire.pending.includes('up'); at++) {
        const next = table.pending().find(({ tab }) => tab === ann || tab === gm);
        await (next ? table.deliver(next) : table.idle());
      }
      expect(gm.wire.pending).toContain('up');
      const flags = { cadence: { request: { __$OPERATOR$__: 'ForcedDeletion' } } };
      const updates = MESSAGES.map((_id) => ({ _id, flags }));
      void ann.raw('modifyDocument', { type: 'ChatMessage', action: 'update', operation: { updates } });
      while (ann.wire.pending.includes('up')) await table.deliver({ tab: ann, direction: 'up' });
      await table.settle();
      expect(siege.waiting()).toEqual([]);
      expect(table.faults).toEqual([]);
      table.close();
    },
    OPENING,
  );
});

describe('a request whose refusal another package prevents', () => {
  it(
    'is tried three times, not at every change, and again when the package allows it',
    async () => {
      const siege = await Siege.open('energy');
      await siege.calm();
      const { ann, gm, table } = siege;
      const { Hooks, game } = gm.page;
      let tries = 0;
      const veto = Hooks.on('preUpdateChatMessage', () => {
        tries += 1;
        return false;
      });
      const data = [flagged(siege.intent({ do: 'no-such', by: ANNS }))];
      void ann.raw('modifyDocument', { type: 'ChatMessage', action: 'create', operation: { data } });
      await passes(table, 1000);
      for (let at = 0; at < 5; at++) {
        Hooks.callAll('userConnected', game.user, true);
        await passes(table, 1000);
      }
      expect([tries, siege.waiting()]).toEqual([3, [expect.anything()]]);
      Hooks.off('preUpdateChatMessage', veto);
      await passes(table, 60_000);
      expect(siege.waiting()).toEqual([]);
      table.close();
    },
    OPENING,
  );
});

describe('messages on the socket of the system', () => {
  let siege: Siege;
  beforeAll(async () => {
    siege = await Siege.open('energy', { present: ['Gamemaster', 'Ann', 'Bob', 'Second', 'Second'] });
    await siege.calm();
  }, OPENING);
  afterAll(() => siege?.table.close());
  afterEach(() => expect(siege.table.faults.splice(0)).toEqual([]));

  const odd = { toString: null, valueOf: null };
  it.each([
    ['nothing', null],
    ['a text', 'pong'],
    ['a list', [1, [2]]],
    ['an odd pong', { pong: odd }],
    ['an odd ping', { ping: odd }],
    ['a list as pong', { pong: ['__proto__'] }],
    ['a name of every object as pong', { pong: '__proto__' }],
    ['a long pong', { pong: 'x'.repeat(100_000) }],
    ['both', { ping: null, pong: odd }],
  ])('do no harm with %s', async (_, signal) => {
    void siege.ann.raw('system.cadence', signal);
    await siege.table.settle();
  });

  it('answer for a window only from its own user', async () => {
    const [first] = siege.table.tabs.filter(({ user }) => user === 'Second');
    const tab = defined(first, 'a tab');
    const { gm, ann, table } = siege;
    tab.does('referees', () => tab.page.takeReferee(tab.page.game.combats.get(COMBAT)));
    await table.settle();
    const { client } = defined(siege.combat.system.referee, 'a referee');
    // Their other window stays, so the user is still connected.
    tab.leave();
    await table.settle();
    expect(gm.page.isReferee(siege.combat)).toBe(false);
    const socket = ann.page.game.socket as unknown as {
      on(event: string, heard: () => void): void;
      emit(event: string, signal: object): void;
    };
    socket.on('system.cadence', () => socket.emit('system.cadence', { pong: client }));
    expect(await siege.posts(siege.intent({ do: 'defend', by: ANNS }))).toBe('taken');
    expect(siege.combat.system.referee?.user).toBe(gm.page.game.user.id);
  });
});

describe('queries with odd data', () => {
  let siege: Siege;
  beforeAll(async () => {
    siege = await Siege.open('tempo');
  }, OPENING);
  afterAll(() => siege?.table.close());

  const odd = { toString: null, valueOf: null };
  const QUERIES = ['cadence.here', 'cadence.secret', 'cadence.request'];
  const DATA: readonly unknown[] = [
    null,
    'x',
    [odd],
    { user: odd },
    { of: 'Actor.x.Foo.y', state: {}, salt: 'x' },
    { of: odd, state: odd, salt: odd },
    { combat: odd, fighter: odd, moment: odd, command: odd, ask: odd, answers: odd, force: odd },
  ];
  it.each(QUERIES)('%s is answered without an error', async (queryName) => {
    const userId = siege.gm.page.game.user.id;
    const answers: unknown[] = [];
    for (const [at, data] of DATA.entries())
      void siege.ann
        .raw('userQuery', { userId, queryId: `q${at}`, queryName, data, timeout: 1000 })
        .then((answer) => answers.push(answer));
    await siege.table.settle();
    expect(answers).toHaveLength(DATA.length);
    expect(JSON.stringify(answers)).not.toMatch(/error/i);
    expect(siege.table.faults.splice(0)).toEqual([]);
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { flagged } from '../support/request';
import { ANNS, COMBAT, HostileTable, OPENING } from './hostile-table';
import { passes } from './passing';

const MESSAGES = ['annsMessage00000', 'annsMessage00001', 'annsMessage00002'];

describe('requests that their author makes ordinary messages', () => {
  it(
    'while the referee refuses others are left alone, without an error',
    async () => {
      const hostile = await HostileTable.open('energy');
      await hostile.calm();
      const { ann, gm, table } = hostile;
      const data = MESSAGES.map((_id) => ({
        ...flagged(hostile.intent({ do: 'defend', by: ANNS }, { combat: 'gone' })),
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
      expect(hostile.waiting()).toEqual([]);
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
      const hostile = await HostileTable.open('energy');
      await hostile.calm();
      const { ann, gm, table } = hostile;
      const { Hooks, game } = gm.page;
      let tries = 0;
      const veto = Hooks.on('preUpdateChatMessage', () => {
        tries += 1;
        return false;
      });
      const data = [flagged(hostile.intent({ do: 'no-such', by: ANNS }))];
      void ann.raw('modifyDocument', { type: 'ChatMessage', action: 'create', operation: { data } });
      await passes(table, 1000);
      for (let at = 0; at < 5; at++) {
        Hooks.callAll('userConnected', game.user, true);
        await passes(table, 1000);
      }
      expect([tries, hostile.waiting()]).toEqual([3, [expect.anything()]]);
      Hooks.off('preUpdateChatMessage', veto);
      await passes(table, 60_000);
      expect(hostile.waiting()).toEqual([]);
      table.close();
    },
    OPENING,
  );
});

describe('messages on the socket of the system', () => {
  let hostile: HostileTable;
  beforeAll(async () => {
    hostile = await HostileTable.open('energy', { present: ['Gamemaster', 'Ann', 'Bob', 'Second', 'Second'] });
    await hostile.calm();
  }, OPENING);
  afterAll(() => hostile?.table.close());
  afterEach(() => expect(hostile.table.faults.splice(0)).toEqual([]));

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
    void hostile.ann.raw('system.cadence', signal);
    await hostile.table.settle();
  });

  it('answer for a window only from its own user', async () => {
    const [first] = hostile.table.tabs.filter(({ user }) => user === 'Second');
    const tab = defined(first, 'a tab');
    const { gm, ann, table } = hostile;
    tab.does('referees', () => tab.page.takeReferee(tab.page.game.combats.get(COMBAT)));
    await table.settle();
    const { client } = defined(hostile.combat.system.referee, 'a referee');
    // Their other window stays, so the user is still connected.
    tab.leave();
    await table.settle();
    expect(gm.page.isReferee(hostile.combat)).toBe(false);
    const socket = ann.page.game.socket as unknown as {
      on(event: string, heard: () => void): void;
      emit(event: string, signal: object): void;
    };
    socket.on('system.cadence', () => socket.emit('system.cadence', { pong: client }));
    expect(await hostile.posts(hostile.intent({ do: 'defend', by: ANNS }))).toBe('taken');
    expect(hostile.combat.system.referee?.user).toBe(gm.page.game.user.id);
  });
});

describe('queries with odd data', () => {
  let hostile: HostileTable;
  beforeAll(async () => {
    hostile = await HostileTable.open('tempo');
  }, OPENING);
  afterAll(() => hostile?.table.close());

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
    const userId = hostile.gm.page.game.user.id;
    const answers: unknown[] = [];
    for (const [at, data] of DATA.entries())
      void hostile.ann
        .raw('userQuery', { userId, queryId: `q${at}`, queryName, data, timeout: 1000 })
        .then((answer) => answers.push(answer));
    await hostile.table.settle();
    expect(answers).toHaveLength(DATA.length);
    expect(JSON.stringify(answers)).not.toMatch(/error/i);
    expect(hostile.table.faults.splice(0)).toEqual([]);
  });
});

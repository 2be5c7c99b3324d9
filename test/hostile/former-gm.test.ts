import { afterEach, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { plain } from '../headless/drawn';
import type { Tab } from '../headless/tab';
import { anyAnswer } from '../support/answer';
import { core, thorough } from '../tiers/tier';
import { actor, COMBAT, FOE, HostileTable, OPENING } from './hostile-table';

const [PLAYER, GAMEMASTER] = [1, 4] as const;
const STEP = 'cadenceStep';
const FORGED = 'forgedMessage000';
const PRESENT = ['Gamemaster', 'Ann', 'Bob', 'Second'] as const;

let hostile: HostileTable;
afterEach(() => hostile?.table.close());

const second = (): Tab => hostile.tab('Second');
const user = (name: string) => hostile.gm.page.game.users.getName(name);
const lower = (name: string, role: number) => hostile.gmDoes(() => user(name).update({ role }));
const deletes = (name: string) => hostile.gmDoes(() => user(name).delete());
const drawn = (id: string, tab = hostile.gm): Promise<string> =>
  tab.page.windows.cardHTML(tab.page.game.messages.get(id)).then(plain);
const stored = (id: string) => hostile.table.all('messages').find(({ _id }) => _id === id);
/** A message that looks like a GM's card. */
const forgery = () => ({
  type: 'ChatMessage',
  action: 'create',
  operation: {
    data: [{ _id: FORGED, type: 'energy', system: { combat: '', step: 1, cursor: 1, history: {}, open: null } }],
    keepId: true,
  },
});
const NOT_A_GMS = /not written by a GM/;

const adjust = (at: string, to: number) => ({ do: 'adjust', by: 'gm', at, options: { pool: 'stamina', to } });

describe.each([
  ['loses the role', () => user('Second').update({ role: PLAYER })],
  ['is deleted', () => user('Second').delete()],
] as const)('a referee who %s between the claim of a step and the step', core, (_, ends) => {
  it(
    'leaves an encounter that goes on',
    async () => {
      hostile = await HostileTable.open('energy', { present: [...PRESENT] });
      await hostile.calm();
      const { table, gm } = hostile;
      const combat = () => second().page.game.combats.get(COMBAT);
      second().does('referees', () => second().page.takeReferee(combat()));
      await table.settle();
      const { step } = hostile.combat.system;
      const before = hostile.gm.page.encounterOf(hostile.combat).fighters[FOE].pools.stamina.value;
      second().does('adjusts', () => second().page.submit(combat(), adjust(FOE, 1), { force: true }));
      const mark = `${STEP}${String(step + 1).padStart(5, '0')}`;
      const isClaimed = () =>
        table.all('combats').some(({ _id, groups }) => _id === COMBAT && groups.some((each) => each._id === mark));
      while (!isClaimed()) {
        const next = table.pending().find(({ tab }) => tab === second());
        await (next ? table.deliver(next) : table.idle());
      }
      gm.does('ends it', ends);
      await table.idle();
      while (gm.wire.pending.includes('up')) await table.deliver({ tab: gm, direction: 'up' });
      await table.settle();
      await hostile.commands(adjust(FOE, 2));
      expect(hostile.combat.system.history[hostile.combat.system.cursor].command).toMatchObject({
        do: 'adjust',
        options: { to: 2 },
      });
      await hostile.rewinds();
      expect(hostile.gm.page.encounterOf(hostile.combat).fighters[FOE].pools.stamina.value).toBe(before);
      // The mark of the former referee is gone.
      const groups = table.all('combats').find(({ _id }) => _id === COMBAT)?.groups ?? [];
      const writers = groups.filter(({ _id }) => _id >= mark).map(({ _stats }) => _stats.lastModifiedBy);
      expect(new Set(writers)).toEqual(new Set([gm.page.game.user.id]));
    },
    OPENING * 2,
  );
});

describe('cards of a former GM', thorough, () => {
  const OUTSIDE = { do: 'melee-attack', by: `Actor.${actor(3)}`, at: `Actor.${actor(0)}` };
  /** The second GM begins an exchange outside encounters that waits for Ann. Returns the id of its card. */
  async function exchangeOfSecond(): Promise<string> {
    hostile = await HostileTable.open('energy', { present: [...PRESENT] });
    await hostile.calm();
    await hostile.gmDoes((game) => game.combats.get(COMBAT).delete());
    // Outside encounters the active GM's window writes.
    hostile.gm.leave();
    await hostile.table.settle();
    const { page } = second();
    const card = page.draftCard('energy');
    second().does('attacks', () => page.submit(card, OUTSIDE, { force: true }));
    await hostile.table.settle();
    const { id, author } = defined(
      page.game.messages.contents.find(({ type, system }) => type === 'energy' && system.open),
      'an open card',
    );
    expect(author.id).toBe(page.game.user.id);
    hostile.table.clock.now += 1000;
    return id;
  }
  const gmReturns = async (): Promise<void> => {
    hostile.gm.reload();
    await hostile.table.settle();
  };
  const openAt = (id: string) => hostile.gm.page.game.messages.get(id)?.system.open;

  /** Answers each ask of the card until it is over. */
  async function finishes(id: string): Promise<void> {
    for (let asked = 0; openAt(id) && asked < 20; asked++)
      for (const tab of hostile.table.tabs.filter(({ user: name }) => name !== 'Second')) {
        const message = tab.page.game.messages.get(id);
        const mine = message && tab.page.openAsks(message).find((ask) => ask.isMine);
        if (mine) tab.does('answers', () => tab.page.answer(message, mine.key, anyAnswer(mine.ask, hostile.table.die)));
        await hostile.table.settle();
      }
  }

  it.each([
    ['after a new role', () => lower('Second', PLAYER), false],
    ['after a new role and a reload', () => lower('Second', PLAYER), true],
    ['after the deletion of the user', () => deletes('Second'), false],
    ['after the deletion of the user and a reload', () => deletes('Second'), true],
  ])(
    'still count, and an open exchange goes on %s',
    async (_, ends, reloads) => {
      const id = await exchangeOfSecond();
      await gmReturns();
      await ends();
      if (reloads) await gmReturns();
      expect(await drawn(id)).not.toMatch(NOT_A_GMS);
      expect(await drawn(id, hostile.ann)).not.toMatch(NOT_A_GMS);
      expect(openAt(id)).toBeTruthy();
      await finishes(id);
      expect(openAt(id)).toBeNull();
      expect(hostile.table.faults).toEqual([]);
    },
    OPENING * 2,
  );

  it.each([
    ['was lowered', false],
    ['was deleted', true],
  ])(
    'still count if the user %s while no GM was connected, but not what they write afterwards',
    async (_, isDeleted) => {
      const id = await exchangeOfSecond();
      // As in the user management outside the game.
      const { store } = hostile.table.world;
      const source = defined(
        hostile.table.all('users').find(({ name }) => name === 'Second'),
        'a user',
      );
      const gamemaster = hostile.table.all('users').find(({ name }) => name === 'Gamemaster')?._id;
      const { now } = hostile.table.clock;
      const _stats = { ...source._stats, modifiedTime: now, lastModifiedBy: gamemaster };
      hostile.table.clock.now += 1000;
      if (!isDeleted) {
        await store.write([
          { collection: 'users', id: source._id, source: { ...source, role: PLAYER, _stats } as never },
        ]);
        await hostile.writes(forgery(), second());
      }
      second().leave();
      if (isDeleted) await store.write([{ collection: 'users', id: source._id, source: null as never }]);
      await gmReturns();
      expect(hostile.gm.page.game.users.get(source._id)?.isGM ?? false).toBe(false);
      expect(await drawn(id)).not.toMatch(NOT_A_GMS);
      if (!isDeleted) expect(await drawn(FORGED)).toMatch(NOT_A_GMS);
      await finishes(id);
      expect(openAt(id)).toBeNull();
    },
    OPENING * 2,
  );

  it(
    'cannot be changed by them any more, and what they forge then does not count',
    async () => {
      const id = await exchangeOfSecond();
      await gmReturns();
      // Both leave before either hears of the other: the change arrives just after the role.
      hostile.gm.does('lowers', () => user('Second').update({ role: PLAYER }));
      await hostile.table.idle();
      while (hostile.gm.wire.pending.includes('up')) await hostile.table.deliver({ tab: hostile.gm, direction: 'up' });
      const change = (system: object) => ({
        type: 'ChatMessage',
        action: 'update',
        operation: { updates: [{ _id: id, system }] },
      });
      void second().raw('modifyDocument', change({ step: 40, open: null }));
      while (second().wire.pending.includes('up')) await hostile.table.deliver({ tab: second(), direction: 'up' });
      await hostile.table.settle();
      const late = await hostile.writes(change({ step: 50 }), second());
      const message = hostile.gm.page.game.messages.get(id);
      const isTrusted = !NOT_A_GMS.test(await drawn(id));
      expect(isTrusted && [40, 50].includes(message.system.step)).toBe(false);
      if (isTrusted) expect(late.error?.message).toMatch(/permission/);
      await hostile.writes(forgery(), second());
      expect(await drawn(FORGED)).toMatch(NOT_A_GMS);
      hostile.gm.reload();
      await hostile.table.settle();
      expect(await drawn(FORGED)).toMatch(NOT_A_GMS);
    },
    OPENING * 2,
  );
});

describe('a player who becomes a GM', core, () => {
  it(
    'does not make a GM’s of what they wrote as a player, also after another GM changed it',
    async () => {
      hostile = await HostileTable.open('energy');
      await hostile.calm();
      await hostile.writes(forgery());
      expect(await drawn(FORGED)).toMatch(NOT_A_GMS);
      await hostile.gmDoes((game) =>
        game.messages
          .get(FORGED)
          .update({ flavor: 'x' })
          .catch(() => undefined),
      );
      expect(stored(FORGED)?._stats.lastModifiedBy).toBe(hostile.ann.page.game.user.id);
      await lower('Ann', GAMEMASTER);
      expect(await drawn(FORGED)).toMatch(NOT_A_GMS);
      hostile.gm.reload();
      await hostile.table.settle();
      expect(await drawn(FORGED)).toMatch(NOT_A_GMS);
      expect(await drawn(FORGED, hostile.tab('Bob'))).toMatch(NOT_A_GMS);
      await lower('Ann', PLAYER);
      expect(hostile.table.faults).toEqual([]);
    },
    OPENING,
  );
});

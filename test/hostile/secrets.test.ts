import { afterEach, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { ANNS, BOBS, COMBAT, FOE, HostileTable, OPENING } from './hostile-table';

/** What one player may do to the secrets sent to others. */
describe('secrets of others', () => {
  let hostile: HostileTable;
  afterEach(() => hostile?.table.close());

  const opened = async (querySender: 'named' | 'unnamed' = 'named') => {
    hostile = await HostileTable.open('tempo', { variants: { querySender } });
  };
  const master = () => hostile.ann.page.game.users.contents.find(({ name }) => name === 'Gamemaster');
  const tells = (secret: object) =>
    void defined(master(), 'the game master')
      .query('cadence.secret', secret, {})
      .catch(() => null);
  const floods = async (count: number, length = 10) => {
    for (let told = 0; told < count; told++)
      tells({
        of: ANNS,
        state: { 'plan-1': { action: 'rest' }, [`plan-${told}`]: { action: 'x'.repeat(length) } },
        salt: `flood ${told}`,
      });
    await hostile.table.settle();
  };
  /** Bob's fighter scans the foe; the result is sealed. */
  const scans = async () => {
    await hostile.commands({ do: 'scan', by: BOBS, at: FOE });
    const bob = hostile.tab('Bob');
    const [asked] = bob.page.openAsks(bob.page.game.combats.get(COMBAT));
    bob.does('answers', () => bob.page.answer(bob.page.game.combats.get(COMBAT), asked.key, ['body']));
    await hostile.table.settle();
  };
  const entries = () =>
    Object.values(hostile.combat.system.history).flatMap((step) => hostile.gm.page.unsealed(step.entries));
  const scanned = () => entries().filter(({ ask }) => ask.change?.kind === 'log' && ask.change.id === 'scan-body');
  const keyOf = (): string => `cadence.secrets.${hostile.gm.page.game.world.id}`;
  const raw = () => hostile.gm.local.getItem(keyOf()) as string;

  it.each(['named', 'unnamed'] as const)(
    'are not displaced by what one player sends, with a sender that is %s',
    async (querySender) => {
      await opened(querySender);
      await scans();
      expect(scanned().length).toBe(1);
      expect(scanned()[0].ask.change.facts).toHaveProperty('hp');
      await floods(210);
      expect(scanned()[0].ask.change.facts).toHaveProperty('hp');
      expect(hostile.table.faults).toEqual([]);
    },
    OPENING,
  );

  it(
    'survive a flood in the storage, which one player fills only up to their quota',
    async () => {
      await opened();
      await scans();
      await floods(150, 8000);
      const kept = Object.values<{ readonly of: string }>(JSON.parse(raw()));
      expect(
        kept.filter(({ of }) => of === ANNS).reduce((sum, one) => sum + JSON.stringify(one).length, 0),
      ).toBeLessThan(150_000);
      hostile.gm.reload();
      await hostile.table.settle();
      expect(scanned()[0].ask.change.facts).toHaveProperty('hp');
      expect(hostile.table.faults).toEqual([]);
    },
    OPENING,
  );

  it(
    'that the player has sent and a fighter carries survive a flood by that player',
    async () => {
      await opened();
      const plan = { of: ANNS, state: { 'plan-1': { action: 'rest' } }, salt: 'plan' };
      tells(plan);
      const operation = {
        updates: [{ _id: ANNS, system: { stamp: hostile.gm.page.stampOf(plan) } }],
        parentUuid: `Combat.${COMBAT}`,
      };
      await hostile.writes({ type: 'Combatant', action: 'update', operation });
      await floods(210);
      const { state } = hostile.gm.page.encounterOf(hostile.combat).fighters[ANNS];
      expect(state['plan-1']).toEqual({ action: 'rest' });
    },
    OPENING,
  );

  it.each([['null'], ['5'], ['"x"'], ['[1]'], ['{'], ['{"a":null,"b":{"of":1}}']])(
    'are kept where the storage held %s',
    async (garbage) => {
      await opened();
      hostile.gm.local.setItem(keyOf(), garbage);
      hostile.gm.reload();
      await hostile.table.settle();
      await scans();
      expect(scanned()[0].ask.change.facts).toHaveProperty('hp');
      expect(hostile.table.faults).toEqual([]);
    },
    OPENING,
  );

  it(
    'are kept in memory where the storage is full',
    async () => {
      await opened();
      hostile.gm.local.most = 0;
      await scans();
      expect(scanned()[0].ask.change.facts).toHaveProperty('hp');
      expect(hostile.table.faults).toEqual([]);
    },
    OPENING,
  );

  it(
    'that another window of the browser received are known here',
    async () => {
      await opened();
      const second = hostile.table.sit('Gamemaster');
      await hostile.table.settle();
      const secret = { of: ANNS, state: { 'plan-1': { action: 'rest' } }, salt: 'plan' };
      expect(second.page.secretAt(second.page.stampOf(secret))).toBe(null);
      tells(secret);
      await hostile.table.settle();
      const stamp = second.page.stampOf(secret);
      expect([hostile.gm.page.secretAt(stamp), second.page.secretAt(stamp)]).toEqual([secret, secret]);
    },
    OPENING,
  );

  it(
    'are parsed once for any number of reads',
    async () => {
      await opened();
      await floods(60, 1000);
      const scope = hostile.gm.scope as { localStorage: { getItem(key: string): string | null } };
      let reads = 0;
      const { getItem } = scope.localStorage;
      scope.localStorage.getItem = (key: string) => {
        reads++;
        return getItem(key);
      };
      for (let look = 0; look < 50; look++) hostile.gm.page.encounterOf(hostile.combat);
      hostile.gm.page.secretAt('no fighter bears it');
      expect(reads).toBe(0);
    },
    OPENING,
  );
});

describe('a client that does not respond to a query', () => {
  it(
    'delays the steps of others once, is named once, and still receives secrets',
    async () => {
      const hostile = await HostileTable.open('tempo');
      const { ann, gm } = hostile;
      let told = 0;
      ann.page.CONFIG.queries['cadence.secret'] = () => {
        told++;
        return new Promise(() => {});
      };
      const waited: number[] = [];
      let last = hostile.table.clock.now;
      for (let scan = 0; scan < 8; scan++) {
        await hostile.commands({ do: 'scan', by: ANNS, at: FOE });
        const [asked] = gm.page.openAsks(hostile.combat);
        const before = hostile.table.clock.now;
        // The patience with a client comes back with time.
        const regained = (before - last) * 0.05;
        gm.page.Hooks.once('updateCombat', () => waited.push(hostile.table.clock.now - before - regained));
        last = before;
        gm.does('answers', () => gm.page.answer(hostile.combat, asked.key, ['body']));
        await hostile.table.settle();
      }
      expect(told).toBe(8);
      expect(waited.length).toBe(8);
      // The cost of the very first query is not paid again.
      expect(Math.max(...waited)).toBeLessThan(1000);
      const said = hostile.table.log.filter((line) => /reads .*does not respond/.test(line));
      expect(said).toEqual([expect.stringMatching(/^Gamemaster reads \(warn\): Ann/)]);
      await hostile.table.close();
    },
    OPENING,
  );
});

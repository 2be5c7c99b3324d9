import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { ANNS, BOBS, COMBAT, HostileTable, OPENING } from './hostile-table';

describe('plans, and messages about them', () => {
  let hostile: HostileTable;
  const state = (fighter: string) => hostile.gm.page.encounterOf(hostile.combat).fighters[fighter].state;
  const bears = (fighter: string): string => hostile.combat.combatants.get(fighter).system.stamp;
  /** Sends a query to the GM's client, as any client may. */
  const tells = async (name: string, data: unknown) => {
    const { game } = hostile.ann.page;
    const master = game.users.contents.find(({ name: who }) => who === 'Gamemaster');
    hostile.ann.does('tells', () =>
      defined(master, 'the game master')
        .query(name, data, { timeout: 1000 })
        .catch(() => null),
    );
    await hostile.table.settle();
  };
  const stamps = (fighter: string, stamp: string, tab = hostile.ann) =>
    hostile.writes(
      {
        type: 'Combatant',
        action: 'update',
        operation: { updates: [{ _id: fighter, system: { stamp } }], parentUuid: `Combat.${COMBAT}` },
      },
      tab,
    );

  beforeAll(async () => {
    hostile = await HostileTable.open('tempo', { variants: { querySender: 'named' } });
    const bob = hostile.tab('Bob');
    bob.does('plans', () =>
      bob.page.submit(bob.page.game.combats.get(COMBAT), {
        do: 'plan',
        by: BOBS,
        options: { action: 'rest', slot: '1' },
      }),
    );
    await hostile.table.settle();
  }, OPENING);
  afterAll(() => hostile?.table.close());

  const planOf = (fighter: string) =>
    Object.fromEntries(Object.entries(state(fighter)).filter(([key]) => key.startsWith('plan-')));

  it('a plan is known to its owner and the GM', () => {
    expect(bears(BOBS)).toMatch(/^[0-9a-f]{64}$/);
    expect(Object.keys(planOf(BOBS))).not.toEqual([]);
  });

  it('a copy of another’s stamp on a player’s own combatant is no plan', async () => {
    expect((await stamps(ANNS, bears(BOBS))).error).toBeUndefined();
    expect(planOf(ANNS)).toEqual({});
    const own = hostile.ann.page;
    expect(own.encounterOf(own.game.combats.get(COMBAT)).fighters[BOBS].state).not.toMatchObject(planOf(BOBS));
  });

  it('a plan sent for another user’s fighter is ignored: its combatant has another stamp', async () => {
    const before = hostile.picture();
    const plan = planOf(BOBS);
    await tells('cadence.secret', { of: BOBS, state: { 'plan-1': { action: 'flee' } }, salt: 'x' });
    expect(planOf(BOBS)).toEqual(plan);
    expect(hostile.picture()).toEqual(before);
  });

  it('a plan sent by a third player is not even stored, and one sent by its owner is', async () => {
    const forged = { of: BOBS, state: { 'plan-1': { action: 'flee' } }, salt: 'third' };
    const own = { of: ANNS, state: { 'plan-1': { action: 'rest' } }, salt: 'own' };
    await tells('cadence.secret', forged);
    await tells('cadence.secret', own);
    const { secretAt, stampOf } = hostile.gm.page;
    expect(secretAt(stampOf(forged))).toBe(null);
    expect(secretAt(stampOf(own))).toEqual(own);
  });

  it('nothing but a plan is accepted from an owner', async () => {
    const counted = { ...state(ANNS) };
    const planned = {
      'plan-1': { action: 'rest' },
      'did-1': { action: 'done' },
      record: ['quick-attack'],
      'add-a1': { action: 'rest' },
      ready: true,
      hp: 99,
    };
    const secret = { of: ANNS, state: planned, salt: 'salt' };
    await tells('cadence.secret', secret);
    await stamps(ANNS, hostile.gm.page.stampOf(secret));
    expect(state(ANNS)).toEqual({ ...counted, 'plan-1': { action: 'rest' } });
  });

  it('an invalid plan, or one changed when it was due, does nothing and blocks no other fighter', async () => {
    const texts = ['toString', '__proto__', '{"action":"constructor"}', '[[[', 'teleport with everything', ' ', '-1'];
    const choices = [{ action: 'toString' }, { action: 7 }, { action: 'magic', item: [] }, { item: 'x' }, [], {}, 7];
    const words = [...texts, ...choices];
    for (const word of words) {
      const planned = { 'plan-1': word, 'plan-2': { action: word }, 'plan-round': 1001 };
      const secret = { of: ANNS, state: planned, salt: JSON.stringify(word) };
      await tells('cadence.secret', secret);
      expect((await stamps(ANNS, hostile.gm.page.stampOf(secret))).error).toBeUndefined();
      const { views } = hostile.rules;
      const encounter = hostile.gm.page.encounterOf(hostile.combat);
      expect(() => views.tracker(encounter, { gm: true, owns: [], targets: [] })).not.toThrow();
      expect(() => views.sheet(encounter, encounter.fighters[ANNS], { gm: true, owns: [], targets: [] })).not.toThrow();
    }
    const { step } = hostile.combat.system;
    await hostile.commands({ do: hostile.rules.clockCommands[1], by: 'gm' });
    expect(hostile.combat.system.step).toBeGreaterThan(step);
    expect(hostile.table.faults).toEqual([]);
  });

  it('hundreds of secrets from a stranger displace no plan that a fighter carries', async () => {
    const plan = planOf(BOBS);
    for (let told = 0; told < 250; told++) {
      const { game } = hostile.ann.page;
      const master = game.users.contents.find(({ name }) => name === 'Gamemaster');
      void defined(master, 'the game master')
        .query('cadence.secret', { of: BOBS, state: { [`plan-${told}`]: { action: 'rest' } }, salt: 'x' }, {})
        .catch(() => null);
    }
    await hostile.table.settle();
    expect(planOf(BOBS)).toEqual(plan);
  });

  it.each([
    ['cadence.secret', null],
    ['cadence.secret', 'x'],
    ['cadence.secret', { of: ANNS, state: { deep: {} }, salt: '' }],
    ['cadence.secret', { of: ANNS, state: { long: 'x'.repeat(20_000) }, salt: '' }],
    ['cadence.here', null],
    ['cadence.here', { user: '__proto__' }],
    ['toString', {}],
  ])('the query %s with %j changes nothing', async (name, data) => {
    const before = hostile.picture();
    await tells(name, data);
    expect(hostile.picture()).toEqual(before);
    expect(hostile.table.faults).toEqual([]);
  });

  it.each([
    [null],
    ['ping'],
    [5],
    [[]],
    [{ ping: {} }],
    [{ pong: '__proto__' }],
    [{ pong: 'toString' }],
    [{ ping: 'x'.repeat(1_000_000) }],
  ])('the message %j on the system’s own channel changes nothing', async (signal) => {
    const before = hostile.picture();
    hostile.ann.wire.client.emit('system.cadence', signal);
    await hostile.table.settle();
    expect(hostile.picture()).toEqual(before);
    expect(hostile.table.faults).toEqual([]);
  });
});

describe('plans, where Foundry does not name the sender', () => {
  let hostile: HostileTable;
  beforeAll(async () => {
    hostile = await HostileTable.open('tempo', { variants: { querySender: 'unnamed' } });
  }, OPENING);
  afterAll(() => hostile?.table.close());

  it('only the plan with the fighter’s stamp counts, and only its owner sets the stamp', async () => {
    const { encounterOf, stampOf } = hostile.gm.page;
    const state = (fighter: string) => encounterOf(hostile.combat).fighters[fighter].state;
    const asks = async (of: string, told: string, stamp: boolean): Promise<unknown> => {
      const secret = { of, state: { 'plan-1': { action: told } }, salt: told };
      const { game } = hostile.ann.page;
      const master = game.users.contents.find(({ name }) => name === 'Gamemaster');
      hostile.ann.does('tells', () =>
        defined(master, 'the game master')
          .query('cadence.secret', secret, { timeout: 1000 })
          .catch(() => null),
      );
      await hostile.table.settle();
      if (!stamp) return undefined;
      const updates = [{ _id: of, system: { stamp: stampOf(secret) } }];
      const operation = { updates, parentUuid: `Combat.${COMBAT}` };
      return (await hostile.writes({ type: 'Combatant', action: 'update', operation })).error;
    };
    expect(await asks(ANNS, 'rest', true)).toBeUndefined();
    expect(state(ANNS)).toMatchObject({ 'plan-1': { action: 'rest' } });
    await asks(ANNS, 'flee', false);
    expect(state(ANNS)).toMatchObject({ 'plan-1': { action: 'rest' } });
    const bobs = { ...state(BOBS) };
    expect(await asks(BOBS, 'flee', true)).toBeDefined();
    expect(state(BOBS)).toEqual(bobs);
    expect(hostile.table.faults).toEqual([]);
  });
});

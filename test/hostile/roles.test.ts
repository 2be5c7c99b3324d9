import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ANNS, BOBS, FOE, HostileTable, OPENING } from './hostile-table';

const [NONE, PLAYER, GAMEMASTER] = [0, 1, 4] as const;
/** The refusal by the server or by the referee. */
const NO = /lacks permission|^not-yours$/;

/**
 * A user's role is lowered in the middle of a fight. Foundry signs them out, but only in their own window: a window
 * that stays and goes on writing must not be trusted.
 */
describe('a user whose role is lowered', () => {
  let hostile: HostileTable;

  beforeAll(async () => {
    hostile = await HostileTable.open('energy', { present: ['Gamemaster', 'Ann', 'Bob', 'Second'] });
    await hostile.calm();
    const { ann } = hostile;
    await ann.page.game.settings.set('cadence', 'autoThrow', 'never');
    await hostile.table.settle();
  }, OPENING);
  afterAll(() => hostile?.table.close());
  afterEach(async () => {
    for (const [name, role] of [
      ['Ann', PLAYER],
      ['Second', GAMEMASTER],
    ] as const)
      await lower(name, role);
    await hostile.gmDoes(() => hostile.gm.page.takeReferee(hostile.combat));
    for (const request of hostile.waiting()) await hostile.gmDoes(() => request.delete());
    await hostile.calm();
    expect(hostile.table.faults).toEqual([]);
  });

  const lower = (name: string, role: number) => hostile.gmDoes((game) => game.users.getName(name).update({ role }));
  const asked = () => hostile.combat.system.open?.asks ?? [];
  const energy = (): number => hostile.gm.page.encounterOf(hostile.combat).fighters[ANNS].pools.energy.value;

  it('to none is refused new requests', async () => {
    const before = energy();
    await lower('Ann', NONE);
    expect(await hostile.posts(hostile.intent({ do: 'defend', by: ANNS }))).toMatch(NO);
    expect(energy()).toBe(before);
  });

  it('to none is refused requests that already wait', async () => {
    const before = energy();
    // During the ask her command waits; it is checked when the exchange has ended.
    await hostile.commands({ do: 'melee-attack', by: FOE, at: BOBS });
    expect(asked()).not.toEqual([]);
    const sent = hostile.sends(hostile.intent({ do: 'defend', by: ANNS }));
    await hostile.table.settle();
    expect(hostile.waiting()).toHaveLength(1);
    await lower('Ann', NONE);
    await hostile.calm();
    expect(hostile.fateOf(await sent)).toBe('not-yours');
    expect(energy()).toBe(before);
  });

  it('to none is no longer waited for, and their answer does not count', async () => {
    await hostile.commands({ do: 'melee-attack', by: FOE, at: ANNS });
    const [{ key, ask }] = asked();
    expect([ask.id, ask.by]).toEqual(['evasion', ANNS]);
    await lower('Ann', NONE);
    expect(hostile.gm.page.openAsks(hostile.combat).map(({ isMine }) => isMine)).toEqual([true]);
    expect(await hostile.posts(hostile.answer(key, [[12]]))).toMatch(NO);
    expect(asked()[0].key).toBe(key);
  });

  it('from GM to player is no longer the referee, and another user is', async () => {
    const second = hostile.tab('Second');
    const combat = () => second.page.game.combats.contents[0];
    second.does('referees', () => second.page.takeReferee(combat()));
    await hostile.table.settle();
    expect(hostile.combat.system.referee?.user).toBe(second.page.game.user.id);
    await lower('Second', PLAYER);
    expect(second.page.isReferee(combat())).toBe(false);
    const { step } = hostile.combat.system;
    expect(await hostile.posts(hostile.intent({ do: 'defend', by: BOBS }), hostile.tab('Bob'))).toBe('taken');
    expect(hostile.combat.system.step).toBeGreaterThan(step);
    expect(hostile.combat.system.referee?.user).toBe(hostile.gm.page.game.user.id);
    // Messages of the lowered window are a player's.
    expect(await hostile.posts(hostile.intent({ do: 'end', by: 'gm' }, { force: true }), second)).toBe('not-yours');
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ANNS, BOBS, FOE, OPENING, Siege } from './siege';

const [NONE, PLAYER, GAMEMASTER] = [0, 1, 4] as const;
/** The refusal by the server or by the referee. */
const NO = /lacks permission|^not-yours$/;

/**
 * A user's role is lowered in the middle of a fight. Foundry signs them out, but only in their own window: a window
 * that stays and goes on writing must not be trusted.
 */
describe('a user whose role is lowered', () => {
  let siege: Siege;

  beforeAll(async () => {
    siege = await Siege.open('energy', { present: ['Gamemaster', 'Ann', 'Bob', 'Second'] });
    await siege.calm();
    const { ann } = siege;
    await ann.page.game.settings.set('cadence', 'autoThrow', 'never');
    await siege.table.settle();
  }, OPENING);
  afterAll(() => siege?.table.close());
  afterEach(async () => {
    for (const [name, role] of [
      ['Ann', PLAYER],
      ['Second', GAMEMASTER],
    ] as const)
      await lower(name, role);
    await siege.gmDoes(() => siege.gm.page.takeReferee(siege.combat));
    for (const request of siege.waiting()) await siege.gmDoes(() => request.delete());
    await siege.calm();
    expect(siege.table.faults).toEqual([]);
  });

  const lower = (name: string, role: number) => siege.gmDoes((game) => game.users.getName(name).update({ role }));
  const asked = () => siege.combat.system.open?.asks ?? [];
  const energy = (): number => siege.gm.page.encounterOf(siege.combat).fighters[ANNS].pools.energy.value;

  it('to none is refused new requests', async () => {
    const before = energy();
    await lower('Ann', NONE);
    expect(await siege.posts(siege.intent({ do: 'defend', by: ANNS }))).toMatch(NO);
    expect(energy()).toBe(before);
  });

  it('to none is refused requests that already wait', async () => {
    const before = energy();
    // During the ask her command waits; it is checked when the exchange has ended.
    await siege.commands({ do: 'melee-attack', by: FOE, at: BOBS });
    expect(asked()).not.toEqual([]);
    const sent = siege.sends(siege.intent({ do: 'defend', by: ANNS }));
    await siege.table.settle();
    expect(siege.waiting()).toHaveLength(1);
    await lower('Ann', NONE);
    await siege.calm();
    expect(siege.fateOf(await sent)).toBe('not-yours');
    expect(energy()).toBe(before);
  });

  it('to none is no longer waited for, and their answer does not count', async () => {
    await siege.commands({ do: 'melee-attack', by: FOE, at: ANNS });
    const [{ key, ask }] = asked();
    expect([ask.id, ask.by]).toEqual(['evasion', ANNS]);
    await lower('Ann', NONE);
    expect(siege.gm.page.openAsks(siege.combat).map(({ isMine }) => isMine)).toEqual([true]);
    expect(await siege.posts(siege.answer(key, [[12]]))).toMatch(NO);
    expect(asked()[0].key).toBe(key);
  });

  it('from GM to player is no longer the referee, and another user is', async () => {
    const second = siege.tab('Second');
    const combat = () => second.page.game.combats.contents[0];
    second.does('referees', () => second.page.takeReferee(combat()));
    await siege.table.settle();
    expect(siege.combat.system.referee?.user).toBe(second.page.game.user.id);
    await lower('Second', PLAYER);
    expect(second.page.isReferee(combat())).toBe(false);
    const { step } = siege.combat.system;
    expect(await siege.posts(siege.intent({ do: 'defend', by: BOBS }), siege.tab('Bob'))).toBe('taken');
    expect(siege.combat.system.step).toBeGreaterThan(step);
    expect(siege.combat.system.referee?.user).toBe(siege.gm.page.game.user.id);
    // Messages of the lowered window are a player's.
    expect(await siege.posts(siege.intent({ do: 'end', by: 'gm' }, { force: true }), second)).toBe('not-yours');
  });
});

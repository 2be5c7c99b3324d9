import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { ANNS, actor, BOBS, COMBAT, FOE, HostileTable, OPENING, SCENE, token } from './hostile-table';
import { snapshot, unexplained } from './safe';

/** A new state would restore the pools of the round. */
describe.each(['energy', 'clash', 'slots'])('a player of %s who leaves and comes back', (ruleset) => {
  let hostile: HostileTable;
  let mine = ANNS;
  let pool: string;
  let fresh: number;

  const inCombat = { parentUuid: `Combat.${COMBAT}` };
  const numbers = () => {
    const { pools, state, conditions } = hostile.gm.page.encounterOf(hostile.combat).fighters[mine];
    // A condition may end with its bearer's own turn, so it names the new combatant.
    return JSON.parse(JSON.stringify({ pools, state, conditions }).replaceAll(mine, 'mine'));
  };
  const adjust = (at: string, name: string, to: number) =>
    hostile.commands({ do: 'adjust', by: 'gm', at, options: { pool: name, to } });
  /** As from the console: deletes the combatant and adds another for the same token. */
  const leaves = () => hostile.writes({ type: 'Combatant', action: 'delete', operation: { ids: [mine], ...inCombat } });
  const comes = async () => {
    const data = [{ type: ruleset, actorId: actor(0), tokenId: token(0), sceneId: SCENE }];
    const { error, result } = await hostile.writes({
      type: 'Combatant',
      action: 'create',
      operation: { data, ...inCombat },
    });
    expect(error).toBeUndefined();
    mine = result[0]._id;
  };
  const step = async () => {
    const { pools } = hostile.gm.page.encounterOf(hostile.combat).fighters[FOE];
    const [name, { value }] = Object.entries(pools)[0];
    const { step: before } = hostile.combat.system;
    await adjust(FOE, name, value === 1 ? 2 : 1);
    expect(hostile.combat.system.step, hostile.table.log.slice(-3).join()).toBe(before + 1);
  };

  beforeAll(async () => {
    hostile = await HostileTable.open(ruleset);
    await hostile.calm();
    const { pools } = hostile.gm.page.adapterOf(ruleset);
    pool = defined(
      Object.entries(pools).find(([, { document }]) => document === 'combat'),
      'a pool of the encounter',
    )[0];
    fresh = numbers().pools[pool].value;
    await adjust(ANNS, pool, fresh === 0 ? 1 : 0);
  }, OPENING);
  afterAll(() => hostile?.table.close());

  it('keeps the pools of the round in the same round, however often and with steps in between', async () => {
    const before = numbers();
    expect(before.pools[pool].value).not.toBe(fresh);
    await leaves();
    await comes();
    expect(mine).not.toBe(ANNS);
    expect(numbers()).toEqual(before);
    await leaves();
    await step();
    await comes();
    expect(numbers()).toEqual(before);
    await step();
    expect(numbers()).toEqual(before);
    await leaves();
    await comes();
    expect(numbers()).toEqual(before);
    // Written with the next step, they are the new combatant's own.
    await step();
    expect(hostile.combat.system.states[mine]).toBeDefined();
    const bearing = ({ of, round }: { readonly of: string; readonly round: number }) =>
      of === `Actor.${actor(0)}` && round >= 0;
    expect(Object.values(hostile.combat.system.bearers).filter(bearing)).toHaveLength(1);
    expect(hostile.table.faults).toEqual([]);
  });

  it('keeps them while no GM is connected, too', async () => {
    const before = numbers();
    hostile.gm.leave();
    await hostile.table.settle();
    await leaves();
    await comes();
    hostile.gm.reload();
    await hostile.table.settle();
    expect(numbers()).toEqual(before);
  });

  it('is named by the conditions of others as before, also after a step without them', async () => {
    const foe = () => hostile.gm.page.encounterOf(hostile.combat).fighters[FOE];
    const { actor: bearer } = hostile.combat.combatants.get(FOE);
    const [id] = Object.keys(hostile.rules.conditions);
    const named = () => foe().conditions.flatMap((each) => (each.id === id ? [each.towards] : []));
    const data = [{ name: 'x', type: 'condition', statuses: [id], system: { towards: [BOBS, mine] } }];
    await hostile.gmDoes(() => bearer.createEmbeddedDocuments('ActiveEffect', data));
    const effect = defined(bearer.effects.contents.at(-1), 'an effect');
    await step();
    const before = snapshot(hostile);
    const made = new Set([mine]);
    await leaves();
    await step();
    await comes();
    expect(named()).toEqual([[BOBS, mine]]);
    await step();
    expect(named()).toEqual([[BOBS, mine]]);
    // Only what the history does not explain is reported.
    expect(unexplained(before, snapshot(hostile), hostile, made)).toEqual([]);
    await hostile.gmDoes(() => effect.update({ 'system.towards': [BOBS] }));
    expect(unexplained(before, snapshot(hostile), hostile, made)).toEqual([
      `${FOE} is not as the history has it: conditions`,
    ]);
    await hostile.gmDoes(() => effect.delete());
  });

  it('enters a later round as a late joiner does', async () => {
    await leaves();
    const { clock } = hostile.combat.system;
    await hostile.gmDoes(() =>
      hostile.combat.update({ system: { clock: hostile.gm.page.replacement({ ...clock, round: clock.round + 1 }) } }),
    );
    await comes();
    expect(hostile.combat.system.states[mine]).toBeUndefined();
    expect(numbers().pools[pool].value).toBe(fresh);
  });
});

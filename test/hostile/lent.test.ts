import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANNS, actor, BOBS, HostileTable, OPENING } from './hostile-table';

const EFFECT = 'cursedEffect0000';

describe('an item that a player hands over', () => {
  let hostile: HostileTable;
  let item: string;

  const actorAt = (at: number) => hostile.gm.page.game.actors.get(actor(at));
  const effectsOf = (at: number) =>
    actorAt(at).items.contents.flatMap((each) => each.effects.contents.filter(({ id }) => id === EFFECT));
  // An item on an actor belongs to the owners of the actor, so its own ownership does not count.
  const whole = (at: number) => {
    const { _stats: _, ownership: __, effects, ...source } = actorAt(at).items.get(item).toObject();
    return { ...source, effects: effects.map(({ _stats: ___, ...effect }) => effect) };
  };
  const hands = () =>
    hostile.commands({ do: 'manage-items', by: ANNS, at: BOBS, with: item, options: { verb: 'hand' } });

  beforeAll(async () => {
    hostile = await HostileTable.open('slots');
    await hostile.calm();
    const changes = [{ key: 'name', type: 'override', value: 'Cursed', phase: 'initial', priority: 20 }];
    const effect = { _id: EFFECT, name: 'Cursed', transfer: true, statuses: ['unconscious'], system: { changes } };
    const { error, result } = await hostile.writes({
      type: 'Item',
      action: 'create',
      operation: {
        data: [{ name: 'Ring', type: 'slotsGear', effects: [effect] }],
        parentUuid: `Actor.${actor(0)}`,
        keepEmbeddedIds: true,
      },
    });
    expect(error).toBeUndefined();
    item = result[0]._id;
    expect(actorAt(0).statuses.has('unconscious')).toBe(true);
  }, OPENING);
  afterAll(() => hostile?.table.close());

  it('does nothing to another owner’s actor until that owner enables it, and undo restores it', async () => {
    const before = whole(0);
    await hands();
    expect(actorAt(0).items.has(item)).toBe(false);
    const [effect] = effectsOf(1);
    expect(effect.disabled).toBe(true);
    expect(actorAt(1).statuses.has('unconscious')).toBe(false);
    await hostile.rewinds();
    expect(whole(0)).toEqual(before);
    hostile.gm.does('redoes', () => hostile.gm.page.redoStep(hostile.combat));
    await hostile.table.settle();
    expect(effectsOf(1)[0].disabled).toBe(true);
    // Changes by the new owner do not come back to the first.
    const changed = [{ _id: EFFECT, disabled: false, statuses: ['unconscious', 'prone'] }];
    const parentUuid = effectsOf(1)[0].parent.uuid;
    const request = { type: 'ActiveEffect', action: 'update', operation: { updates: changed, parentUuid } };
    expect((await hostile.writes(request, hostile.tab('Bob'))).error?.message).toBeUndefined();
    await hostile.rewinds();
    expect(whole(0)).toEqual(before);
    expect(hostile.table.faults).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANNS, actor, BOBS, OPENING, Siege } from './siege';

const EFFECT = 'cursedEffect0000';

describe('an item that a player hands over', () => {
  let siege: Siege;
  let item: string;

  const actorAt = (at: number) => siege.gm.page.game.actors.get(actor(at));
  const effectsOf = (at: number) =>
    actorAt(at).items.contents.flatMap((each) => each.effects.contents.filter(({ id }) => id === EFFECT));
  // An item on an actor belongs to the owners of the actor, so its own ownership does not count.
  const whole = (at: number) => {
    const { _stats: _, ownership: __, effects, ...source } = actorAt(at).items.get(item).toObject();
    return { ...source, effects: effects.map(({ _stats: ___, ...effect }) => effect) };
  };
  const hands = () => siege.commands({ do: 'manage-items', by: ANNS, at: BOBS, with: item, options: { verb: 'hand' } });

  beforeAll(async () => {
    siege = await Siege.open('slots');
    await siege.calm();
    const changes = [{ key: 'name', type: 'override', value: 'Cursed', phase: 'initial', priority: 20 }];
    const effect = { _id: EFFECT, name: 'Cursed', transfer: true, statuses: ['unconscious'], system: { changes } };
    const { error, result } = await siege.writes({
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
  afterAll(() => siege?.table.close());

  it('does nothing to another owner’s actor until that owner enables it, and undo restores it', async () => {
    const before = whole(0);
    await hands();
    expect(actorAt(0).items.has(item)).toBe(false);
    const [effect] = effectsOf(1);
    expect(effect.disabled).toBe(true);
    expect(actorAt(1).statuses.has('unconscious')).toBe(false);
    await siege.rewinds();
    expect(whole(0)).toEqual(before);
    siege.gm.does('redoes', () => siege.gm.page.redoStep(siege.combat));
    await siege.table.settle();
    expect(effectsOf(1)[0].disabled).toBe(true);
    // Changes by the new owner do not come back to the first.
    const changed = [{ _id: EFFECT, disabled: false, statuses: ['unconscious', 'prone'] }];
    const parentUuid = effectsOf(1)[0].parent.uuid;
    const request = { type: 'ActiveEffect', action: 'update', operation: { updates: changed, parentUuid } };
    expect((await siege.writes(request, siege.tab('Bob'))).error?.message).toBeUndefined();
    await siege.rewinds();
    expect(whole(0)).toEqual(before);
    expect(siege.table.faults).toEqual([]);
  });
});

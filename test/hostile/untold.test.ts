import { afterEach, describe, expect, it } from 'vitest';
import { requestIn } from '../support/request';
import { ANNS, BOBS, OPENING, Siege } from './siege';

let siege: Siege;
afterEach(() => siege.table.close());

/** Sends a request and returns its id, without delivering what the GM's window answers. */
async function asks(message: object): Promise<string> {
  const sent = siege.sends(message);
  while (siege.ann.wire.pending.includes('up')) await siege.table.deliver({ tab: siege.ann, direction: 'up' });
  while (siege.ann.wire.pending.includes('down')) await siege.table.deliver({ tab: siege.ann, direction: 'down' });
  return (await sent).result[0]?._id ?? '';
}

/** Deletes a message so that no other window is told, before they send anything else. API: DatabaseDeleteOperation#broadcast */
async function deletesUntold(id: string): Promise<void> {
  const operation = { ids: [id], broadcast: false };
  void siege.ann.raw('modifyDocument', { type: 'ChatMessage', action: 'delete', operation });
  while (siege.ann.wire.pending.includes('up')) await siege.table.deliver({ tab: siege.ann, direction: 'up' });
  await siege.table.settle();
}

const errors = () => siege.table.log.filter((line) => line.startsWith('Gamemaster reads (error)')).length;
const refused = () =>
  siege.gm.page.game.messages.contents.filter((message) => (requestIn(message)?.refused?.length ?? 0) > 0);

describe('a message that its author deletes without a broadcast', () => {
  it(
    'keeps no other refused request in the chat',
    async () => {
      siege = await Siege.open('energy');
      await siege.calm();
      const nonsense = siege.intent({ do: 'no-such', by: ANNS });
      expect(await siege.posts(nonsense)).toBe('unknown-command');
      await deletesUntold(refused()[0].id);
      expect(refused()).toHaveLength(1);
      await siege.saysAll(Array.from({ length: 40 }, () => nonsense));
      expect(refused().length).toBeLessThanOrEqual(21);
      expect(errors()).toBeLessThanOrEqual(2);
      expect(siege.table.faults).toEqual([]);
    },
    OPENING,
  );

  it(
    'stops no later step',
    async () => {
      siege = await Siege.open('energy');
      await siege.calm();
      await deletesUntold(await asks(siege.intent({ do: 'defend', by: ANNS })));
      expect(await siege.posts(siege.intent({ do: 'defend', by: BOBS }), siege.tab('Bob'))).toBe('taken');
      expect(await siege.posts(siege.intent({ do: 'defend', by: ANNS }))).toBe('taken');
      expect(errors()).toBeLessThanOrEqual(5);
    },
    OPENING,
  );

  it(
    'gives its author no new dice and refuses no other user',
    async () => {
      siege = await Siege.open('seconds');
      const [mine, bobs] = siege.combat.system.open?.asks ?? [];
      if (!mine || !bobs) throw new Error('two players are asked');
      const id = await asks(siege.answer(mine.key, [[7]]));
      await siege.table.settle();
      await deletesUntold(id);
      expect(await siege.posts(siege.answer(bobs.key, [[9]], { fighter: BOBS }), siege.tab('Bob'))).toBe('silence');
      expect(await siege.posts(siege.answer(mine.key, [[20]]))).toBe('taken');
      const { open, step, history } = siege.combat.system;
      expect(open).toBeNull();
      expect(siege.waiting()).toEqual([]);
      expect(JSON.stringify(history[step].entries[0].answer)).toMatch(/^\[\[7],\[9],/);
      expect(errors()).toBeLessThanOrEqual(2);
    },
    OPENING,
  );
});

import { afterEach, describe, expect, it } from 'vitest';
import { requestIn } from '../support/request';
import { ANNS, BOBS, HostileTable, OPENING } from './hostile-table';

let hostile: HostileTable;
afterEach(() => hostile.table.close());

/** Sends a request and returns its id, without delivering what the GM's window answers. */
async function asks(message: object): Promise<string> {
  const sent = hostile.sends(message);
  while (hostile.ann.wire.pending.includes('up')) await hostile.table.deliver({ tab: hostile.ann, direction: 'up' });
  while (hostile.ann.wire.pending.includes('down'))
    await hostile.table.deliver({ tab: hostile.ann, direction: 'down' });
  return (await sent).result[0]?._id ?? '';
}

/** Deletes a message so that no other window is told, before they send anything else. API: DatabaseDeleteOperation#broadcast */
async function deletesUntold(id: string): Promise<void> {
  const operation = { ids: [id], broadcast: false };
  void hostile.ann.raw('modifyDocument', { type: 'ChatMessage', action: 'delete', operation });
  while (hostile.ann.wire.pending.includes('up')) await hostile.table.deliver({ tab: hostile.ann, direction: 'up' });
  await hostile.table.settle();
}

const errors = () => hostile.table.log.filter((line) => line.startsWith('Gamemaster reads (error)')).length;
const refused = () =>
  hostile.gm.page.game.messages.contents.filter((message) => (requestIn(message)?.refused?.length ?? 0) > 0);

describe('a message that its author deletes without a broadcast', () => {
  it(
    'keeps no other refused request in the chat',
    async () => {
      hostile = await HostileTable.open('energy');
      await hostile.calm();
      const nonsense = hostile.intent({ do: 'no-such', by: ANNS });
      expect(await hostile.posts(nonsense)).toBe('unknown-command');
      await deletesUntold(refused()[0].id);
      expect(refused()).toHaveLength(1);
      await hostile.saysAll(Array.from({ length: 40 }, () => nonsense));
      expect(refused().length).toBeLessThanOrEqual(21);
      expect(errors()).toBeLessThanOrEqual(2);
      expect(hostile.table.faults).toEqual([]);
    },
    OPENING,
  );

  it(
    'stops no later step',
    async () => {
      hostile = await HostileTable.open('energy');
      await hostile.calm();
      await deletesUntold(await asks(hostile.intent({ do: 'defend', by: ANNS })));
      expect(await hostile.posts(hostile.intent({ do: 'defend', by: BOBS }), hostile.tab('Bob'))).toBe('taken');
      expect(await hostile.posts(hostile.intent({ do: 'defend', by: ANNS }))).toBe('taken');
      expect(errors()).toBeLessThanOrEqual(5);
    },
    OPENING,
  );

  it(
    'gives its author no new dice and refuses no other user',
    async () => {
      hostile = await HostileTable.open('seconds');
      const [mine, bobs] = hostile.combat.system.open?.asks ?? [];
      if (!mine || !bobs) throw new Error('two players are asked');
      const id = await asks(hostile.answer(mine.key, [[7]]));
      await hostile.table.settle();
      await deletesUntold(id);
      expect(await hostile.posts(hostile.answer(bobs.key, [[9]], { fighter: BOBS }), hostile.tab('Bob'))).toBe(
        'silence',
      );
      expect(await hostile.posts(hostile.answer(mine.key, [[20]]))).toBe('taken');
      const { open, step, history } = hostile.combat.system;
      expect(open).toBeNull();
      expect(hostile.waiting()).toEqual([]);
      expect(JSON.stringify(history[step].entries[0].answer)).toMatch(/^\[\[7],\[9],/);
      expect(errors()).toBeLessThanOrEqual(2);
    },
    OPENING,
  );
});

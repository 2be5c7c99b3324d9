import { plain } from '../headless/drawn';
import type { Tab } from '../headless/tab';
import type { Table } from '../headless/table';

interface Seats {
  readonly table: Table;
  readonly referee: Tab;
  readonly player: Tab;
  /** Returns what a user reads during a callback. */
  reads(tab: Tab, deed: () => unknown): Promise<string>;
}

const create = (data: object) => ({
  type: 'ChatMessage',
  action: 'create',
  operation: { data: [data], keepId: true },
});

/** Sends a player's request outside encounters whose card's id is in use. */
export async function takesCard({ table, referee, player }: Seats, fighter: string): Promise<string> {
  const _id = 'takenCard0000000';
  const card = [..._id].reverse().join('');
  void player.raw('modifyDocument', create({ _id: card, content: 'x' }));
  const command = { do: 'run', by: fighter };
  const system = { combat: '', fighter, moment: '', command, ask: null, answers: [], force: false };
  void player.raw('modifyDocument', create({ _id, type: 'request', system }));
  await table.settle();
  const { messages } = referee.page.game;
  const text = await referee.page.windows.requestHTML(messages.get(_id));
  for (const id of [_id, card]) void messages.get(id).delete();
  await table.settle();
  return plain(text);
}

/** Sends a player's message in a GM's name, to which a GM writes. */
export async function poses({ table, referee, player, reads }: Seats): Promise<string> {
  const _id = 'posingCard000000';
  void player.raw('modifyDocument', create({ _id, type: 'energy' }));
  await table.settle();
  const updates = [{ _id, author: referee.page.game.user.id }];
  void player.raw('modifyDocument', { type: 'ChatMessage', action: 'update', operation: { updates } });
  await table.settle();
  const text = await reads(referee, () => referee.page.game.messages.get(_id).update({ flavor: 'x' }));
  await reads(referee, () => referee.page.game.messages.get(_id).delete());
  return text;
}

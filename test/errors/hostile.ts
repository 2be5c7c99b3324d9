import { defined } from '../../src/kernel/defined';
import type { Message } from '../headless/documents';
import { plain } from '../headless/drawn';
import type { Tab } from '../headless/tab';
import type { Table } from '../headless/table';

interface Seats {
  readonly table: Table;
  readonly referee: Tab;
  readonly ann: Tab;
  readonly bob: Tab;
  reads(tab: Tab, deed: () => unknown): Promise<string>;
  setting(key: string, value: string): Promise<void>;
  sends(tab: Tab, system: object): Promise<Message>;
  opens(): Promise<unknown>;
  cancels(): Promise<unknown>;
}

/** What is read when a player's client sends what no button sends, by the key of the text. */
export const hostilePlayer = (seats: () => Seats): Record<string, () => Promise<string>> => ({
  'Reason.edited': async () => {
    const { table, ann, sends, opens, cancels } = seats();
    await opens();
    const { id } = await sends(ann, { command: { do: 'defend', by: 'soakCombatant000' } });
    const request = ann.page.game.messages.get(id);
    ann.does('changes it', () => request.update({ system: { moment: 'r99' } }));
    await table.settle();
    const text = plain(await ann.page.windows.requestHTML(request));
    await cancels();
    return text;
  },
  'Notice.slotTaken': async () => {
    const { table, referee, ann, reads } = seats();
    const id = 'takenMacro000000';
    referee.does('fills a slot', () => referee.page.game.user.update({ hotbar: { 1: id } }));
    await table.settle();
    return reads(referee, () => {
      ann.does('creates a macro under the id', () =>
        ann.page.CONFIG.Macro.documentClass.create({ _id: id, name: 'Help' }, { keepId: true }),
      );
    });
  },
  'Notice.flood': async () => {
    const { table, referee, bob, reads, sends } = seats();
    const text = await reads(referee, async () => {
      await Promise.all(Array.from({ length: 101 }, () => sends(bob, { ask: '99.1', answers: [[6]] })));
    });
    // The next entry reads the refusal.
    await table.settle();
    return text;
  },
  'Reason.too-fast': async () => {
    const { table, referee, bob } = seats();
    const { contents } = referee.page.game.messages;
    const refused = contents.find(({ system }) => system.refused?.[0]?.id === 'too-fast');
    table.clock.now += 120_000;
    return plain(
      await bob.page.windows.requestHTML(bob.page.game.messages.get(defined(refused, 'a refused request').id)),
    );
  },
  'Reason.too-many-steps': async () => {
    const { table, referee, ann, sends, setting } = seats();
    const before = referee.page.game.settings.get('cadence', 'strictness');
    await setting('strictness', 'warn');
    let last: Message | undefined;
    for (let at = 0; at <= 40; at++) {
      last = await sends(ann, { command: { do: 'defend', by: 'soakCombatant000' } });
      table.clock.now += 1000;
    }
    await setting('strictness', String(before));
    return plain(await ann.page.windows.requestHTML(ann.page.game.messages.get(defined(last, 'a request').id)));
  },
  // After the steps of the entry above, which count too.
  'Reason.too-many-together': async () => {
    const { table, referee, bob, sends, setting } = seats();
    const before = referee.page.game.settings.get('cadence', 'strictness');
    await setting('strictness', 'warn');
    let last: Message | undefined;
    for (let at = 0; at <= 20; at++) {
      last = await sends(bob, { command: { do: 'defend', by: 'soakCombatant100' }, fighter: 'soakCombatant100' });
      table.clock.now += 1000;
    }
    await setting('strictness', String(before));
    return plain(await bob.page.windows.requestHTML(bob.page.game.messages.get(defined(last, 'a request').id)));
  },
});

import { plain } from '../headless/drawn';
import type { Tab } from '../headless/tab';
import type { Table } from '../headless/table';

/** The table of the tests, and what is done there. */
interface Seats {
  readonly table: Table;
  readonly referee: Tab;
  readonly ann: Tab;
  sends(tab: Tab, system: object): Promise<any>;
  opens(): Promise<unknown>;
  cancels(): Promise<unknown>;
}

/** What is read when a player's client does what no button does, by the key of the text. */
export const hostilePlayer = (seats: () => Seats): Record<string, () => Promise<string>> => ({
  'Reason.edited': async () => {
    const { table, ann, sends, opens, cancels } = seats();
    await opens();
    const { id } = await sends(ann, { command: { do: 'defend', by: 'soakCombatant000' } });
    const request = ann.hands.game.messages.get(id);
    ann.does('changes it', () => request.update({ system: { moment: 'r99' } }));
    await table.settle();
    const text = plain(await ann.hands.windows.requestHTML(request));
    await cancels();
    return text;
  },
});

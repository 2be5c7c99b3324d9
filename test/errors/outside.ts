import { defined } from '../../src/kernel/defined';
import type { Document, Token } from '../headless/documents';
import type { Tab } from '../headless/tab';
import { joinsUnder } from './joining';

interface Seats {
  readonly referee: Tab;
  readonly ann: Tab;
  reads(tab: Tab, deed: () => unknown): Promise<string>;
  asks(tab: Tab, system: object): Promise<string>;
  tokenOf(tab: Tab, at: number): Token;
  make(documentName: string, data: object): Promise<Document<unknown>>;
}

const COMBAT = 'soakCombat000000';
const MIRA = 'soakCombatant000';

/** Returns a function that changes a token by a raw message, as a module might. */
export const changesToken =
  ({ page }: Tab, { id, parent }: Token, changes: object) =>
  () => {
    const operation = { updates: [{ _id: id, ...changes }], parentUuid: parent.uuid, pack: null, broadcast: true };
    const request = { type: 'Token', action: 'update', operation };
    return new Promise((done) => page.game.socket.emit('modifyDocument', request, done));
  };

/** What is read when a player bypasses the encounter, by the key of the text. */
export const pastTheEncounter = (seats: () => Seats): Record<string, () => Promise<string>> => ({
  'Reason.other-encounter': async () => {
    const { ann, referee, asks, tokenOf } = seats();
    const by = await outsider(seats());
    return asks(ann, { combat: '', fighter: by, command: { do: 'trip', by, at: tokenOf(referee, 3).uuid } });
  },
  'Reason.joined-encounter': async () => {
    const { ann, referee, asks, reads, tokenOf } = seats();
    const { page } = referee;
    const by = await outsider(seats());
    const card = page.draftCard('energy');
    const command = { do: 'trip', by, at: tokenOf(referee, 3).uuid };
    await reads(referee, () => page.submit(card, command, { force: true }));
    const host = page.game.messages.get(card.id);
    const [{ key }] = defined(host.system.open, 'an open exchange').asks;
    const text = await asks(ann, { combat: card.id, fighter: by, ask: key, answers: [[6]] });
    await reads(referee, () => page.cancelExchange(host));
    return text;
  },
  'Notice.changedBack': () => changes(seats(), { width: 9 }),
  'Notice.swapped': () => changes(seats(), { actorId: null }),
  'Notice.join.taken': async () => {
    const { referee, ann, reads } = seats();
    const [, id = ''] = (await outsider(seats())).split('.');
    return joinsUnder({ referee, player: ann, reads }, COMBAT, MIRA, id);
  },
});

const changes = ({ referee, ann, reads, tokenOf }: Seats, data: object): Promise<string> =>
  reads(referee, changesToken(ann, tokenOf(ann, 0), data));

/** Creates an actor of Ann's in no encounter; returns its uuid. */
async function outsider({ ann, make }: Seats): Promise<string> {
  const ownership = { [ann.page.game.user.id]: 3 };
  return (await make('Actor', { name: 'Runa', type: 'energy', ownership })).uuid;
}

/** Commands that another package refuses. @param refused returns what the GM reads when a listener answers so */
export const vetoed = (refused: (answer: unknown) => Promise<string>): Record<string, () => Promise<string>> => ({
  'Reason.vetoed': () => refused('No defense while it rains.'),
  'Reason.vetoed-silently': () => refused(false),
});

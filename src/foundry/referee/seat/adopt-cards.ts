import { isCardOfGM } from '../../host/exchange-document';
import { idOf } from '../../platform/documents';
import { modifyBatch, replacement } from '../../platform/v14';
import { enqueueBackground } from './queue';

type Message = ChatMessage.Implementation;

/** Cards written at once. */
const MOST = 50;

/** Cards that this window has tried to adopt, so that one which cannot be written is not tried forever. */
const tried = new WeakSet<Message>();

const isFormers = (message: Message): boolean =>
  isCardOfGM(message) && !tried.has(message) && game.users?.get(message._source.author ?? '')?.isGM !== true;

/**
 * Makes this user the author of cards whose author is no GM any more. Authors may change and delete their messages, and a step that this
 * user writes into one would vouch for such a change.
 */
export async function adoptCards(): Promise<void> {
  if (!game.messages?.some(isFormers)) return;
  await enqueueBackground(null, async () => {
    for (let cards = formersCards(); cards.length > 0 && game.user.isActiveGM; cards = formersCards()) {
      for (const card of cards) tried.add(card);
      await modifyBatch([
        // Complete, so that what its author changes meanwhile is undone. API: DatabaseUpdateOperation#diff
        { action: 'update', documentName: 'ChatMessage', updates: cards.map(adopted), diff: false },
      ]);
    }
  });
}

const formersCards = (): Message[] => (game.messages?.filter(isFormers) ?? []).slice(0, MOST);

function adopted(message: Message): object {
  const { _stats, system, flags, ...source } = message.toObject();
  return {
    ...source,
    _id: idOf(message),
    author: game.user.id,
    // C13: common/data/fields.mjs, SchemaField#_updateDiff: a type is accepted only with a replaced `system`.
    system: replacement(system),
    flags: replacement(flags),
  };
}

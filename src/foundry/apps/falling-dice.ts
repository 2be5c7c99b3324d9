import type { Entry } from '../../kernel/transcript';
import { isFalling, markShown, showDice, showsDice, throwsIn, whenShown } from '../dice-so-nice';
import { cardSystem } from '../documents/systems';

/**
 * The lines of a card that may be read: all, or where a module lets the dice fall on the table, those before the first that is still
 * rolling. Throws seen for the first time begin to fall with this.
 * @param again draws the card anew; called when dice have come to lie
 */
export function entriesLying(message: ChatMessage.Implementation, again: () => void): readonly Entry[] {
  const { entries } = cardSystem(message);
  if (!showsDice()) return entries;
  const throws = throwsIn(entries).map((each) => ({ ...each, key: `${message.id}.${each.at}` }));
  const whisper = message.whisper.filter((user) => user !== null);
  const audience = { whisper: whisper.length > 0 ? whisper : null, blind: message.blind };
  for (const { key, dice, faces, user } of throws) {
    // What was there before this client came does not fall anew at every reload.
    if (!game.ready) markShown(key);
    else if (isNew(key)) void whenShown(key, () => showDice(dice, faces, user ?? '', audience)).then(again);
  }
  const first = throws.find(({ key }) => isFalling(key));
  return first ? entries.slice(0, Number.parseInt(first.at, 10)) : entries;
}

const begun = new Set<string>();

function isNew(key: string): boolean {
  if (begun.has(key)) return false;
  begun.add(key);
  return true;
}

import type { CardLine } from '../../encounter/view';
import { same } from '../../kernel/same';
import type { Entry } from '../../kernel/transcript';
import { cardSystem } from '../stored/systems';
import { isFalling, markShown, showDice, showsDice, type Throw, throwsIn, whenShown } from './dice-so-nice';

/**
 * The lines of a card that may be read: all, or where a module lets the dice fall on the table, those before the first that is still
 * rolling. Throws seen for the first time begin to fall with this.
 * @param lines of the whole card, as this user reads them: dice that are not among them do not fall here
 * @param again draws the card anew; called when dice have come to lie
 */
export function entriesLying(
  message: ChatMessage.Implementation,
  lines: () => readonly CardLine[],
  again: () => void,
): readonly Entry[] {
  const { entries } = cardSystem(message);
  if (!showsDice()) return entries;
  const readable = lines();
  const throws = throwsIn(entries)
    .filter((each) => isAmong(readable, each))
    .map((each) => ({ ...each, key: `${message.id}.${each.at}` }));
  const whisper = message.whisper.filter((user) => user !== null);
  const audience = {
    ...{ whisper: whisper.length > 0 ? whisper : null, blind: message.blind, speaker: message.speaker },
  };
  for (const { key, dice, faces, user } of throws) {
    // What was there before this client came does not fall anew at every reload.
    if (!game.ready) markShown(key);
    else if (isNew(key)) void whenShown(key, () => showDice(dice, faces, user ?? '', audience)).then(again);
  }
  const first = throws.find(({ key }) => isFalling(key));
  return first ? entries.slice(0, Number.parseInt(first.at, 10)) : entries;
}

const isAmong = (lines: readonly CardLine[], { id, by, faces }: Throw): boolean =>
  lines.some(
    (line) =>
      line.kind === 'roll' &&
      line.id === id &&
      line.by === by &&
      same(
        line.faces.map(({ face }) => face),
        faces,
      ),
  );

const begun = new Set<string>();

function isNew(key: string): boolean {
  if (begun.has(key)) return false;
  begun.add(key);
  return true;
}

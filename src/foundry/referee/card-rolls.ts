import type { Exchange } from '../../encounter/exchange';
import type { Viewer } from '../../encounter/view';
import { totalOf } from '../../kernel/dice';
import type { Adapter } from '../adapters/adapter';
import { combatantsOf, type ExchangeDocument } from '../host/exchange-document';
import { rollFromFaces } from '../platform/dice';

/**
 * The dice of a card as Foundry keeps the rolls of a message, for whatever goes by those: statistics, animations, macros. Only the dice
 * that everybody who has the card may read are among them.
 * @param isWhispered only game masters have the card
 */
export function cardRolls(
  host: ExchangeDocument,
  { ruleset }: Adapter,
  exchange: Exchange,
  isWhispered: boolean,
): string[] {
  const viewer = isWhispered ? GAME_MASTER : anybody(host);
  const { lines } = ruleset.views.card({ exchange, open: [], names: {}, viewer });
  return lines.flatMap((line) => {
    if (line.kind !== 'roll') return [];
    const faces = line.faces.map(({ face }) => face);
    const bonus = line.total - totalOf(line.rolledDice, faces);
    return [JSON.stringify(rollFromFaces(line.rolledDice, faces, bonus).toJSON())];
  });
}

const GAME_MASTER: Viewer = { gm: true, owns: [], targets: [] };

/** Who owns nobody, and does not know of who is hidden. */
function anybody(host: ExchangeDocument): Viewer {
  const unseen = combatantsOf(host).flatMap(({ id, hidden, token }) => (id && (hidden || token?.hidden) ? [id] : []));
  return { gm: false, owns: [], targets: [], hiddenFighters: unseen };
}

/** Whether only some have the card. */
export const isWhispered = (message: ChatMessage.Implementation): boolean => message.whisper.length > 0;

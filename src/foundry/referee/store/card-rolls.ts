import type { Exchange } from '../../../encounter/exchange';
import type { Viewer } from '../../../encounter/view';
import { totalOf } from '../../../kernel/dice';
import type { Adapter } from '../../adapters/adapter';
import type { ExchangeDocument } from '../../host/exchange-document';
import { rollFromFaces } from '../../platform/dice';
import { publicViewer } from './card-message';

/**
 * Returns the dice of a card as rolls, for statistics, animations and macros. Only dice that every recipient may see.
 * @param isWhispered only GMs receive the card
 */
export function cardRolls(
  host: ExchangeDocument,
  { ruleset }: Adapter,
  exchange: Exchange,
  isWhispered: boolean,
): string[] {
  const viewer = isWhispered ? GM_VIEWER : publicViewer(host, exchange);
  const { lines } = ruleset.views.card({ exchange, open: [], names: {}, viewer });
  return lines.flatMap((line) => {
    if (line.kind !== 'roll') return [];
    const faces = line.faces.map(({ face }) => face);
    const bonus = line.total - totalOf(line.rolledDice, faces);
    return [JSON.stringify(rollFromFaces(line.rolledDice, faces, bonus).toJSON())];
  });
}

const GM_VIEWER: Viewer = { gm: true, owns: [], targets: [] };

export const isWhispered = (message: ChatMessage.Implementation): boolean => message.whisper.length > 0;

import type { Command } from '../../../encounter/command';
import { fightersInOptions } from '../../../encounter/option';
import type { Ruleset } from '../../../encounter/ruleset';
import { responderOf } from '../../../kernel/answer';
import { GM, type OfferAsk, type SingleAsk } from '../../../kernel/ask';
import { documentsOf, type ExchangeDocument, isHiddenFrom } from '../../host/exchange-document';
import { playersOf } from '../requests/responders';

/**
 * Returns the commands of an offer that would reveal a fighter hidden from every player asked. The target of an attack keeps its defense:
 * it is asked without a name.
 * @param acting the command that causes the offer
 * @returns indices, or `all` if nothing is left to ask
 */
export function withheldOf(
  host: ExchangeDocument,
  { options }: Ruleset,
  part: SingleAsk | OfferAsk,
  acting: Command,
): readonly number[] | 'all' {
  const by = responderOf(part);
  if (part.kind !== 'offer' || acting.at === by) return [];
  const players = playersOf(host, by);
  if (players.length === 0) return [];
  const isHidden = (id: string): boolean =>
    id !== GM && id !== by && players.every((player) => isHiddenFrom(player, documentsOf(host, id)));
  if (isHidden(acting.by)) return 'all';
  const { commands = [], alsoAllowed = [] } = part.candidates[0] ?? {};
  const withheld = (commands as readonly Command[]).flatMap((command, index) =>
    [...(command.at === undefined ? [] : [command.at]), ...fightersInOptions(options, command)].some(isHidden)
      ? [index]
      : [],
  );
  return withheld.length === commands.length && alsoAllowed.length === 0 ? 'all' : withheld;
}

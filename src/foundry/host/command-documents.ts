import type { Command } from '../../encounter/command';
import { GM } from '../../kernel/ask';
import { documentsOf, type ExchangeDocument } from './exchange-document';

/** The documents that a command names, for other packages. */
export interface CommandDocuments {
  /** Null for commands of the GM and of the clock. */
  readonly actor: Actor.Implementation | null;
  readonly token: TokenDocument.Implementation | null;
  readonly item: Item.Implementation | null;
  readonly targets: readonly Actor.Implementation[];
  readonly targetTokens: readonly TokenDocument.Implementation[];
}

export function documentsOfCommand(host: ExchangeDocument, { by, at, with: item }: Command): CommandDocuments {
  const { actor, token } = by === GM ? { actor: null, token: null } : documentsOf(host, by);
  const target = at === undefined ? null : documentsOf(host, at);
  return {
    actor,
    token,
    item: (item !== undefined && actor?.items.get(item)) || null,
    targets: target?.actor ? [target.actor] : [],
    targetTokens: target?.token ? [target.token] : [],
  };
}

import type { Command } from '../../encounter/command';
import { fightersInOptions } from '../../encounter/option';
import type { FighterId } from '../../encounter/state';
import { GM } from '../../kernel/ask';
import { adapterOf } from '../adapters/registry';
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

/** Returns the fighters that a command names as its targets, those in its options too. */
export function targetsOf(host: ExchangeDocument, command: Command): readonly FighterId[] {
  const { at = GM } = command;
  const named = [at, ...fightersInOptions(adapterOf(host.type)?.ruleset.options ?? {}, command)];
  return [...new Set(named)].filter((id) => id !== GM);
}

export function documentsOfCommand(host: ExchangeDocument, command: Command): CommandDocuments {
  const { by, with: item } = command;
  const { actor, token } = by === GM ? { actor: null, token: null } : documentsOf(host, by);
  const targets = targetsOf(host, command).map((id) => documentsOf(host, id));
  return {
    actor,
    token,
    item: (item !== undefined && actor?.items.get(item)) || null,
    targets: targets.flatMap((target) => target.actor ?? []),
    targetTokens: targets.flatMap((target) => target.token ?? []),
  };
}

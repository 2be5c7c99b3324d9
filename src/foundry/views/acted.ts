import type { Command } from '../../encounter/command';
import type { Effect, Outcome } from '../../encounter/effect';
import { type Exchange, effectsOf } from '../../encounter/exchange';
import { GM } from '../../kernel/ask';
import { lookup } from '../../kernel/lookup';
import type { Entry } from '../../kernel/transcript';
import { adapterOf } from '../adapters/registry';
import { type CommandDocuments, documentsOfCommand } from '../host/command-documents';
import { documentsOf, type ExchangeDocument, isCard, isHiddenFrom } from '../host/exchange-document';
import { withoutHiddenNames } from '../host/hidden-names';
import { viewerOf } from '../host/reader';
import { isPrivate, isPrivy, secrecyOf } from '../host/secrecy';
import { foePoolVisibility } from '../platform/world-settings';
import { entriesOf } from '../referee/asks/record';
import { combatSystem } from '../stored/systems';

/** An effect on a fighter, by the uuids of its documents. */
type ShownEffect = { readonly actor: string | null; readonly token: string | null } & (
  | { readonly kind: 'pool'; readonly pool: string; readonly by: number }
  | { readonly kind: 'condition-added' | 'condition-removed'; readonly condition: string }
  | { readonly kind: 'item-transferred'; readonly item: string; readonly to: string | null }
  | { readonly kind: 'move' }
);

/** What happened, as far as this user may know. */
export interface ActedFacts extends CommandDocuments {
  /** Null if its fighter is hidden from the user. */
  readonly command: Command | null;
  /** The last outcome. */
  readonly outcome: Outcome | null;
  readonly effects: readonly ShownEffect[];
  /** The number of the exchange in its combat or card. */
  readonly exchange: number;
  readonly isOver: boolean;
}

/** Returns the facts of a host's newest step, or null if it was an undo, a redo, or must stay unknown to this user. */
export function factsOfNewestStep(host: ExchangeDocument): ActedFacts | null {
  const { step, cursor, history } = combatSystem(host);
  const newest = step === cursor ? history[step] : undefined;
  if (!newest) return null;
  const { command, entries, exchange, ended = false } = newest;
  return actedFacts(host, command, entries, { exchange, isOver: ended });
}

/** Returns the facts of an exchange's steps in force. */
export function actedFacts(
  host: ExchangeDocument,
  command: Command,
  entries: readonly Entry[],
  of: Pick<ActedFacts, 'exchange' | 'isOver'>,
): ActedFacts | null {
  if (isCard(host) && host.whisper.length > 0 && !host.isAuthor && !host.whisper.includes(game.user.id)) return null;
  const secrecy = secrecyOf(host, of.exchange);
  if (isPrivate(secrecy) && !isPrivy(secrecy)) return null;
  const known = redacted(host, of.exchange);
  const all = effectsOf(entries).filter(
    (effect) => !('of' in effect && isHidden(host, effect.of)) && (!known || effectsOf(known.entries).includes(effect)),
  );
  const effects = all.flatMap((effect) => shownEffect(host, effect) ?? []);
  const isSecret = isHidden(host, command.by);
  const last = isSecret ? null : (all.findLast((effect) => effect.kind === 'outcome')?.outcome ?? null);
  const outcome = last && secrecy && !isPrivy(secrecy) ? withoutFacts(last) : last;
  if (isSecret && effects.length === 0) return null;
  const shown = isSecret ? null : shownCommand(host, known?.command ?? command);
  const documents = shown ? documentsOfCommand(host, shown) : NO_DOCUMENTS;
  return { ...documents, command: shown, outcome: withoutHiddenNames(host, outcome), effects, ...of };
}

/** The facts of a result may be numbers of a roll. */
function withoutFacts({ facts: _, ...outcome }: Outcome): Outcome {
  return outcome;
}

/** Returns an exchange without what the rules keep secret from this user; null if they keep nothing secret. */
function redacted(host: ExchangeDocument, exchange: number): Exchange | null {
  const { redact } = adapterOf(host.type)?.ruleset.views ?? {};
  return redact ? redact(entriesOf(combatSystem(host), exchange), viewerOf(host)) : null;
}

const NO_DOCUMENTS: CommandDocuments = { actor: null, token: null, item: null, targets: [], targetTokens: [] };

const isHidden = (host: ExchangeDocument, id: string | undefined): boolean =>
  id !== undefined && id !== GM && isHiddenFrom(game.user, documentsOf(host, id));

/** Returns the command without hidden fighters and without what only the GM may know. */
function shownCommand(host: ExchangeDocument, command: Command): Command {
  const copy: Command = foundry.utils.deepClone(command);
  if (game.user.isGM) return copy;
  const { at, options, ...rest } = copy;
  const rules = adapterOf(host.type)?.ruleset.options ?? {};
  const shown = Object.entries(command.by === GM ? {} : (options ?? {})).filter(([key, value]) => {
    const names = lookup(rules, key)?.names === 'fighter' ? [value].flat() : [];
    return lookup(rules, key)?.gm === false && !names.some((id) => typeof id === 'string' && isHidden(host, id));
  });
  return {
    ...rest,
    ...(at !== undefined && !isHidden(host, at) && { at }),
    ...(shown.length > 0 && { options: Object.fromEntries(shown) }),
  };
}

/** Other kinds of effects are internal to the rules. */
function shownEffect(host: ExchangeDocument, effect: Effect): ShownEffect | null {
  if (!('of' in effect) || effect.of === undefined) return null;
  const { actor, token } = documentsOf(host, effect.of);
  const on = { actor: actor?.uuid ?? null, token: token?.uuid ?? null };
  switch (effect.kind) {
    case 'pool':
      return showsPools(actor) ? { ...on, kind: effect.kind, pool: effect.pool, by: effect.by } : null;
    case 'condition-added':
    case 'condition-removed':
      return { ...on, kind: effect.kind, condition: effect.condition.id };
    case 'item-transferred': {
      const receiver = isHidden(host, effect.to) ? null : documentsOf(host, effect.to).actor;
      return { ...on, kind: effect.kind, item: effect.newItem, to: receiver?.uuid ?? null };
    }
    case 'move':
      return { ...on, kind: effect.kind };
    default:
      return null;
  }
}

/** As the numbers that rise from tokens. */
const showsPools = (actor: Actor.Implementation | null): boolean =>
  game.user.isGM || foePoolVisibility() !== 'hidden' || actor?.hasPlayerOwner === true || actor?.isOwner === true;

import type { Command } from '../../../encounter/command';
import type { Outcome } from '../../../encounter/effect';
import { type Exchange, effectIn, fightersIn, sectionOf } from '../../../encounter/exchange';
import type { Ruleset } from '../../../encounter/ruleset';
import type { CardLine, Viewer } from '../../../encounter/view';
import { GM } from '../../../kernel/ask';
import { lookup } from '../../../kernel/lookup';
import type { Adapter } from '../../adapters/adapter';
import { documentsOfCommand, targetsOf } from '../../host/command-documents';
import { combatantsOf, documentsOf, type ExchangeDocument, fighterOfKey, isHidden } from '../../host/exchange-document';
import { disguisesIn, withoutNamesOf } from '../../host/hidden-names';
import { isPrivate } from '../../host/secrecy';
import { idOf } from '../../platform/documents';
import { SYSTEM_ID } from '../../platform/settings';
import { localize, scoreText, text } from '../../platform/text';
import type { Secrecy } from '../../stored/systems';

/** By key of the fighter, as a card stores them. */
type Names = Readonly<Record<string, string>>;

/** The outcome of a card for other packages, with all keys, because Foundry merges flags. */
type OutcomeData = Required<Omit<{ readonly [K in keyof Outcome]: Outcome[K] | null }, 'facts'>>;

/** A user who owns nothing: what this viewer sees, every user may see. */
export function publicViewer(host: ExchangeDocument, exchange: Exchange, secrecy: Secrecy | null = null): Viewer {
  const ids = new Set([...combatantsOf(host).map(idOf), ...fightersIn(exchange)]);
  const hiddenFighters = [...ids].filter((id) => isHidden(documentsOf(host, id)));
  return { gm: false, owns: [], targets: [], hiddenFighters, ...(secrecy && { onlyOwnDice: true }) };
}

/**
 * Returns what the message of a card tells packages, log exports and searches, which do not render it. It contains only what every user may
 * see, even if the card is whispered, because a GM may reveal the card later.
 */
export function cardMessage(
  host: ExchangeDocument,
  { ruleset }: Adapter,
  exchange: Exchange,
  names: Names,
  secrecy: Secrecy | null,
) {
  if (isPrivate(secrecy)) return untoldMessage();
  const { views } = ruleset;
  const viewer = publicViewer(host, exchange, secrecy);
  return {
    content: contentOf(host, ruleset, exchange, names, viewer),
    flags: { [SYSTEM_ID]: { outcome: outcomeOf(views.redact?.(exchange, viewer) ?? exchange, viewer) } },
  };
}

/** The message of a private card: every client receives it, and a search or an export asks for no recipients. */
const untoldMessage = () => ({
  content: divided([text('CADENCE.App.Card.private')]),
  flags: { [SYSTEM_ID]: { outcome: null as OutcomeData | null } },
});

/** Returns the message of a card whose exchange was undone. */
export function undoneMessage(
  host: ExchangeDocument,
  { ruleset }: Adapter,
  exchange: Exchange,
  names: Names,
  secrecy: Secrecy | null,
) {
  if (isPrivate(secrecy)) return untoldMessage();
  const undone = { ...exchange, entries: [] };
  const heading = contentOf(host, ruleset, undone, names, publicViewer(host, exchange));
  return {
    content: `${heading}${divided([text('CADENCE.App.Card.undone')])}`,
    flags: { [SYSTEM_ID]: { outcome: null } },
  };
}

/** Returns true if the fighter of a command is hidden: then players may not know its item and documents either. */
const isActorHidden = (host: ExchangeDocument, { by }: Command): boolean =>
  by !== GM && isHidden(documentsOf(host, by));

/** Returns the documents that the command of a card names, without hidden fighters and what the rules keep secret. */
export function cardFlags(
  host: ExchangeDocument,
  { ruleset: { views } }: Adapter,
  exchange: Exchange,
  secrecy: Secrecy | null,
) {
  if (isPrivate(secrecy)) return NO_FLAGS;
  const { command } = views.redact?.(exchange, publicViewer(host, exchange)) ?? exchange;
  const { actor, token, item } = isActorHidden(host, command) ? NO_DOCUMENTS : documentsOfCommand(host, command);
  const targets = targetsOf(host, command).filter((id) => !isHidden(documentsOf(host, id)));
  return {
    actorUuid: actor?.uuid ?? null,
    tokenUuid: token?.uuid ?? null,
    itemUuid: item?.uuid ?? null,
    targets: targets.flatMap((id) => {
      const target = documentsOf(host, id);
      return target.token?.uuid ?? target.actor?.uuid ?? [];
    }),
  };
}

const NO_DOCUMENTS = { actor: null, token: null, item: null };
const NO_FLAGS = { actorUuid: null, tokenUuid: null, itemUuid: null, targets: [] as string[] };

/** One line per `div`, which core's export of the log separates. C13: ChatMessage#export. Names are typed by users and therefore escaped. */
function contentOf(
  host: ExchangeDocument,
  { id, views }: Ruleset,
  exchange: Exchange,
  names: Names,
  viewer: Viewer,
): string {
  const hiddenIds = viewer.hiddenFighters ?? [];
  const disguises = disguisesIn(host);
  const known = Object.fromEntries(
    Object.entries(names).map(([key, name]) => {
      const fighter = fighterOfKey(key);
      return [fighter, hiddenIds.includes(fighter) ? text('CADENCE.App.unseen') : (disguises.get(fighter) ?? name)];
    }),
  );
  const { by, at, title, lines, ...card } = views.card({
    exchange: withoutNamesOf(host, exchange, hiddenIds, disguises),
    open: [],
    names: known,
    viewer,
  });
  const nameOf = (fighter: string): string =>
    fighter === GM ? text('CADENCE.App.gamemaster') : (lookup(known, fighter) ?? '');
  const target = at === null || at === by ? '' : nameOf(at);
  const heading = [nameOf(by), localize(id, title), card.with, target].filter(Boolean).join(', ');
  return divided([`${heading}.`, ...lines.map((line) => lineText(id, line, nameOf))]);
}

function lineText(ruleset: string, line: CardLine, nameOf: (fighter: string) => string): string {
  if (line.kind !== 'roll') return localize(ruleset, line.message);
  return [nameOf(line.by), scoreText(ruleset, line)].filter(Boolean).join(': ');
}

const divided = (lines: readonly string[]): string =>
  lines.map((line) => `<div>${foundry.utils.escapeHTML(line)}</div>`).join('');

/** Returns the last outcome of the exchange itself, without those of interrupts and of hidden fighters; null while there is none. */
function outcomeOf({ entries }: Exchange, { hiddenFighters = [] }: Viewer): OutcomeData | null {
  let last: Outcome | null = null;
  // As on the card: a section that is the whole exchange counts as the exchange.
  const sections: boolean[] = [];
  for (const [at, entry] of entries.entries()) {
    if (entry.ask.kind === 'section') {
      if (sectionOf(entry)) sections.push(at > 0);
      else sections.pop();
    }
    const effect = effectIn(entry);
    if (effect?.kind !== 'outcome' || sections.some(Boolean)) continue;
    if (effect.of === undefined || !hiddenFighters.includes(effect.of)) last = effect.outcome;
  }
  if (!last) return null;
  const { result, success = null, critical = null, damage = null } = last;
  return { result, success, critical, damage };
}

import type { Command } from '../../encounter/command';
import { fightersInOptions } from '../../encounter/option';
import { GM } from '../../kernel/ask';
import { adapterOf, isRulesetType } from '../adapters/registry';
import { documentAt, idOf } from '../platform/documents';
import { cardSystem, combatSystem } from '../stored/systems';
import { effectsOn, namedFighters } from './applicable-effects';

/** What an exchange is played in and kept by: an encounter of ours or, outside encounters, the exchange's own card. */
export type ExchangeDocument = Combat.Implementation | ChatMessage.Implementation;

export const isCard = (host: ExchangeDocument): host is ChatMessage.Implementation =>
  host.documentName === 'ChatMessage';

/** A card that has not been written yet: the exchange it would hold is only being weighed. */
export const isDraft = (host: ExchangeDocument): boolean => isCard(host) && !game.messages?.has(host.id ?? '');

/** The host of that id: an encounter, or a card that carries its exchange itself. Null for anything else, forged cards included. */
export function hostOf(id: string | null | undefined): ExchangeDocument | null {
  if (!id) return null;
  const combat = game.combats?.get(id);
  if (combat) return combat;
  const message = game.messages?.get(id);
  return message && isHostCard(message) ? message : null;
}

/**
 * Who vouches for a message: its author, as long as nobody but that author or a game master has written it. Players may write the
 * messages they author, and nothing tells us that they may not name another author then.
 */
export function writerOf({ author, _stats }: ChatMessage.Implementation): User.Implementation | null {
  const last = _stats.lastModifiedBy ?? author?.id;
  return author && (last === author.id || game.users?.get(last ?? '')?.isGM) ? author : null;
}

/**
 * Returns true if a game master created the message and was the last to change it. Claims, records and cards are believed of such messages
 * only: a player may fill a message with anything, under any id.
 */
export const isFromGamemaster = (message: ChatMessage.Implementation): boolean => writerOf(message)?.isGM === true;

/** Whether a message is a card that a game master wrote. Of other messages of that type nothing is unpacked or drawn. */
export const isCardOfGM = (message: ChatMessage.Implementation): boolean =>
  isRulesetType(message.type) && isFromGamemaster(message);

/** Whether a message is a card that keeps its exchange itself, outside encounters. */
const isHostCard = (message: ChatMessage.Implementation): boolean =>
  isCardOfGM(message) && cardSystem(message).combat === '' && combatSystem(message).step > 0;

/** Whether the host is still there, or a card yet to be written: an encounter may be deleted in the middle of a step. */
export const isAvailable = (host: ExchangeDocument): boolean =>
  isCard(host) || game.combats?.get(host.id ?? '') === host;

/** Every encounter of ours, and every card on which somebody is still asked. */
export function openHosts(): ExchangeDocument[] {
  const combats = (game.combats?.contents ?? []).filter(({ type }) => isRulesetType(type));
  const cards = (game.messages?.contents ?? []).filter((message) => isHostCard(message) && combatSystem(message).open);
  return [...combats, ...cards];
}

/** Cards of game masters of which a step has been begun that is not done. */
export const cardsWithUnfinishedStep = (): ExchangeDocument[] =>
  (game.messages?.contents ?? []).filter((message) => isCardOfGM(message) && combatSystem(message).writing !== '');

/** Whether an encounter's clock has left its start. Foundry's own `started` counts rounds, and a fight may open before its first. */
export function isRunning(combat: Combat.Implementation | null | undefined): combat is Combat.Implementation {
  const adapter = adapterOf(combat?.type);
  return Boolean(combat && adapter && combatSystem(combat).clock.phase !== adapter.ruleset.idle.phase);
}

/** A card for an exchange that is yet to be played; it is written with the exchange's first step. */
export function draftCard(rulesetId: string, id = foundry.utils.randomID()): ExchangeDocument | null {
  const adapter = adapterOf(rulesetId);
  if (!adapter) return null;
  const system = { combat: '', clock: { ...adapter.ruleset.idle } };
  const data = { _id: id, type: rulesetId, author: game.user.id, system };
  return new ChatMessage.implementation(data as never);
}

/** How a request names its host: a card that is not written yet has no address. */
export const addressOf = (host: ExchangeDocument): string => (isDraft(host) ? '' : idOf(host));

/** Fighters that are combatants; on a card there are none. */
export function combatantsOf(host: ExchangeDocument): readonly Combatant.Implementation[] {
  return isCard(host) ? [] : [...host.combatants];
}

/** What a combatant is called, as its documents have it now: what Foundry has prepared of it may be older than its token's name. */
export const nameOf = ({ _source, token, actor, name }: Combatant.Implementation): string =>
  (_source.name || token?.name || actor?.name || name) ?? '';

/** The same of its picture. */
export const imgOf = ({ _source, token, actor, img }: Combatant.Implementation): string =>
  _source.img || token?.texture.src || actor?.img || img || 'icons/svg/mystery-man.svg';

export function combatantIn(host: ExchangeDocument | null, id: string): Combatant.Implementation | null {
  return !host || isCard(host) ? null : (host.combatants.get(id) ?? null);
}

/** Guests are named by their token's uuid, or where they have none by their actor's; combatants by their id. */
export const isTokenFighter = (id: unknown): id is string => typeof id === 'string' && id.includes('.');

/**
 * The guests a command brings along: whom it is aimed at, and outside encounters whoever gives it. What the game master says there may be
 * about others too: whoever it names, such as who brings a condition about, and whom the conditions of its target name.
 */
export function tokenFightersIn(host: ExchangeDocument, command: Command): string[] {
  const { by, at } = command;
  if (!isCard(host)) return [at].filter(isTokenFighter);
  if (by !== GM) return [by, at].filter(isTokenFighter);
  const { actor } = isTokenFighter(at) ? guestDocuments(at) : { actor: null };
  const bound = actor ? effectsOn(actor).flatMap(namedFighters) : [];
  return [at, ...fightersInOptions(adapterOf(host.type)?.ruleset.options ?? {}, command), ...bound].filter(
    isTokenFighter,
  );
}

/** Guests of what can still be rewound or waits. */
export function tokenFightersOf(host: ExchangeDocument): string[] {
  return Object.values(combatSystem(host).history).flatMap(({ command }) => [
    ...[command.by].filter(isTokenFighter),
    ...tokenFightersIn(host, command),
  ]);
}

/** A fighter's documents: of a combatant, or of a guest. */
interface FighterDocuments {
  readonly combatant: Combatant.Implementation | null;
  readonly token: TokenDocument.Implementation | null;
  readonly actor: Actor.Implementation | null;
}

/** The documents behind a fighter's id; all null where it has none any more. */
export function documentsOf(host: ExchangeDocument | null, id: string): FighterDocuments {
  if (isTokenFighter(id)) return guestDocuments(id);
  const combatant = combatantIn(host, id);
  return { combatant, token: combatant?.token ?? null, actor: combatant && actorOf(combatant) };
}

/**
 * As whom a combatant fights. Whose token has been deleted is still there where all tokens of its actor are one with it; a token that
 * stood for itself has taken its numbers with it, and what is left is only the actor it was made from.
 */
export function actorOf({ actor, token, tokenId }: Combatant.Implementation): Actor.Implementation | null {
  return tokenId && !token && !actor?.prototypeToken.actorLink ? null : livingActor(actor);
}

/** A token that stands for itself keeps its actor in a window that was open when the one it was made from was deleted; others have none. */
const livingActor = (actor: Actor.Implementation | null | undefined): Actor.Implementation | null =>
  actor && (!actor.isToken || game.actors?.has(actor.id ?? '')) ? actor : null;

function guestDocuments(uuid: string): FighterDocuments {
  const found = documentAt(uuid);
  if (found instanceof Actor) return { combatant: null, token: null, actor: found };
  const token = found instanceof TokenDocument ? found : null;
  return { combatant: null, token, actor: livingActor(token?.actor) };
}

/** As whom an actor that is in no encounter acts: its token on the viewed scene, else itself. */
export function tokenFighterIdOf(actor: Actor.Implementation): string {
  const token = actor.token ?? (canvas?.ready ? actor.getActiveTokens(true, true)[0] : null);
  return token?.uuid ?? actor.uuid;
}

/** Whether a fighter is kept from a user: its combatant or its token is hidden, and the user does not own it. */
export function isHiddenFrom(user: User.Implementation, { combatant, token, actor }: FighterDocuments): boolean {
  if (user.isGM || !(combatant?.hidden || token?.hidden)) return false;
  return actor?.testUserPermission(user, 'OWNER') !== true;
}

// A dot in a key would be taken for a path: updates are expanded before they are written.
export const keyOfFighter = (id: string): string => id.replaceAll('.', '-');
export const fighterOfKey = (key: string): string => key.replaceAll('-', '.');

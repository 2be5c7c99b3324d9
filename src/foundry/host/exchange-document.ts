import type { Command } from '../../encounter/command';
import { fightersInOptions } from '../../encounter/option';
import { GM } from '../../kernel/ask';
import { adapterOf, isRulesetType } from '../adapters/registry';
import { documentAt, idOf } from '../platform/documents';
import { shortName } from '../platform/text';
import { isWrittenByGamemaster, wasGamemaster } from '../stored/gamemasters';
import { cardSystem, combatSystem } from '../stored/systems';
import { effectsOn, namedFighters } from './applicable-effects';
import { disguiseFor } from './disguise';
import { portraitFrom } from './portraits';

/** A Cadence combat or, outside encounters, the exchange's own card. */
export type ExchangeDocument = Combat.Implementation | ChatMessage.Implementation;

export const isCard = (host: ExchangeDocument): host is ChatMessage.Implementation =>
  host.documentName === 'ChatMessage';

/** Returns true if a card is not written yet, such as during an assessment. */
export const isDraft = (host: ExchangeDocument): boolean => isCard(host) && !game.messages?.has(host.id ?? '');

/** Returns the host with this id, or null for anything else, including forged cards. */
export function hostOf(id: string | null | undefined): ExchangeDocument | null {
  if (!id) return null;
  const combat = game.combats?.get(id);
  if (combat) return combat;
  const message = game.messages?.get(id);
  return message && isHostCard(message) ? message : null;
}

/**
 * Returns the author if only they or a GM have written the message, else null. Players may write their own messages, possibly with another
 * author.
 */
export function writerOf(message: ChatMessage.Implementation): User.Implementation | null {
  const { author } = message;
  const last = message._stats.lastModifiedBy ?? author?.id;
  return author && (last === author.id || isWrittenByGamemaster(message)) ? author : null;
}

/**
 * Returns true if only users wrote the message who were GMs at that moment. A player may fill one with anything, under any id. The author
 * may have lost the role since, or be deleted.
 */
export function isFromGamemaster(message: ChatMessage.Implementation): boolean {
  const author: string | null = message._source.author ?? null;
  if (author === null || !isWrittenByGamemaster(message, author)) return false;
  const { createdTime, modifiedTime, lastModifiedBy } = message._stats;
  // What a new GM wrote as a player stays a player's, also where a GM has changed it. A GM who adopts a card vouches for it.
  return (lastModifiedBy ?? author) === author || [createdTime, modifiedTime].some((at) => wasGamemaster(author, at));
}

/** Other cards are neither unpacked nor rendered. */
export const isCardOfGM = (message: ChatMessage.Implementation): boolean =>
  isRulesetType(message.type) && isFromGamemaster(message);

const isHostCard = (message: ChatMessage.Implementation): boolean =>
  isCardOfGM(message) && cardSystem(message).combat === '' && combatSystem(message).step > 0;

/** Returns true if the host exists or is a draft. */
export const isAvailable = (host: ExchangeDocument): boolean =>
  isCard(host) || game.combats?.get(host.id ?? '') === host;

/** Returns all Cadence encounters, and all cards with an open ask. */
export function openHosts(): ExchangeDocument[] {
  const combats = (game.combats?.contents ?? []).filter(({ type }) => isRulesetType(type));
  const cards = (game.messages?.contents ?? []).filter((message) => isHostCard(message) && combatSystem(message).open);
  return [...combats, ...cards];
}

export const cardsWithUnfinishedStep = (): ExchangeDocument[] =>
  (game.messages?.contents ?? []).filter((message) => isCardOfGM(message) && combatSystem(message).writing !== '');

/** Foundry's `started` counts rounds, but a fight may begin before round 1. */
export function isRunning(combat: Combat.Implementation | null | undefined): combat is Combat.Implementation {
  const adapter = adapterOf(combat?.type);
  return Boolean(combat && adapter && combatSystem(combat).clock.phase !== adapter.ruleset.idle.phase);
}

/** Returns a card that is written with the first step of its exchange, or null. */
export function draftCard(rulesetId: string, id = foundry.utils.randomID()): ExchangeDocument | null {
  const adapter = adapterOf(rulesetId);
  if (!adapter) return null;
  const system = { combat: '', clock: { ...adapter.ruleset.idle } };
  const data = { _id: id, type: rulesetId, author: game.user.id, system };
  return new ChatMessage.implementation(data as never);
}

/** Returns the address of a host in requests; a draft card has none. */
export const addressOf = (host: ExchangeDocument): string => (isDraft(host) ? '' : idOf(host));

export function combatantsOf(host: ExchangeDocument): readonly Combatant.Implementation[] {
  return isCard(host) ? [] : [...host.combatants];
}

/** Returns the fighter's own name, also of a disguised one. Uses the current documents; the prepared name may be older than the token's. */
export function trueNameOf({ combatant, token, actor }: Partial<FighterDocuments>): string {
  const known = token ?? combatant?.token;
  const own = combatant?._source.name || known?._source?.name || known?.name;
  return shortName((own || (actor ?? combatant?.actor)?.name || combatant?.name) ?? '');
}

/** Returns the name under which a user knows a fighter. */
export const shownNameOf = (documents: FighterDocuments, user: User.Implementation = game.user): string =>
  disguiseFor(user, documents)?.name ?? trueNameOf(documents);

const fighterOf = (combatant: Combatant.Implementation): FighterDocuments => ({
  combatant,
  token: combatant.token,
  actor: combatant.actor,
});

export const nameOf = (combatant: Combatant.Implementation, user: User.Implementation = game.user): string =>
  shownNameOf(fighterOf(combatant), user);

export function imgOf(combatant: Combatant.Implementation): string {
  const { _source, token, actor, img } = combatant;
  const disguise = disguiseFor(game.user, fighterOf(combatant));
  return disguise ? portraitFrom(disguise.img) : portraitFrom(_source.img, token?.texture.src, actor?.img, img);
}

export function combatantIn(host: ExchangeDocument | null, id: string): Combatant.Implementation | null {
  return !host || isCard(host) ? null : (host.combatants.get(id) ?? null);
}

/** Token fighters have the uuid of their token or actor as id, combatants their document id. */
export const isTokenFighter = (id: unknown): id is string => typeof id === 'string' && id.includes('.');

/** Returns the token fighters of a command. A GM's command may also name some in options and in conditions of its target. */
export function tokenFightersIn(host: ExchangeDocument, command: Command): string[] {
  const { by, at } = command;
  if (!isCard(host)) return [at].filter(isTokenFighter);
  if (by !== GM) return [by, at].filter(isTokenFighter);
  const { actor } = isTokenFighter(at) ? tokenFighterDocuments(at) : { actor: null };
  const named = actor ? effectsOn(actor).flatMap(namedFighters) : [];
  return [at, ...fightersInOptions(adapterOf(host.type)?.ruleset.options ?? {}, command), ...named].filter(
    isTokenFighter,
  );
}

export function tokenFightersOf(host: ExchangeDocument): string[] {
  return Object.values(combatSystem(host).history).flatMap(({ command }) => [
    ...[command.by].filter(isTokenFighter),
    ...tokenFightersIn(host, command),
  ]);
}

interface FighterDocuments {
  readonly combatant: Combatant.Implementation | null;
  readonly token: TokenDocument.Implementation | null;
  readonly actor: Actor.Implementation | null;
}

/** Returns the documents of a fighter; all null if it is gone. */
export function documentsOf(host: ExchangeDocument | null, id: string): FighterDocuments {
  if (isTokenFighter(id)) return tokenFighterDocuments(id);
  const combatant = combatantIn(host, id);
  return { combatant, token: combatant?.token ?? null, actor: combatant && actorOf(combatant) };
}

/** Returns the actor a combatant fights as. An unlinked actor is lost with its token. */
export function actorOf({ actor, token, tokenId }: Combatant.Implementation): Actor.Implementation | null {
  return tokenId && !token && !actor?.prototypeToken.actorLink ? null : existingActor(actor);
}

/** In an open window an unlinked token keeps its actor after the base actor is deleted, but not in others. */
const existingActor = (actor: Actor.Implementation | null | undefined): Actor.Implementation | null =>
  actor && (!actor.isToken || game.actors?.has(actor.id ?? '')) ? actor : null;

function tokenFighterDocuments(uuid: string): FighterDocuments {
  const found = documentAt(uuid);
  if (found instanceof Actor) return { combatant: null, token: null, actor: found };
  const token = found instanceof TokenDocument ? found : null;
  return { combatant: null, token, actor: existingActor(token?.actor) };
}

/** Returns the id of the actor's token on the viewed scene, or of the actor. */
export function tokenFighterIdOf(actor: Actor.Implementation): string {
  const token = actor.token ?? (canvas?.ready ? actor.getActiveTokens(true, true)[0] : null);
  return token?.uuid ?? actor.uuid;
}

export const isHidden = ({ combatant, token }: Pick<FighterDocuments, 'combatant' | 'token'>): boolean =>
  combatant?.hidden === true || token?.hidden === true;

/** Returns true if the combatant or token is hidden and the user does not own it. */
export const isHiddenFrom = (user: User.Implementation, documents: FighterDocuments): boolean =>
  !user.isGM && isHidden(documents) && documents.actor?.testUserPermission(user, 'OWNER') !== true;

// Updates are expanded, so a dot in a key would become a path.
export const keyOfFighter = (id: string): string => id.replaceAll('.', '-');
export const fighterOfKey = (key: string): string => key.replaceAll('-', '.');

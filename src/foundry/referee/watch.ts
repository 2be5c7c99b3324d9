import { watchChanges } from '../host/changes';
import {
  cardsWithUnfinishedStep,
  type ExchangeDocument,
  hostOf,
  isAvailable,
  isCard,
  openHosts,
} from '../host/exchange-document';
import { rollFoundryDice } from '../platform/dice';
import { SETTING_HOOK } from '../platform/settings';
import { SECRET_HOOK } from '../secrets/share';
import { isRequest, requestSystem } from '../stored/request';
import { combatSystem } from '../stored/systems';
import { acceptOutside, acceptWaiting, answer, isReferee, owedRoll, refuseOrphanedRequests } from '.';
import { scheduleAutoAdvance } from './auto-advance';
import { claimOf, hasUnfinishedStep, isUnfinishedMark } from './claim';
import { checkCombatants, recordCombatants } from './duplicate-combatant';
import { CLIENT_ID, checkLease, PING_TIMEOUT, watchLease } from './lease';
import { enqueue, enqueueBackground } from './queue';
import { hasMissingFighter } from './record';
import { noteEdit, noteRequest, originalRequest } from './request-edits';
import { recordDeparture, restoreOnReturn } from './revert-tokens';
import { STEP_HOOK } from './step-hook';
import { watchTimeouts } from './timeouts';

/**
 * Keeps the table going without clicks: the referee takes requests as they come, and those that waited while there was none; every
 * client throws what it owes.
 */
export function watchExchanges(): void {
  watchLease();
  for (const message of game.messages?.contents ?? []) noteRequest(message, true);
  Hooks.on('createChatMessage', (message: ChatMessage.Implementation) => {
    if (!isRequest(message)) return;
    noteRequest(message, false);
    takeRequestsWith(message);
  });
  Hooks.on('updateChatMessage', (message: ChatMessage.Implementation, _: object, _options: object, userId: string) => {
    if (!noteEdit(message, userId)) return;
    keepDiceOf(message);
    if (isRequest(message)) takeRequestsWith(message);
  });
  Hooks.on('deleteChatMessage', (message: ChatMessage.Implementation, options: object, userId: string) => {
    if (!isRequest(message)) return void refuseOrphanedRequests();
    // The mark of a step is a game master's to give: a player's client could claim it.
    if ('cadence' in options && game.users?.get(userId)?.isGM) return;
    keepDiceOf(message);
  });
  Hooks.on(STEP_HOOK, goOn);
  // Plans change without a step.
  Hooks.on(SECRET_HOOK, goOnByThemselves);
  Hooks.on(SETTING_HOOK, goOnByThemselves);
  Hooks.on('updateCombatant', goOnByThemselves);
  Hooks.on('createCombatant', (combatant: Combatant.Implementation, _options: object, userId: string) => {
    lookAtCombatants([combatant], userId);
    restoreOnReturn(combatant, userId);
  });
  Hooks.on('deleteCombatant', (combatant: Combatant.Implementation, _options: object, userId: string) =>
    recordDeparture(combatant, userId),
  );
  Hooks.on(
    'updateCombatant',
    (combatant: Combatant.Implementation, changed: object, _options: object, userId: string) => {
      if (IDENTITY.some((key) => key in changed)) lookAtCombatants([combatant], userId);
    },
  );
  Hooks.on('updateToken', (token: TokenDocument.Implementation, changed: object, _options: object, userId: string) => {
    if (IDENTITY.some((key) => key in changed)) lookAtCombatants(combatantsAt(token), userId);
  });
  for (const gone of ['deleteCombatant', 'deleteToken', 'deleteActor', 'deleteScene']) {
    Hooks.on(gone as 'deleteToken', lookAgainEverywhere);
    Hooks.on(gone as 'deleteToken', goOnByThemselves);
  }
  // A step is being written: should its window go before it is done, somebody has to see to that.
  Hooks.on('createCombatantGroup', (group: CombatantGroup.Implementation) => {
    if (game.user.isGM && isUnfinishedMark(group)) setTimeout(() => mendSoon(group.parent), 2 * PING_TIMEOUT);
  });
  Hooks.on('deleteCombatantGroup', (group: CombatantGroup.Implementation) => {
    if (isUnfinishedMark(group) && group.parent) void acceptWaiting(group.parent);
  });
  Hooks.on('deleteCombat', () => void refuseOrphanedRequests());
  Hooks.on('userConnected', goOnEverywhere);
  // Who may referee, and who is asked, may be somebody else now.
  Hooks.on('updateUser', (_user: User.Implementation, { role }: { role?: unknown }) => {
    if (role !== undefined) goOnEverywhere();
  });
  goOnEverywhere();
}

/** Takes what waits where a request was sent. */
function takeRequestsWith(message: ChatMessage.Implementation): void {
  const { combat: id } = requestSystem(message);
  const host = hostOf(id);
  if (id === '') void acceptOutside();
  else if (host) void acceptWaiting(host);
  else void refuseOrphanedRequests();
}

/** Binds the dice a request was sent with, now that it has been deleted or changed. */
function keepDiceOf(message: ChatMessage.Implementation): void {
  const sent = originalRequest(message);
  const host = hostOf(sent?.combat);
  if (!host || sent?.refused.length !== 0 || !isReferee(host)) return;
  void enqueueBackground(host, async () => (await import('./lazy')).storeDice(host, message));
}

/** Fields that say as whom a combatant fights. */
const IDENTITY = ['actorId', 'actorLink', 'tokenId', 'sceneId'];

const combatantsAt = ({ id }: TokenDocument.Implementation): Combatant.Implementation[] =>
  (game.combats?.contents ?? []).flatMap(({ combatants }) => combatants.filter(({ tokenId }) => tokenId === id));

/** What a game master does to combatants is meant, what others do is checked. */
function lookAtCombatants(combatants: readonly Combatant.Implementation[], userId: string): void {
  const isMeant = game.users?.get(userId)?.isGM === true;
  for (const combat of new Set(combatants.flatMap(({ combat }) => combat ?? [])))
    if (isMeant) void recordCombatants(combat, (combatant) => combatants.includes(combatant));
    else void checkCombatants(combat);
}

function goOnByThemselves(): void {
  for (const host of openHosts()) scheduleAutoAdvance(host);
}

/** Somebody has gone: what waits is looked at again before anything else is taken. */
function lookAgainEverywhere(): void {
  for (const host of openHosts()) {
    if (!combatSystem(host).open) continue;
    lookAgainSoon(host);
    void acceptWaiting(host);
  }
}

const lookAgainSoon = (host: ExchangeDocument): void =>
  void enqueue(async () => isReferee(host) && (await import('./lazy')).recheckOpenAsk(host));

function goOnEverywhere(): void {
  for (const host of openHosts()) {
    goOn(host);
    if (game.user.isGM) void mendLeft(host);
  }
  for (const card of cardsWithUnfinishedStep()) mendSoon(card);
  void acceptOutside();
  void refuseOrphanedRequests();
}

/** The window that wrote the last step may have gone before it noticed that a part of the step was refused. */
async function mendLeft(host: ExchangeDocument): Promise<void> {
  const { isLastStepIncomplete } = await import('./lazy');
  mendSoon(host, (each) => hasUnfinishedStep(each) || isLastStepIncomplete(each));
}

function mendSoon(host: ExchangeDocument | null, isDue: (host: ExchangeDocument) => boolean = hasUnfinishedStep): void {
  if (!host || !isAvailable(host) || !isDue(host)) return;
  void enqueueBackground(host, async () => {
    await checkLease(host);
    // This window also releases its own claim that it could not release before, even if it is no longer the referee.
    if (isReferee(host) || claimOf(host)?.client === CLIENT_ID) await (await import('./lazy')).repair(host);
  });
}

function goOn(host: ExchangeDocument): void {
  if (!isCard(host)) void checkCombatants(host);
  if (isReferee(host)) mendSoon(host);
  // Who was deleted while the step was on its way, or while nobody refereed, went before anything waited for them here.
  if (isReferee(host) && hasMissingFighter(host)) lookAgainSoon(host);
  scheduleAutoAdvance(host);
  watchTimeouts(host);
  void acceptWaiting(host);
  void throwOwed(host);
}

/** Asks this client has already thrown for: a step may arrive twice before the answer has. */
const thrown = new Set<string>();

async function throwOwed(host: ExchangeDocument): Promise<void> {
  const owed = owedRoll(host);
  if (owed?.ask.kind !== 'dice' || thrown.has(`${host.id}.${owed.key}`)) return;
  thrown.add(`${host.id}.${owed.key}`);
  await answer(host, owed.key, await rollFoundryDice(owed.ask.dice));
}

export const REFEREE = {
  init: () => watchChanges([SETTING_HOOK, SECRET_HOOK, STEP_HOOK]),
  ready: watchExchanges,
  idle: async () => game.user.isGM && import('./lazy'),
};

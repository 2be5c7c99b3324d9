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
import { setGamemasterTerms } from '../platform/hidden-settings';
import { SETTING_HOOK } from '../platform/settings';
import { SECRET_HOOK } from '../secrets/share';
import { noteRoles, noteWrite } from '../stored/gamemasters';
import { isRequest } from '../stored/request';
import { combatSystem } from '../stored/systems';
import {
  acceptOutside,
  acceptRequestsFor,
  acceptWaiting,
  answer,
  isReferee,
  owedRoll,
  refuseOrphanedRequests,
} from '.';
import { forgetLeavers, noteFighters } from './asks/noted-fighters';
import { hasMissingFighter } from './asks/record';
import { noteSentBefore, PAUSE_HOOK } from './requests/paused';
import { noteEdit, noteRequest, originalRequest } from './requests/request-edits';
import { adoptCards } from './seat/adopt-cards';
import { scheduleAutoAdvance } from './seat/auto-advance';
import { watchItems } from './seat/deleted-items';
import { watchLeavers } from './seat/departure';
import { checkCombatants, recordCombatants } from './seat/duplicate-combatant';
import { enqueue, enqueueBackground } from './seat/queue';
import { recordDeparture, restoreOnReturn } from './seat/revert-tokens';
import { watchTimeouts } from './seat/timeouts';
import { claimOf, hasUnfinishedStep, isUnfinishedMark } from './store/claim';
import { CLIENT_ID, checkLease, PING_TIMEOUT, watchLease } from './store/lease';
import { STEP_HOOK } from './store/step-hook';

/** Registers the hooks that continue play without clicks: the referee accepts requests, and every client rolls the dice it owes. */
export function watchExchanges(): void {
  watchLease();
  watchLeavers();
  // Before anything that this window writes.
  storeRoles();
  for (const message of game.messages?.contents ?? []) {
    noteRequest(message, true);
    if (game.paused) noteSentBefore(message);
  }
  Hooks.on('createChatMessage', (message: ChatMessage.Implementation) => {
    if (!isRequest(message)) return;
    noteRequest(message, false);
    acceptRequestsFor(message);
  });
  Hooks.on('updateChatMessage', (message: ChatMessage.Implementation, _: object, _options: object, userId: string) => {
    if (!noteEdit(message, userId)) return;
    storeDiceOf(message);
    if (isRequest(message)) acceptRequestsFor(message);
  });
  Hooks.on('deleteChatMessage', (message: ChatMessage.Implementation, options: object, userId: string) => {
    if (!isRequest(message)) return void refuseOrphanedRequests();
    // Only a GM's step mark counts: a player's client could claim one.
    if ('cadence' in options && game.users?.get(userId)?.isGM) return;
    storeDiceOf(message);
  });
  Hooks.on(STEP_HOOK, (host: ExchangeDocument) => {
    noteFighters(host, true);
    resumeHost(host);
  });
  // Plans change without a step.
  Hooks.on(SECRET_HOOK, scheduleAll);
  Hooks.on(SETTING_HOOK, scheduleAll);
  Hooks.on('updateCombatant', scheduleAll);
  Hooks.on('createCombatant', (combatant: Combatant.Implementation, _options: object, userId: string) => {
    reviewCombatants([combatant], userId);
    restoreOnReturn(combatant, userId);
  });
  Hooks.on('deleteCombatant', (combatant: Combatant.Implementation, _options: object, userId: string) =>
    recordDeparture(combatant, userId),
  );
  Hooks.on(
    'updateCombatant',
    (combatant: Combatant.Implementation, changed: object, _options: object, userId: string) => {
      if (IDENTITY.some((key) => key in changed)) reviewCombatants([combatant], userId);
      if ('sceneId' in changed) recheckAll();
    },
  );
  Hooks.on('updateToken', (token: TokenDocument.Implementation, changed: object, _options: object, userId: string) => {
    const combatants = combatantsAt(token);
    for (const { combat } of combatants) if (combat) noteFighters(combat, false);
    if (IDENTITY.some((key) => key in changed)) reviewCombatants(combatants, userId);
  });
  for (const hook of ['deleteCombatant', 'deleteToken', 'deleteActor', 'deleteScene']) {
    Hooks.on(hook as 'deleteToken', (_document: object, _options: object, userId: string) => {
      if (game.users?.get(userId)?.isGM !== true) for (const host of openHosts()) forgetLeavers(host);
      recheckAll();
      scheduleAll();
    });
  }
  watchItems((host) => {
    recheckSoon(host);
    void acceptWaiting(host);
  });
  // If the window writing this step closes before it is done, another has to repair it.
  Hooks.on('createCombatantGroup', (group: CombatantGroup.Implementation) => {
    if (game.user.isGM && isUnfinishedMark(group)) setTimeout(() => repairSoon(group.parent), PING_TIMEOUT);
  });
  Hooks.on('deleteCombatantGroup', (group: CombatantGroup.Implementation) => {
    if (isUnfinishedMark(group) && group.parent) void acceptWaiting(group.parent);
  });
  Hooks.on('deleteCombat', () => void refuseOrphanedRequests());
  Hooks.on('userConnected', resumeAll);
  Hooks.on(PAUSE_HOOK, resumeAll);
  // A new role may change the referee and the responders.
  Hooks.on('updateUser', (_user: User.Implementation, { role }: { role?: unknown }) => {
    if (role !== undefined) reviewRoles();
  });
  Hooks.on('createUser', reviewRoles);
  Hooks.on('deleteUser', reviewRoles);
  resumeAll();
}

function storeDiceOf(message: ChatMessage.Implementation): void {
  const sent = originalRequest(message);
  const host = hostOf(sent?.combat);
  if (!host || sent?.refused.length !== 0 || !isReferee(host)) return;
  void enqueueBackground(host, ({ storeDice }) => storeDice(host, message));
}

/** Fields that define which actor a combatant fights as. */
const IDENTITY = ['actorId', 'actorLink', 'tokenId', 'sceneId'];

const combatantsAt = ({ id }: TokenDocument.Implementation): Combatant.Implementation[] =>
  (game.combats?.contents ?? []).flatMap(({ combatants }) => combatants.filter(({ tokenId }) => tokenId === id));

/** A GM's changes of combatants are intended; others are checked. */
function reviewCombatants(combatants: readonly Combatant.Implementation[], userId: string): void {
  const isByGM = game.users?.get(userId)?.isGM === true;
  for (const combat of new Set(combatants.flatMap(({ combat }) => combat ?? [])))
    if (isByGM) void recordCombatants(combat, (combatant) => combatants.includes(combatant));
    else void checkCombatants(combat);
}

function scheduleAll(): void {
  for (const host of openHosts()) scheduleAutoAdvance(host);
}

/** After a deletion, the open asks are checked before requests are accepted. */
function recheckAll(): void {
  for (const host of openHosts()) {
    if (!combatSystem(host).open) continue;
    recheckSoon(host);
    void acceptWaiting(host);
  }
}

/** Hosts that will be checked. */
const rechecks = new WeakSet<ExchangeDocument>();

function recheckSoon(host: ExchangeDocument): void {
  if (rechecks.has(host)) return;
  rechecks.add(host);
  void enqueueBackground(host, async ({ recheckOpenAsk }) => {
    rechecks.delete(host);
    if (isReferee(host)) await recheckOpenAsk(host);
  }).finally(() => rechecks.delete(host));
}

function reviewRoles(): void {
  storeRoles();
  resumeAll();
}

/** Records who is a GM from now on. An assistant may lack the permission; then another GM's window does it later. */
function storeRoles(): void {
  const terms = noteRoles();
  if (terms && game.user.isActiveGM && game.user.can('SETTINGS_MODIFY'))
    void setGamemasterTerms(terms).catch((error: unknown) => {
      // Of two GMs who connect at once, the other may have stored them.
      if (noteRoles()) console.error('Cadence | roles were not stored', error);
    });
}

function resumeAll(): void {
  for (const host of openHosts()) {
    noteFighters(host, false);
    resumeHost(host);
    if (game.user.isGM) void repairLastStep(host);
  }
  for (const card of cardsWithUnfinishedStep()) repairSoon(card);
  if (game.user.isActiveGM) void adoptCards();
  void acceptOutside();
  void refuseOrphanedRequests();
}

/** The window that wrote the last step may have closed before it noticed that a part was refused. */
async function repairLastStep(host: ExchangeDocument): Promise<void> {
  const isDue = await enqueue(async ({ isLastStepIncomplete }) => isAvailable(host) && isLastStepIncomplete(host));
  if (isDue) repairNow(host);
  else repairSoon(host);
}

function repairSoon(host: ExchangeDocument | null): void {
  if (host && isAvailable(host) && hasUnfinishedStep(host)) repairNow(host);
}

function repairNow(host: ExchangeDocument): void {
  void enqueueBackground(host, async ({ repair }) => {
    await checkLease(host);
    // This window also releases a claim of its own that is left, even if it is no longer the referee.
    if (isReferee(host) || claimOf(host)?.client === CLIENT_ID) await repair(host);
  });
}

function resumeHost(host: ExchangeDocument): void {
  if (!isCard(host)) void checkCombatants(host);
  if (isReferee(host)) repairSoon(host);
  // A fighter deleted while the step was on its way, or without a referee, was gone before anything waited for it here.
  if (isReferee(host) && hasMissingFighter(host)) recheckSoon(host);
  scheduleAutoAdvance(host);
  watchTimeouts(host);
  void acceptWaiting(host);
  void rollOwed(host);
}

/** Asks this client has already rolled for: a step may arrive twice before the answer does. */
const rolledAsks = new Set<string>();

async function rollOwed(host: ExchangeDocument): Promise<void> {
  const owed = owedRoll(host);
  if (owed?.ask.kind !== 'dice' || rolledAsks.has(`${host.id}.${owed.key}`)) return;
  rolledAsks.add(`${host.id}.${owed.key}`);
  await answer(host, owed.key, await rollFoundryDice(owed.ask.dice));
}

/** Documents whose last writer decides whether they count; messages note theirs themselves. */
const STAMPED = ['createCombatantGroup', 'updateCombatantGroup', 'createCombatant', 'updateCombatant'];

/** Registered before any reader of these documents. */
function noteWriters(): void {
  for (const hook of STAMPED)
    Hooks.on(hook as 'createCombatant', (document: object, ...facts: unknown[]) =>
      noteWrite(document, String(facts.at(-1))),
    );
}

export const REFEREE = {
  init: () => {
    watchChanges([SETTING_HOOK, SECRET_HOOK, STEP_HOOK, PAUSE_HOOK]);
    noteWriters();
  },
  ready: watchExchanges,
  idle: async () => game.user.isGM && import('./play/playing-referee'),
};

import { REINFORCE } from '../../../toolkit/act/commands';
import { adapterOf } from '../../adapters/registry';
import { noteChange } from '../../host/changes';
import type { ExchangeDocument } from '../../host/exchange-document';
import { actorOf, isCard, isRunning, nameOf } from '../../host/exchange-document';
import { isReserveDue } from '../../host/reserve';
import { encounterOf } from '../../host/store';
import { idOf } from '../../platform/documents';
import { notifyOnce } from '../../platform/notice';
import { text } from '../../platform/text';
import { combatantsWithUnknownSecrets } from '../../stored/secrets';
import { combatSystem } from '../../stored/systems';
import { notifyFailure } from '../requests/notify';
import { isReferee } from '../store/lease';
import { acceptOwn } from './queue';

const SECOND = 1000;
/** Milliseconds that the clock waits in one step for a secret unknown to this browser, which may be on its way. */
const SECRET_WAIT = 10 * SECOND;

interface WaitingClock {
  timer?: ReturnType<typeof setTimeout> | undefined;
  /** A call with the same purpose does not restart the timer, because every update of a player's combatant is such a call. */
  purpose?: string | undefined;
  /** The step in which it first met an unknown secret, and when. */
  held?: { readonly step: number; readonly at: number };
}

/** By encounter; its timer runs in the referee's window. */
const waiting = new Map<string, WaitingClock>();
/** Combatants whose secrets the GM has told the clock to ignore. */
const waived = new WeakSet<Combatant.Implementation>();

const unknownSecretsIn = (combat: Combat.Implementation): readonly Combatant.Implementation[] =>
  combatantsWithUnknownSecrets(combat).filter((combatant) => !waived.has(combatant));

/** Returns the clock's next automatic command even if secrets are unknown, or null if it waits for users. */
function currentAutoCommand(host: ExchangeDocument) {
  const adapter = adapterOf(host.type);
  const { open, step, cursor } = combatSystem(host);
  // A step that was just undone is not repeated at once.
  if (game.paused || !adapter || isCard(host) || !isRunning(host) || open || step !== cursor || !isReferee(host))
    return null;
  if (isReserveDue(host)) return { command: REINFORCE, delaySeconds: 0, unknown: [] };
  const encounter = encounterOf(host);
  const auto = encounter && adapter.ruleset.automation.autoAdvance(encounter);
  return auto && { ...auto, unknown: unknownSecretsIn(host) };
}

/** Starts the timer for the clock's next automatic command, or stops it. Called after every change. */
export function scheduleAutoAdvance(host: ExchangeDocument): void {
  const id = idOf(host);
  const auto = currentAutoCommand(host);
  if (!auto) {
    stopTimer(id);
    return;
  }
  // An unknown secret delays the clock only for a limited time, because its stamp may be invalid.
  const isHeld = auto.unknown.length > 0;
  const { step } = combatSystem(host);
  const purpose = `${step} ${isHeld} ${JSON.stringify(auto.command)}`;
  const clock = waiting.get(id) ?? {};
  if (clock.purpose === purpose) return;
  stopTimer(id);
  waiting.set(id, clock);
  if (isHeld && clock.held?.step !== step) clock.held = { step, at: performance.now() };
  const after = isHeld ? Math.max(0, SECRET_WAIT - heldFor(host)) : auto.delaySeconds * SECOND;
  clock.timer = setTimeout(() => (isHeld ? notifyHold(host) : runAutoCommand(host)), after);
  clock.purpose = purpose;
}

function stopTimer(id: string): void {
  const clock = waiting.get(id);
  clearTimeout(clock?.timer);
  if (clock) clock.purpose = undefined;
}

function runAutoCommand(host: ExchangeDocument): void {
  stopTimer(idOf(host));
  const now = currentAutoCommand(host);
  if (!now || now.unknown.length > 0) return;
  const submission = { user: game.user, command: now.command, ask: null, moment: null };
  acceptOwn(host, { ...submission, answers: [], force: false, mode: null, request: null }).catch((error: unknown) =>
    notifyFailure(host, error),
  );
}

/** Milliseconds for which the clock has been held in this step. */
function heldFor(host: ExchangeDocument): number {
  const held = waiting.get(idOf(host))?.held;
  return held?.step === combatSystem(host).step ? performance.now() - held.at : 0;
}

function notifyHold(host: ExchangeDocument): void {
  const hold = autoAdvanceHold(host);
  if (!hold) return;
  notifyOnce('warn', `held ${hold.about}`, hold.text);
  // The tracker shows the button that continues without the secrets.
  noteChange();
}

/** Returns the notice for a clock held too long: whose secrets are unknown, and which users could send them. */
export function autoAdvanceHold(host: ExchangeDocument): { readonly text: string; readonly about: string } | null {
  if (heldFor(host) < SECRET_WAIT) return null;
  const unknown = currentAutoCommand(host)?.unknown ?? [];
  if (unknown.length === 0) return null;
  const owners = (game.users?.contents ?? []).filter(
    (user) => !user.isGM && unknown.some((combatant) => actorOf(combatant)?.testUserPermission(user, 'OWNER')),
  );
  const names = joinNames(unknown.map((each) => nameOf(each)));
  const users = joinNames(owners.map(({ name }) => name)) || text('CADENCE.App.gamemaster');
  return { text: text('CADENCE.Notice.heldUp', { names, users }), about: unknown.map(idOf).join(' ') };
}

const joinNames = (names: readonly string[]): string =>
  new Intl.ListFormat(game.i18n.lang, { type: 'conjunction' }).format(names);

/** Lets the clock advance without these combatants' secrets, now and later. */
export function advanceWithoutSecrets(host: ExchangeDocument): void {
  for (const combatant of isCard(host) ? [] : unknownSecretsIn(host)) waived.add(combatant);
  noteChange();
  scheduleAutoAdvance(host);
}

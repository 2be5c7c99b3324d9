import { adapterOf } from '../adapters/registry';
import { noteChange } from '../host/changes';
import type { ExchangeDocument } from '../host/exchange-document';
import { actorOf, isCard, isRunning, nameOf } from '../host/exchange-document';
import { encounterOf } from '../host/store';
import { idOf } from '../platform/documents';
import { notifyOnce } from '../platform/notice';
import { text } from '../platform/text';
import { combatantsWithUnknownSecrets } from '../stored/secrets';
import { combatSystem } from '../stored/systems';
import { isReferee } from './lease';
import { notifyFailure } from './notify';
import { acceptOwn } from './queue';

const SECOND = 1000;
/** How long the clock waits in one step for a secret that this browser does not know: it may be on its way. Milliseconds. */
const PATIENCE = 10 * SECOND;

interface Timer {
  readonly timer: ReturnType<typeof setTimeout>;
  /** What it is for. A call for the same does not start it again: every update of a player's combatant is such a call. */
  readonly what: string;
}

const timers = new Map<string, Timer>();
/** The step in which each encounter has met an unknown secret, and when first. */
const heldSince = new Map<string, { readonly step: number; readonly at: number }>();
/** Combatants whose secrets the clock does not wait for, by the game master's decision. */
const waived = new WeakSet<Combatant.Implementation>();

const unknownIn = (combat: Combat.Implementation): readonly Combatant.Implementation[] =>
  combatantsWithUnknownSecrets(combat).filter((combatant) => !waived.has(combatant));

/** What the clock would do by itself now, whether or not it knows all secrets; null where it waits for people. */
function goingOf(host: ExchangeDocument) {
  const adapter = adapterOf(host.type);
  const { open, step, cursor } = combatSystem(host);
  // What the game master has just taken back is not done again at once.
  if (!adapter || isCard(host) || !isRunning(host) || open || step !== cursor || !isReferee(host)) return null;
  const encounter = encounterOf(host);
  const going = encounter && adapter.ruleset.automation.autoAdvance(encounter);
  return going && { ...going, unknown: unknownIn(host) };
}

/** Lets the clock go on by itself where it may, after the time it leaves people. Called whenever something has happened. */
export function scheduleAutoAdvance(host: ExchangeDocument): void {
  const id = idOf(host);
  const going = goingOf(host);
  if (!going) {
    stop(id);
    return;
  }
  // Who is not known to do nothing is waited for, but not for ever: a stamp may be nonsense.
  const isHeld = going.unknown.length > 0;
  const { step } = combatSystem(host);
  const what = `${step} ${isHeld} ${JSON.stringify(going.command)}`;
  if (timers.get(id)?.what === what) return;
  stop(id);
  if (isHeld && heldSince.get(id)?.step !== step) heldSince.set(id, { step, at: performance.now() });
  const after = isHeld ? Math.max(0, PATIENCE - heldFor(host)) : going.delaySeconds * SECOND;
  const timer = setTimeout(() => (isHeld ? tellHeld(host) : goOn(host)), after);
  timers.set(id, { timer, what });
}

function stop(id: string): void {
  clearTimeout(timers.get(id)?.timer);
  timers.delete(id);
}

function goOn(host: ExchangeDocument): void {
  timers.delete(idOf(host));
  const now = goingOf(host);
  if (!now || now.unknown.length > 0) return;
  const given = { user: game.user, command: now.command, ask: null, moment: null };
  acceptOwn(host, { ...given, answers: [], force: false, request: null }).catch((error: unknown) =>
    notifyFailure(host, error),
  );
}

/** For how long the clock has been held up in this step. Milliseconds. */
function heldFor(host: ExchangeDocument): number {
  const since = heldSince.get(idOf(host));
  return since?.step === combatSystem(host).step ? performance.now() - since.at : 0;
}

function tellHeld(host: ExchangeDocument): void {
  const said = autoAdvanceHold(host);
  if (!said) return;
  notifyOnce('warn', `held ${said.about}`, said.text);
  // The tracker shows the way out.
  noteChange();
}

/**
 * What the game master is told where the clock has waited too long for secrets this browser does not know: whose they are, and who could
 * tell them. Null where nothing holds it up.
 */
export function autoAdvanceHold(host: ExchangeDocument): { readonly text: string; readonly about: string } | null {
  if (heldFor(host) < PATIENCE) return null;
  const unknown = goingOf(host)?.unknown ?? [];
  if (unknown.length === 0) return null;
  const owners = (game.users?.contents ?? []).filter(
    (user) => !user.isGM && unknown.some((one) => actorOf(one)?.testUserPermission(user, 'OWNER')),
  );
  const names = listed(unknown.map(nameOf));
  const users = listed(owners.map(({ name }) => name)) || text('CADENCE.App.gamemaster');
  return { text: text('CADENCE.Notice.heldUp', { names, users }), about: unknown.map(idOf).join(' ') };
}

const listed = (names: readonly string[]): string =>
  new Intl.ListFormat(game.i18n.lang, { type: 'conjunction' }).format(names);

/** Lets the clock go on without the secrets it waits for, now and whenever the same combatants have unknown ones. */
export function advanceWithoutSecrets(host: ExchangeDocument): void {
  for (const combatant of isCard(host) ? [] : unknownIn(host)) waived.add(combatant);
  noteChange();
  scheduleAutoAdvance(host);
}

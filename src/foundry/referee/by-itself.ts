import { adapterOf } from '../adapters/registry';
import type { Host } from '../host/host';
import { isCard, isRunning } from '../host/host';
import { encounterOf } from '../host/store';
import { idOf } from '../platform/documents';
import { unknownTo } from '../stored/secrets';
import { combatSystem } from '../stored/systems';
import { isReferee } from './lease';
import { takeOwn } from './queue';
import { tellFailure } from './tell';

const SECOND = 1000;
const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** What the clock would do by itself now; null where it waits for people. */
function goingOf(host: Host) {
  const adapter = adapterOf(host.type);
  const { open, step, cursor } = combatSystem(host);
  // What the game master has just taken back is not done again at once; and who is not known to do nothing is waited for.
  if (
    !adapter ||
    isCard(host) ||
    !isRunning(host) ||
    open ||
    step !== cursor ||
    !isReferee(host) ||
    unknownTo(host).length > 0
  )
    return null;
  const encounter = encounterOf(host);
  return encounter && adapter.ruleset.standing.goesOn(encounter);
}

/** Lets the clock go on by itself where it may, after the time it leaves people. Called whenever something has happened. */
export function goOnByItself(host: Host): void {
  clearTimeout(timers.get(host.id ?? ''));
  timers.delete(host.id ?? '');
  const going = goingOf(host);
  if (!going) return;
  const timer = setTimeout(() => {
    const now = goingOf(host);
    if (!now) return;
    const given = { user: game.user, command: now.command, ask: null, moment: null };
    takeOwn(host, { ...given, answers: [], force: false, request: null }).catch((error: unknown) =>
      tellFailure(host, error),
    );
  }, going.after * SECOND);
  timers.set(idOf(host), timer);
}

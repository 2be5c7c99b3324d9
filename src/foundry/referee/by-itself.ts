import { adapterOf } from '../adapters/registry';
import type { Host } from '../host/host';
import { isCard, isRunning } from '../host/host';
import { encounterOf } from '../host/reader';
import { idOf } from '../platform/ids';
import { knowsAll } from '../stored/secrets';
import { combatSystem } from '../stored/systems';
import { isReferee } from './lease';
import { takeOwn } from './queue';
import { tellFailure } from './tell';

const SECOND = 1000;
const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** What the clock would do by itself now; null where it waits for people. */
function goingOf(combat: Host) {
  const adapter = adapterOf(combat.type);
  const { open, step, cursor } = combatSystem(combat);
  // What the game master has just taken back is not done again at once; and who is not known to do nothing is waited for.
  if (
    !adapter ||
    isCard(combat) ||
    !isRunning(combat) ||
    open ||
    step !== cursor ||
    !isReferee(combat) ||
    !knowsAll(combat)
  )
    return null;
  const encounter = encounterOf(combat);
  return encounter && adapter.ruleset.standing.goesOn(encounter);
}

/** Lets the clock go on by itself where it may, after the time it leaves people. Called whenever something has happened. */
export function goOnByItself(combat: Host): void {
  clearTimeout(timers.get(combat.id ?? ''));
  timers.delete(combat.id ?? '');
  const going = goingOf(combat);
  if (!going) return;
  const timer = setTimeout(() => {
    const now = goingOf(combat);
    if (!now) return;
    const given = { user: game.user, command: now.command, ask: null, moment: null };
    takeOwn(combat, { ...given, answers: [], force: false, request: null }).catch((error: unknown) =>
      tellFailure(combat, error),
    );
  }, going.after * SECOND);
  timers.set(idOf(combat), timer);
}

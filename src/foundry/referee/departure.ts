import { GM } from '../../kernel/ask';
import { LEAVE_FIGHT } from '../../toolkit/act/commands';
import { isRulesetType, loadAdapter } from '../adapters/registry';
import { actorOf, draftCard, type ExchangeDocument, isCard, tokenFighterIdOf } from '../host/exchange-document';
import { combatantOf } from '../host/reader';
import { documentAt } from '../platform/documents';
import { combatSystem } from '../stored/systems';
import { assess } from './assess';
import { isReferee } from './lease';
import { notifyFailure } from './notify';
import { acceptOwn } from './queue';
import { STEP_HOOK } from './step-hook';
import { refereeSubmission } from './submission';

/** Who has left while a question was open, by encounter. */
const waiting = new WeakMap<ExchangeDocument, Set<Actor.Implementation>>();

/**
 * Ends what belongs to a fight on those who are no longer in it: a step of the encounter, or a card if that is gone. The state of a
 * fighter is the encounter's, and goes with it.
 */
export function watchDepartures(): void {
  Hooks.on('deleteCombatant', (combatant: Combatant.Implementation, _options: object, userId: string) => {
    const { combat } = combatant;
    const actor = actorOf(combatant);
    // Players who leave could come back without what hampers them: theirs ends with the encounter.
    if (combat && actor && game.users?.get(userId)?.isGM) void leave(combat, [actor]);
  });
  Hooks.on(STEP_HOOK, (host: ExchangeDocument) => {
    const actors = waiting.get(host);
    if (actors && !combatSystem(host).open && waiting.delete(host)) void leave(host, [...actors]);
  });
  Hooks.on('deleteCombat', (combat: Combat.Implementation) => {
    const { bearers = {} } = isRulesetType(combat.type) ? combatSystem(combat) : {};
    const left = Object.values(bearers).map(({ of }) => documentAt(of));
    const actors = [...combat.combatants.map(actorOf), ...left].filter((each) => each instanceof Actor);
    void leaveDeleted(combat, [...new Set(actors)]);
  });
}

async function leaveDeleted({ type }: Combat.Implementation, actors: readonly Actor.Implementation[]): Promise<void> {
  if (!game.user.isActiveGM || !isRulesetType(type)) return;
  await loadAdapter(type);
  for (const actor of actors) {
    const card = draftCard(type);
    if (card) await leave(card, [actor]);
  }
}

async function leave(host: ExchangeDocument, actors: readonly Actor.Implementation[]): Promise<void> {
  if (!isCard(host) && (!isRulesetType(host.type) || !isReferee(host))) return;
  for (const actor of actors) {
    if (!isCard(host) && combatSystem(host).open) {
      waiting.set(host, (waiting.get(host) ?? new Set()).add(actor));
      continue;
    }
    const command = { do: LEAVE_FIGHT, by: GM, at: tokenFighterIdOf(actor) };
    if (combatantOf(actor) || assess(host, command)?.reasons.length !== 0) continue;
    await acceptOwn(host, { ...refereeSubmission(), command }).catch((error: unknown) => notifyFailure(host, error));
  }
}

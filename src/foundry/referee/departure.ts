import { GM } from '../../kernel/ask';
import { LEAVE_FIGHT } from '../../toolkit/act/commands';
import { isRulesetType, loadAdapter } from '../adapters/registry';
import { actorOf, draftCard, tokenFighterIdOf } from '../host/exchange-document';
import { combatantOf } from '../host/reader';
import { documentAt } from '../platform/documents';
import { combatSystem } from '../stored/systems';
import { assess } from './assess';
import { notifyFailure } from './notify';
import { acceptOwn } from './queue';
import { refereeSubmission } from './submission';

/**
 * Ends what belongs to a fight on those who are no longer in it. The fight cannot record that, so each gets a card outside, which the GM can
 * undo. The state of a fighter is the combat's, and goes with it.
 */
export function watchDepartures(): void {
  Hooks.on('deleteCombatant', (combatant: Combatant.Implementation, _options: object, userId: string) => {
    const { combat } = combatant;
    const actor = actorOf(combatant);
    // Players who leave could come back without what hampers them: theirs ends with the encounter.
    if (combat && actor && game.users?.get(userId)?.isGM) void leaveFight(combat, [actor]);
  });
  Hooks.on('deleteCombat', (combat: Combat.Implementation) => {
    const { bearers = {} } = isRulesetType(combat.type) ? combatSystem(combat) : {};
    const left = Object.values(bearers).map(({ of }) => documentAt(of));
    const actors = [...combat.combatants.map(actorOf), ...left].filter((each) => each instanceof Actor);
    void leaveFight(combat, [...new Set(actors)]);
  });
}

async function leaveFight({ type }: Combat.Implementation, actors: readonly Actor.Implementation[]): Promise<void> {
  if (!game.user.isActiveGM || !isRulesetType(type)) return;
  await loadAdapter(type);
  for (const actor of actors) {
    const command = { do: LEAVE_FIGHT, by: GM, at: tokenFighterIdOf(actor) };
    const host = combatantOf(actor) ? null : draftCard(type);
    if (!host || assess(host, command)?.reasons.length !== 0) continue;
    await acceptOwn(host, { ...refereeSubmission(), command }).catch((error: unknown) => notifyFailure(host, error));
  }
}

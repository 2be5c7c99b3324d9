import { GM } from '../../../kernel/ask';
import { LEAVE_FIGHT } from '../../../toolkit/act/commands';
import { isRulesetType, loadAdapter } from '../../adapters/registry';
import { actorOf, draftCard, type ExchangeDocument, tokenFighterIdOf } from '../../host/exchange-document';
import { combatantOf } from '../../host/reader';
import { documentAt, idOf } from '../../platform/documents';
import { intrudersIn } from '../../stored/bearers';
import { combatSystem } from '../../stored/systems';
import { refereeSubmission } from '../play/submission';
import { assess } from '../requests/assess';
import { notifyFailure } from '../requests/notify';
import { isReferee } from '../store/lease';
import { acceptOwn } from './queue';

/**
 * Ends what belongs to the fight on fighters whom a GM is about to remove, as a step of the encounter. While a question is open, or another
 * window is the referee, it ends with the encounter. The state of a fighter is the encounter's, and goes with it.
 */
export async function leaveFight(
  combat: Combat.Implementation,
  combatants: readonly Combatant.Implementation[],
): Promise<void> {
  const intruders = intrudersIn(combat);
  for (const combatant of combatants)
    if (isReferee(combat) && !combatSystem(combat).open && !intruders.includes(combatant))
      await leave(combat, idOf(combatant));
}

/**
 * Ends what belongs to the fight on whom another window has removed, with a card. Players who leave could come back without what hampers
 * them.
 */
function watchRemoved(): void {
  Hooks.on('deleteCombatant', (combatant: Combatant.Implementation, _options: object, userId: string) => {
    const { combat } = combatant;
    const isGamemaster = game.users?.get(userId)?.isGM === true && userId !== game.user.id;
    const actor = isGamemaster && combat && isReferee(combat) && !combatSystem(combat).open ? actorOf(combatant) : null;
    if (combat && actor) void leaveOutside(combat.type, [actor]);
  });
}

/** Ends what belongs to the fight on all whose encounter is deleted, with a card for each. */
export function watchLeavers(): void {
  watchRemoved();
  Hooks.on('deleteCombat', (combat: Combat.Implementation) => {
    const { bearers = {} } = isRulesetType(combat.type) ? combatSystem(combat) : {};
    const left = Object.values(bearers).map(({ of }) => documentAt(of));
    const actors = [...combat.combatants.map(actorOf), ...left].filter((each) => each instanceof Actor);
    if (game.user.isActiveGM) void leaveOutside(combat.type, [...new Set(actors)]);
  });
}

async function leaveOutside(type: string, actors: readonly Actor.Implementation[]): Promise<void> {
  if (!isRulesetType(type)) return;
  await loadAdapter(type);
  for (const actor of actors) {
    const card = combatantOf(actor) ? null : draftCard(type);
    if (card) await leave(card, tokenFighterIdOf(actor));
  }
}

async function leave(host: ExchangeDocument, at: string): Promise<void> {
  const command = { do: LEAVE_FIGHT, by: GM, at };
  try {
    if (assess(host, command)?.reasons.length === 0) await acceptOwn(host, { ...refereeSubmission(), command });
  } catch (error) {
    // What cannot be judged may be removed all the same.
    notifyFailure(host, error);
  }
}

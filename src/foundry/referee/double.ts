import { isOurs } from '../adapters/registry';
import { actorOf } from '../host/host';
import { noticeOnce } from '../platform/notice';
import { text } from '../platform/text';
import { isReferee } from './lease';
import { tellFailure } from './tell';

/**
 * Takes a combatant out again that a player has added of an actor which fights already: it would act twice a round. Foundry's buttons do not
 * add one twice, but its server lets players create as many as they like; the game master may mean it.
 */
export async function removeDouble(combatant: Combatant.Implementation, userId: string): Promise<void> {
  const { combat } = combatant;
  const user = game.users?.get(userId);
  if (!combat || user?.isGM || !isOurs(combat.type) || !isReferee(combat)) return;
  const { uuid } = actorOf(combatant) ?? {};
  const isOther = (other: Combatant.Implementation) => other !== combatant && actorOf(other)?.uuid === uuid;
  if (!uuid || !combat.combatants.some(isOther)) return;
  const { name } = combatant;
  try {
    await combatant.delete();
    const facts = { user: user?.name ?? '', name: name ?? '' };
    noticeOnce('warn', `doubled ${userId}`, text('CADENCE.Notice.join.doubled', facts));
  } catch (error) {
    tellFailure(combat, error);
  }
}

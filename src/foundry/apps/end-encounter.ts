import { knownAdapter } from '../adapters/registry';
import { isRunning } from '../host/host';
import { submit } from '../referee';
import { combatSystem } from '../stored/systems';
import { isMeant } from './confirm';

/**
 * Asks whether the encounter is to end, as Foundry does, and then lets it end by the rules before it is deleted: what only lasts in it is
 * taken off everybody. Where the rules still ask somebody something, it stays until that is answered.
 */
export async function endEncounter(combat: Combat.Implementation): Promise<void> {
  // The words are core's own. T14: client/documents/combat.d.mts `endCombat`
  const sure = await isMeant({
    window: { title: 'COMBAT.EndTitle' },
    content: `<p>${game.i18n.localize('COMBAT.EndConfirmation')}</p>`,
    modal: true,
  });
  if (!sure) return;
  const wasAsking = combatSystem(combat).open !== null;
  for (const command of knownAdapter(combat.type).ruleset.timing.ends)
    if (isRunning(combat)) await submit(combat, { do: command, by: 'gm' }, { force: true });
  if (wasAsking || combatSystem(combat).open === null) await combat.delete();
}

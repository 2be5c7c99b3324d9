import { lookup } from '../../../kernel/lookup';
import { isRulesetType } from '../../adapters/registry';
import { keyOfFighter, nameOf } from '../../host/exchange-document';
import { idOf, updateDocument } from '../../platform/documents';
import { notifyOnce } from '../../platform/notice';
import { throwNotWritten } from '../../platform/refusals';
import { text } from '../../platform/text';
import { deletion } from '../../platform/v14';
import { intrudersIn, isImpostor, isSwapped, swappedCombatantsIn, unrecordedCombatantsIn } from '../../stored/bearers';
import { combatSystem } from '../../stored/systems';
import { notifyFailure } from '../requests/notify';
import { checkLease, isReferee } from '../store/lease';

/** Combatants being removed or repaired, because several hooks report the same change. */
const inProgress = new WeakSet<Combatant.Implementation>();

/**
 * Deletes combatants that players may not add, and restores the actor of swapped tokens. Foundry's UI does neither, but its server lets
 * players create combatants of their own actors and write every field of their own tokens.
 */
export async function checkCombatants(combat: Combat.Implementation): Promise<void> {
  if (!game.user.isGM || !isRulesetType(combat.type)) return;
  const offenders = (): Combatant.Implementation[] => [...intrudersIn(combat), ...swappedCombatantsIn(combat)];
  if (offenders().length === 0 && unrecordedCombatantsIn(combat).length === 0) return;
  await checkLease(combat);
  if (!isReferee(combat)) return;
  try {
    for (const combatant of intrudersIn(combat)) await runExclusive(combatant, remove);
    for (const combatant of swappedCombatantsIn(combat)) await runExclusive(combatant, repairToken);
    const swapped = swappedCombatantsIn(combat);
    await storeBearers(
      combat,
      unrecordedCombatantsIn(combat).filter((combatant) => !swapped.includes(combatant)),
    );
  } catch (error) {
    if (game.combats?.get(combat.id ?? '') === combat) notifyFailure(combat, error);
  }
}

/** Records the bearers of combatants after a GM has changed them or their tokens, which is intended. */
export async function recordCombatants(
  combat: Combat.Implementation,
  changed: (combatant: Combatant.Implementation) => boolean,
): Promise<void> {
  if (!isRulesetType(combat.type) || !isReferee(combat)) return;
  try {
    await storeBearers(combat, unrecordedCombatantsIn(combat).filter(changed));
  } catch (error) {
    notifyFailure(combat, error);
  }
}

async function runExclusive(
  combatant: Combatant.Implementation,
  work: (combatant: Combatant.Implementation) => Promise<void>,
): Promise<void> {
  if (inProgress.has(combatant)) return;
  inProgress.add(combatant);
  await work(combatant).finally(() => inProgress.delete(combatant));
}

async function remove(combatant: Combatant.Implementation): Promise<void> {
  const user = game.users?.get(combatant._stats.lastModifiedBy ?? '')?.name ?? '';
  const id = isImpostor(combatant) ? 'taken' : 'doubled';
  const name = nameOf(combatant);
  // Another window may have been faster.
  if (!combatant.combat?.combatants.has(idOf(combatant))) return;
  await combatant.delete().catch(throwNotWritten);
  notifyOnce('warn', `${id} ${user}`, text(`CADENCE.Notice.join.${id}`, { user, name }));
}

async function repairToken(combatant: Combatant.Implementation): Promise<void> {
  const { token, actorId } = combatant;
  if (!token) return;
  await updateDocument(token, { actorId }).catch(throwNotWritten);
  notifyOnce('warn', `swapped ${combatant.id}`, text('CADENCE.Notice.swapped', { name: nameOf(combatant) }));
}

/** Stores which actor the data under these ids belongs to. A recreated combatant loses the data of the former one. */
async function storeBearers(
  combat: Combat.Implementation,
  combatants: readonly Combatant.Implementation[],
): Promise<void> {
  if (combatants.length === 0) return;
  const { states, boundDice, clock } = combatSystem(combat);
  const system: Record<'bearers' | 'states' | 'boundDice', Record<string, unknown>> = {
    bearers: {},
    states: {},
    boundDice: {},
  };
  for (const combatant of combatants) {
    const id = idOf(combatant);
    system.bearers[id] = { of: combatant.actor?.uuid ?? '', round: clock.round };
    if (!isImpostor(combatant) || isSwapped(combatant)) continue;
    if (lookup(states, id)) system.states[id] = deletion();
    if (lookup(boundDice, keyOfFighter(id))) system.boundDice[keyOfFighter(id)] = deletion();
  }
  await updateDocument(combat, { system }).catch(throwNotWritten);
}

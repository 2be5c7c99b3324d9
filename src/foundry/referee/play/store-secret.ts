import type { Command } from '../../../encounter/command';
import { beginExchange } from '../../../encounter/play';
import { secretState } from '../../../encounter/ruleset';
import type { Reason } from '../../../kernel/ask';
import { idOf, updateDocument } from '../../platform/documents';
import { throwNotWritten } from '../../platform/refusals';
import { rememberSecret } from '../../secrets/remember';
import { shareSecret } from '../../secrets/share';
import { combatSystem } from '../../stored/systems';
import { whyWait } from '../asks/awaited';
import { entriesOf } from '../asks/record';
import type { Assessment } from '../requests/assess';

/**
 * Runs a command that writes only secrets, without a request, step or card. Documents get only a stamp and whether the fighter is ready.
 * Returns null for other commands.
 */
export async function storeSecret(
  combat: Combat.Implementation,
  command: Command,
  { ruleset, encounter }: Assessment,
): Promise<readonly Reason[] | null> {
  const secrets = ruleset.secrets(encounter.settings);
  if (!secrets.commands.includes(command.do)) return null;
  const { table } = beginExchange(ruleset, encounter, command, foundry.utils.randomID);
  const touched = new Set(table.effects.flatMap((effect) => (effect.kind === 'state' ? [effect.of] : [])));
  const combatants = [...touched].flatMap((id) => combat.combatants.get(id) ?? []);
  if (combatants.some((combatant) => !combatant.isOwner)) return [{ id: 'not-yours' }];
  // The open exchange is replayed with each answer, so the state it started from must not change.
  const { open } = combatSystem(combat);
  const actingFighter = open && entriesOf(combatSystem(combat), open.exchange).command.by;
  if (touched.has(actingFighter ?? '')) return [whyWait(combat)];
  for (const combatant of combatants) {
    const { settings, fighters } = encounter;
    const state = secretState(ruleset, settings, fighters[idOf(combatant)]?.state ?? {});
    const secret = { of: idOf(combatant), state, salt: foundry.utils.randomID() };
    const stamp = rememberSecret(secret);
    await shareSecret(combatant, secret);
    const ready = secrets.isReady(encounter, idOf(combatant)) ? ruleset.momentOf(encounter.clock) : '';
    if (!combat.combatants.has(combatant.id ?? '')) return [{ id: 'no-fighter' }];
    await updateDocument(combatant, { system: { stamp, ready } }).catch(throwNotWritten);
  }
  return [];
}

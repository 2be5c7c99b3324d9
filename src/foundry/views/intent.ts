import type { Command } from '../../encounter/command';
import { same } from '../../kernel/same';

/** What fighters mean to do with their next drag, by the combatant's id: a button has named it, and it wants a way. */
const intents = new Map<string, Command>();

/** Keeps what the next drag is for; the same button pressed again lets go of it. Returns whether it is kept. */
export function intend(command: Command): boolean {
  const isKept = !same(intents.get(command.by), command);
  if (isKept) intents.set(command.by, command);
  else intents.delete(command.by);
  return isKept;
}

export const intentOf = (fighter: string): Command | null => intents.get(fighter) ?? null;

/** Whatever it was, the fighter has done something. */
export function forgetIntent(fighter: string): void {
  intents.delete(fighter);
}

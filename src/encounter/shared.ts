import { GM, type Responder } from '../kernel/ask';
import type { Command } from './command';
import { type Exchange, fightersIn, sectionOf } from './exchange';
import { isSecretRoll } from './group-roll';
import { fightersInOptions } from './option';
import type { Ruleset } from './ruleset';
import { areAllies } from './sides';
import type { Encounter, FighterId } from './state';

/**
 * Returns true if an exchange cannot be kept from all users but its author: it has a target of another side, asks another fighter, or moves the
 * clock. What a GM does concerns the players' fighters in it. A fighter that is gone counts as one of another side.
 * @param asked who must answer now
 */
export function isShared(
  { clockCommands, options }: Pick<Ruleset, 'clockCommands' | 'options'>,
  { fighters }: Encounter,
  exchange: Exchange,
  asked: readonly Responder[],
): boolean {
  const { command, entries } = exchange;
  if (clockCommands.includes(command.do)) return true;
  if (isSecretRoll(command)) return false;
  const actor = fighters[command.by];
  const commands = [command, ...entries.flatMap((entry) => sectionOf(entry) ?? [])];
  const named = commands.flatMap((each): (FighterId | undefined)[] => [
    each.by,
    each.at,
    ...fightersInOptions(options, each as Command),
  ]);
  const isOther = (id: Responder | undefined): boolean => id !== undefined && id !== GM && id !== command.by;
  const isConcerned = (id: FighterId): boolean => {
    const fighter = fighters[id];
    return !fighter || (command.by === GM ? fighter.player : !actor || !areAllies(actor, fighter));
  };
  return (
    asked.some(isOther) || [...fightersIn(exchange), ...named].some((id) => isOther(id) && isConcerned(id as FighterId))
  );
}

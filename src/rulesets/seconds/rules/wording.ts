import type { Command } from '../../../encounter/command';
import type { Condition } from '../../../encounter/condition';
import type { Words } from '../../../encounter/view';

/** A sentence below the ruleset's language branch. */
export const words = (key: string, facts?: Words['facts']): Words => ({ key, ...(facts && { facts }) });

export const conditionLabel = (id: string): Words => words(`Condition.${id}.label`);

/** Under which name a command's button goes: a hurried attack has its own, and a thing taken for a pin. */
export function nameOf({ do: verb, options }: Command): string {
  if (verb === 'attack' && options?.hurry === true) return 'hurried-attack';
  return verb === 'pin' && options?.found === true ? 'pin-found' : verb;
}

export const actionLabel = (command: Command): Words => words(`Action.${nameOf(command)}.label`);

/** What a root instance says of itself: the turn at whose end it is over, or that it lasts. */
export function noteOf({ until }: Pick<Condition, 'until'>): Words {
  return until ? words('Until.turn-end', { round: until.n ?? 0 }) : words('Until.lasting');
}

import type { Command } from '../../../encounter/command';
import type { Condition } from '../../../encounter/condition';
import type { Message } from '../../../encounter/view';
import { labelOfAction, message, withItem } from '../../../rulebook/labels';
import { UNARMED } from '../attack/attack';
import type { SecondsFighter } from '../stats';

/** Under which name a command's button goes: a hurried attack has its own, and a thing taken for a pin. */
export function nameOf({ do: verb, options }: Pick<Command, 'do' | 'options'>): string {
  if (verb === 'attack' && options?.hurry === true) return 'hurried-attack';
  return verb === 'pin' && options?.found === true ? 'pin-found' : verb;
}

export const actionLabel = (command: Pick<Command, 'do' | 'options'>): Message => labelOfAction(nameOf(command));

/** What is done with one of several things is called after it. */
export function calledAfter(
  action: Message,
  { items }: Pick<SecondsFighter, 'items'>,
  tool: string | undefined,
): Message {
  const item = tool === UNARMED ? message(`Tool.${UNARMED}`) : items.find(({ id }) => id === tool)?.name;
  return withItem(action, item);
}

/** What a root instance says of itself: the turn at whose end it is over, or that it lasts. */
export function noteOf({ until }: Pick<Condition, 'until'>): Message {
  return until ? message('Until.turn-end', { round: until.n ?? 0 }) : message('Until.lasting');
}

import type { Message } from '../../encounter/view';
import type { Json, JsonObject } from '../../kernel/json';

/** A sentence below the ruleset's language branch, with what it speaks of. */
export const message = (key: string, facts?: Message['facts']): Message => ({ key, ...(facts && { facts }) });

/** The facts that a sentence may name as they are; lists and records among them their ruleset puts into words. */
export const textFacts = <T extends string | number | boolean = string | number>(
  facts: Readonly<Record<string, T | readonly Json[] | JsonObject>> = {},
): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(facts).filter((entry): entry is [string, T] => typeof entry[1] !== 'object'));

/** How an action is called; `name` is its id, or the name of one way to do it. */
export const labelOfAction = (name: string): Message => message(`Action.${name}.label`);
export const hintOfAction = (name: string): Message => message(`Action.${name}.hint`);

export const labelOfCondition = (id: string): Message => message(`Condition.${id}.label`);
export const hintOfCondition = (id: string): Message => message(`Condition.${id}.hint`);

/** Of what is to be seen of a fighter and is no condition. */
export const labelOfMark = (id: string): Message => message(`Mark.${id}.label`);
export const hintOfMark = (id: string): Message => message(`Mark.${id}.hint`);

export const labelOfPool = (id: string): Message => message(`Pool.${id}`);
export const labelOfFigure = (id: string): Message => message(`Stat.${id}`);
export const labelOfTerm = (id: string): Message => message(`Term.${id}`);
export const labelOfGroup = (id: string): Message => message(`Group.${id}`);

/** That a condition is there because another is. */
export const labelOfCause = (parent: string): Message => message('Note.from', { parent: labelOfCondition(parent) });

/** What is done with a thing is called after it. */
export const labelOfActionWithItem = (
  action: Message,
  item: Message | string | number | boolean | undefined,
): Message => (item === undefined ? action : message('Card.with', { action, item }));

/** The facts of a roll: what is added to it bears its sign. */
export function rollFacts(facts?: Parameters<typeof textFacts>[0]): ReturnType<typeof textFacts> {
  const told = textFacts(facts as Parameters<typeof textFacts<string | number>>[0]);
  return typeof told.bonus === 'number' ? { ...told, bonus: formatSigned(told.bonus) } : told;
}

/** "Prone, from behind": several as one phrase. */
export const joinLabels = (first: Message, others: readonly Message[]): Message => {
  const [next, ...rest] = others;
  return next === undefined ? first : message('Note.and', { first, others: joinLabels(next, rest) });
};

/** A number with its sign, as text. */
export const formatSigned = (value: number): string => (value < 0 ? `−${-value}` : `+${value}`);

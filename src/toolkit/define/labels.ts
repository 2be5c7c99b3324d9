import type { Message } from '../../encounter/view';
import type { Json, JsonObject } from '../../kernel/json';

/** Returns a sentence below the ruleset's language branch. */
export const message = (key: string, facts?: Message['facts']): Message => ({ key, ...(facts && { facts }) });

/** Returns facts usable as placeholders, without lists and records, which the ruleset renders itself. */
export const textFacts = <T extends string | number | boolean = string | number>(
  facts: Readonly<Record<string, T | readonly Json[] | JsonObject>> = {},
): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(facts).filter((entry): entry is [string, T] => typeof entry[1] !== 'object'));

/** Returns the label of an action. `name` is its id or the name of a variant. */
export const labelOfAction = (name: string): Message => message(`Action.${name}.label`);
export const hintOfAction = (name: string): Message => message(`Action.${name}.hint`);

export const labelOfCondition = (id: string): Message => message(`Condition.${id}.label`);
export const hintOfCondition = (id: string): Message => message(`Condition.${id}.hint`);

/** Labels of badges that are not conditions. */
export const labelOfState = (id: string): Message => message(`State.${id}.label`);
export const hintOfState = (id: string): Message => message(`State.${id}.hint`);

export const labelOfPool = (id: string): Message => message(`Pool.${id}`);
export const labelOfFigure = (id: string): Message => message(`Stat.${id}`);
export const labelOfTerm = (id: string): Message => message(`Term.${id}`);
export const labelOfGroup = (id: string): Message => message(`Group.${id}`);

/** Names the condition that implies another. */
export const labelOfCause = (parent: string): Message => message('Note.from', { parent: labelOfCondition(parent) });

/** Returns the action's label, with the item if any. */
export const labelOfActionWithItem = (
  action: Message,
  item: Message | string | number | boolean | undefined,
): Message => (item === undefined ? action : message('Card.with', { action, item }));

/** Returns the facts of a roll, with a signed bonus. */
export function rollFacts(facts?: Parameters<typeof textFacts>[0]): ReturnType<typeof textFacts> {
  const placeholders = textFacts(facts as Parameters<typeof textFacts<string | number>>[0]);
  return typeof placeholders.bonus === 'number'
    ? { ...placeholders, bonus: formatSigned(placeholders.bonus) }
    : placeholders;
}

/** Returns one phrase: "Prone, from behind". */
export const joinLabels = (first: Message, others: readonly Message[]): Message => {
  const [next, ...rest] = others;
  return next === undefined ? first : message('Note.and', { first, others: joinLabels(next, rest) });
};

export const formatSigned = (value: number): string => (value < 0 ? `−${-value}` : `+${value}`);

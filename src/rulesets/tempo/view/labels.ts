import type { Command } from '../../../encounter/command';
import type { Condition } from '../../../encounter/condition';
import type { Item } from '../../../encounter/state';
import type { Message } from '../../../encounter/view';
import { labelOfAction, labelOfCondition, message } from '../../../rulebook/labels';
import type { Choice } from '../marks';
import { ROUND_END, SCENE_END } from '../words';

/** A name that people have given. */
export const plain = (text: string | number | boolean): Message => message('Note.plain', { text });

/** Names of what a fighter has, by id. */
export const namesOf = ({ items }: { readonly items: readonly Item[] }): Readonly<Record<string, string>> =>
  Object.fromEntries(items.map(({ id, name }) => [id, name]));

/** How a condition is called: by its own name, where the table has given it one. */
export const namedCondition = (idOrName: string, isKnown: boolean): Message =>
  isKnown ? labelOfCondition(idOrName) : plain(idOrName);

/** What a command is called. */
export const actionLabel = ({ do: id }: Pick<Command, 'do'>): Message => labelOfAction(id);

/** What is chosen: an action, or the spell or ability by its name. @param names of items, by id */
export function choiceLabel({ action, item }: Choice, names: Readonly<Record<string, unknown>>): Message {
  const named = item === undefined ? undefined : names[item];
  return named === undefined ? labelOfAction(action) : plain(String(named));
}

/** When a condition ends, and who brought it about. @param names of fighters */
export function noteOf({ until, by }: Condition, names: Readonly<Record<string, string>>): Message[] {
  const end =
    until?.at === ROUND_END ? 'Until.round-end' : until?.at === SCENE_END ? 'Until.scene-end' : 'Until.lasting';
  return [...(by === undefined ? [] : [message('Note.by', { name: names[by] ?? by })]), message(end)];
}

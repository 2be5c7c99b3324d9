import type { ActionButton, Figure, Words } from '../encounter/view';
import type { Breakdown } from './breakdown';

/** What can be done stands before what cannot, each in its own order. */
export const possibleFirst = (actions: readonly ActionButton[]): readonly ActionButton[] =>
  actions.toSorted((a, b) => Number(a.whyNot.length > 0) - Number(b.whyNot.length > 0));

/** A number of the sheet, with the terms it is made of. */
export const figureWith =
  (words: (key: string) => Words) =>
  (id: string, label: Words, { value, terms }: Breakdown): Figure => ({
    ...{ id, label, value },
    terms: terms.map((term) => ({ label: words(`Term.${term.id}`), value: term.value })),
  });

import type { AskView } from '../../encounter/view';
import type { PersonAsk } from '../../kernel/ask';
import { notation } from '../../kernel/dice';
import { throwFor } from '../dice';
import { type AskHere, answer, openAsk } from '../referee';
import { reasonText, text } from '../text';
import { facesOf } from './fight';
import type { Parts } from './parts';

/** What the `ask` partial shows: the question, and its buttons where this user may answer. */
export function askContext(parts: Parts, view: AskView, { key, mine, may }: AskHere, who: string) {
  const { ask, label, options } = view;
  const question = parts.words(label);
  const dice = ask.kind === 'dice' ? notation(ask.dice) : '';
  return {
    key,
    mine,
    /** The game master, and a second owner, may answer in the stead of the one who is asked. */
    may,
    question,
    waiting: text('CADENCE.App.Ask.waiting', { name: who }),
    dice: dice && { notation: dice, aria: text('CADENCE.App.Ask.roll', { name: question, dice }) },
    options: options.map(({ id, label: option, whyNot }) => {
      const reasons = whyNot.map((reason) => reasonText(parts.ruleset, reason));
      return { id, label: parts.words(option), barred: reasons.length > 0, why: reasons.join(' ') };
    }),
  };
}

/** The name of the one who is asked. */
export function askedName(combat: Combat.Implementation, ask: PersonAsk): string {
  return facesOf(combat).get(ask.by)?.name ?? text('CADENCE.App.gamemaster');
}

/** Answers on their way, so that a second click does not throw again. */
const underWay = new Set<string>();

/** Answers the open ask with the clicked button; for dice, throws them first. An ask that has gone by is left alone. */
export async function giveAnswer(combat: Combat.Implementation, button: HTMLElement): Promise<void> {
  const open = openAsk(combat);
  const { ask: key, option } = button.dataset;
  if (!open?.may || open.key !== key || underWay.has(key)) return;
  if (button.getAttribute('aria-disabled') === 'true') return;
  underWay.add(key);
  try {
    const { ask } = open;
    await answer(combat, key, ask.kind === 'dice' ? await throwFor(ask.dice) : [option ?? '']);
  } finally {
    underWay.delete(key);
  }
}

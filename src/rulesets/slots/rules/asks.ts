import type { Command } from '../../../encounter/command';
import type { AskView, CardInput, Words } from '../../../encounter/view';
import type { Facts, OfferAsk, SingleAsk } from '../../../kernel/ask';
import { itemFact, type Questions, questionOf } from '../../../mechanics/question';
import { actionLabel, words } from './wording';

const QUESTIONS: Questions = {
  label: ({ id }, facts) => words(`Ask.${id}`, facts),
  // Choices among fighters bear their names; all others have words of their own.
  option: ({ id: ask }, option, names) =>
    Object.hasOwn(names, option) ? words('Option.fighter', { name: names[option]! }) : words(`Option.${ask}.${option}`),
  offers: {
    option: (command, { facts }) => ({
      label: optionLabel(command, facts),
      cost: command.do === 'identify-spell' ? [] : [{ pool: 'reaction', amount: 1 }],
    }),
    pass: words('Option.pass'),
  },
};

/** A question as it is put to somebody, from the ask alone. */
export const askView = (ask: SingleAsk | OfferAsk, names: CardInput['names']): AskView =>
  questionOf(ask, names, QUESTIONS);

/** "Opportunity Attack with Spear": an item is named by the facts of the offer, under its owner's and its own id. */
function optionLabel(command: Command, facts: Facts | undefined): Words {
  const item = facts?.[itemFact(command)];
  const action = actionLabel(command);
  return item === undefined ? action : words('Card.with', { action, item });
}

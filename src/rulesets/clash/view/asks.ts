import type { AskView, CardInput, Message } from '../../../encounter/view';
import type { ChoiceAsk, OfferAsk, SingleAsk } from '../../../kernel/ask';
import { message, signed, spoken, withItem } from '../../../rulebook/labels';
import { labelOfOption, type Questions, questionOf } from '../../../rulebook/question';
import { bonusFact } from '../standing';

// Nobody cuts in: a defense is asked for.
const QUESTIONS: Questions = {
  label: (ask, facts) => (ask.kind === 'dice' ? labelOfThrow(ask.id, facts) : message(`Ask.${ask.id}`, facts)),
  option: optionLabel,
};

/** A question as it is put to somebody, from the ask alone. */
export const askView = (ask: SingleAsk | OfferAsk, names: CardInput['names']): AskView =>
  questionOf(ask, names, QUESTIONS);

/** Dice say what they are for, and what they are set against. */
function labelOfThrow(id: string, { name = '', against }: NonNullable<Message['facts']>): Message {
  const roll = message(`Roll.${id}`);
  return against === undefined
    ? message('Ask.throw', { name, roll })
    : message('Ask.throw-against', { name, roll, against });
}

function optionLabel({ id: ask, facts: told }: ChoiceAsk, option: string): Message {
  const facts = spoken(told);
  const [kind = option] = option.split(' ');
  const item = facts[option];
  const made = withItem(labelOfOption({ id: ask === 'defense-unseen' ? 'defense' : ask }, kind), item);
  const bonus = facts[bonusFact(option)];
  return bonus === undefined ? made : message('Option.valued', { option: made, bonus: signed(Number(bonus)) });
}

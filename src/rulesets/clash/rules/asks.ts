import type { AskView, CardInput, Words } from '../../../encounter/view';
import type { ChoiceAsk, OfferAsk, SingleAsk } from '../../../kernel/ask';
import { type Questions, questionOf } from '../../../mechanics/question';
import { bonusFact } from './standing';
import { words } from './wording';

const QUESTIONS: Questions = {
  label: (ask, facts) => (ask.kind === 'dice' ? throwWords(ask.id, facts) : words(`Ask.${ask.id}`, facts)),
  option: optionLabel,
  // Nobody cuts in: a defense is asked for.
  offers: null,
};

/** A question as it is put to somebody, from the ask alone. */
export const askView = (ask: SingleAsk | OfferAsk, names: CardInput['names']): AskView =>
  questionOf(ask, names, QUESTIONS);

/** Dice say what they are for, and what they are set against. */
function throwWords(id: string, { name = '', against }: NonNullable<Words['facts']>): Words {
  const roll = words(`Roll.${id}`);
  return against === undefined
    ? words('Ask.throw', { name, roll })
    : words('Ask.throw-against', { name, roll, against });
}

function optionLabel({ id: ask, facts }: ChoiceAsk, option: string): Words {
  const [kind = option] = option.split(' ');
  const item = facts?.[option];
  const label = words(`Option.${ask === 'defense-unseen' ? 'defense' : ask}.${kind}`);
  const made = item === undefined ? label : words('Card.with', { action: label, item });
  const bonus = facts?.[bonusFact(option)];
  return bonus === undefined ? made : words('Option.valued', { option: made, bonus: signed(Number(bonus)) });
}

const signed = (value: number): string => (value < 0 ? `−${-value}` : `+${value}`);

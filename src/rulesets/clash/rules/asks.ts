import type { AskOption, AskView, CardInput, Words } from '../../../encounter/view';
import { askedBy } from '../../../kernel/answer';
import type { ChoiceAsk, DiceAsk, OfferAsk, SingleAsk } from '../../../kernel/ask';
import { words } from './wording';

/** A question as it is put to somebody, from the ask alone. */
export function askView(ask: SingleAsk | OfferAsk, names: CardInput['names']): AskView {
  const by = askedBy(ask);
  const at = ask.facts?.at;
  const name = names[by] ?? by;
  const facts = { ...ask.facts, ...(at !== undefined && { at: names[at] ?? at }) };
  return {
    ask,
    by,
    label: ask.kind === 'dice' ? throwWords(ask, name) : words(`Ask.${ask.id}`, { name, ...facts }),
    options: ask.kind === 'choice' ? chosen(ask) : [],
  };
}

/** Dice say what they are for, and what they are set against. */
function throwWords({ id, facts }: DiceAsk, name: string): Words {
  const roll = words(`Roll.${id}`);
  const against = facts?.against;
  return against === undefined
    ? words('Ask.throw', { name, roll })
    : words('Ask.throw-against', { name, roll, against });
}

const chosen = ({ id: ask, options, facts }: ChoiceAsk): AskOption[] =>
  options.map(({ id, whyNot }) => {
    const [kind = id] = id.split(' ');
    const item = facts?.[id];
    const label = words(`Option.${ask}.${kind}`);
    return {
      id,
      label: item === undefined ? label : words('Card.with', { action: label, item }),
      answer: [id],
      cost: [],
      whyNot,
    };
  });

import type { Command } from '../../../encounter/command';
import type { AskOption, AskView, CardInput, Words } from '../../../encounter/view';
import { askedBy } from '../../../kernel/answer';
import { type Facts, type OfferAsk, PASS, type SingleAsk } from '../../../kernel/ask';
import { actionLabel, words } from './wording';

/** A question as it is put to somebody, from the ask alone. */
export function askView(ask: SingleAsk | OfferAsk, names: CardInput['names']): AskView {
  const by = askedBy(ask);
  const at = ask.facts?.at;
  return {
    ask,
    by,
    label: words(`Ask.${ask.id}`, {
      name: names[by] ?? by,
      ...ask.facts,
      ...(at !== undefined && { at: names[at] ?? at }),
    }),
    options: ask.kind === 'offer' ? offered(ask) : ask.kind === 'choice' ? chosen(ask, names) : [],
  };
}

/** Choices among fighters bear their names; all others have words of their own. */
const chosen = ({ id: ask, options }: Extract<SingleAsk, { kind: 'choice' }>, names: CardInput['names']): AskOption[] =>
  options.map(({ id, whyNot }) => ({
    id,
    label: Object.hasOwn(names, id) ? words('Option.fighter', { name: names[id]! }) : words(`Option.${ask}.${id}`),
    answer: [id],
    cost: [],
    whyNot,
  }));

function offered({ takers, facts }: OfferAsk): AskOption[] {
  const commands = takers[0]!.commands as readonly Command[];
  const options = commands.map((command, index) => ({
    id: String(index),
    label: optionLabel(command, facts),
    answer: [index],
    cost: command.do === 'identify-spell' ? [] : [{ pool: 'reaction', amount: 1 }],
    whyNot: [],
  }));
  return [...options, { id: 'pass', label: words('Option.pass'), answer: [PASS], cost: [], whyNot: [] }];
}

/** "Opportunity Attack with Spear": an item is named by the facts of the offer, under its owner's and its own id. */
function optionLabel(command: Command, facts: Facts | undefined): Words {
  const item = facts?.[itemFact(command)];
  const action = actionLabel(command);
  return item === undefined ? action : words('Card.with', { action, item });
}

/** Under which fact an offer names the item of one of its commands. */
export const itemFact = ({ by, with: item }: Command): string => `${by} ${item}`;

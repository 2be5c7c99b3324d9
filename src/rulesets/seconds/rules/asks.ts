import type { Command, Price } from '../../../encounter/command';
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
    options: ask.kind === 'offer' ? offered(ask) : ask.kind === 'choice' ? chosen(ask) : [],
  };
}

const chosen = ({ id: ask, by, options, facts }: Extract<SingleAsk, { kind: 'choice' }>): AskOption[] =>
  options.map(({ id, whyNot }) => ({ id, label: choiceLabel(ask, by, id, facts), answer: [id], cost: [], whyNot }));

/** Checks and saves are called the same whoever asks for them. */
const ROLLED: readonly string[] = [
  'check-by',
  'hold-by',
  'disarm-by',
  'keep-by',
  'save-by',
  'help-check',
  'difficulty-of',
];

function choiceLabel(ask: string, by: string, id: string, facts: Facts | undefined): Words {
  if (ROLLED.includes(ask)) return words(`Rolled.${id}`);
  if (ask !== 'hold-what' || id === 'done') return words(`Option.${ask}.${id}`);
  const [verb = '', tool] = id.split(' ');
  const action = words(`Action.${verb}.label`);
  if (tool === undefined) return action;
  return words('Card.with', { action, item: facts?.[itemFact({ by, with: tool })] ?? words(`Tool.${tool}`) });
}

function offered({ takers, facts }: OfferAsk): AskOption[] {
  const commands = takers[0]!.commands as readonly Command[];
  const options = commands.map((command, index) => ({
    id: String(index),
    label: optionLabel(command, facts),
    answer: [index],
    cost: ONE_REACTION,
    whyNot: [],
  }));
  return [...options, { id: 'pass', label: words('Option.pass'), answer: [PASS], cost: [], whyNot: [] }];
}

const ONE_REACTION: readonly Price[] = [{ pool: 'reactions', amount: 1 }];

/** "Opportunity Attack with Spear": an item is named by the facts of the offer, under its owner's and its own id. */
function optionLabel(command: Command, facts: Facts | undefined): Words {
  const action = actionLabel(command);
  if (command.do !== 'opportunity-attack') return action;
  const item = facts?.[itemFact(command)];
  return words('Card.with', { action, item: item ?? words(`Tool.${command.with}`) });
}

/** Under which fact an offer names the item of one of its commands. */
export const itemFact = ({ by, with: item }: Pick<Command, 'by' | 'with'>): string => `${by} ${item}`;

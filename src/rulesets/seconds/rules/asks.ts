import type { Command, Price } from '../../../encounter/command';
import type { AskView, CardInput, Words } from '../../../encounter/view';
import type { ChoiceAsk, Facts, OfferAsk, SingleAsk } from '../../../kernel/ask';
import { itemFact, type Questions, questionOf } from '../../../mechanics/question';
import { actionLabel, words } from './wording';
import { TICKS } from './words';

const ONE_REACTION: readonly Price[] = [{ pool: 'reactions', amount: 1 }];

const QUESTIONS: Questions = {
  label: ({ id }, facts) =>
    id === 'held'
      ? words(`Ask.held-${facts.seen}`, { ...facts, action: words(`Action.${facts.action}.label`) })
      : words(`Ask.${id}`, facts),
  option: choiceLabel,
  offers: {
    option: (command, { facts }) => ({ label: optionLabel(command, facts), cost: ONE_REACTION }),
    pass: words('Option.pass'),
  },
};

/** A question as it is put to somebody, from the ask alone. */
export function askView(ask: SingleAsk | OfferAsk, names: CardInput['names']): AskView {
  const view = questionOf(ask, names, QUESTIONS);
  const { at, left, saved, least } = ask.facts ?? {};
  if (ask.kind !== 'amount' || typeof at !== 'string' || typeof left !== 'number') return view;
  const isShortened = typeof saved === 'number' && typeof least === 'number';
  return { ...view, fills: { of: at, per: TICKS, left, ...(isShortened && { shortened: { by: saved, least } }) } };
}

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

function choiceLabel({ id: ask, by, facts }: ChoiceAsk, id: string): Words {
  if (ROLLED.includes(ask)) return words(`Rolled.${id}`);
  if (ask !== 'hold-what' || id === 'done') return words(`Option.${ask}.${id}`);
  const [verb = '', tool] = id.split(' ');
  const action = words(`Action.${verb}.label`);
  if (tool === undefined) return action;
  return words('Card.with', { action, item: facts?.[itemFact({ by, with: tool })] ?? words(`Tool.${tool}`) });
}

/** "Opportunity Attack with Spear": an item is named by the facts of the offer, under its owner's and its own id. */
function optionLabel(command: Command, facts: Facts | undefined): Words {
  const action = actionLabel(command);
  if (command.do !== 'opportunity-attack') return action;
  const item = facts?.[itemFact(command)];
  return words('Card.with', { action, item: item ?? words(`Tool.${command.with}`) });
}

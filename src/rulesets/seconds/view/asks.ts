import type { Command, Price } from '../../../encounter/command';
import type { AskView, CardInput, Message } from '../../../encounter/view';
import type { ChoiceAsk, Facts, OfferAsk, SingleAsk } from '../../../kernel/ask';
import { labelOfAction, message, spoken, withItem } from '../../../rulebook/labels';
import { itemFact, labelOfOption, type Questions, questionOf } from '../../../rulebook/question';
import { TICKS } from '../words';
import { actionLabel } from './labels';

const ONE_REACTION: readonly Price[] = [{ pool: 'reactions', amount: 1 }];

const QUESTIONS: Questions = {
  label: ({ id }, facts) =>
    id === 'held'
      ? message(`Ask.held-${facts.seen}`, { ...facts, action: labelOfAction(String(facts.action)) })
      : message(`Ask.${id}`, facts),
  option: optionLabel,
  offered: (command, ask) => ({ label: offeredLabel(command, ask.facts), cost: ONE_REACTION }),
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

function optionLabel(ask: ChoiceAsk, option: string): Message {
  if (ROLLED.includes(ask.id)) return message(`Rolled.${option}`);
  if (ask.id !== 'hold-what' || option === 'done') return labelOfOption(ask, option);
  const [action = '', tool] = option.split(' ');
  return withTool(labelOfAction(action), ask.by, tool, ask.facts);
}

/** Only where there may be several weapons to strike with one is named. */
const offeredLabel = (command: Command, facts: Facts | undefined): Message =>
  command.do === 'opportunity-attack'
    ? withTool(actionLabel(command), command.by, command.with, facts)
    : actionLabel(command);

/** "Opportunity Attack with Spear": an item is named by the facts of the question, under its owner's and its own id. */
const withTool = (action: Message, by: string, tool: string | undefined, facts: Facts | undefined): Message =>
  tool === undefined
    ? action
    : withItem(action, spoken(facts)[itemFact({ by, with: tool })] ?? message(`Tool.${tool}`));

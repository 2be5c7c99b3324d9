import type { Command } from '../../../encounter/command';
import type { AskView, CardInput, Message } from '../../../encounter/view';
import type { ChoiceAsk, Facts, OfferAsk, SingleAsk } from '../../../kernel/ask';
import { message, spoken } from '../../../rulebook/labels';
import { labelOfOption, type Questions, questionOf } from '../../../rulebook/question';
import { CONDITIONS } from '../conditions';
import { choiceIn } from '../former';
import { actionLabel, choiceLabel, namedCondition, plain } from './labels';

type Names = CardInput['names'];

const QUESTIONS: Questions = {
  option: optionLabel,
  offered: (command, { facts }, _, names) => ({ label: commandLabel(command, facts, names), cost: [] }),
};

/**
 * A question as it is put to somebody, from the ask alone.
 * @param told what a Scan has brought to light so far, for whoever may know it
 */
export const askView = (ask: SingleAsk | OfferAsk, names: Names, told: Facts = {}): AskView => ({
  ...questionOf(ask.id === 'scan-set' ? { ...ask, facts: told } : ask, names, QUESTIONS),
  ask,
});

/** Asks whose options are conditions by their key, items by their id, or actions as they are written. */
const OF_CONDITIONS: readonly string[] = ['help', 'exert-clear'];
const OF_ITEMS: readonly string[] = ['whose-mana', 'paradigm', 'scan-set'];
const OF_ACTIONS: readonly string[] = ['exert-action', 'exert-retime'];

function optionLabel(question: ChoiceAsk, option: string): Message {
  const { id: ask, options } = question;
  const facts = spoken(question.facts);
  const named = facts[option];
  if (OF_CONDITIONS.includes(ask) && named !== undefined)
    return namedCondition(String(named), Object.hasOwn(CONDITIONS, named));
  if (OF_ITEMS.includes(ask) && named !== undefined) return plain(named);
  if (ask === 'scan-set') return plain(1 + options.findIndex(({ id }) => id === option));
  if (OF_ACTIONS.includes(ask)) return choiceLabel(choiceIn(codeOf(ask, option)), facts);
  if (ask === 'reclaim-price' || ask === 'reclaim-shallow') return message('Option.tier', { tier: option });
  if (ask === 'prepared-price' && option !== 'reject') return message('Option.price', { price: option });
  return labelOfOption(question, option);
}

/** What is moved is named with the slot it stands in. */
const codeOf = (ask: string, option: string): string =>
  ask === 'exert-retime' ? option.slice(option.indexOf(' ') + 1) : option;

/** "Dual Wield with dagger against the Ghoul", as far as the command names them. */
function commandLabel(command: Command, facts: Facts | undefined, names: Names): Message {
  const told = spoken(facts);
  const item = command.with === undefined ? undefined : told[command.with];
  if (command.do === 'react' && item !== undefined) return plain(item);
  const action = actionLabel(command);
  if (item === undefined) return action;
  return message('Card.with-at', {
    action,
    item,
    at: names[command.at ?? ''] ?? String(told[command.at ?? ''] ?? ''),
  });
}

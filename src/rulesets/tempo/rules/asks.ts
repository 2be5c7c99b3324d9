import type { Command } from '../../../encounter/command';
import type { AskView, CardInput, Words } from '../../../encounter/view';
import type { ChoiceAsk, Facts, OfferAsk, SingleAsk } from '../../../kernel/ask';
import { type Questions, questionOf } from '../../../mechanics/question';
import { CONDITIONS } from './conditions';
import { actionLabel, codeLabel, namedCondition, words } from './wording';

type Names = CardInput['names'];

const QUESTIONS: Questions = {
  label: ({ id }, facts) => words(`Ask.${id}`, facts),
  option: optionLabel,
  offers: {
    option: (command, { facts }, _, names) => ({ label: commandLabel(command, facts, names), cost: [] }),
    pass: words('Option.pass'),
  },
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

function optionLabel({ id: ask, facts = {}, options }: ChoiceAsk, option: string): Words {
  const named = facts[option];
  if (OF_CONDITIONS.includes(ask) && named !== undefined)
    return namedCondition(String(named), Object.hasOwn(CONDITIONS, named));
  if (OF_ITEMS.includes(ask) && named !== undefined) return words('Note.plain', { text: String(named) });
  if (ask === 'scan-set') return words('Note.plain', { text: 1 + options.findIndex(({ id }) => id === option) });
  if (OF_ACTIONS.includes(ask)) return codeLabel(codeOf(ask, option), facts);
  if (ask === 'reclaim-price' || ask === 'reclaim-shallow') return words('Option.tier', { tier: option });
  if (ask === 'prepared-price' && option !== 'reject') return words('Option.price', { price: option });
  return words(`Option.${ask}.${option}`);
}

/** What is moved is named with the slot it stands in. */
const codeOf = (ask: string, option: string): string =>
  ask === 'exert-retime' ? option.slice(option.indexOf(' ') + 1) : option;

/** "Dual Wield with dagger against the Ghoul", as far as the command names them. */
function commandLabel(command: Command, facts: Facts | undefined, names: Names): Words {
  const item = command.with === undefined ? undefined : facts?.[command.with];
  if (command.do === 'react' && item !== undefined) return words('Note.plain', { text: item });
  const action = actionLabel(command);
  if (item === undefined) return action;
  return words('Card.with-at', {
    action,
    item,
    at: names[command.at ?? ''] ?? String(facts?.[command.at ?? ''] ?? ''),
  });
}

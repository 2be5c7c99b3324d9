import type { Command } from '../../../encounter/command';
import type { AskOption, AskView, CardInput, Words } from '../../../encounter/view';
import { askedBy } from '../../../kernel/answer';
import { type ChoiceAsk, type Facts, type OfferAsk, PASS, type SingleAsk } from '../../../kernel/ask';
import { CONDITIONS } from './conditions';
import { actionLabel, codeLabel, namedCondition, words } from './wording';

type Names = CardInput['names'];

/** A question as it is put to somebody, from the ask alone. */
export function askView(ask: SingleAsk | OfferAsk, names: Names): AskView {
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
    options: ask.kind === 'offer' ? offered(ask, names) : ask.kind === 'choice' ? chosen(ask) : [],
  };
}

const chosen = (ask: ChoiceAsk): AskOption[] =>
  ask.options.map(({ id, whyNot }) => ({ id, label: optionLabel(ask, id), answer: [id], cost: [], whyNot }));

/** Asks whose options are conditions by their key, items by their id, or actions as they are written. */
const OF_CONDITIONS: readonly string[] = ['help', 'exert-clear'];
const OF_ITEMS: readonly string[] = ['whose-mana', 'paradigm', 'scan-set'];
const OF_ACTIONS: readonly string[] = ['exert-action', 'exert-retime'];

function optionLabel({ id: ask, facts = {} }: ChoiceAsk, option: string): Words {
  const named = facts[option];
  if (OF_CONDITIONS.includes(ask) && named !== undefined)
    return namedCondition(String(named), Object.hasOwn(CONDITIONS, named));
  if (OF_ITEMS.includes(ask) && named !== undefined) return words('Note.plain', { text: String(named) });
  if (OF_ACTIONS.includes(ask)) return codeLabel(codeOf(ask, option), facts);
  if (ask === 'reclaim-price' || ask === 'reclaim-shallow') return words('Option.tier', { tier: option });
  if (ask === 'prepared-price' && option !== 'reject') return words('Option.price', { price: option });
  return words(`Option.${ask}.${option}`);
}

/** What is moved is named with the slot it stands in. */
const codeOf = (ask: string, option: string): string =>
  ask === 'exert-retime' ? option.slice(option.indexOf(' ') + 1) : option;

function offered({ takers, facts }: OfferAsk, names: Names): AskOption[] {
  const commands = takers[0]!.commands as readonly Command[];
  const options = commands.map((command, index) => ({
    id: String(index),
    label: commandLabel(command, facts, names),
    answer: [index],
    cost: [],
    whyNot: [],
  }));
  return [...options, { id: 'pass', label: words('Option.pass'), answer: [PASS], cost: [], whyNot: [] }];
}

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

import type { Command, Price } from '../../encounter/command';
import type { Fighter } from '../../encounter/state';
import type { AskView, CardInput, Message } from '../../encounter/view';
import { responderOf } from '../../kernel/answer';
import { type ChoiceAsk, type Facts, type OfferAsk, PASS, type SingleAsk } from '../../kernel/ask';
import type { Json } from '../../kernel/json';
import { lookup } from '../../kernel/lookup';
import { formatSigned, labelOfActionWithItem, labelOfCondition, message, textFacts } from '../define/labels';

type Names = CardInput['names'];

export interface QuestionTexts {
  /** Returns the question; facts include responder and target. */
  label?(ask: SingleAsk | OfferAsk, facts: NonNullable<Message['facts']>): Message;
  option?(ask: ChoiceAsk, option: string, names: Names): Message;
  /** Returns an offered command; absent if the ruleset has no reactions. */
  offered?(command: Command, ask: OfferAsk, index: number, names: Names): { label: Message; cost: readonly Price[] };
  pass?(ask: OfferAsk): Message;
}

export function questionOf(ask: SingleAsk | OfferAsk, names: Names, questions: QuestionTexts): AskView {
  const by = responderOf(ask);
  const askFacts = textFacts(ask.facts);
  const { at, bonus } = askFacts;
  const facts = {
    name: lookup(names, by) ?? by,
    // Known only to the window that asks.
    threat: '',
    ...askFacts,
    ...(at !== undefined && { at: names[at] ?? at }),
    ...(typeof bonus === 'number' && { bonus: formatSigned(bonus) }),
  };
  return { ask, by, label: (questions.label ?? labelOfAsk)(ask, facts), options: answersTo(ask, names, questions) };
}

const labelOfAsk = ({ id }: SingleAsk | OfferAsk, facts: NonNullable<Message['facts']>): Message =>
  message(`Ask.${id}`, facts);

export const labelOfOption = ({ id }: Pick<ChoiceAsk, 'id'>, option: string): Message =>
  message(`Option.${id}.${option}`);

/** Returns the label of an option that is an instance of a condition, see `instanceFactsOf`; else null. */
function labelOfInstance({ facts }: ChoiceAsk, option: string, names: Names): Message | null {
  const instance = lookup((facts?.instances ?? {}) as Readonly<Record<string, Json>>, option);
  if (typeof instance !== 'object' || instance === null || Array.isArray(instance)) return null;
  const { condition, nth, name, by } = instance as { readonly [key: string]: Json };
  if (condition === undefined) return message('Option.fighter', { name: lookup(names, String(by)) ?? '' });
  const detail = typeof name === 'string' ? name : typeof by === 'string' ? lookup(names, by) : undefined;
  const label = labelOfCondition(String(condition));
  const numbered = nth === undefined ? label : message('Option.instance', { condition: label, nth: Number(nth) });
  return detail === undefined ? numbered : message('Option.instance-of', { condition: numbered, detail });
}

function answersTo(
  ask: SingleAsk | OfferAsk,
  names: Names,
  { option = labelOfOption, offered, pass = () => message('Option.pass') }: QuestionTexts,
): AskView['options'] {
  if (ask.kind === 'choice')
    return ask.options.map(({ id, whyNot }) => ({
      id,
      whyNot,
      answer: [id],
      cost: [],
      label: labelOfInstance(ask, id, names) ?? option(ask, id, names),
    }));
  if (ask.kind !== 'offer' || !offered) return [];
  const commands = offeredCommands(ask);
  const accepted = commands.map((command, index) => ({
    id: String(index),
    answer: [index],
    whyNot: [],
    ...offered(command, ask, index, names),
  }));
  return [...accepted, { id: 'pass', label: pass(ask), answer: [PASS], cost: [], whyNot: [] }];
}

/** Returns the offered commands. An offer is split before it is shown, so it has one candidate. */
export const offeredCommands = ({ candidates: [candidate] }: OfferAsk): readonly Command[] =>
  (candidate?.commands ?? []) as readonly Command[];

/** Returns "Opportunity Attack with Spear": the offer's facts name the item. */
export const withOfferedItem = (action: Message, command: Command, { facts }: OfferAsk): Message =>
  labelOfActionWithItem(action, lookup(textFacts(facts), itemFactKey(command)));

/** Returns names by id, as facts for options that are ids. */
export const namesOf = (named: readonly { readonly id: string; readonly name: string }[]): Record<string, string> =>
  Object.fromEntries(named.map(({ id, name }) => [id, name]));

/** Returns the fact key of an offered command's item. */
export const itemFactKey = ({ by, with: item }: Pick<Command, 'by' | 'with'>): string => `${by} ${item}`;

/** Returns the item names of offered commands, as facts. */
export function itemNames(
  fighters: readonly Pick<Fighter, 'id' | 'items'>[],
  commands: readonly Pick<Command, 'by' | 'with'>[],
): Facts {
  return Object.fromEntries(
    commands.flatMap((command): [string, string][] => {
      const owner = fighters.find(({ id }) => id === command.by);
      const item = owner?.items.find(({ id }) => id === command.with);
      return item ? [[itemFactKey(command), item.name]] : [];
    }),
  );
}

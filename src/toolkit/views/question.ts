import type { Command, Price } from '../../encounter/command';
import type { Fighter } from '../../encounter/state';
import type { AskView, CardInput, Message } from '../../encounter/view';
import { responderOf } from '../../kernel/answer';
import { type ChoiceAsk, type Facts, type OfferAsk, PASS, type SingleAsk } from '../../kernel/ask';
import { formatSigned, labelOfActionWithItem, message, textFacts } from '../define/labels';

type Names = CardInput['names'];

/** What a ruleset calls its questions and their answers, where that is not simply after their ids. */
export interface QuestionTexts {
  /** The question, by what its sentence may name: the asked, the target, and the ask's own facts. */
  label?(ask: SingleAsk | OfferAsk, facts: NonNullable<Message['facts']>): Message;
  /** An option of a choice. */
  option?(ask: ChoiceAsk, option: string, names: Names): Message;
  /** A command that is offered, one of several at that index; absent where nobody ever cuts in. */
  offered?(command: Command, ask: OfferAsk, index: number, names: Names): { label: Message; cost: readonly Price[] };
  /** To take nothing of what is offered. */
  pass?(ask: OfferAsk): Message;
}

/** A question as it is put to somebody, from the ask alone. */
export function questionOf(ask: SingleAsk | OfferAsk, names: Names, questions: QuestionTexts): AskView {
  const by = responderOf(ask);
  const told = textFacts(ask.facts);
  const { at, bonus } = told;
  const facts = {
    name: names[by] ?? by,
    ...told,
    ...(at !== undefined && { at: names[at] ?? at }),
    ...(typeof bonus === 'number' && { bonus: formatSigned(bonus) }),
  };
  return { ask, by, label: (questions.label ?? labelOfAsk)(ask, facts), options: answersTo(ask, names, questions) };
}

const labelOfAsk = ({ id }: SingleAsk | OfferAsk, facts: NonNullable<Message['facts']>): Message =>
  message(`Ask.${id}`, facts);

/** An option of a choice is called after its question and itself. */
export const labelOfOption = ({ id }: Pick<ChoiceAsk, 'id'>, option: string): Message =>
  message(`Option.${id}.${option}`);

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
      label: option(ask, id, names),
    }));
  if (ask.kind !== 'offer' || !offered) return [];
  const commands = offeredCommands(ask);
  const taken = commands.map((command, index) => ({
    id: String(index),
    answer: [index],
    whyNot: [],
    ...offered(command, ask, index, names),
  }));
  return [...taken, { id: 'pass', label: pass(ask), answer: [PASS], cost: [], whyNot: [] }];
}

/** What is offered to whoever is asked; the question of several is split before it is shown, so that there is one taker. */
export const offeredCommands = ({ candidates: [taker] }: OfferAsk): readonly Command[] =>
  (taker?.commands ?? []) as readonly Command[];

/** "Opportunity Attack with Spear": an item is named by the facts of the offer. */
export const withOfferedItem = (action: Message, command: Command, { facts }: OfferAsk): Message =>
  labelOfActionWithItem(action, textFacts(facts)[itemFactKey(command)]);

/** What things or people are called, by their ids: as facts, for options that are ids. */
export const namesOf = (named: readonly { readonly id: string; readonly name: string }[]): Record<string, string> =>
  Object.fromEntries(named.map(({ id, name }) => [id, name]));

/** Under which fact an offer names the item of one of its commands: its owner's and its own id. */
export const itemFactKey = ({ by, with: item }: Pick<Command, 'by' | 'with'>): string => `${by} ${item}`;

/** How the items of offered commands are called, as facts of the offer. */
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

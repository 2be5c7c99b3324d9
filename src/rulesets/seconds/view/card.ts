import type { Command, Price } from '../../../encounter/command';
import type { Effect } from '../../../encounter/effect';
import type { AskView, CardInput, Message } from '../../../encounter/view';
import type { ChoiceAsk, DiceAsk, Facts, OfferAsk, SingleAsk } from '../../../kernel/ask';
import { lookup } from '../../../kernel/lookup';
import { labelOfAction, labelOfActionWithItem, message, rollFacts, textFacts } from '../../../toolkit/define/labels';
import {
  affectedName,
  type CardRules,
  logLineOf,
  naturalOf,
  plainSentence,
  type Sentence,
  untilLabelOf,
} from '../../../toolkit/views/card';
import { itemFactKey, labelOfOption, type QuestionTexts, questionOf } from '../../../toolkit/views/question';
import { type Action, nameOf } from '../action';
import { ACTIONS } from '../actions';
import { UNARMED } from '../attack/strikes';
import { TICKS } from '../schema';
import { heldByOption, type SecondsFighter } from '../state';
import { FOUND } from '../turn/lane';

const rowOf = ({ do: id }: Pick<Command, 'do'>): Action | undefined => lookup<Action>(ACTIONS, id);

export const actionLabel = (command: Pick<Command, 'do' | 'options'>): Message =>
  labelOfAction(nameOf(rowOf(command), command));

/** Returns an action's label with its item. */
export function labelWithItem(
  action: Message,
  { items }: Pick<SecondsFighter, 'items'>,
  tool: string | undefined,
): Message {
  const item = tool === UNARMED || tool === FOUND ? message(`Tool.${tool}`) : items.find(({ id }) => id === tool)?.name;
  return labelOfActionWithItem(action, item);
}

export const untilLabel = untilLabelOf('turn-end');

const ONE_REACTION: readonly Price[] = [{ pool: 'reactions', amount: 1 }];

const QUESTIONS: QuestionTexts = {
  label: ({ id }, facts) =>
    id === 'held'
      ? message(`Ask.held-${facts.seen}`, { ...facts, action: labelOfAction(String(facts.action)) })
      : message(`Ask.${id}`, facts),
  option: optionLabel,
  offered: (command, ask) => ({ label: offeredLabel(command, ask.facts), cost: ONE_REACTION }),
};

export function askView(ask: SingleAsk | OfferAsk, names: CardInput['names']): AskView {
  const view = questionOf(ask, names, QUESTIONS);
  const { at, left, saved, least } = ask.facts ?? {};
  if (ask.kind !== 'amount' || typeof at !== 'string' || typeof left !== 'number') return view;
  const isShortened = typeof saved === 'number' && typeof least === 'number';
  return { ...view, fills: { of: at, per: TICKS, left, ...(isShortened && { shortened: { by: saved, least } }) } };
}

/** Ids of asks for a check or a save. */
const CHECK_ASKS: readonly string[] = [
  ...['check-by', 'hold-by', 'disarm-by', 'keep-by', 'save-by', 'help-check', 'difficulty-of'],
];

function optionLabel(ask: ChoiceAsk, option: string, names: Names): Message {
  if (CHECK_ASKS.includes(ask.id)) return message(`Rolled.${option}`);
  const objectName = ask.id === 'object' ? lookup(textFacts(ask.facts), option) : undefined;
  if (objectName !== undefined) return message('Option.item', { name: objectName });
  if (ask.id !== 'hold-what' || option === 'done') return labelOfOption(ask, option);
  const { do: id, with: tool, at } = lookup(heldByOption(ask.facts), option) ?? { do: option };
  const action = withTool(labelOfAction(id), ask.by, tool, ask.facts);
  return at === undefined ? action : message('Option.hold-at', { action, name: lookup(names, at) ?? at });
}

/** Only attacks are offered with several weapons. */
const offeredLabel = (command: Command, facts: Facts | undefined): Message =>
  rowOf(command)?.group === 'attack'
    ? withTool(actionLabel(command), command.by, command.with, facts)
    : actionLabel(command);

/** "Opportunity Attack with Spear": facts name the item by owner and item id. */
const withTool = (action: Message, by: string, tool: string | undefined, facts: Facts | undefined): Message =>
  tool === undefined
    ? action
    : labelOfActionWithItem(
        action,
        lookup(textFacts(facts), itemFactKey({ by, with: tool })) ?? message(`Tool.${tool}`),
      );

type Names = CardInput['names'];

const FIGHTER_FACTS: readonly string[] = ['at', 'by'];

function noteOfRoll({ facts }: DiceAsk): Message | null {
  const { bonus, against, help } = rollFacts(facts);
  if (bonus === undefined) return null;
  // Infinite after a failure without a roll.
  const isComparable = against !== undefined && Number.isFinite(against);
  if (help !== undefined)
    return isComparable
      ? message('Note.helped-against', { bonus, against, help })
      : message('Note.helped', { bonus, help });
  return isComparable ? message('Note.against', { bonus, against }) : message('Note.plus', { bonus });
}

function sentence(effect: Effect, line: Sentence | null, names: Names): Sentence | null {
  const nameFor = (id: unknown): string => lookup(names, String(id)) ?? String(id);
  if (effect.kind === 'item-transferred')
    return plainSentence(
      message('Card.takes', { name: nameFor(effect.to), from: affectedName(effect, names) }),
      'neutral',
    );
  const logLine = logLineOf(effect);
  if (!line || !logLine) return line;
  const { action, ...others } = logLine.facts;
  const facts = Object.entries(others).flatMap(([key, value]) =>
    FIGHTER_FACTS.includes(key) ? [[key, nameFor(value)]] : [],
  );
  const messageFacts = {
    ...line.message.facts,
    ...Object.fromEntries(facts),
    ...(action !== undefined && { action: labelOfAction(String(action)) }),
  };
  const isHarmless = logLine.id === 'hit' && others.damage === 0;
  return {
    ...line,
    message: message(isHarmless ? 'Log.hit-harmless' : `Log.${logLine.id}`, messageFacts),
  };
}

export const CARD: CardRules = {
  title: actionLabel,
  versus: { attack: 'defense' },
  pools: { hp: 'boon' },
  noteOfRoll,
  tagOfRoll: (ask, faces) => (ask.facts?.natural === 1 ? naturalOf(ask, faces) : null),
  sentence,
  ask: askView,
};

import type { Command } from '../../../encounter/command';
import type { Effect, LogFacts } from '../../../encounter/effect';
import { effectsOf } from '../../../encounter/exchange';
import { HIDDEN } from '../../../encounter/ruleset';
import type { Item } from '../../../encounter/state';
import type { AskView, CardInput, Message } from '../../../encounter/view';
import type { ChoiceAsk, DiceAsk, Facts, OfferAsk, SingleAsk } from '../../../kernel/ask';
import { lookup } from '../../../kernel/lookup';
import {
  formatSigned,
  joinLabels,
  labelOfAction,
  labelOfActionWithItem,
  labelOfCondition,
  labelOfFigure,
  message,
  rollFacts,
  textFacts,
} from '../../../toolkit/define/labels';
import {
  affectedName,
  type CardRules,
  logLineOf,
  plainSentence,
  type Sentence,
  untilLabelOf,
} from '../../../toolkit/views/card';
import { labelOfOption, type QuestionTexts, questionOf } from '../../../toolkit/views/question';
import { CONDITIONS } from '../conditions';
import { PLANNED_LOG_ID } from '../plan/plan';
import { ROUND_END, SCENE_END } from '../schema';
import { type ScannedCondition, SETS } from '../skills/scan';
import type { Choice } from '../state';

/** Returns a message with user-entered text. */
export const plainMessage = (text: string | number | boolean): Message => message('Note.plain', { text });

/** Returns item names by id. */
export const namesById = ({ items }: { readonly items: readonly Item[] }): Readonly<Record<string, string>> =>
  Object.fromEntries(items.map(({ id, name }) => [id, name]));

const namedCondition = (idOrName: string, isKnown: boolean): Message =>
  isKnown ? labelOfCondition(idOrName) : plainMessage(idOrName);

/**
 * Returns the label of an action, or the name of the spell or ability.
 * @param names item names by id
 */
export function choiceLabel({ action, item, spell }: Choice, names: Readonly<Record<string, unknown>>): Message {
  const nameOf = (id: string | undefined): Message | undefined => {
    const named = id === undefined ? undefined : lookup(names, id);
    return named === undefined ? undefined : plainMessage(String(named));
  };
  return labelOfActionWithItem(nameOf(item) ?? labelOfAction(action), nameOf(spell));
}

/** Returns the label for the end of a condition. */
export const untilLabel = untilLabelOf('round', ({ n, at }) => {
  if (n !== undefined) return undefined;
  return at === ROUND_END ? 'round-end' : at === SCENE_END ? 'scene-end' : 'lasting';
});

type Names = CardInput['names'];

const QUESTIONS: QuestionTexts = {
  option: optionLabel,
  offered: (command, { facts }, _, names) => ({ label: commandLabel(command, facts, names), cost: [] }),
};

/** Log ids of the secret facts of a question, which only those who may know them see. */
const SECRET_FACTS: Readonly<Record<string, string>> = { 'scan-set': `scan-${SETS}`, 'exert-retime': PLANNED_LOG_ID };

function askView(ask: SingleAsk | OfferAsk, names: Names, input: CardInput): AskView {
  const logId = lookup(SECRET_FACTS, ask.id);
  return { ...questionOf(logId ? { ...ask, facts: secretFacts(logId, input) } : ask, names, QUESTIONS), ask };
}

/** Asks whose options are item ids. */
const OF_ITEMS: readonly string[] = ['whose-mana', 'whose-spell', 'paradigm', 'scan-set'];

function optionLabel(question: ChoiceAsk, option: string): Message {
  const { id: ask, options } = question;
  const facts = textFacts(question.facts);
  const named = lookup(facts, option);
  if (OF_ITEMS.includes(ask) && named !== undefined) return plainMessage(named);
  if (ask === 'scan-set') return plainMessage(1 + options.findIndex(({ id }) => id === option));
  if (ask === 'exert-slot') return message('Field.slot.slot', { slot: option });
  const choice = lookup(choicesIn(question), option);
  if (choice) return choiceLabel(choice, facts);
  if (ask === 'exert-retime') return plainMessage(option);
  if (ask === 'reclaim-price' || ask === 'reclaim-shallow') return message('Option.tier', { tier: option });
  if (ask === 'prepared-price' && option !== 'reject') return message('Option.price', { price: option });
  return labelOfOption(question, option);
}

const choicesIn = ({ facts }: ChoiceAsk): Readonly<Record<string, Choice>> =>
  (facts?.choices ?? {}) as Readonly<Record<string, Choice>>;

/** For example "Dual Wield with dagger against the Ghoul". */
function commandLabel(
  { do: id, with: itemId = '', at = '' }: Command,
  facts: Facts | undefined,
  names: Names,
): Message {
  const { [itemId]: item, [at]: target = '' } = textFacts(facts);
  if (item === undefined) return labelOfAction(id);
  if (id === 'react') return plainMessage(item);
  return message('Card.with-at', { action: labelOfAction(id), item, at: lookup(names, at) ?? target });
}

/** Visible only to the scanning player and the GM (T-A23). */
const isPrivate = (id: string): boolean => id.startsWith('scan-');

/** Omits numbers that only a Scan reveals. */
function noteOfRoll({ id, facts: askFacts }: DiceAsk): Message | null {
  const facts = rollFacts(askFacts);
  if (!askFacts || id === 'momentum' || id === 'effect') return null;
  if (id !== 'skill') return message('Note.plus', { bonus: facts.bonus ?? formatSigned(0) });
  const roll = { attribute: labelOfFigure(String(facts.attribute)), bonus: facts.bonus ?? formatSigned(0) };
  const { against } = facts;
  return against === undefined ? message('Note.skill-plus', roll) : message('Note.skill', { ...roll, against });
}

function secretFacts(logId: string, { exchange }: CardInput): Facts {
  const line = effectsOf(exchange.entries).findLast((effect) => effect.kind === 'log' && effect.id === logId);
  return line?.kind === 'log' && line.facts[HIDDEN] === undefined ? (line.facts as Facts) : {};
}

/** T-46: names what Deflection and Sturdy prevented. */
function damageSentence(usual: Sentence): Sentence {
  const { facts = {} } = usual.message;
  const isNone = facts.damage === 0;
  const isReduced = facts.reduced !== undefined;
  const key = isReduced ? (isNone ? 'damage-stopped' : 'damage-reduced') : isNone ? 'damage-none' : 'damage';
  return { ...usual, message: message(`Log.${key}`, facts) };
}

function sentence(effect: Effect, usual: Sentence | null, names: Names, input: CardInput): Sentence | null {
  if (usual && logLineOf(effect)?.id === 'damage') return damageSentence(usual);
  if (effect.kind === 'log' && effect.id === PLANNED_LOG_ID) return null;
  if (effect.kind !== 'log' || !isPrivate(effect.id)) return usual;
  const { viewer } = input;
  const { id, of = '', facts } = effect;
  const name = affectedName(effect, names);
  const mayKnow = facts[HIDDEN] === undefined && (viewer.gm || viewer.owns.includes(of));
  return mayKnow
    ? plainSentence(message(scanKey(id, facts), { name, ...scanFacts(id, facts) }), 'neutral')
    : plainSentence(message('Log.scanned', { name }), 'neutral');
}

const scanKey = (id: string, facts: LogFacts): string =>
  id === 'scan-other' && facts.answer === '' ? 'Scan.nothing' : `Scan.${id.slice('scan-'.length)}`;

function scanFacts(id: string, facts: LogFacts): NonNullable<Message['facts']> {
  const texts = textFacts<string | number | boolean>(facts);
  const { spells, actions, statuses, conditions } = facts;
  switch (id) {
    case `scan-${SETS}`: {
      const { at = '', ...sets } = texts;
      return { at, sets: Object.values(sets).join(', ') };
    }
    case 'scan-mind':
      return { ...texts, spells: named(spells as readonly string[]) };
    case 'scan-action-sets':
      return { ...texts, actions: named(actions as readonly string[]) };
    case 'scan-conditions':
      return {
        ...texts,
        statuses: labelOfAll(statuses as readonly ScannedCondition[]),
        conditions: labelOfAll(conditions as readonly ScannedCondition[]),
      };
    default:
      return texts;
  }
}

const all = ([first, ...others]: readonly Message[]): Message =>
  first ? joinLabels(first, others) : message('Note.none');
const named = (names: readonly string[]): Message => all(names.map(plainMessage));
const labelOfAll = (seen: readonly ScannedCondition[]): Message => all(seen.map(labelOfSeen));

function labelOfSeen({ id, name, by }: ScannedCondition): Message {
  const condition = namedCondition(name ?? id, name === undefined && Object.hasOwn(CONDITIONS, id));
  return by === undefined ? condition : message('Note.condition-by', { condition, name: by });
}

/** Renders a card from the recorded effects only; it runs no rules. */
export const CARD: CardRules = {
  pools: { hp: 'boon', exertion: 'harm', momentum: 'boon' },
  condition: ({ id, data }) => ({
    condition: data?.name === undefined ? labelOfCondition(id) : namedCondition(String(data.name), false),
  }),
  versus: { skill: 'difficulty' },
  noteOfRoll,
  sentence,
  ask: askView,
};

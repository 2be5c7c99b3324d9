import type { Command, Price } from '../../../encounter/command';
import type { Condition } from '../../../encounter/condition';
import type { Effect } from '../../../encounter/effect';
import type { AskView, CardInput, Message } from '../../../encounter/view';
import { responderOf } from '../../../kernel/answer';
import type { DiceAsk, Facts, OfferAsk, SingleAsk } from '../../../kernel/ask';
import { totalOf } from '../../../kernel/dice';
import { lookup } from '../../../kernel/lookup';
import { STOP_LOG_ID } from '../../../toolkit/act/command-run';
import {
  formatSigned,
  joinLabels,
  labelOfAction,
  labelOfCondition,
  labelOfState,
  message,
  rollFacts,
  textFacts,
} from '../../../toolkit/define/labels';
import { group, line, list, read } from '../../../toolkit/define/schema';
import { count } from '../../../toolkit/define/state';
import {
  affectedName,
  type CardRules,
  conditionFacts,
  logLineOf,
  nameIn,
  naturalOf,
  plainSentence,
  type Sentence,
  untilLabelOf,
} from '../../../toolkit/views/card';
import {
  labelOfOption,
  offeredCommands,
  type QuestionTexts,
  questionOf,
  withOfferedItem,
} from '../../../toolkit/views/question';
import { pricesOf, SWIFT_COST, swappedOf, withSwap } from '../action';
import { type DamageTerms, damageOf } from '../attack/attack';
import { DEATH_ROLL, DEATH_SAVE } from '../attack/aura';
import { FREE_ROLLS } from '../attack/checks';
import { isSwift } from '../attack/strikes';
import { COMMANDS } from '../commands';
import { isConditionId } from '../conditions';
import { SHORT_REST } from '../schema';
import { DECLARED } from '../turn/declaration';

function actionLabel({ do: id, options }: Command): Message {
  const action = labelOfAction(id);
  return options?.swift === true ? message('Card.swift', { action }) : action;
}

/** Returns the label for the end of a condition. */
export const untilLabel = untilLabelOf('round-end', ({ at }) => (at === SHORT_REST ? 'short-rest' : undefined));

/** Returns the cause of a root condition, else its end. */
export const noteOf = (condition: Condition): Message =>
  condition.data?.cause === undefined ? untilLabel(condition) : message(`Cause.${condition.data.cause}`);

/** Questions whose answers are item ids. */
const ITEM_QUESTIONS: readonly string[] = ['repair', 'disarm-item'];

/** Rolls on a table, which the question shows: what is at stake. */
const TABLES: Readonly<Record<string, readonly { readonly from: number; readonly result: string }[]>> = {
  death: DEATH_ROLL,
  'death-save': DEATH_SAVE,
};

/** Returns the least total of each row but the last, by the last word of its result. */
const leastFor = (rows: (typeof TABLES)[string] = []) =>
  Object.fromEntries(rows.slice(0, -1).map(({ from, result }) => [result.slice(result.indexOf('-') + 1), from]));

const QUESTIONS: QuestionTexts = {
  label(ask, facts) {
    if (ask.id === DECLARED) return labelOfDeclared(facts);
    const { leaves } = ask.facts ?? {};
    const isLeft = Array.isArray(leaves) && leaves.includes(responderOf(ask));
    return message(isLeft ? `Ask.${ask.id}-leaves` : `Ask.${ask.id}`, {
      ...facts,
      ...leastFor(lookup(TABLES, ask.id)),
    });
  },
  // The facts hold the item names.
  option: (ask, option) => {
    const name = ITEM_QUESTIONS.includes(ask.id) ? lookup(textFacts(ask.facts), option) : undefined;
    return name === undefined ? labelOfOption(ask, option) : message('Option.named', { name });
  },
  offered: (command, ask, index, names) => {
    const action = withOfferedItem(actionLabel(command), command, ask);
    // With several possible targets, the label names each.
    const hasSeveralTargets = new Set(offeredCommands(ask).flatMap(({ at }) => at ?? [])).size > 1;
    const { at } = command;
    return {
      label:
        hasSeveralTargets && at !== undefined ? message('Card.at', { action, at: lookup(names, at) ?? at }) : action,
      cost: costOf(command, ask, index),
    };
  },
};

function labelOfDeclared(facts: NonNullable<Message['facts']>): Message {
  const action = labelOfAction(String(facts.action));
  return message(facts.other === undefined ? 'Ask.declared' : 'Ask.declared-at', { ...facts, action });
}

function askView(ask: SingleAsk | OfferAsk, names: CardInput['names']): AskView {
  const view = questionOf(ask, names, QUESTIONS);
  return ask.kind === 'offer' && ask.id !== 'quicker' ? { ...view, suggested: 'pass' } : view;
}

/** Prices in the order of the offered commands. */
const PRICES = list(list(group({ pool: line(), amount: count() })));

/** The price in the offer, else the usual one. */
function costOf(command: Command, { facts }: OfferAsk, index: number): readonly Price[] {
  if (facts?.prices !== undefined) return read(PRICES, facts.prices, 'prices')[index] ?? [];
  const fixed = COMMANDS.actionOf(command.do)?.fixedCost;
  if (fixed) return pricesOf(fixed);
  return pricesOf(withSwap(SWIFT_COST, swappedOf(SWIFT_COST, command)));
}

const iconOf = (command: Command): string => (isSwift(command) ? 'actions/swift-attack' : COMMANDS.iconOf(command.do));

/** The row of the table that a roll falls into. */
function rowNote(id: string, total: number): Message | null {
  const table = lookup({ death: DEATH_ROLL, 'death-save': DEATH_SAVE, wake: WAKE }, id);
  const at = table?.findIndex(({ from }) => total >= from) ?? -1;
  const row = table?.[at];
  if (!table || !row) return null;
  const from = Math.max(1, row.from);
  const to = (table[at - 1]?.from ?? D20 + 1) - 1;
  return from === to ? message('Note.row-one', { from }) : message('Note.row', { from, to });
}

const D20 = 20;
/** E-224. */
const WAKE = [{ from: D20 }, { from: 1 }];

function noteOfRoll({ id, facts: askFacts }: DiceAsk): Message | null {
  const notes = lookup(NOTES, id);
  if (!askFacts || !notes) return null;
  const facts = rollFacts(askFacts);
  const why = hindrances(askFacts.hindered);
  if (why && notes.hindered) return message(notes.hindered, { ...facts, why });
  if (id === 'damage') return damageNote(askFacts as DamageTerms);
  if (facts.bonus !== undefined && DEATH_ROLLS.includes(id)) return message('Note.plus', facts);
  return message((facts.ties && notes.tied) || notes.plain, facts);
}

/** Language keys; `tied` if a tie is enough to resist. */
interface Notes {
  readonly plain: string;
  readonly tied?: string;
  readonly hindered?: string;
}

/** Rolls that E-A37 may modify. */
const DEATH_ROLLS: readonly string[] = ['death', 'death-save'];
const PLUS: Notes = { plain: 'Note.plus' };
const EVASION: Notes = { plain: 'Note.evasion', tied: 'Note.evasion-defending', hindered: 'Note.evasion-hindered' };
const CHANCE: Notes = { plain: 'Note.chance' };

const NOTES: Readonly<Record<string, Notes>> = {
  combat: { plain: 'Note.combat' },
  damage: PLUS,
  chance: CHANCE,
  death: CHANCE,
  'death-save': PLUS,
  hit: { plain: 'Note.hit', tied: 'Note.hit-defending' },
  'hit-value': { plain: 'Note.hit-value' },
  evasion: EVASION,
  fortitude: EVASION,
  'withstand-fortitude': EVASION,
  'withstand-will': EVASION,
  ...Object.fromEntries(Object.keys(FREE_ROLLS).map((id) => [id, PLUS])),
  'ranged-evasion': { plain: 'Note.ranged-evasion', hindered: 'Note.ranged-evasion-hindered' },
  initiative: PLUS,
  'escape-fortitude': PLUS,
  'escape-arm': PLUS,
  'escape-leg': PLUS,
  'hold-arm': PLUS,
  'hold-fortitude': PLUS,
};

/** For example "Prone, from behind". */
function hindrances(ids: Facts[string] | undefined): Message | null {
  const [first, ...others] = (Array.isArray(ids) ? ids : []).map((each) => {
    const id = String(each);
    return isConditionId(id) ? labelOfCondition(id) : labelOfState(id);
  });
  return first ? joinLabels(first, others) : null;
}

/** Null if the damage is as rolled. */
function damageNote({ bonus, armor, doubles, halves, why }: DamageTerms): Message | null {
  const [reason, ...others] = (Array.isArray(why) ? why : []).map((id) => message(`Scaled.${id}`));
  const reasonLabel = reason ? joinLabels(reason, others) : '';
  const [first, ...rest] = [
    ...(bonus === 0 ? [] : [message('Note.plus', { bonus: formatSigned(bonus) })]),
    ...(armor === 0 ? [] : [message('Note.armor', { armor })]),
    ...(doubles > halves ? [message('Note.doubled', { why: reasonLabel })] : []),
    ...(halves > doubles ? [message('Note.halved', { why: reasonLabel })] : []),
  ];
  return first ? joinLabels(first, rest) : null;
}

/** Log ids of sentences about damage. */
const HARMLESS: Readonly<Record<string, string>> = {
  hit: 'hit-harmless',
  critical: 'critical-harmless',
  'takes-damage': 'takes-no-damage',
};

function sentence(effect: Effect, usual: Sentence | null, names: CardInput['names']): Sentence | null {
  if (effect.kind === 'move' && isTurn(effect))
    return plainSentence(message('Card.turns', { name: affectedName(effect, names) }), 'neutral');
  const logLine = logLineOf(effect);
  if (usual && logLine?.id === STOP_LOG_ID) return { ...usual, strong: true };
  const harmless = logLine && lookup(HARMLESS, logLine.id);
  if (!usual || !harmless) return usual;
  const { at, damage, armor } = logLine.facts;
  const facts = { ...usual.message.facts, at: at === undefined ? message('Note.target') : nameIn(names, String(at)) };
  if (damage !== 0) return { ...usual, message: message(usual.message.key, facts) };
  const isStopped = logLine.id === 'hit' && Number(armor) > 0;
  return { ...usual, message: message(isStopped ? 'Log.hit-stopped' : `Log.${harmless}`, facts) };
}

const isTurn = ({ from, to, by }: Extract<Effect, { kind: 'move' }>): boolean =>
  by.length === 0 && from !== null && to !== null && from.x === to.x && from.y === to.y;

/** Renders recorded effects only; it runs no rules. */
export const CARD: CardRules = {
  title: actionLabel,
  icon: iconOf,
  versus: { evasion: 'attack', fortitude: 'attack', 'withstand-fortitude': 'attack', 'withstand-will': 'attack' },
  pools: { aura: 'boon', stamina: 'boon' },
  condition: conditionFacts(noteOf),
  noteOfRoll: (ask, faces) => noteOfRoll(ask) ?? rowNote(ask.id, totalOf(ask.dice, faces)),
  totalOfRoll: ({ id, dice, facts }, faces) =>
    id === 'damage' && facts ? damageOf(totalOf(dice, faces), facts as DamageTerms) : null,
  // E-131: the GM decides what a natural roll causes.
  tagOfRoll: naturalOf,
  sentence,
  ask: askView,
};

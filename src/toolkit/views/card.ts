import type { Command } from '../../encounter/command';
import type { Condition, ConditionTable, Tone, Until } from '../../encounter/condition';
import type { Effect, LogFacts } from '../../encounter/effect';
import { effectIn, sectionOf } from '../../encounter/exchange';
import type { FighterId } from '../../encounter/state';
import type {
  AskView,
  CardInput,
  CardLine,
  CardView,
  Faceoff,
  Message,
  RollLine,
  SectionLine,
  TextLine,
  Viewer,
} from '../../encounter/view';
import { type DiceAsk, GM, type OfferAsk, type SingleAsk } from '../../kernel/ask';
import { deepEqual } from '../../kernel/deep-equal';
import { notation, parseRoll, rolledFaces, totalOf } from '../../kernel/dice';
import { lookup } from '../../kernel/lookup';
import { BY_ORDER, BY_TIME, type Entry } from '../../kernel/transcript';
import { STOP_LOG_ID } from '../act/command-run';
import { labelOfAction, labelOfCondition, labelOfPool, message, textFacts } from '../define/labels';
import { announcedEffects } from './announced';
import { type ConcealRules, keepParts, redactExchange } from './conceal';
import { questionOf } from './question';
import type { ViewParts } from './view-parts';

type Names = CardInput['names'];

export type Sentence = Pick<TextLine, 'message' | 'tone' | 'strong'>;

/** The ruleset's part of a card. */
export interface CardRenderer {
  title(command: Command): Message;
  /** Path below the system's icons. */
  icon(command: Command): string;
  /** @param faces in the order rolled */
  roll(
    ask: DiceAsk,
    faces: readonly number[],
  ): Pick<RollLine, 'label' | 'note' | 'tag' | 'versus'> & { readonly total?: number };
  /** Null if it needs no line. A strong sentence is the outcome. */
  sentence(effect: Effect, names: Names): Sentence | null;
  ask(ask: SingleAsk | OfferAsk, names: Names): AskView;
}

/** Returns the card of a recorded exchange; no rule runs. */
export function drawCard({ exchange, open, names, viewer }: CardInput, renderer: CardRenderer): CardView {
  const { command } = exchange;
  const { hiddenFighters = [] } = viewer;
  const isHiddenActor = hiddenFighters.includes(command.by);
  const entries = exchange.entries.flatMap((entry) => redactEntry(entry, hiddenFighters));
  const lines: CardLine[] = [];
  let outcome: TextLine | null = null;
  const said = new Map<string, CardLine>();
  // Open sections, and whether each is indented: one that is the whole exchange has the card's title as its heading,
  // and that of a hidden fighter has none.
  const sections: boolean[] = [];
  for (const [at, entry] of entries.entries()) {
    const { ask } = entry;
    const depth = sections.filter(Boolean).length;
    if (ask.kind === 'section') {
      const child = sectionOf(entry);
      if (child === null) sections.pop();
      else {
        const hasHeading = at > 0 && !hiddenFighters.includes(child.by);
        sections.push(hasHeading);
        if (hasHeading) lines.push(sectionLine(child, depth + 1, names, renderer));
      }
      continue;
    }
    const topic = topicOf(entry);
    for (const line of linesOf(entry, depth, names, renderer)) {
      const last = lines.at(-1);
      const sum = last && sumOf(last, line);
      if (sum) lines.splice(-1, 1, sum);
      // Equal rolls are two rolls: what stood between them may be hidden from the viewer.
      else if (line.kind === 'roll' || !deepEqual(topic === null ? last : said.get(topic), line)) lines.push(line);
      if (topic !== null) said.set(topic, line);
      if (line.kind === 'text' && line.strong && depth === 0) outcome = line;
    }
  }
  return {
    title: renderer.title(command),
    icon: renderer.icon(command),
    by: command.by,
    at: command.at ?? null,
    with: (command.with !== undefined && !isHiddenActor && lookup(names, command.with)) || null,
    lines,
    outcome,
    isBare:
      command.with === undefined && lines.every((line) => line.kind === 'text' && HEADINGS.test(line.message.key)),
    asks: open.map((ask) => renderer.ask(ask, names)),
  };
}

/** Returns the entry without effects and rolls of fighters hidden from the viewer; none if nothing remains. */
function redactEntry(entry: Entry, hiddenIds: readonly FighterId[]): Entry[] {
  if (hiddenIds.length === 0 || entry.ask.kind === 'section') return [entry];
  return keepParts(entry, (part) => {
    const effect = effectIn(part);
    const who = effect && 'of' in effect ? effect.of : 'by' in part.ask ? part.ask.by : undefined;
    return who === undefined || !hiddenIds.includes(who);
  });
}

/** Sentences that say no more than the heading of a walk or the end of a turn. */
const HEADINGS = /^(?:Card\.moves|Log\.(?:walks|turn|turn-over))$/;

/** Points that a fighter gains or loses one after the other are one sentence; null for other lines. */
function sumOf(last: CardLine, line: CardLine): TextLine | null {
  if (last.kind !== 'text' || line.kind !== 'text' || !/^Card\.(?:gains|loses)-points$/.test(line.message.key))
    return null;
  const [before, now] = [last.message.facts ?? {}, line.message.facts ?? {}];
  const amount = Number(before.amount) + Number(now.amount);
  const both = { ...line, message: { ...line.message, facts: { ...now, amount } } };
  const isSame = deepEqual({ ...last, message: { ...last.message, facts: { ...before, amount } } }, both);
  return isSame ? both : null;
}

/**
 * Returns what a line states that need not be said twice: the parts of a way are one movement, and the instances of a condition one state. Null for
 * all else, such as two misses.
 */
function topicOf(entry: Entry): string | null {
  const effect = effectIn(entry);
  if (effect?.kind === 'move') return `move ${effect.of}`;
  return effect && 'condition' in effect ? `${effect.condition.id} ${effect.of}` : null;
}

/** Names who interrupted and how. */
function sectionLine(command: Command, depth: number, names: Names, { title, icon }: CardRenderer): SectionLine {
  const action = title(command);
  const heading =
    command.by === GM
      ? message('Card.gm', { action })
      : message('Card.section', { name: lookup(names, command.by) ?? command.by, action });
  return { kind: 'section', depth, message: heading, icon: icon(command) };
}

function linesOf(entry: Entry, depth: number, names: Names, renderer: CardRenderer): CardLine[] {
  const { ask, answer } = entry;
  const defaultAnswer = defaultAnswerLine(entry, depth, names);
  if (ask.kind === 'dice') return [...defaultAnswer, rollLine(ask, answer as readonly number[], depth, renderer)];
  // Dice of several responders get a line each.
  if (ask.kind === 'all')
    return ask.asks.flatMap((part, at) =>
      part.kind === 'dice'
        ? [rollLine(part, (answer as readonly unknown[])[at] as readonly number[], depth, renderer)]
        : [],
    );
  const effect = effectIn(entry);
  const sentence = effect && renderer.sentence(effect, names);
  return effect && sentence ? [textLine(effect, depth, sentence)] : defaultAnswer;
}

const STATE_CHANGES: readonly Effect['kind'][] = ['pool', 'condition-added', 'condition-removed'];

const textLine = (effect: Effect, depth: number, sentence: Sentence): TextLine => ({
  kind: 'text',
  depth,
  ...sentence,
  isStateChange: STATE_CHANGES.includes(effect.kind) || sentence.tone !== 'neutral',
  ...('of' in effect && effect.of !== undefined && { of: effect.of }),
});

/** Explains an answer that came from an order or a timeout. */
function defaultAnswerLine(entry: Entry, depth: number, names: Names): CardLine[] {
  const { ask } = entry;
  if (!('user' in entry) || !('by' in ask) || (entry.user !== BY_ORDER && entry.user !== BY_TIME)) return [];
  const facts = { name: lookup(names, ask.by) ?? ask.by };
  const key = entry.user === BY_ORDER ? 'Card.by-order' : 'Card.by-time';
  return [{ kind: 'text', depth, ...plainSentence(message(key, facts), 'neutral'), isStateChange: true }];
}

function rollLine(ask: DiceAsk, answer: readonly number[], depth: number, { roll }: CardRenderer): RollLine {
  return {
    kind: 'roll',
    depth,
    id: ask.id,
    by: ask.by,
    rolledDice: ask.dice,
    dice: notation(ask.dice),
    faces: rolledFaces(ask.dice, answer),
    total: totalOf(ask.dice, answer) + Number(ask.facts?.bonus ?? 0),
    against: targetOf(ask),
    ...roll(ask, answer),
  };
}

/** Returns the number to reach. Infinite means that the roll could not succeed. */
function targetOf({ facts = {} }: DiceAsk): number | null {
  const { against } = facts;
  return typeof against === 'number' && Number.isFinite(against) ? against : null;
}

export interface SentenceRules {
  /** Pools whose changes get a line, with the tone of an increase. Others change silently. */
  readonly pools?: Readonly<Record<string, 'boon' | 'harm'>>;
  /** Returns the placeholders of a condition; default: its label. */
  condition?(condition: Condition, of: FighterId, viewer: Viewer): NonNullable<Message['facts']>;
}

/** Why, and after how long a way, a fighter was stopped. The reason may name another fighter. */
const stopMessage = (name: string, facts: Readonly<Record<string, string | number | boolean>>): Message =>
  message(facts.walked === undefined ? 'Log.stopped' : 'Log.stopped-after', {
    ...facts,
    name,
    why: message(`Reason.${facts.why}`, facts),
  });

export const plainSentence = (text: Message, tone: Tone): Sentence => ({ message: text, tone, strong: false });

/** Returns the name of the affected fighter, or an empty text. */
export const affectedName = (effect: Effect, names: Names): string =>
  'of' in effect && effect.of !== undefined ? nameIn(names, effect.of) : '';

/** Returns the name of a fighter, or the id if it has none. */
export const nameIn = (names: Names, id: FighterId): string => lookup(names, id) ?? id;

/** Returns id and facts of a log line or outcome; null for other effects. */
export function logLineOf(
  effect: Effect,
): { readonly id: string; readonly facts: ReturnType<typeof placeholdersOf> } | null {
  if (effect.kind === 'log') return { id: effect.id, facts: placeholdersOf(effect.facts) };
  if (effect.kind !== 'outcome') return null;
  const { result, success: _, critical: __, facts, ...own } = effect.outcome;
  return { id: result, facts: placeholdersOf({ ...(own as LogFacts), ...facts }) };
}

/** Returns "natural 20" or "natural 1" for a single d20, else null. */
export function naturalOf({ dice }: DiceAsk, faces: readonly number[]): Message | null {
  if (dice.sides !== 20 || dice.count !== 1) return null;
  const [kept] = parseRoll(dice, faces).kept;
  return kept === 20 || kept === 1 ? message(`Natural.${kept}`) : null;
}

const placeholdersOf = (facts: LogFacts) => textFacts<string | number | boolean>(facts);

/** Returns the name of who causes a condition, if the card's heading does not tell; null without one. */
const causeOf = ({ by }: Condition, of: FighterId, names: Names, actor: FighterId): string | null =>
  by === undefined || by === of || by === actor ? null : (lookup(names, by) ?? null);

/** Returns the default sentence of an effect; null if it needs no line. */
function describeEffect(
  effect: Effect,
  names: Names,
  rules: SentenceRules,
  conditions: ConditionTable,
  { viewer, exchange }: Pick<CardInput, 'viewer' | 'exchange'>,
): Sentence | null {
  const actor = exchange.command.by;
  const { pools = {} } = rules;
  const name = affectedName(effect, names);
  switch (effect.kind) {
    case 'log':
    case 'outcome': {
      const line = logLineOf(effect);
      if (!line) return null;
      const { kind, tone = 'neutral', strong = kind === 'outcome' } = effect;
      const text =
        line.id === STOP_LOG_ID ? stopMessage(name, line.facts) : message(`Log.${line.id}`, { name, ...line.facts });
      return { message: text, tone, strong };
    }
    case 'condition-added':
    case 'condition-removed': {
      const { condition, kind, of } = effect;
      const tone = kind === 'condition-added' ? (lookup(conditions, condition.id)?.tone ?? 'neutral') : 'neutral';
      const placeholders = rules.condition?.(condition, of, viewer) ?? { condition: labelOfCondition(condition.id) };
      const cause = kind === 'condition-added' ? causeOf(condition, of, names, actor) : null;
      const facts = { name, ...placeholders, ...(cause !== null && { cause }) };
      if (kind === 'condition-removed') return plainSentence(message('Card.condition-removed', facts), tone);
      const isLimited = 'until' in placeholders;
      const alone = isLimited ? 'Card.condition-added-until' : 'Card.condition-added';
      const caused = isLimited ? 'Card.condition-added-until-by' : 'Card.condition-added-by';
      return plainSentence(message(cause === null ? alone : caused, facts), tone);
    }
    case 'pool': {
      const more = lookup(pools, effect.pool);
      if (!more) return null;
      const less = more === 'boon' ? 'harm' : 'boon';
      const facts = { name, amount: Math.abs(effect.by), pool: labelOfPool(effect.pool) };
      return effect.by < 0
        ? plainSentence(message('Card.loses-points', facts), less)
        : plainSentence(message('Card.gains-points', facts), more);
    }
    case 'move':
      return plainSentence(message('Card.moves', { name }), 'neutral');
    default:
      return null;
  }
}

/** Returns the placeholders of a condition with its end; the usual unlimited duration is omitted. */
export const conditionFacts =
  (noteOf: (condition: Condition, of: FighterId, viewer: Viewer) => Message) =>
  (condition: Condition, of: FighterId, viewer: Viewer): NonNullable<Message['facts']> => {
    const note = noteOf(condition, of, viewer);
    return { condition: labelOfCondition(condition.id), ...(note.key === NO_END_KEY ? {} : { until: note }) };
  };

/** The label of a condition without an end. */
const NO_END_KEY = 'Until.lasting';

type Ending = Pick<Condition, 'until' | 'by'>;

/**
 * Returns the function that labels the end of a condition, with the texts `Until.<name>`.
 * @param counted the name for an end labelled by its round
 * @param nameOf the name of any other end; undefined if it is labelled by its round
 */
export const untilLabelOf =
  (counted: string, nameOf: (until: Until, by: Ending['by']) => string | undefined = () => undefined) =>
  ({ until, by }: Ending): Message => {
    if (!until) return message(NO_END_KEY);
    const name = nameOf(until, by);
    return name === undefined ? message(`Until.${counted}`, { round: until.n ?? 0 }) : message(`Until.${name}`);
  };

/** Facts that are numbers of a roll; in a question or a sentence they may be those of another fighter. */
const ROLL_FACTS: readonly string[] = ['against', 'attack'];
const UNKNOWN = '?';

const maskRollFacts = <T>(facts: Readonly<Record<string, T>> | undefined): Record<string, T | string> =>
  Object.fromEntries(
    Object.entries(facts ?? {}).map(([key, fact]) => [key, ROLL_FACTS.includes(key) ? UNKNOWN : fact]),
  );

/** Returns the card without rolls of others, and without the numbers that own rolls are compared with. */
function withoutOthersDice(draw: (input: CardInput) => CardView, input: CardInput): CardView {
  const card = draw({ ...input, open: input.open.map((ask) => ({ ...ask, facts: maskRollFacts(ask.facts) })) });
  const { owns } = input.viewer;
  const redactText = (line: TextLine): TextLine => ({
    ...line,
    message: { ...line.message, facts: maskRollFacts(line.message.facts) },
  });
  const lines = card.lines.flatMap((line): CardLine[] => {
    if (line.kind === 'text') return [redactText(line)];
    if (line.kind === 'section') return [line];
    const { versus: _, ...roll } = line;
    return owns.includes(line.by) ? [{ ...roll, against: null, note: null }] : [];
  });
  return { ...card, lines, outcome: card.outcome && redactText(card.outcome) };
}

export interface CardRules extends SentenceRules {
  /** Default: the label of its action. */
  title?(command: Command): Message;
  /** Path below the system's icons; default: that of its action. */
  icon?(command: Command): string;
  /** Returns what the roll is compared with or added to. @param faces in the order rolled */
  noteOfRoll?(ask: DiceAsk, faces: readonly number[]): Message | null;
  /** Returns the total if it is more than dice and bonus. */
  totalOfRoll?(ask: DiceAsk, faces: readonly number[]): number | null;
  /** What the number to reach is, by roll id: `attack`, `defense`, `difficulty`. */
  readonly versus?: Readonly<Record<string, string>>;
  /** Returns a remark on the roll; default: that a d20 shows its best or worst face. */
  tagOfRoll?(ask: DiceAsk, faces: readonly number[]): Message | null;
  /** Returns the sentence of an effect. @param standard the default sentence */
  sentence?(effect: Effect, standard: Sentence | null, names: Names, input: CardInput): Sentence | null;
  /** Returns the view of a question; default: by the texts of its id. */
  ask?(ask: SingleAsk | OfferAsk, names: Names, input: CardInput): AskView;
  /** What only some viewers may know of a command. */
  readonly conceal?: ConcealRules;
  /** Returns the last attack and its defense; null without an attack. */
  faceoff?(entries: readonly Entry[]): Faceoff | null;
}

export function cardOf(
  rules: CardRules,
  { conditions, commands }: Pick<ViewParts, 'conditions'> & { readonly commands: { iconOf(id: string): string } },
): (input: CardInput) => CardView {
  const draw = (input: CardInput): CardView => {
    const announced = announcedEffects(input, conditions);
    return drawCard(input, {
      title: (command) => rules.title?.(command) ?? labelOfAction(command.do),
      icon: (command) => rules.icon?.(command) ?? commands.iconOf(command.do),
      roll(ask, faces) {
        const total = rules.totalOfRoll?.(ask, faces) ?? null;
        const versus = lookup(rules.versus, ask.id);
        return {
          label: message(`Roll.${ask.id}`),
          note: rules.noteOfRoll?.(ask, faces) ?? null,
          tag: (rules.tagOfRoll ?? naturalOf)(ask, faces),
          ...(total !== null && { total }),
          ...(versus !== undefined && { versus: message(`Versus.${versus}`) }),
        };
      },
      sentence(effect, names) {
        const standard = announced.has(effect) ? null : describeEffect(effect, names, rules, conditions, input);
        return rules.sentence ? rules.sentence(effect, standard, names, input) : standard;
      },
      ask: (ask, names) => rules.ask?.(ask, names, input) ?? questionOf(ask, names, {}),
    });
  };
  return (input) => {
    const exchange = rules.conceal ? redactExchange(rules.conceal, input.exchange, input.viewer) : input.exchange;
    if (input.viewer.onlyOwnDice) return withoutOthersDice(draw, { ...input, exchange });
    const card = draw({ ...input, exchange });
    if (!rules.faceoff || exchange.command.do === rules.conceal?.shownAs) return card;
    return { ...card, faceoff: rules.faceoff(exchange.entries) };
  };
}

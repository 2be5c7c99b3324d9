import type { Command, Price } from '../../../encounter/command';
import type { Condition } from '../../../encounter/condition';
import type { Effect } from '../../../encounter/effect';
import { effectIn } from '../../../encounter/exchange';
import type { Place } from '../../../encounter/state';
import type { AskView, CardInput, Message, Tone } from '../../../encounter/view';
import type { ChoiceAsk, DiceAsk, Facts, OfferAsk, SingleAsk } from '../../../kernel/ask';
import {
  joinLabels,
  labelOfAction,
  labelOfActionWithItem,
  labelOfTerm,
  message,
  textFacts,
} from '../../../toolkit/define/labels';
import { group, line, list, read } from '../../../toolkit/define/schema';
import { count } from '../../../toolkit/define/state';
import {
  type CardRules,
  conditionFacts,
  logLineOf,
  naturalOf,
  rollBefore,
  type Sentence,
  untilLabelOf,
} from '../../../toolkit/views/card';
import {
  itemFactKey,
  labelOfOption,
  type QuestionTexts,
  questionOf,
  withOfferedItem,
} from '../../../toolkit/views/question';
import { cornerOf } from '../attack/threat';
import { LIMBS, TURN_START } from '../schema';
import { readiedByOption } from '../state';

/** What a command is called; one that comes out of turn says so. */
function actionLabel({ do: id, options }: Command): Message {
  const action = labelOfAction(id);
  return options?.slot === 'waited' ? message('Card.waited', { action }) : action;
}

/** When a condition ends. */
export const untilLabel = untilLabelOf('round', ({ n, at }) => {
  if (n !== undefined) return undefined;
  return at === TURN_START ? 'turn-start' : 'turn-end';
});

/** L-132: half Speed, the limb, or both. */
function lossLabel(variant: string, limb: unknown): Message {
  const half = message('Field.variant.speed');
  const useless = message(`Limb.${typeof limb === 'string' ? limb : LIMBS[0]}`);
  return variant === 'speed' ? half : variant === 'limb' ? useless : joinLabels(half, [useless]);
}

/** What a root instance says of itself: what it is about, if it is about anything, and its end. */
export function noteOf(condition: Condition): Message {
  const { data } = condition;
  if (typeof data?.variant === 'string') return lossLabel(data.variant, data.limb);
  if (typeof data?.cause === 'string') return message(`Cause.${data.cause}`);
  if (typeof data?.group === 'string') return message(`Focus.${data.group}`);
  if (typeof data?.kind === 'string') return message(`Edge.${data.kind}`);
  return untilLabel(condition);
}

/** What somebody has readied, with what, and for what of whom: as its sentences tell it. */
interface Told {
  readonly action?: unknown;
  readonly when?: unknown;
  readonly thing?: unknown;
  readonly whom?: unknown;
}

/** L-09: "Primary Attack with Sword, when a foe comes within reach". */
export function readiedLabel({ action, when, thing, whom }: Told): Message {
  const name = String(action);
  const done = labelOfActionWithItem(labelOfAction(name), thing === undefined ? undefined : String(thing));
  const by = whom === undefined ? message('Readied.any-foe') : message('Option.fighter', { name: String(whom) });
  return message(`Readied.${when}`, { action: done, whom: by });
}

const ONE_REACTION: readonly Price[] = [{ pool: 'reaction', amount: 1 }];

const QUESTIONS: QuestionTexts = {
  label: ({ id }, facts) =>
    id === 'readied'
      ? message(facts.at === undefined ? 'Ask.readied' : 'Ask.readied-at', { ...facts, readied: readiedLabel(facts) })
      : message(`Ask.${id}`, facts),
  // Choices among fighters bear their names; all others have labels of their own.
  option(ask, option, names) {
    if (ask.id === 'ready-what') return readyLabel(ask, option);
    const things = ask.id === 'limb-drops' ? textFacts(ask.facts) : names;
    const name = Object.hasOwn(things, option) ? things[option] : undefined;
    return name === undefined ? labelOfOption(ask, option) : message('Option.fighter', { name });
  },
  offered: (command, ask) => ({
    label: withOfferedItem(actionLabel(command), command, ask),
    cost: command.do === 'identify-spell' ? [] : ONE_REACTION,
  }),
};

/** What could be readied, and with what. */
function readyLabel({ by, facts }: ChoiceAsk, option: string): Message {
  const { do: id, with: tool } = readiedByOption(facts)[option] ?? { do: option };
  const thing =
    tool === undefined ? undefined : (textFacts(facts)[itemFactKey({ by, with: tool })] ?? message(`Tool.${tool}`));
  return labelOfActionWithItem(labelOfAction(id), thing);
}

/** A question as it is put to somebody, from the ask alone. */
function askView(ask: SingleAsk | OfferAsk, names: CardInput['names']): AskView {
  const view = questionOf(ask, names, QUESTIONS);
  if (ask.id !== 'corner' || !ask.facts) return view;
  const { facts } = ask;
  return { ...view, options: view.options.map((option) => ({ ...option, area: areaAt(facts, option.id) })) };
}

/** L-168: the block of squares around a corner of the space that the facts of the question tell of. */
function areaAt(facts: Facts, corner: string): Place {
  const told = (key: string): number => Number(facts[key]);
  const block = { width: 2 * told('side'), height: 2 * told('side'), elevation: told('elevation'), facing: 0 };
  const space = { ...block, x: told('x'), y: told('y'), width: told('width'), height: told('height') };
  return { ...block, ...cornerOf(space, corner) };
}

/** Words that are the outcome of the exchange, and how they sound. */
const OUTCOMES: Readonly<Record<string, Tone>> = {
  hit: 'boon',
  critical: 'boon',
  miss: 'harm',
  withstood: 'boon',
  disarmed: 'harm',
  seized: 'harm',
  falls: 'harm',
  'taken-in': 'harm',
  pushed: 'neutral',
  'not-pushed': 'neutral',
  escaped: 'boon',
  'still-held': 'harm',
  'thing-broken': 'harm',
  cast: 'neutral',
  'spell-lost': 'harm',
  'not-ignited': 'neutral',
  countered: 'boon',
  'charge-lost': 'neutral',
  jumped: 'boon',
  'jump-failed': 'harm',
  tumbled: 'boon',
  'tumble-failed': 'harm',
  recalled: 'boon',
  'not-recalled': 'neutral',
  detected: 'boon',
  'finds-nothing': 'neutral',
  patched: 'boon',
  'not-patched': 'harm',
  distracted: 'harm',
};

/** How other words sound; those not named are neutral. */
const TONES: Readonly<Record<string, Tone>> = {
  dies: 'harm',
  slips: 'harm',
  'holds-on': 'boon',
  healed: 'boon',
  'spell-hits': 'harm',
  saved: 'boon',
  'waited-lost': 'harm',
  'turn-skipped': 'harm',
};

/** What is said of a blow that does more than was rolled, and of one that does less. */
const UNLIKE_ROLLED: Readonly<Record<string, readonly [string, string]>> = {
  hit: ['hit-weakness', 'hit-resisted'],
  critical: ['critical-weakness', 'critical-resisted'],
};

const ofWhom = (effect: Effect): string | undefined => ('of' in effect ? effect.of : undefined);

/** Whether a save that succeeded is followed by what is left of the damage, which says so. */
const isOnlyHalf = (effect: Effect, { exchange: { entries } }: CardInput): boolean =>
  entries
    .slice(entries.findIndex((entry) => effectIn(entry) === effect))
    .map(effectIn)
    .some((each) => each?.kind === 'log' && each.id === 'spell-hits' && each.of === ofWhom(effect));

/** Half where the save succeeds; less what is resisted, more where there is a weakness. */
function spellMessage(effect: Effect, told: Message, input: CardInput): Message {
  const { entries } = input.exchange;
  const earlier = entries
    .slice(
      0,
      entries.findIndex((entry) => effectIn(entry) === effect),
    )
    .map(effectIn);
  const isHalved = earlier.some((each) => each?.kind === 'log' && each.id === 'saved' && each.of === ofWhom(effect));
  const { total = 0 } = rollBefore(effect, input) ?? {};
  const resisted = (isHalved ? Math.floor(total / 2) : total) - Number(told.facts?.damage);
  const key = `spell-${isHalved ? 'halved' : 'hits'}${resisted > 0 ? '-resisted' : resisted < 0 ? '-weakness' : ''}`;
  return message(`Said.${key}`, { ...told.facts, resisted: Math.abs(resisted) });
}

/** What is added, term by term, and what the roll is set against (section 7, step 4). */
function noteOfRoll({ facts }: DiceAsk): Message | null {
  if (!facts) return null;
  const { terms, against, ac, caught } = facts;
  const told = terms === undefined ? null : (phraseOf(termsIn(terms)) ?? message('Note.nothing'));
  if (typeof against !== 'number') return told;
  const why = phraseOf([
    ...(typeof caught === 'string' ? [message(`Note.${caught}`)] : []),
    ...termsIn(ac, (id) => MOMENTARY.includes(id)),
  ]);
  if (told && why) return message('Note.against-since', { terms: told, against, why });
  return told ? message('Note.against', { terms: told, against }) : message('Note.least', { against });
}

/** What of the moment made the AC what it is: not what the defender wears and is, which the table need not be told. */
const MOMENTARY: readonly string[] = ['defend', 'observe', 'focus', 'assist', 'tactical', 'charge', 'prone'];

const TERMS = list(group({ id: line(), value: count() }));

/** The terms that a fact tells, each as a phrase. */
const termsIn = (fact: Facts[string] | undefined, isTold: (id: string) => boolean = () => true): Message[] =>
  read(TERMS, fact, 'terms')
    .filter(({ id }) => isTold(id))
    .map(({ id, value }) =>
      message(value < 0 ? 'Note.minus' : 'Note.plus', { term: labelOfTerm(id), value: Math.abs(value) }),
    );

const phraseOf = ([first, ...others]: readonly Message[]): Message | null => (first ? joinLabels(first, others) : null);

/** What was resisted is told only where something was; of a spell, what of its dice did not arrive. */
function sentence(effect: Effect, told: Sentence | null, _: CardInput['names'], input: CardInput): Sentence | null {
  const line = logLineOf(effect);
  if (line?.id === 'saved' && isOnlyHalf(effect, input)) return null;
  if (told && line?.id === 'spell-hits') return { ...told, message: spellMessage(effect, told.message, input) };
  if (told && line?.id === 'readies')
    return { ...told, message: message('Said.readies', { ...told.message.facts, readied: readiedLabel(line.facts) }) };
  const resisted = Number(line?.facts.resisted ?? 0);
  const [more, less] = (line && UNLIKE_ROLLED[line.id]) ?? [];
  const key = resisted < 0 ? more : resisted > 0 ? less : undefined;
  return told && key
    ? { ...told, message: message(`Said.${key}`, { ...told.message.facts, resisted: Math.abs(resisted) }) }
    : told;
}

/** Draws a card from what was recorded; no rule is run. */
export const CARD: CardRules = {
  title: actionLabel,
  outcomes: OUTCOMES,
  conditionByLogId: { dies: 'corpse' },
  tones: TONES,
  pools: {
    hp: 'boon',
    sq: 'boon',
    negative: 'harm',
    strDamage: 'harm',
    dexDamage: 'harm',
    conDamage: 'harm',
    intDamage: 'harm',
    wisDamage: 'harm',
  },
  condition: conditionFacts(noteOf),
  noteOfRoll,
  // L-91, L-92: of an attack they decide.
  tagOfRoll: (ask, faces) => (ask.id === 'attack' ? naturalOf(ask, faces) : null),
  sentence,
  ask: askView,
};

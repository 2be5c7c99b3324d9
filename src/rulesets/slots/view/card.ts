import type { Command, Price } from '../../../encounter/command';
import type { Condition } from '../../../encounter/condition';
import type { Effect } from '../../../encounter/effect';
import type { CardInput, Message } from '../../../encounter/view';
import type { ChoiceAsk, DiceAsk, Facts } from '../../../kernel/ask';
import { lookup } from '../../../kernel/lookup';
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
  nameIn,
  naturalOf,
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
import { isFreeReaction } from '../reactions';
import { LIMBS, TURN_END, TURN_START } from '../schema';
import { readiedByOption } from '../state';
import { UNARMED } from '../stats';

/** Returns the label of a command; one paid with the banked slot is marked. */
function actionLabel({ do: id, options }: Command): Message {
  const action = labelOfAction(id);
  return options?.slot === 'waited' ? message('Card.waited', { action }) : action;
}

const untilLabelFrom = (counted: string, start: string) =>
  untilLabelOf(counted, ({ n, at }) => {
    if (n !== undefined) return undefined;
    return at === TURN_START ? start : 'turn-end';
  });
const untilTurnOfBearer = untilLabelFrom('round', 'turn-start');
const untilTurnOfSource = untilLabelFrom('source-round', 'source-turn-start');
const untilAnyTurn = untilLabelFrom('turn-end-round', 'turn-start');

/** L-A5: one round ends with the turn of its source. */
export const untilLabel = (condition: Pick<Condition, 'until' | 'by'>): Message => {
  const { until, by } = condition;
  if (until?.at === TURN_END) return untilAnyTurn(condition);
  return by !== undefined && until?.of === by ? untilTurnOfSource(condition) : untilTurnOfBearer(condition);
};

/** L-132: half Speed, the limb, or both. */
function lossLabel(variant: string, limb: unknown): Message {
  const half = message('Field.variant.speed');
  const useless = message(`Limb.${typeof limb === 'string' ? limb : LIMBS[0]}`);
  return variant === 'speed' ? half : variant === 'limb' ? useless : joinLabels(half, [useless]);
}

/** Returns the note of a root instance: its detail, else its end. */
export function noteOf(condition: Condition): Message {
  const { data } = condition;
  if (typeof data?.variant === 'string') return lossLabel(data.variant, data.limb);
  if (typeof data?.cause === 'string') return message(`Cause.${data.cause}`);
  if (typeof data?.group === 'string') return message(`Focus.${data.group}`);
  if (typeof data?.kind === 'string') return message(`Edge.${data.kind}`);
  return untilLabel(condition);
}

interface ReadiedFacts {
  readonly action?: unknown;
  readonly when?: unknown;
  readonly thing?: unknown;
  readonly whom?: unknown;
}

/** L-09: "Primary Attack with Sword, when a foe comes within reach". */
export function readiedLabel({ action, when, thing, whom }: ReadiedFacts): Message {
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
  // Fighters are labeled by name, other options by their own label.
  option(ask, option, names) {
    if (ask.id === 'ready-what') return readyLabel(ask, option);
    // L-39: an attack with one of several weapons.
    const { [option]: weapon } = ask.id === 'grapple' ? textFacts(ask.facts) : {};
    if (weapon !== undefined)
      return labelOfActionWithItem(
        message('Option.grapple.attack'),
        weapon === UNARMED ? message(`Tool.${UNARMED}`) : weapon,
      );
    const things = ask.id === 'limb-drops' ? textFacts(ask.facts) : names;
    const name = Object.hasOwn(things, option) ? things[option] : undefined;
    return name === undefined ? labelOfOption(ask, option) : message('Option.fighter', { name });
  },
  offered: (command, ask) => ({
    label: withOfferedItem(actionLabel(command), command, ask),
    cost: isFreeReaction(command.do) ? [] : ONE_REACTION,
  }),
};

function readyLabel({ by, facts }: ChoiceAsk, option: string): Message {
  const { do: id, with: tool } = lookup(readiedByOption(facts), option) ?? { do: option };
  const thing =
    tool === undefined
      ? undefined
      : (lookup(textFacts(facts), itemFactKey({ by, with: tool })) ?? message(`Tool.${tool}`));
  return labelOfActionWithItem(labelOfAction(id), thing);
}

/** Log ids of a hit above and below its rolled damage. */
const UNLIKE_ROLLED: Readonly<Record<string, readonly [string, string]>> = {
  hit: ['hit-weakness', 'hit-resisted'],
  critical: ['critical-weakness', 'critical-resisted'],
};

/** A save halves the damage; resistance lowers and weakness raises it. */
function spellMessage({ facts: { halved, ...facts } = {} }: Message): Message {
  if (facts.damage === 0) return message('Log.spell-harmless', facts);
  const resisted = Number(facts.resisted);
  const key = `spell-${halved ? 'halved' : 'hits'}${resisted > 0 ? '-resisted' : resisted < 0 ? '-weakness' : ''}`;
  return message(`Log.${key}`, { ...facts, resisted: Math.abs(resisted) });
}

/** Returns the terms of a roll and its target number (section 7, step 4). */
function noteOfRoll({ facts }: DiceAsk): Message | null {
  if (!facts) return null;
  const { terms, against, ac, caught } = facts;
  const termsText = terms === undefined ? null : (phraseOf(termsIn(terms)) ?? message('Note.nothing'));
  if (typeof against !== 'number') return termsText;
  const why = phraseOf([
    ...(typeof caught === 'string' ? [message(`Note.${caught}`)] : []),
    ...termsIn(ac, (id) => MOMENTARY.includes(id)),
  ]);
  if (termsText && why) return message('Note.against-since', { terms: termsText, against, why });
  return termsText ? message('Note.against', { terms: termsText, against }) : message('Note.least', { against });
}

/** AC terms of the moment; permanent ones are not shown. */
const MOMENTARY: readonly string[] = ['defend', 'observe', 'focus', 'assist', 'tactical', 'charge', 'prone'];

const TERMS = list(group({ id: line(), value: count() }));

const termsIn = (fact: Facts[string] | undefined, isShown: (id: string) => boolean = () => true): Message[] =>
  read(TERMS, fact, 'terms')
    .filter(({ id }) => isShown(id))
    .map(({ id, value }) =>
      message(value < 0 ? 'Note.minus' : 'Note.plus', { term: labelOfTerm(id), value: Math.abs(value) }),
    );

const phraseOf = ([first, ...others]: readonly Message[]): Message | null => (first ? joinLabels(first, others) : null);

/** Says whom it hits, and what resisted. */
function hitSentence(
  written: Sentence,
  { id, facts: { at, damage, resisted: less } }: NonNullable<ReturnType<typeof logLineOf>>,
  names: CardInput['names'],
): Sentence {
  const resisted = Number(less ?? 0);
  const facts = {
    ...written.message.facts,
    at: at === undefined ? message('Note.target') : nameIn(names, String(at)),
    resisted: Math.abs(resisted),
  };
  if (damage === 0)
    return {
      ...written,
      message: message(`Log.${id}-${resisted > 0 ? 'stopped' : 'harmless'}`, facts),
    };
  const [weak, resistant] = lookup(UNLIKE_ROLLED, id) ?? [];
  const key = (resisted < 0 ? weak : resisted > 0 ? resistant : undefined) ?? id;
  return { ...written, message: message(`Log.${key}`, facts) };
}

/** Mentions resistance only where it applied. */
function sentence(effect: Effect, written: Sentence | null, names: CardInput['names']): Sentence | null {
  const line = logLineOf(effect);
  if (!written || !line) return written;
  switch (line.id) {
    case 'spell-hits':
      return { ...written, message: spellMessage(written.message) };
    case 'readies':
      return {
        ...written,
        message: message('Log.readies', { ...written.message.facts, readied: readiedLabel(line.facts) }),
      };
    case 'hit':
    case 'critical':
      return hitSentence(written, line, names);
    default:
      return written;
  }
}

/** Renders a card from its records; runs no rules. */
export const CARD: CardRules = {
  title: actionLabel,
  versus: { attack: 'armor-class', fortitude: 'difficulty', reflex: 'difficulty', will: 'difficulty' },
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
  // L-91, L-92: natural faces decide an attack.
  tagOfRoll: (ask, faces) => (ask.id === 'attack' ? naturalOf(ask, faces) : null),
  sentence,
  ask: (ask, names) => questionOf(ask, names, QUESTIONS),
};

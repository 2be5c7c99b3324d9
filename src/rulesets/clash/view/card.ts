import type { Command } from '../../../encounter/command';
import type { Condition } from '../../../encounter/condition';
import type { Effect } from '../../../encounter/effect';
import { effectIn } from '../../../encounter/exchange';
import type { CardInput, Message, Viewer } from '../../../encounter/view';
import type { ChoiceAsk, DiceAsk } from '../../../kernel/ask';
import { totalOf } from '../../../kernel/dice';
import { lookup } from '../../../kernel/lookup';
import type { Entry } from '../../../kernel/transcript';
import { STOP_LOG_ID } from '../../../toolkit/act/command-run';
import {
  formatSigned,
  labelOfAction,
  labelOfActionWithItem,
  message,
  rollFacts,
  textFacts,
} from '../../../toolkit/define/labels';
import {
  affectedName,
  type CardRules,
  conditionFacts,
  logLineOf,
  type Sentence,
  untilLabelOf,
} from '../../../toolkit/views/card';
import { labelOfOption, type QuestionTexts, questionOf } from '../../../toolkit/views/question';
import { zoneOf } from '../attack/attack';
import { COMMANDS } from '../commands';
import { offeredDefense } from '../reactions';
import { PHASE_END } from '../schema';
import { faceoffOf } from './faceoff';

/** Returns the key of a command's texts. */
export const nameOf = (command: Command): string => COMMANDS.actionOf(command.do)?.nameOf?.(command) ?? command.do;

export const untilLabel = untilLabelOf('round', ({ at, n, of }, by) => {
  if (at === PHASE_END) return 'phase';
  if (n !== undefined) return undefined;
  return of === by ? 'source-turn-start' : 'turn-start';
});

/** Returns the spell, the strength or the end. @param bearer whose condition it is */
export function noteOf(condition: Condition, bearer: string, viewer: Viewer): Message {
  const { id, data } = condition;
  if (id === 'defence-penalty') return message('Note.penalty', { amount: Number(data?.amount ?? 0) });
  const spell = spellIn(condition, bearer, viewer);
  return spell === null ? untilLabel(condition) : message('Note.spell', { spell, until: untilLabel(condition) });
}

/** C-25: returns the spell of a condition; null without one. */
export const spellIn = ({ data, by }: Condition, bearer: string, viewer: Viewer): string | Message | null =>
  typeof data?.name === 'string' ? abilityName(data.name, data.secret === true, by ?? bearer, viewer) : null;

// Clash makes no offers; a defense is a choice.
const QUESTIONS: QuestionTexts = {
  label: (ask, facts) => (ask.kind === 'dice' ? labelOfRoll(ask.id, facts) : message(`Ask.${ask.id}`, facts)),
  option: optionLabel,
};

function labelOfRoll(id: string, { name = '', against }: NonNullable<Message['facts']>): Message {
  const roll = message(`Roll.${id}`);
  return against === undefined
    ? message('Ask.throw', { name, roll })
    : message('Ask.throw-against', { name, roll, against });
}

function optionLabel(ask: ChoiceAsk, option: string): Message {
  const { [option]: counter } = textFacts(ask.facts);
  // A Counter of several names its skill.
  const own = counter === undefined ? {} : { kind: 'parry-counter', name: String(counter) };
  const { kind = option, name, bonus } = offeredDefense(ask, option) ?? { ...own, bonus: undefined };
  const id = ask.id === 'defense-unseen' ? 'defense' : ask.id;
  const label = labelOfActionWithItem(labelOfOption({ id }, kind), name);
  return bonus === undefined ? label : message('Option.valued', { option: label, bonus: formatSigned(bonus) });
}

type Names = CardInput['names'];

/** C-26. */
const knows = (id: unknown, { gm, owns }: Viewer): boolean => gm || owns.includes(String(id));

/** C-25: the name of an ability, or that it is a hidden one. @param of whose ability it is */
const abilityName = (name: string, isHidden: boolean, of: unknown, viewer: Viewer): string | Message =>
  isHidden && !knows(of, viewer) ? message('Note.hidden-ability') : name;

/** What stands for a command that a viewer may not know. */
const HIDDEN_ACT = 'hidden-act';

const lineIn = (entry: Entry): string | null => {
  const effect = effectIn(entry);
  return effect?.kind === 'log' ? effect.id : null;
};

const isConcealed = ({ by }: Command, own: readonly Entry[], viewer: Viewer): boolean =>
  !knows(by, viewer) && own.some((entry) => lineIn(entry) === HIDDEN_ACT);

/** Log ids. */
const ALWAYS_VISIBLE: readonly string[] = [HIDDEN_ACT, 'round', 'turn', 'cannot-act', 'combat-over'];

/** Viewers without knowledge see effects on their own fighters, and the clock. */
function isVisible(entry: Entry, { owns }: Viewer): boolean {
  if (entry.ask.kind === 'dice') return owns.includes(entry.ask.by);
  if (ALWAYS_VISIBLE.includes(lineIn(entry) ?? '')) return true;
  const effect = effectIn(entry);
  return effect !== null && 'of' in effect && effect.of !== undefined && owns.includes(effect.of);
}

function noteOfRoll({ id, facts: askFacts }: DiceAsk, face: number): Message | null {
  if (id === 'zone') return message('Note.zone', { zone: message(`Zone.${zoneOf(face)}`) });
  if (!askFacts) return null;
  const facts = rollFacts(askFacts);
  if (id === 'jump') return message('Note.jump', facts);
  if (id === 'second-die') return message('Note.at-least', facts);
  if (facts.penalty !== undefined) return message('Note.against-pressed', facts);
  if (facts.against !== undefined) return message('Note.against', facts);
  return askFacts.bonus ? message('Note.plus', facts) : null;
}

const FACT_LABELS: Readonly<Record<string, (id: unknown) => Message>> = {
  zone: (id) => message(`Zone.${id}`),
  kind: (id) => message(`Kind.${id}`),
  attribute: (id) => message(`Attribute.${id}`),
};

const labelFacts = (facts: Readonly<Record<string, string | number | boolean>>): NonNullable<Message['facts']> =>
  Object.fromEntries(Object.entries(facts).map(([key, value]) => [key, lookup(FACT_LABELS, key)?.(value) ?? value]));

/** Returns the text without protection or damage if there was none. */
function withoutZero({ id, facts: { soak, damage } }: NonNullable<ReturnType<typeof logLineOf>>): string {
  if (id === 'absolute' && damage === 0) return 'undamaged';
  return soak === 0 && UNPROTECTED.includes(id) ? `${id}-bare` : id;
}

const UNPROTECTED: readonly string[] = ['hit', 'hit-magic'];

/** C-25: facts that name a hidden ability, where `hiddenOf` says whose it is. */
const HIDDEN_FACTS: readonly string[] = ['spell', 'ability'];

function sentence(
  effect: Effect,
  line: Sentence | null,
  names: Names,
  { exchange, viewer }: CardInput,
): Sentence | null {
  const logLine = logLineOf(effect);
  if (!line || !logLine) return line;
  if (effect.kind === 'log' && logLine.id === STOP_LOG_ID) return line;
  // C-26.
  const isIdentifying = logLine.id === 'identified' || logLine.id === 'not-identified';
  if (isIdentifying && !knows(exchange.command.by, viewer)) return null;
  const isOwn = 'of' in effect && knows(effect.of, viewer);
  if (logLine.id === HIDDEN_ACT && !isOwn)
    return { ...line, message: message('Log.hidden-act', { name: affectedName(effect, names) }) };
  const id = logLine.id === HIDDEN_ACT ? 'hidden-act-known' : withoutZero(logLine);
  const { hiddenOf, ...facts } = logLine.facts;
  const hidden = HIDDEN_FACTS.flatMap((key) => {
    const name = hiddenOf === undefined ? undefined : lookup(facts, key);
    return name === undefined ? [] : [[key, abilityName(String(name), true, hiddenOf, viewer)]];
  });
  return {
    ...line,
    message: message(`Log.${id}`, {
      name: affectedName(effect, names),
      ...labelFacts(facts),
      ...Object.fromEntries(hidden),
    }),
  };
}

export const CARD: CardRules = {
  title: (command) => (command.do === HIDDEN_ACT ? message('Card.hidden') : labelOfAction(nameOf(command))),
  icon: ({ do: id }) => COMMANDS.iconOf(id === HIDDEN_ACT ? 'identify-hidden' : id),
  versus: {
    dodge: 'attack',
    parry: 'attack',
    block: 'attack',
    spell: 'attack',
    concentration: 'difficulty',
    save: 'difficulty',
  },
  pools: { hp: 'boon', mp: 'boon' },
  condition: conditionFacts(noteOf),
  noteOfRoll: (ask, faces) => noteOfRoll(ask, totalOf(ask.dice, faces)),
  sentence,
  ask: (ask, names) => questionOf(ask, names, QUESTIONS),
  conceal: { isConcealed, isVisible, shownAs: HIDDEN_ACT },
  faceoff: faceoffOf,
};

import type { Command } from '../../../encounter/command';
import type { Condition } from '../../../encounter/condition';
import type { Effect } from '../../../encounter/effect';
import { effectIn } from '../../../encounter/exchange';
import type { CardInput, CardView, Message, Tone, Viewer } from '../../../encounter/view';
import type { ChoiceAsk, DiceAsk } from '../../../kernel/ask';
import { totalOf } from '../../../kernel/dice';
import { lookup } from '../../../kernel/lookup';
import type { Entry } from '../../../kernel/transcript';
import { STOP_LOG_ID } from '../../../toolkit/act/command-run';
import { formatSigned, labelOfAction, labelOfActionWithItem, message, rollFacts } from '../../../toolkit/define/labels';
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

/** Returns the spell, the strength or the end. */
export function noteOf(condition: Condition): Message {
  const { id, data } = condition;
  if (id === 'defence-penalty') return message('Note.penalty', { amount: Number(data?.amount ?? 0) });
  if (typeof data?.name === 'string') return message('Note.spell', { spell: data.name, until: untilLabel(condition) });
  return untilLabel(condition);
}

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
  const { kind = option, name, bonus } = offeredDefense(ask, option) ?? {};
  const id = ask.id === 'defense-unseen' ? 'defense' : ask.id;
  const label = labelOfActionWithItem(labelOfOption({ id }, kind), name);
  return bonus === undefined ? label : message('Option.valued', { option: label, bonus: formatSigned(bonus) });
}

type Names = CardInput['names'];

/** By log id. */
const OUTCOMES: Readonly<Record<string, Tone>> = {
  hit: 'harm',
  'hit-magic': 'harm',
  glanced: 'boon',
  undamaged: 'boon',
  'parry-perfect': 'boon',
  'turned-aside': 'boon',
  'dodge-made': 'boon',
  seized: 'harm',
  saved: 'boon',
  healed: 'boon',
  escaped: 'boon',
  'still-held': 'harm',
  lands: 'boon',
  'lands-badly': 'neutral',
  'falls-short': 'harm',
  identified: 'harm',
  'not-identified': 'neutral',
};

/** By log id; neutral by default. */
const TONES: Readonly<Record<string, Tone>> = {
  absolute: 'harm',
  'parry-made': 'boon',
  'block-made': 'boon',
  'spell-made': 'boon',
  'concentration-ends': 'harm',
  'cannot-act': 'harm',
  seen: 'harm',
  unseen: 'boon',
};

/** C-26. */
const knows = ({ by }: Command, { gm, owns }: Viewer): boolean => gm || owns.includes(by);

const lineIn = (entry: Entry): string | null => {
  const effect = effectIn(entry);
  return effect?.kind === 'log' ? effect.id : null;
};

const isConcealed = (entries: readonly Entry[]): boolean => entries.some((entry) => lineIn(entry) === 'hidden-act');

/** Log ids. */
const ALWAYS_VISIBLE: readonly string[] = ['hidden-act', 'round', 'turn', 'cannot-act', 'combat-over'];

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

function sentence(
  effect: Effect,
  line: Sentence | null,
  names: Names,
  { exchange, viewer }: CardInput,
): Sentence | null {
  const logLine = logLineOf(effect);
  if (!line || !logLine) return line;
  if (effect.kind === 'log' && logLine.id === STOP_LOG_ID) return line;
  const isKnown = knows(exchange.command, viewer);
  // C-26.
  if (!isKnown && (logLine.id === 'identified' || logLine.id === 'not-identified')) return null;
  const id = logLine.id === 'hidden-act' && isKnown ? 'hidden-act-known' : withoutZero(logLine);
  return {
    ...line,
    message: message(`Log.${id}`, { name: affectedName(effect, names), ...labelFacts(logLine.facts) }),
  };
}

export const CARD: CardRules = {
  title: (command) => labelOfAction(nameOf(command)),
  icon: ({ do: id }) => COMMANDS.iconOf(id),
  outcomes: OUTCOMES,
  tones: TONES,
  endedByLogId: { 'concentration-ends': 'concentrating', escaped: 'grappled' },
  conditionByLogId: { seized: 'grappled' },
  poolByLogId: { hit: 'hp', 'hit-magic': 'hp', absolute: 'hp', healed: 'hp' },
  versus: {
    dodge: 'attack',
    parry: 'attack',
    block: 'attack',
    spell: 'attack',
    concentration: 'difficulty',
    save: 'difficulty',
  },
  moveLogIds: ['walks', 'steps', 'driven-away', 'drawn-near'],
  pools: { hp: 'boon', mp: 'boon' },
  condition: conditionFacts(noteOf),
  noteOfRoll: (ask, faces) => noteOfRoll(ask, totalOf(ask.dice, faces)),
  sentence,
  ask: (ask, names) => questionOf(ask, names, QUESTIONS),
  drawForViewer,
};

function drawForViewer(input: CardInput, draw: (input: CardInput) => CardView): CardView {
  const { exchange, viewer } = input;
  if (knows(exchange.command, viewer) || !isConcealed(exchange.entries))
    return { ...draw(input), faceoff: faceoffOf(exchange.entries) };
  const entries = exchange.entries.filter((entry) => isVisible(entry, viewer));
  const card = draw({ ...input, exchange: { ...exchange, entries } });
  return { ...card, title: message('Card.hidden'), icon: 'actions/identify-hidden', at: null, with: null };
}

import type { Command } from '../../../encounter/command';
import type { Effect } from '../../../encounter/effect';
import type { CardInput, CardView, Tone, Viewer, Words } from '../../../encounter/view';
import { type DiceAsk, GM } from '../../../kernel/ask';
import { totalOf } from '../../../kernel/dice';
import type { Entry } from '../../../kernel/transcript';
import { type Drawing, drawCard, type Sentence } from '../../../mechanics/card';
import { askView } from './asks';
import { actionOf } from './commands';
import { CONDITIONS, type ConditionId } from './conditions';
import { actionLabel, conditionLabel, noteOf, words } from './wording';
import { zoneOf } from './zone';

type Names = CardInput['names'];

/** Words that are the outcome of the exchange, and how they sound. */
const OUTCOMES: Readonly<Record<string, Tone>> = {
  hit: 'harm',
  'hit-magic': 'harm',
  glanced: 'boon',
  stopped: 'boon',
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
  identified: 'boon',
  'not-identified': 'neutral',
};

/** How other words sound; those not named are neutral. */
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

/** Pools whose every change is worth a line; the clock fills the others silently. */
const TOLD_POOLS = ['hp', 'mp'];

/** Draws a card from what was recorded; no rule is run. Of what was done in secret others see little. */
export function cardView(input: CardInput): CardView {
  const { exchange, viewer } = input;
  const isKnown = knows(exchange.command, viewer);
  if (isKnown || !isConcealed(exchange.entries)) return drawCard(input, drawing(isKnown));
  const entries = exchange.entries.filter((entry) => isOpenToAll(entry, viewer));
  const card = drawCard({ ...input, exchange: { ...exchange, entries } }, drawing(false));
  return { ...card, title: words('Card.hidden'), icon: 'actions/identify-hidden', at: null };
}

/** @param isKnown whether the viewer knows what was done in secret, and what a look has found out */
const drawing = (isKnown: boolean): Drawing => ({
  title: actionLabel,
  icon: ({ do: id }) => actionOf(id)?.icon ?? `actions/${id}`,
  heading: (command, names) => {
    const action = actionLabel(command);
    if (command.by === GM) return words('Card.word', { action });
    return words('Card.section', { name: names[command.by] ?? command.by, action });
  },
  roll: (ask, faces) => ({ label: words(`Roll.${ask.id}`), note: noteOfRoll(ask, totalOf(ask.dice, faces)) }),
  sentence: (effect, names) => sentence(effect, names, isKnown),
  ask: askView,
});

/** C-26: whose doing it is knows it, and the game master does. */
const knows = ({ by }: Command, { gm, owns }: Viewer): boolean => gm || owns.includes(by);

const isConcealed = (entries: readonly Entry[]): boolean =>
  entries.some(({ ask, answer }) => ask.kind === 'apply' && sayOf(answer)?.word === 'hidden-act');

const sayOf = (answer: unknown): Extract<Effect, { kind: 'say' }> | null => {
  const effect = answer as Effect | null;
  return effect?.kind === 'say' ? effect : null;
};

/** Words that everybody hears, whatever is done in secret: that it is done, and the clock. */
const ALOUD: readonly string[] = ['hidden-act', 'round', 'turn', 'cannot-act', 'combat-over'];

/** Of what is done in secret others see that it was done, what befalls their own, and what the clock does after it. */
function isOpenToAll({ ask, answer }: Entry, { owns }: Viewer): boolean {
  if (ask.kind === 'dice') return owns.includes(ask.by);
  if (ask.kind !== 'apply' || !answer) return false;
  if (ALOUD.includes(sayOf(answer)?.word ?? '')) return true;
  const effect = answer as Effect;
  return 'of' in effect && effect.of !== undefined && owns.includes(effect.of);
}

/** What a roll is set against, and what is added to it; of a zone, where it is. */
function noteOfRoll({ id, facts }: DiceAsk, face: number): Words | null {
  if (id === 'zone') return words('Note.zone', { zone: words(`Zone.${zoneOf(face)}`) });
  if (!facts) return null;
  if (id === 'jump') return words('Note.jump', facts);
  if (id === 'second-die') return words('Note.at-least', facts);
  if (facts.penalty !== undefined) return words('Note.against-pressed', facts);
  if (facts.against !== undefined) return words('Note.against', facts);
  return facts.bonus ? words('Note.plus', facts) : null;
}

/** Facts that are ids of words themselves. */
const NAMED: Readonly<Record<string, (id: unknown) => Words>> = {
  zone: (id) => words(`Zone.${id}`),
  kind: (id) => words(`Kind.${id}`),
  attribute: (id) => words(`Attribute.${id}`),
};

const readable = (facts: Readonly<Record<string, string | number | boolean>>): NonNullable<Words['facts']> =>
  Object.fromEntries(Object.entries(facts).map(([key, value]) => [key, NAMED[key]?.(value) ?? value]));

function sentence(effect: Effect, names: Names, isKnown: boolean): Sentence | null {
  const told = (key: string, tone: Tone, facts: Words['facts'] = {}): Sentence => ({
    words: words(key, facts),
    tone,
    strong: false,
  });
  const name = 'of' in effect && effect.of !== undefined ? (names[effect.of] ?? effect.of) : '';
  switch (effect.kind) {
    case 'say': {
      const tone = OUTCOMES[effect.word] ?? TONES[effect.word] ?? 'neutral';
      // C-26: what a look has found out is for whoever looked.
      const isGuarded = !isKnown && (effect.word === 'identified' || effect.word === 'not-identified');
      if (isGuarded) return null;
      const word = effect.word === 'hidden-act' && isKnown ? 'hidden-act-known' : effect.word;
      const line = told(`Said.${word}`, tone, { name, ...readable(effect.facts) });
      return { ...line, strong: effect.word in OUTCOMES };
    }
    case 'gain':
    case 'lose': {
      const { condition } = effect;
      const { tone } = CONDITIONS[condition.id as ConditionId] ?? { tone: 'neutral' };
      const facts = { name, condition: conditionLabel(condition.id), until: noteOf(condition) };
      return effect.kind === 'gain' ? told('Card.gain', tone, facts) : told('Card.lose', 'neutral', facts);
    }
    case 'pool': {
      if (!TOLD_POOLS.includes(effect.pool)) return null;
      const facts = { name, amount: Math.abs(effect.by), pool: words(`Pool.${effect.pool}`) };
      return effect.by < 0 ? told('Card.loses-points', 'harm', facts) : told('Card.gains-points', 'boon', facts);
    }
    case 'move':
      return told('Card.moves', 'neutral', { name });
    default:
      return null;
  }
}

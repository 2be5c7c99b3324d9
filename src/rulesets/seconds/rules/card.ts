import type { Command } from '../../../encounter/command';
import type { Effect } from '../../../encounter/effect';
import type { CardInput, CardView, Tone, Words } from '../../../encounter/view';
import { type DiceAsk, GM } from '../../../kernel/ask';
import { drawCard, type Sentence } from '../../../mechanics/card';
import { askView } from './asks';
import { actionOf } from './commands';
import { CONDITIONS, type ConditionId } from './conditions';
import { actionLabel, conditionLabel, words } from './wording';

type Names = CardInput['names'];

/** Words that are the outcome of the exchange, and how they sound. */
const OUTCOMES: Readonly<Record<string, Tone>> = {
  hit: 'harm',
  miss: 'boon',
  'hits-object': 'harm',
  'misses-object': 'neutral',
  casts: 'neutral',
  begun: 'neutral',
  lost: 'neutral',
  'not-allowed': 'neutral',
  'no-time': 'neutral',
  blinded: 'harm',
  'not-blinded': 'boon',
  grappled: 'harm',
  restrained: 'harm',
  'not-grappled': 'boon',
  'broken-free': 'boon',
  'still-held': 'harm',
  pinned: 'harm',
  'not-pinned': 'boon',
  'pulled-free': 'boon',
  'still-pinned': 'harm',
  shoved: 'harm',
  'not-shoved': 'boon',
  thrown: 'harm',
  tripped: 'harm',
  'not-tripped': 'boon',
  tackled: 'harm',
  'not-tackled': 'boon',
  disarmed: 'harm',
  'not-disarmed': 'boon',
  frightened: 'harm',
  'not-frightened': 'boon',
  helps: 'boon',
  improvises: 'neutral',
  'fails-to': 'neutral',
  holds: 'neutral',
  'holds-nothing': 'neutral',
  caught: 'boon',
  'not-caught': 'neutral',
};

/** Words whose `at` and `by` are fighters. */
const NAMING: readonly string[] = ['at', 'by'];

/** Draws a card from what was recorded; no rule is run. */
export const cardView = (input: CardInput): CardView =>
  drawCard(input, {
    title: actionLabel,
    icon: iconOf,
    heading,
    roll: (ask) => ({ label: words(`Roll.${ask.id}`), note: noteOfRoll(ask) }),
    sentence,
    ask: askView,
  });

const iconOf = ({ do: id }: Command): string => actionOf(id)?.icon ?? `actions/${id}`;

/** Who cut in, and with what. */
const heading = (command: Command, names: Names): Words =>
  command.by === GM
    ? words('Card.word', { action: actionLabel(command) })
    : words('Card.section', { name: names[command.by] ?? command.by, action: actionLabel(command) });

/** What a roll is set against, and what is added to it. */
function noteOfRoll({ facts }: DiceAsk): Words | null {
  if (facts?.bonus === undefined) return null;
  const { bonus, against, help } = facts;
  // Nobody is set against who has failed without a die.
  const known = against !== undefined && Number.isFinite(against);
  if (help !== undefined)
    return known ? words('Note.helped-against', { bonus, against, help }) : words('Note.helped', { bonus, help });
  return known ? words('Note.against', { bonus, against }) : words('Note.plus', { bonus });
}

function sentence(effect: Effect, names: Names): Sentence | null {
  const text = (key: string, tone: Tone, facts: Words['facts'] = {}): Sentence => ({
    words: words(key, facts),
    tone,
    strong: false,
  });
  const called = (id: unknown): string => names[String(id)] ?? String(id);
  const name = 'of' in effect && effect.of !== undefined ? called(effect.of) : '';
  switch (effect.kind) {
    case 'say': {
      const tone = OUTCOMES[effect.word] ?? 'neutral';
      const facts = Object.entries(effect.facts).map(([key, value]) => [
        key,
        NAMING.includes(key) ? called(value) : value,
      ]);
      const action = effect.facts.action;
      const said = {
        name,
        ...Object.fromEntries(facts),
        ...(action !== undefined && { action: words(`Action.${action}.label`) }),
      };
      return { ...text(`Said.${effect.word}`, tone, said), strong: effect.word in OUTCOMES };
    }
    case 'gain':
    case 'lose': {
      const { condition } = effect;
      const { tone } = CONDITIONS[condition.id as ConditionId] ?? { tone: 'neutral' };
      const facts = { name, condition: conditionLabel(condition.id) };
      return effect.kind === 'gain' ? text('Card.gain', tone, facts) : text('Card.lose', 'neutral', facts);
    }
    case 'pool': {
      if (effect.pool !== 'hp') return null;
      const facts = { name, amount: Math.abs(effect.by) };
      return effect.by < 0 ? text('Card.loses-points', 'harm', facts) : text('Card.gains-points', 'boon', facts);
    }
    case 'move':
      return text('Card.moves', 'neutral', { name });
    case 'hand':
      return text('Card.takes', 'neutral', { name: called(effect.to), from: name });
    default:
      return null;
  }
}

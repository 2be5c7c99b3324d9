import type { Effect } from '../../../encounter/effect';
import type { CardInput, Message, Tone } from '../../../encounter/view';
import type { DiceAsk } from '../../../kernel/ask';
import { cardOf, lineOf, nameIn, plainly, type Sentence } from '../../../rulebook/card';
import { labelOfAction, labelOfCondition, message, spoken } from '../../../rulebook/labels';
import { COMMANDS } from '../commands';
import { CONDITIONS } from '../conditions';
import { askView } from './asks';
import { actionLabel } from './labels';

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

/** What a roll is set against, and what is added to it. */
function noteOfRoll({ facts }: DiceAsk): Message | null {
  const { bonus, against, help } = spoken(facts);
  if (bonus === undefined) return null;
  // Nobody is set against who has failed without a die.
  const known = against !== undefined && Number.isFinite(against);
  if (help !== undefined)
    return known ? message('Note.helped-against', { bonus, against, help }) : message('Note.helped', { bonus, help });
  return known ? message('Note.against', { bonus, against }) : message('Note.plus', { bonus });
}

function sentence(effect: Effect, told: Sentence | null, names: Names): Sentence | null {
  const called = (id: unknown): string => names[String(id)] ?? String(id);
  if (effect.kind === 'hand')
    return plainly(message('Card.takes', { name: called(effect.to), from: nameIn(effect, names) }), 'neutral');
  const line = lineOf(effect);
  if (!told || !line) return told;
  const { action, ...others } = line.facts;
  const facts = Object.entries(others).map(([key, value]) => [key, NAMING.includes(key) ? called(value) : value]);
  const said = {
    name: nameIn(effect, names),
    ...Object.fromEntries(facts),
    ...(action !== undefined && { action: labelOfAction(String(action)) }),
  };
  return { ...told, words: message(`Said.${line.id}`, said) };
}

/** Draws a card from what was recorded; no rule is run. */
export const cardView = cardOf({
  title: actionLabel,
  icon: ({ do: id }) => COMMANDS.actionOf(id)?.icon ?? `actions/${id}`,
  outcomes: OUTCOMES,
  tones: {},
  pools: { hp: 'boon' },
  conditions: CONDITIONS,
  condition: ({ id }) => ({ condition: labelOfCondition(id) }),
  noteOfRoll,
  sentence,
  ask: askView,
});

import type { Command } from '../../../encounter/command';
import type { Effect } from '../../../encounter/effect';
import type { CardInput, CardView, Tone, Viewer, Words } from '../../../encounter/view';
import { type DiceAsk, GM } from '../../../kernel/ask';
import { drawCard, type Sentence } from '../../../mechanics/card';
import { askView } from './asks';
import { iconOf } from './commands';
import { CONDITIONS, type ConditionId } from './conditions';
import { actionLabel, conditionLabel, namedCondition, words } from './wording';

type Names = CardInput['names'];

/** Words that are the outcome of the exchange, and how they sound. */
const OUTCOMES: Readonly<Record<string, Tone>> = {
  miss: 'boon',
  hit: 'harm',
  damage: 'harm',
  success: 'boon',
  failure: 'harm',
  hides: 'boon',
  found: 'harm',
  casts: 'neutral',
  claimed: 'boon',
  'claim-rejected': 'neutral',
  'claim-withdrawn': 'neutral',
};

/** How other words sound; those not named are neutral. */
const TONES: Readonly<Record<string, Tone>> = {
  dying: 'harm',
  dies: 'harm',
  defeated: 'harm',
  'scene-price': 'harm',
  recovers: 'boon',
};

/** Pools whose every change is worth a line. */
const TOLD_POOLS: readonly string[] = ['hp', 'exertion', 'momentum'];

/** What a Scan has brought to light is for the one who scans, and the game master (T-A23). */
const isPrivate = (word: string): boolean => word.startsWith('scan-');

/** Draws a card from what was recorded; no rule is run. */
export const cardView = (input: CardInput): CardView =>
  drawCard(input, {
    title: actionLabel,
    icon: ({ do: id }) => iconOf(id),
    heading,
    roll: (ask) => ({ label: words(`Roll.${ask.id}`), note: noteOfRoll(ask) }),
    sentence: (effect, names) => sentence(effect, names, input.viewer),
    ask: askView,
  });

/** Who cut in, and with what. */
const heading = (command: Command, names: Names): Words =>
  command.by === GM
    ? words('Card.word', { action: actionLabel(command) })
    : words('Card.section', { name: names[command.by] ?? command.by, action: actionLabel(command) });

/** What is added to a roll, and of a Skill roll what it is set against; what Scan would have to find out stays unsaid. */
function noteOfRoll({ id, facts }: DiceAsk): Words | null {
  if (!facts || id === 'momentum') return null;
  if (id !== 'skill') return words('Note.plus', { bonus: facts.bonus ?? 0 });
  const roll = { attribute: words(`Stat.${facts.attribute}`), bonus: facts.bonus! };
  const { against } = facts;
  return against === undefined ? words('Note.skill-plus', roll) : words('Note.skill', { ...roll, against });
}

function sentence(effect: Effect, names: Names, viewer: Viewer): Sentence | null {
  const text = (key: string, tone: Tone, facts: Words['facts'] = {}): Sentence => ({
    words: words(key, facts),
    tone,
    strong: false,
  });
  const name = 'of' in effect && effect.of !== undefined ? (names[effect.of] ?? effect.of) : '';
  switch (effect.kind) {
    case 'say': {
      const { word, of = '', facts } = effect;
      if (isPrivate(word)) {
        const mayKnow = viewer.gm || viewer.owns.includes(of);
        return mayKnow
          ? text(scanKey(word, facts), 'neutral', { name, ...scanFacts(word, facts) })
          : text('Said.scanned', 'neutral', { name });
      }
      const tone = OUTCOMES[word] ?? TONES[word] ?? 'neutral';
      return { ...text(`Said.${word}`, tone, { name, ...facts }), strong: word in OUTCOMES };
    }
    case 'gain':
    case 'lose': {
      const { condition } = effect;
      const { tone } = CONDITIONS[condition.id as ConditionId] ?? { tone: 'neutral' };
      const called = condition.data?.name;
      const label = called === undefined ? conditionLabel(condition.id) : namedCondition(String(called), false);
      return effect.kind === 'gain'
        ? text('Card.gain', tone, { name, condition: label })
        : text('Card.lose', 'neutral', { name, condition: label });
    }
    case 'pool': {
      if (!TOLD_POOLS.includes(effect.pool)) return null;
      const facts = { name, amount: Math.abs(effect.by), pool: words(`Pool.${effect.pool}`) };
      const isGood = effect.by > 0 === (effect.pool !== 'exertion');
      return text(effect.by < 0 ? 'Card.loses-points' : 'Card.gains-points', isGood ? 'boon' : 'harm', facts);
    }
    case 'move':
      return text('Card.moves', 'neutral', { name });
    default:
      return null;
  }
}

/** A free question that brought nothing to light says so. */
const scanKey = (word: string, facts: Words['facts'] = {}): string =>
  word === 'scan-other' && facts.answer === '' ? 'Scan.nothing' : `Scan.${word.slice('scan-'.length)}`;

/** Conditions are written by their ids, and said by their names. */
function scanFacts(word: string, facts: NonNullable<Words['facts']>): NonNullable<Words['facts']> {
  if (word !== 'scan-conditions') return facts;
  return { ...facts, statuses: listed(String(facts.statuses)), conditions: listed(String(facts.conditions)) };
}

function listed(ids: string): Words {
  const [first = '', ...others] = ids.split('|');
  if (first === '') return words('Note.none');
  const [id = '', by] = first.split('@');
  const condition = namedCondition(id, Object.hasOwn(CONDITIONS, id));
  const label = by === undefined ? condition : words('Note.condition-by', { condition, name: by });
  return others.length === 0 ? label : words('Note.and', { first: label, others: listed(others.join('|')) });
}

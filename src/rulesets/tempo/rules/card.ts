import type { Effect } from '../../../encounter/effect';
import { effectsOf } from '../../../encounter/exchange';
import { SEALED } from '../../../encounter/ruleset';
import type { CardInput, CardView, Tone, Viewer, Words } from '../../../encounter/view';
import type { DiceAsk, Facts } from '../../../kernel/ask';
import { drawCard, headingWith, nameIn, plainly, type Sentence, type Telling, tell } from '../../../mechanics/card';
import { askView } from './asks';
import { iconOf } from './commands';
import { CONDITIONS } from './conditions';
import { SETS } from './scan';
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

/** What a Scan has brought to light is for the one who scans, and the game master (T-A23). */
const isPrivate = (word: string): boolean => word.startsWith('scan-');

/** Draws a card from what was recorded; no rule is run. */
export const cardView = (input: CardInput): CardView =>
  drawCard(input, {
    title: actionLabel,
    icon: ({ do: id }) => iconOf(id),
    heading: headingWith(words, actionLabel),
    roll: (ask) => ({ label: words(`Roll.${ask.id}`), note: noteOfRoll(ask) }),
    sentence: (effect, names) => sentence(effect, names, input.viewer),
    ask: (ask, names) => askView(ask, names, setsTold(input)),
  });

/** What is added to a roll, and of a Skill roll what it is set against; what Scan would have to find out stays unsaid. */
function noteOfRoll({ id, facts }: DiceAsk): Words | null {
  if (!facts || id === 'momentum') return null;
  if (id !== 'skill') return words('Note.plus', { bonus: facts.bonus ?? 0 });
  const roll = { attribute: words(`Stat.${facts.attribute}`), bonus: facts.bonus! };
  const { against } = facts;
  return against === undefined ? words('Note.skill-plus', roll) : words('Note.skill', { ...roll, against });
}

const TELLING: Telling = {
  words,
  outcomes: OUTCOMES,
  tones: TONES,
  pools: { hp: 'boon', exertion: 'harm', momentum: 'boon' },
  conditions: CONDITIONS,
  condition: ({ id, data }) => ({
    condition: data?.name === undefined ? conditionLabel(id) : namedCondition(String(data.name), false),
  }),
};

/** The Action Sets a Scan has named so far. */
function setsTold({ exchange }: CardInput): Facts {
  const said = effectsOf(exchange.entries).findLast(
    (effect) => effect.kind === 'say' && effect.word === `scan-${SETS}`,
  );
  return said?.kind === 'say' && said.facts[SEALED] === undefined ? (said.facts as Facts) : {};
}

function sentence(effect: Effect, names: Names, viewer: Viewer): Sentence | null {
  if (effect.kind !== 'say' || !isPrivate(effect.word)) return tell(effect, names, TELLING);
  const { word, of = '', facts } = effect;
  const name = nameIn(effect, names);
  const mayKnow = facts[SEALED] === undefined && (viewer.gm || viewer.owns.includes(of));
  return mayKnow
    ? plainly(words(scanKey(word, facts), { name, ...scanFacts(word, facts) }), 'neutral')
    : plainly(words('Said.scanned', { name }), 'neutral');
}

/** A free question that brought nothing to light says so. */
const scanKey = (word: string, facts: Words['facts'] = {}): string =>
  word === 'scan-other' && facts.answer === '' ? 'Scan.nothing' : `Scan.${word.slice('scan-'.length)}`;

/** Conditions are written by their ids, and said by their names. */
function scanFacts(word: string, facts: NonNullable<Words['facts']>): NonNullable<Words['facts']> {
  if (word === `scan-${SETS}`) {
    const { at, ...sets } = facts;
    return { at: at!, sets: Object.values(sets).join(', ') };
  }
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

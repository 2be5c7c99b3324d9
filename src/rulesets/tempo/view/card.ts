import type { Effect } from '../../../encounter/effect';
import { effectsOf } from '../../../encounter/exchange';
import { SEALED } from '../../../encounter/ruleset';
import type { CardInput, Message, Tone } from '../../../encounter/view';
import type { DiceAsk, Facts } from '../../../kernel/ask';
import { cardOf, nameIn, plainly, type Sentence } from '../../../rulebook/card';
import { labelOfCondition, labelOfFigure, listed, message, spoken } from '../../../rulebook/labels';
import { iconOf } from '../commands';
import { CONDITIONS } from '../conditions';
import { SETS } from '../skills/scan';
import { askView } from './asks';
import { actionLabel, namedCondition } from './labels';

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

/** What is added to a roll, and of a Skill roll what it is set against; what Scan would have to find out stays unsaid. */
function noteOfRoll({ id, facts: told }: DiceAsk): Message | null {
  const facts = spoken(told);
  if (!told || id === 'momentum') return null;
  if (id !== 'skill') return message('Note.plus', { bonus: facts.bonus ?? 0 });
  const roll = { attribute: labelOfFigure(String(facts.attribute)), bonus: facts.bonus ?? 0 };
  const { against } = facts;
  return against === undefined ? message('Note.skill-plus', roll) : message('Note.skill', { ...roll, against });
}

/** The Action Sets a Scan has named so far. */
function setsTold({ exchange }: CardInput): Facts {
  const said = effectsOf(exchange.entries).findLast(
    (effect) => effect.kind === 'say' && effect.word === `scan-${SETS}`,
  );
  return said?.kind === 'say' && said.facts[SEALED] === undefined ? (said.facts as Facts) : {};
}

function sentence(effect: Effect, told: Sentence | null, names: Names, { viewer }: CardInput): Sentence | null {
  if (effect.kind !== 'say' || !isPrivate(effect.word)) return told;
  const { word, of = '', facts } = effect;
  const name = nameIn(effect, names);
  const mayKnow = facts[SEALED] === undefined && (viewer.gm || viewer.owns.includes(of));
  return mayKnow
    ? plainly(message(scanKey(word, facts), { name, ...scanFacts(word, facts) }), 'neutral')
    : plainly(message('Said.scanned', { name }), 'neutral');
}

/** A free question that brought nothing to light says so. */
const scanKey = (word: string, facts: Message['facts'] = {}): string =>
  word === 'scan-other' && facts.answer === '' ? 'Scan.nothing' : `Scan.${word.slice('scan-'.length)}`;

/** Conditions are written by their ids, and said by their names. */
function scanFacts(word: string, facts: NonNullable<Message['facts']>): NonNullable<Message['facts']> {
  if (word === `scan-${SETS}`) {
    const { at, ...sets } = facts;
    return { ...(at !== undefined && { at }), sets: Object.values(sets).join(', ') };
  }
  if (word !== 'scan-conditions') return facts;
  return {
    ...facts,
    statuses: conditionsIn(String(facts.statuses)),
    conditions: conditionsIn(String(facts.conditions)),
  };
}

function conditionsIn(ids: string): Message {
  const [first, ...others] = ids.split('|').filter(Boolean).map(conditionIn);
  return first ? listed(first, others) : message('Note.none');
}

function conditionIn(written: string): Message {
  const [id = '', by] = written.split('@');
  const condition = namedCondition(id, Object.hasOwn(CONDITIONS, id));
  return by === undefined ? condition : message('Note.condition-by', { condition, name: by });
}

/** Draws a card from what was recorded; no rule is run. */
export const cardView = cardOf({
  title: actionLabel,
  icon: ({ do: id }) => iconOf(id),
  outcomes: OUTCOMES,
  tones: TONES,
  pools: { hp: 'boon', exertion: 'harm', momentum: 'boon' },
  conditions: CONDITIONS,
  condition: ({ id, data }) => ({
    condition: data?.name === undefined ? labelOfCondition(id) : namedCondition(String(data.name), false),
  }),
  noteOfRoll,
  sentence,
  ask: (ask, names, input) => askView(ask, names, setsTold(input)),
});

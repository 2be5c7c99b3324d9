import type { Command } from '../../../encounter/command';
import type { Effect } from '../../../encounter/effect';
import type {
  CardInput,
  CardLine,
  CardView,
  RollLine,
  SectionLine,
  TextLine,
  Tone,
  Words,
} from '../../../encounter/view';
import { type DiceAsk, GM } from '../../../kernel/ask';
import { notation, totalOf } from '../../../kernel/dice';
import { same } from '../../../kernel/same';
import type { Entry } from '../../../kernel/transcript';
import { askView } from './asks';
import { actionOf } from './commands';
import { CONDITIONS, type ConditionId } from './conditions';
import { actionLabel, conditionLabel, noteOf, words } from './wording';

type Names = CardInput['names'];

/** Words that are the outcome of the exchange, and how they sound. */
const OUTCOMES: Readonly<Record<string, Tone>> = {
  hit: 'harm',
  critical: 'harm',
  miss: 'boon',
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
  'spell-lost': 'boon',
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

const RESISTED: Readonly<Record<string, string>> = { hit: 'hit-resisted', critical: 'critical-resisted' };

/** Pools whose every change is worth a line; slots empty and fill silently. */
const TOLD_POOLS = ['hp', 'negative', 'sq', 'strDamage', 'dexDamage', 'conDamage', 'intDamage', 'wisDamage'];

/** Draws a card from what was recorded; no rule is run. */
export function cardView({ exchange, open, names }: CardInput): CardView {
  const { command, entries } = exchange;
  const lines: CardLine[] = [];
  let outcome: TextLine | null = null;
  // The sections that are open, and whether each is indented: one that is the whole exchange has the card's title for a heading.
  const sections: boolean[] = [];
  for (const [at, entry] of entries.entries()) {
    const { ask } = entry;
    const depth = sections.filter(Boolean).length;
    if (ask.kind !== 'section') {
      for (const line of linesOf(entry, depth, names)) {
        if (!goesOn(line, lines.at(-1))) lines.push(line);
        if (line.kind === 'text' && line.strong && depth === 0) outcome = line;
      }
    } else if (ask.command === null) sections.pop();
    else {
      sections.push(at > 0);
      if (at > 0) lines.push(sectionLine(ask.command as Command, depth + 1, names));
    }
  }
  return {
    title: actionLabel(command),
    icon: iconOf(command),
    by: command.by,
    at: command.at ?? null,
    lines,
    outcome,
    asks: open.map((ask) => askView(ask, names)),
  };
}

/** A way walked in stretches, nobody cutting in between, is told once. */
const goesOn = (line: CardLine, last: CardLine | undefined): boolean =>
  line.kind === 'text' && line.words.key === 'Card.moves' && last !== undefined && same(line, last);

const iconOf = ({ do: id }: Command): string => actionOf(id)?.icon ?? `actions/${id}`;

/** Who cut in, and with what. */
function sectionLine(command: Command, depth: number, names: Names): SectionLine {
  const heading =
    command.by === GM
      ? words('Card.word', { action: actionLabel(command) })
      : words('Card.section', { name: names[command.by] ?? command.by, action: actionLabel(command) });
  return { kind: 'section', depth, words: heading, icon: iconOf(command) };
}

/** Several who are asked at once throw one after the other on the card. */
function linesOf({ ask, answer }: Entry, depth: number, names: Names): CardLine[] {
  if (ask.kind === 'dice') return [rollLine(ask, answer as readonly number[], depth)];
  if (ask.kind === 'all')
    return ask.asks.flatMap((each, at) => {
      const faces = (answer as readonly (readonly number[])[])[at]!;
      return each.kind === 'dice' ? [rollLine(each, faces, depth)] : [];
    });
  const line = ask.kind === 'apply' && answer ? effectLine(answer as Effect, depth, names) : null;
  return line ? [line] : [];
}

function rollLine(ask: DiceAsk, answer: readonly number[], depth: number): RollLine {
  return {
    ...{ kind: 'roll', depth, id: ask.id, by: ask.by },
    label: words(`Roll.${ask.id}`),
    dice: notation(ask.dice),
    faces: answer.map((face) => ({ face, counts: true, exploded: false })),
    total: totalOf(ask.dice, answer) + Number(ask.facts?.bonus ?? 0),
    note: noteOfRoll(ask),
  };
}

/** What is added, term by term, and what the roll is set against (section 7, step 4). */
function noteOfRoll({ facts }: DiceAsk): Words | null {
  if (!facts) return null;
  const { terms, against } = facts;
  const told = typeof terms === 'string' ? listed(termsOf(terms)) : null;
  if (against === undefined) return told;
  return told ? words('Note.against', { terms: told, against }) : words('Note.least', { against });
}

/** `bab 4 slot -5` as terms. */
function termsOf(text: string): Words[] {
  const parts = text.split(' ');
  return parts.flatMap((id, at) => {
    const value = Number(parts[at + 1]);
    if (at % 2 === 1) return [];
    const key = value < 0 ? 'Note.minus' : 'Note.plus';
    return [words(key, { term: words(`Term.${id}`), value: Math.abs(value) })];
  });
}

function listed([first = words('Note.nothing'), ...others]: readonly Words[]): Words {
  return others.length === 0 ? first : words('Note.and', { first, others: listed(others) });
}

function effectLine(effect: Effect, depth: number, names: Names): TextLine | null {
  const text = (key: string, tone: Tone, facts: Words['facts'] = {}): TextLine => ({
    ...{ kind: 'text', depth, tone, strong: false },
    words: words(key, facts),
  });
  const name = 'of' in effect && effect.of !== undefined ? (names[effect.of] ?? effect.of) : '';
  switch (effect.kind) {
    case 'say': {
      const tone = OUTCOMES[effect.word] ?? TONES[effect.word] ?? 'neutral';
      // What was resisted is told only where something was.
      const word = (effect.facts.resisted && RESISTED[effect.word]) || effect.word;
      const line = text(`Said.${word}`, tone, { name, ...effect.facts });
      return { ...line, strong: effect.word in OUTCOMES };
    }
    case 'gain':
    case 'lose': {
      const { condition } = effect;
      const { tone } = CONDITIONS[condition.id as ConditionId] ?? { tone: 'neutral' };
      const facts = { name, condition: conditionLabel(condition.id), until: noteOf(condition) };
      return effect.kind === 'gain' ? text('Card.gain', tone, facts) : text('Card.lose', 'neutral', facts);
    }
    case 'pool': {
      if (!TOLD_POOLS.includes(effect.pool)) return null;
      const isHurt = effect.by < 0 === (effect.pool === 'hp' || effect.pool === 'sq');
      const facts = { name, amount: Math.abs(effect.by), pool: words(`Pool.${effect.pool}`) };
      return text(effect.by < 0 ? 'Card.loses-points' : 'Card.gains-points', isHurt ? 'harm' : 'boon', facts);
    }
    case 'move':
      return text('Card.moves', 'neutral', { name });
    default:
      return null;
  }
}

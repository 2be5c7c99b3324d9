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
  Viewer,
  Words,
} from '../../../encounter/view';
import { type DiceAsk, GM } from '../../../kernel/ask';
import { laidOut, notation, totalOf } from '../../../kernel/dice';
import { same } from '../../../kernel/same';
import type { Entry } from '../../../kernel/transcript';
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

/** Draws a card from what was recorded; no rule is run. */
export function cardView({ exchange, open, names, viewer }: CardInput): CardView {
  const { command, entries } = exchange;
  const isSecret = isConcealed(entries) && !knows(command, viewer);
  const lines: CardLine[] = [];
  let outcome: TextLine | null = null;
  let depth = 0;
  for (const entry of entries) {
    const { ask } = entry;
    if (ask.kind === 'section' && ask.command === null) depth -= 1;
    else if (ask.kind === 'section') {
      depth += 1;
      lines.push(sectionLine(ask.command as Command, depth, names));
    } else
      for (const line of linesOf(entry, depth, names, knows(command, viewer))) {
        if (isSecret && !isOpenToAll(entry, viewer)) continue;
        if (!goesOn(line, lines.at(-1))) lines.push(line);
        if (line.kind === 'text' && line.strong && depth === 0) outcome = line;
      }
  }
  return {
    title: isSecret ? words('Card.hidden') : actionLabel(command),
    icon: isSecret ? 'actions/identify-hidden' : (actionOf(command.do)?.icon ?? `actions/${command.do}`),
    by: command.by,
    at: isSecret ? null : (command.at ?? null),
    lines,
    outcome,
    asks: open.map((ask) => askView(ask, names)),
  };
}

/** C-26: whose doing it is knows it, and the game master does. */
const knows = ({ by }: Command, { gm, owns }: Viewer): boolean => gm || owns.includes(by);

const isConcealed = (entries: readonly Entry[]): boolean =>
  entries.some(({ ask, answer }) => ask.kind === 'apply' && sayOf(answer)?.word === 'hidden-act');

const sayOf = (answer: unknown): Extract<Effect, { kind: 'say' }> | null => {
  const effect = answer as Effect | null;
  return effect?.kind === 'say' ? effect : null;
};

/** Of what is done in secret others see that it was done, what befalls their own, and what the clock does after it. */
function isOpenToAll({ ask, answer }: Entry, { owns }: Viewer): boolean {
  if (ask.kind === 'dice') return owns.includes(ask.by);
  if (ask.kind !== 'apply') return false;
  const said = sayOf(answer);
  if (said && ['hidden-act', 'round', 'turn', 'cannot-act', 'combat-over'].includes(said.word)) return true;
  const of = (answer as Effect | null) && 'of' in (answer as Effect) ? (answer as { of?: string }).of : undefined;
  return of !== undefined && owns.includes(of);
}

/** A way walked in stretches, nothing happening in between, is told once. */
const goesOn = (line: CardLine, last: CardLine | undefined): boolean =>
  line.kind === 'text' && line.words.key === 'Card.moves' && last !== undefined && same(line, last);

/** Who cut in, and with what. */
function sectionLine(command: Command, depth: number, names: Names): SectionLine {
  const action = actionLabel(command);
  const heading =
    command.by === GM
      ? words('Card.word', { action })
      : words('Card.section', { name: names[command.by] ?? command.by, action });
  const icon = actionOf(command.do)?.icon ?? `actions/${command.do}`;
  return { kind: 'section', depth, words: heading, icon };
}

function linesOf({ ask, answer }: Entry, depth: number, names: Names, known: boolean): CardLine[] {
  if (ask.kind === 'dice') return [rollLine(ask, answer as readonly number[], depth)];
  if (ask.kind === 'all')
    return ask.asks.flatMap((each, at) =>
      each.kind === 'dice' ? [rollLine(each, (answer as readonly (readonly number[])[])[at]!, depth)] : [],
    );
  const line = ask.kind === 'apply' && answer ? effectLine(answer as Effect, depth, names, known) : null;
  return line ? [line] : [];
}

function rollLine(ask: DiceAsk, answer: readonly number[], depth: number): RollLine {
  return {
    kind: 'roll',
    depth,
    id: ask.id,
    label: words(`Roll.${ask.id}`),
    by: ask.by,
    dice: notation(ask.dice),
    faces: laidOut(ask.dice, answer),
    total: totalOf(ask.dice, answer) + Number(ask.facts?.bonus ?? 0),
    note: noteOfRoll(ask, totalOf(ask.dice, answer)),
  };
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

function effectLine(effect: Effect, depth: number, names: Names, known: boolean): TextLine | null {
  const text = (key: string, tone: Tone, facts: Words['facts'] = {}): TextLine => ({
    kind: 'text',
    depth,
    words: words(key, facts),
    tone,
    strong: false,
  });
  const name = 'of' in effect && effect.of !== undefined ? (names[effect.of] ?? effect.of) : '';
  switch (effect.kind) {
    case 'say': {
      const tone = OUTCOMES[effect.word] ?? TONES[effect.word] ?? 'neutral';
      // C-26: what a look has found out is for whoever looked.
      const isGuarded = !known && (effect.word === 'identified' || effect.word === 'not-identified');
      if (isGuarded) return null;
      const told = effect.word === 'hidden-act' && known ? 'hidden-act-known' : effect.word;
      const line = text(`Said.${told}`, tone, { name, ...readable(effect.facts) });
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
      const facts = { name, amount: Math.abs(effect.by), pool: words(`Pool.${effect.pool}`) };
      return effect.by < 0 ? text('Card.loses-points', 'harm', facts) : text('Card.gains-points', 'boon', facts);
    }
    case 'move':
      return text('Card.moves', 'neutral', { name });
    default:
      return null;
  }
}

import type { Tone } from '../../../encounter/condition';
import type { CardLine, CardView, RollLine, TextLine } from '../../../encounter/view';
import { deepEqual } from '../../../kernel/deep-equal';
import { documentsOf, type ExchangeDocument } from '../../host/exchange-document';
import { scoreText, text } from '../../platform/text';
import type { Parts } from '../../views/parts';

type Names = Readonly<Record<string, string>>;

/** The sign repeats the color for readers who cannot see it. */
interface ResultLine {
  readonly text: string;
  readonly tone: Tone;
  readonly sign: { readonly icon: string; readonly said: string } | null;
  readonly score: string;
}

/**
 * Returns the lines of a card: the results and the state changes, and behind a fold every line that led to them.
 * @param allegiance whether an effect on a fighter is good for the reader; 0 for fighters on neither side
 */
export function linesContext(parts: Parts, { lines }: CardView, names: Names, allegiance: Allegiance) {
  const texts = lines.filter((line) => line.kind === 'text');
  const strong = texts.filter((line) => line.strong);
  const changes = texts.filter((line) => line.isStateChange && !line.strong);
  const groups = groupRolls(mergeRuns(parts, lines, allegiance));
  const scores = scoresOf(parts, lines);
  const rolls = lines.filter((line) => line.kind === 'roll');
  // When several fighters roll for the same thing and no line is strong, the list of rolls is the outcome.
  const table = strong.length === 0 ? groups.find((group) => group.length > 1) : undefined;
  const [last] = rolls.slice(-1);
  const others = texts.filter((line) => !line.strong);
  const shownTexts = changes.length > 0 ? changes : strong.length > 0 ? others.slice(-FEW) : others;
  return {
    results: strong.map((line) => resultLine(parts, line, allegiance, scores.get(line) ?? '')),
    score: strong.length === 0 && !table && last ? scoreText(parts.ruleset, last) : '',
    table: table ? rollsContext(parts, table as RollLine[], names) : null,
    lastOf: (by: string) => {
      const own = rolls.findLast((roll) => roll.by === by);
      return own ? scoreText(parts.ruleset, own) : '';
    },
    effects: mergeSimilar(parts, shownTexts, allegiance).map((line) => resultLine(parts, line, allegiance)),
    // The fold is left out if it would only repeat the lines above.
    lines:
      rolls.length > 0 || shownTexts.length + strong.length < texts.length
        ? groups.map(detail(parts, names, allegiance))
        : [],
  };
}

const FEW = 2;

/** Whether an effect that is good for a fighter is good for the reader: 1, -1 or 0. */
type Allegiance = (fighter: string) => -1 | 0 | 1;

const FRIENDLY = 1;
const HOSTILE = -1;

/** Returns the reader's allegiance by token disposition. The GM and players read as friendly, except players who own only hostile fighters. */
export function allegianceFor(host: ExchangeDocument | null, owns: readonly string[]): Allegiance {
  const sideOf = (fighter: string): number => {
    const { token, actor } = documentsOf(host, fighter);
    const side = token?.disposition ?? actor?.prototypeToken.disposition;
    return side === FRIENDLY || side === HOSTILE ? side : 0;
  };
  const own = game.user.isGM ? FRIENDLY : owns.map(sideOf).includes(FRIENDLY) ? FRIENDLY : owns.map(sideOf)[0];
  return (fighter) => ((own || FRIENDLY) * sideOf(fighter)) as -1 | 0 | 1;
}

const OPPOSITE: Readonly<Record<Tone, Tone>> = { harm: 'boon', boon: 'harm', neutral: 'neutral' };
const ICONS: Readonly<Record<Tone, string>> = { boon: 'fa-circle-up', harm: 'fa-circle-down', neutral: '' };

function toneFor({ tone, of }: TextLine, allegiance: Allegiance): Tone {
  const sign = of === undefined ? 1 : allegiance(of);
  return sign === 0 ? 'neutral' : sign > 0 ? tone : OPPOSITE[tone];
}

function resultLine(parts: Parts, line: TextLine, allegiance: Allegiance, score = ''): ResultLine {
  const tone = toneFor(line, allegiance);
  const sign = ICONS[tone] && { icon: ICONS[tone], said: text(`CADENCE.App.Card.${tone}`) };
  return { text: parts.localize(line.message), tone, sign: sign || null, score };
}

/** Maps each strong line to the last roll against a target number that precedes it at its depth. */
function scoresOf(parts: Parts, lines: readonly CardLine[]): ReadonlyMap<CardLine, string> {
  const last = new Map<number, RollLine>();
  const scores = new Map<CardLine, string>();
  for (const line of lines) {
    if (line.kind === 'roll' && line.against !== null) last.set(line.depth, line);
    const roll = line.kind === 'text' && line.strong ? last.get(line.depth) : undefined;
    if (roll) scores.set(line, scoreText(parts.ruleset, roll));
  }
  return scores;
}

function groupRolls(lines: readonly CardLine[]): CardLine[][] {
  const groups: CardLine[][] = [];
  for (const line of lines) {
    const [before] = groups.at(-1) ?? [];
    const isMore =
      line.kind === 'roll' &&
      before?.kind === 'roll' &&
      before.depth === line.depth &&
      deepEqual(before.label, line.label);
    if (isMore) groups.at(-1)?.push(line);
    else groups.push([line]);
  }
  return groups;
}

const detail =
  (parts: Parts, names: Names, allegiance: Allegiance) =>
  (group: readonly CardLine[]): object => {
    const [line] = group as [CardLine];
    if (group.length > 1) return { depth: line.depth, rolls: rollsContext(parts, group as RollLine[], names) };
    return parts.line(line.kind === 'text' ? { ...line, tone: toneFor(line, allegiance) } : line, names);
  };

function rollsContext(parts: Parts, rolls: readonly RollLine[], names: Names) {
  const [first] = rolls;
  const rows = rolls.toSorted((a, b) => b.total - a.total).map((line) => parts.line(line, names).roll);
  return { label: first ? parts.localize(first.label) : '', rows };
}

/** Merges equal effects on several fighters that follow each other at one depth. */
function mergeRuns(parts: Parts, lines: readonly CardLine[], allegiance: Allegiance): CardLine[] {
  const runs: CardLine[][] = [];
  for (const line of lines) {
    const [before] = runs.at(-1) ?? [];
    const isMore = isEffect(line) && before !== undefined && isEffect(before) && before.depth === line.depth;
    if (isMore) runs.at(-1)?.push(line);
    else runs.push([line]);
  }
  return runs.flatMap((run) => (run.every(isEffect) ? mergeSimilar(parts, run, allegiance) : run));
}

const isEffect = (line: CardLine): line is TextLine => line.kind === 'text' && !line.strong && line.isStateChange;

/** Merges equal effects on several fighters of one side into one sentence, if it has no verb that must agree in number. */
function mergeSimilar(parts: Parts, lines: readonly TextLine[], allegiance: Allegiance): TextLine[] {
  const sentences: TextLine[] = [];
  const first = new Map<string, number>();
  for (const line of lines) {
    const key = mergeKey(line, allegiance);
    const at = key === null ? undefined : first.get(key);
    const other = at === undefined ? undefined : sentences[at];
    if (other && deepEqual(other.message, line.message)) continue;
    if (at !== undefined && other && isListed(parts, line)) sentences[at] = withBoth(other, line);
    else {
      if (key !== null && at === undefined) first.set(key, sentences.length);
      sentences.push(line);
    }
  }
  return sentences;
}

/** Example: "Mira: Prone". */
const isListed = (parts: Parts, { message }: TextLine): boolean =>
  parts.localize(message).startsWith(`${message.facts?.name}:`);

function mergeKey(line: TextLine, allegiance: Allegiance): string | null {
  const { key, facts = {} } = line.message;
  const { name, ...others } = facts;
  if (name === undefined || line.of === undefined) return null;
  return JSON.stringify([
    key,
    Object.entries(others).sort(([a], [b]) => (a < b ? -1 : 1)),
    line.tone,
    toneFor(line, allegiance),
  ]);
}

function withBoth(line: TextLine, { message: { facts } }: TextLine): TextLine {
  const names = `${line.message.facts?.name}`.split(', ');
  const name = [...new Set([...names, `${facts?.name}`])].join(', ');
  return { ...line, message: { ...line.message, facts: { ...line.message.facts, name } } };
}

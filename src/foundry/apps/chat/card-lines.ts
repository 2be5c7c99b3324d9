import type { CardLine, CardView, RollLine, TextLine, Tone } from '../../../encounter/view';
import { deepEqual } from '../../../kernel/deep-equal';
import { documentsOf, type ExchangeDocument } from '../../host/exchange-document';
import { text } from '../../platform/text';
import type { Parts } from '../../views/parts';

type Names = Readonly<Record<string, string>>;

/** Good or bad for whose side one is on, and a sign for whoever does not see the color. */
interface Shown {
  readonly text: string;
  readonly tone: Tone;
  readonly sign: { readonly icon: string; readonly said: string } | null;
  /** The throw it hung on. */
  readonly score: string;
}

/**
 * A card for whoever reads it: what came of it and who is otherwise off for it in a line each, and everything it came about by for whoever
 * unfolds it.
 * @param luck whether what befalls somebody is good for the reader; it is neither for who stands on no side
 */
export function linesContext(parts: Parts, { lines }: CardView, names: Names, luck: Allegiance) {
  const texts = lines.filter((line) => line.kind === 'text');
  const strong = texts.filter((line) => line.strong);
  const changes = texts.filter((line) => line.isStateChange && !line.strong);
  const groups = grouped(lines);
  const scores = scoresOf(parts, lines);
  const rolls = lines.filter((line) => line.kind === 'roll');
  // Where many throw for the same, who threw what is the outcome.
  const table = strong.length === 0 ? groups.find((group) => group.length > 1) : undefined;
  const [last] = rolls.slice(-1);
  const others = texts.filter((line) => !line.strong);
  const told = changes.length > 0 ? changes : strong.length > 0 ? others.slice(-FEW) : others;
  return {
    results: strong.map((line) => result(parts, line, luck, scores.get(line) ?? '')),
    score: strong.length === 0 && !table && last ? said(parts, last) : '',
    table: table ? rollsContext(parts, table as RollLine[], names) : null,
    lastOf: (by: string) => {
      const own = rolls.findLast((roll) => roll.by === by);
      return own ? said(parts, own) : '';
    },
    effects: joined(parts, told, luck).map((line) => result(parts, line, luck)),
    // What is read already needs no unfolding.
    lines: rolls.length > 0 || told.length + strong.length < texts.length ? groups.map(detail(parts, names, luck)) : [],
  };
}

/** So many sentences that change nothing are told beside a result. */
const FEW = 2;

/** Whether it is good for the reader that something is good for somebody: 1, -1 or 0. */
export type Allegiance = (fighter: string) => -1 | 0 | 1;

const FRIENDLY = 1;
const HOSTILE = -1;

/** By the sides that tokens stand on: players and the game master read a card as the heroes do, but for a player of one who stands against them. */
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

function toneFor({ tone, of }: TextLine, luck: Allegiance): Tone {
  const way = of === undefined ? 1 : luck(of);
  return way === 0 ? 'neutral' : way > 0 ? tone : OPPOSITE[tone];
}

function result(parts: Parts, line: TextLine, luck: Allegiance, score = ''): Shown {
  const tone = toneFor(line, luck);
  const sign = ICONS[tone] && { icon: ICONS[tone], said: text(`CADENCE.App.Card.${tone}`) };
  return { text: parts.localize(line.message), tone, sign: sign || null, score };
}

/** For each strong line the last throw before it at its depth that had a number to reach. */
function scoresOf(parts: Parts, lines: readonly CardLine[]): ReadonlyMap<CardLine, string> {
  const last = new Map<number, RollLine>();
  const scores = new Map<CardLine, string>();
  for (const line of lines) {
    if (line.kind === 'roll' && line.against !== null) last.set(line.depth, line);
    const roll = line.kind === 'text' && line.strong ? last.get(line.depth) : undefined;
    if (roll) scores.set(line, said(parts, roll));
  }
  return scores;
}

/** "Parry 14 against 12". */
function said(parts: Parts, { label, total, against }: RollLine): string {
  const facts = { label: parts.localize(label), total };
  return against === null
    ? text('CADENCE.App.Card.total', facts)
    : text('CADENCE.App.Card.score', { ...facts, against });
}

/** Throws of several for the same, one after the other, are one list. */
function grouped(lines: readonly CardLine[]): CardLine[][] {
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
  (parts: Parts, names: Names, luck: Allegiance) =>
  (group: readonly CardLine[]): object => {
    const [line] = group as [CardLine];
    if (group.length > 1) return { depth: line.depth, rolls: rollsContext(parts, group as RollLine[], names) };
    return parts.line(line.kind === 'text' ? { ...line, tone: toneFor(line, luck) } : line, names);
  };

/** Who threw what, one line each, the highest first. */
function rollsContext(parts: Parts, rolls: readonly RollLine[], names: Names) {
  const [first] = rolls;
  const rows = rolls.toSorted((a, b) => b.total - a.total).map((line) => parts.line(line, names).roll);
  return { label: first ? parts.localize(first.label) : '', rows };
}

/** What befalls several of one side alike is one sentence, where it has no verb that would have to agree with them. */
function joined(parts: Parts, lines: readonly TextLine[], luck: Allegiance): TextLine[] {
  const sentences: TextLine[] = [];
  const first = new Map<string, number>();
  for (const line of lines) {
    const key = likeness(line, luck);
    const at = key === null ? undefined : first.get(key);
    const other = at === undefined ? undefined : sentences[at];
    if (at !== undefined && other && isListed(parts, line)) sentences[at] = withBoth(other, line);
    else {
      if (key !== null && at === undefined) first.set(key, sentences.length);
      sentences.push(line);
    }
  }
  return sentences;
}

/** "Mira: Prone", "Mira: no longer Prone". */
const isListed = (parts: Parts, { message }: TextLine): boolean =>
  parts.localize(message).startsWith(`${message.facts?.name}:`);

/** The same text for lines that differ only in whom they name; null for a line that names no fighter. */
function likeness(line: TextLine, luck: Allegiance): string | null {
  const { key, facts = {} } = line.message;
  const { name, ...others } = facts;
  if (name === undefined || line.of === undefined) return null;
  return JSON.stringify([
    key,
    Object.entries(others).sort(([a], [b]) => (a < b ? -1 : 1)),
    line.tone,
    toneFor(line, luck),
  ]);
}

function withBoth(line: TextLine, { message: { facts } }: TextLine): TextLine {
  const name = `${line.message.facts?.name}, ${facts?.name}`;
  return { ...line, message: { ...line.message, facts: { ...line.message.facts, name } } };
}

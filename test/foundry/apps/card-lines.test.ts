import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CardLine, TextLine } from '../../../src/encounter/view';
import { linesContext } from '../../../src/foundry/apps/chat/card-lines';
import { Parts } from '../../../src/foundry/views/parts';

const WORDS: Record<string, string> = {
  'CADENCE.Slots.Card.condition-added': '{name}: Prone.',
  'CADENCE.Slots.Card.falls': '{name} falls.',
};

beforeEach(() => {
  const format = (key: string, data: Record<string, string> = {}) =>
    (WORDS[key] ?? key).replace(/\{(\w+)\}/g, (_, name: string) => data[name] ?? '');
  vi.stubGlobal('game', { i18n: { has: (key: string) => key in WORDS, format, localize: format } });
});

const falls = (name: string, key = 'Card.condition-added'): TextLine => ({
  kind: 'text',
  depth: 0,
  strong: false,
  isStateChange: true,
  tone: 'harm',
  of: name,
  message: { key, facts: { name } },
});
const viewOf = (lines: readonly TextLine[]) => ({
  title: { key: 'x' },
  icon: '',
  by: 'gm',
  at: null,
  with: null,
  lines,
  outcome: null,
  asks: [],
});

describe('an outcome for several fighters', () => {
  it('is one sentence for the fighters of a side, and another for those of the other side', () => {
    const lines = ['Ann', 'Orc', 'Bob'].map((name) => falls(name));
    const { effects } = linesContext(new Parts('slots'), viewOf(lines), {}, (fighter) => (fighter === 'Orc' ? -1 : 1));
    expect(effects.map(({ text, tone }) => [text, tone])).toEqual([
      ['Ann, Bob: Prone.', 'harm'],
      ['Orc: Prone.', 'boon'],
    ]);
  });

  it('is one sentence for each fighter where its verb is singular', () => {
    const lines = ['Ann', 'Bob'].map((name) => falls(name, 'Card.falls'));
    const { effects } = linesContext(new Parts('slots'), viewOf(lines), {}, () => 1);
    expect(effects.map(({ text }) => text)).toEqual(['Ann falls.', 'Bob falls.']);
  });

  it('names each fighter once, and says nothing twice', () => {
    const listed = ['Ann', 'Ann', 'Bob', 'Ann'].map((name) => falls(name));
    const told = (lines: readonly TextLine[]) =>
      linesContext(new Parts('slots'), viewOf(lines), {}, () => 1).effects.map(({ text }) => text);
    expect(told(listed)).toEqual(['Ann, Bob: Prone.']);
    expect(told(['Ann', 'Ann'].map((name) => falls(name, 'Card.falls')))).toEqual(['Ann falls.']);
  });

  it('is one line behind the fold, too', () => {
    const strong: TextLine = { ...falls('Orc', 'Card.falls'), strong: true };
    const lines = [strong, ...['Ann', 'Bob', 'Cal', 'Dov'].map((name) => falls(name)), falls('Orc', 'Card.falls')];
    const { lines: fold } = linesContext(
      new Parts('slots'),
      { ...viewOf(lines), lines: [...lines, roll] },
      {},
      () => 1,
    );
    const texts = fold.flatMap((line) => (line as { text?: { text: string } }).text?.text ?? []);
    expect(texts).toEqual(['Orc falls.', 'Ann, Bob, Cal, Dov: Prone.', 'Orc falls.']);
  });
});

const roll: CardLine = {
  ...{ kind: 'roll', depth: 0, id: 'attack', by: 'Ann', dice: '1d20', total: 12, against: null, note: null },
  ...{ label: { key: 'Roll.attack' }, rolledDice: { count: 1, sides: 20 }, faces: [] },
} as unknown as CardLine;

import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { TextLine } from '../../../src/encounter/view';
import { linesContext } from '../../../src/foundry/apps/card-lines';
import { Parts } from '../../../src/foundry/views/parts';

const WORDS: Record<string, string> = { 'CADENCE.Slots.Card.gain': '{name}: Prone.' };

beforeEach(() => {
  const format = (key: string, data: Record<string, string> = {}) =>
    (WORDS[key] ?? key).replace(/\{(\w+)\}/g, (_, name: string) => data[name] ?? '');
  vi.stubGlobal('game', { i18n: { has: (key: string) => key in WORDS, format, localize: format } });
});

const falls = (name: string): TextLine => ({
  ...{ kind: 'text', depth: 0, strong: false, changes: true, tone: 'harm', of: name },
  message: { key: 'Card.gain', facts: { name } },
});

describe('what befalls several', () => {
  it('is one sentence for those of a side, and another for those of the other', () => {
    const lines = ['Ann', 'Orc', 'Bob'].map(falls);
    const view = { title: { key: 'x' }, icon: '', by: 'gm', at: null, with: null, lines, outcome: null, asks: [] };
    const { effects } = linesContext(new Parts('slots'), view, {}, (fighter) => (fighter === 'Orc' ? -1 : 1));
    expect(effects.map(({ text, tone }) => [text, tone])).toEqual([
      ['Ann, Bob: Prone.', 'harm'],
      ['Orc: Prone.', 'boon'],
    ]);
  });
});

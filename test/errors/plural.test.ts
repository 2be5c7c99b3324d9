import { beforeAll, describe, expect, it } from 'vitest';
import { speakEnglish } from './words';

type Fact = string | number | { key: string; facts?: Record<string, Fact> };

/** The tests do not load Foundry's types, which that file uses. */
const path = '../../src/foundry/platform/text';
const { localize } = (await import(path)) as {
  localize(ruleset: string, message: { key: string; facts?: Record<string, Fact> }): string;
};

beforeAll(speakEnglish);

describe('a text with a plural form', () => {
  const price = (amount: number | string): string => localize('tempo', { key: 'Price.spaces', facts: { amount } });

  it('uses it for one', () => {
    expect([0, 1, 2].map(price)).toEqual(['0 spaces', '1 space', '2 spaces']);
  });

  it('is chosen by the first number of the text, not of the facts', () => {
    const facts = { name: 'Fen witch', left: 1, spaces: 3 };
    expect(localize('tempo', { key: 'Reason.no-move-left', facts })).toBe(
      'Not enough movement: needs 3 spaces, has 1 left this turn.',
    );
    expect(localize('tempo', { key: 'Log.lost', facts: { name: 'Fen witch', slots: 1 } })).toBe(
      'Fen witch loses 1 unused action.',
    );
  });

  it('gives a name behind a number the form of the number', () => {
    const lost = (amount: number): string =>
      localize('seconds', { key: 'When.more', facts: { by: amount, pool: { key: 'Pool.reactions' } } });
    expect([1, 2].map(lost)).toEqual(['With 1 more Reaction.', 'With 2 more Reactions.']);
    expect(localize('energy', { key: 'Pool.surges', facts: { count: 1 } })).toBe('Recovery Surge');
    expect(localize('energy', { key: 'Pool.surges' })).toBe('Recovery Surges');
  });

  it('has a form of its own for none, beside any other number', () => {
    const away = (reach: number) => localize('energy', { key: 'Reason.out-of-reach', facts: { distance: 1, reach } });
    expect(away(0)).toBe('The target is 1 m away; you must be next to it.');
    expect(away(2)).toBe('The target is 1 m away; your reach is 2 m.');
  });

  it('leaves texts without one alone', () => {
    expect(localize('energy', { key: 'Note.row', facts: { from: 1, to: 5 } })).toBe('1–5 on the table');
  });
});

it('a negative number in a text has a minus sign', () => {
  expect(localize('energy', { key: 'Fact.penalty', facts: { penalty: -2 } })).toBe('Penalty −2');
});

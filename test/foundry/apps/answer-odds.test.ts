import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnswerOdds } from '../../../src/encounter/view';
import { oddsText, safestAnswer } from '../../../src/foundry/apps/asks/answer-odds';

vi.mock('../../../src/foundry/views/fight', () => ({}));

beforeEach(() => {
  const format = (key: string, data: object) => `${key.replace(/.*\./, '')} ${JSON.stringify(data)}`;
  vi.stubGlobal('game', { i18n: { has: () => false, format } });
});

const odds = (answer: string, chance: number, damage: number | null, exact = true): AnswerOdds => ({
  answer: [answer],
  chance,
  damage,
  exact,
});
const option = (id: string) => ({ id, answer: JSON.stringify([id]) });
const options = ['dodge', 'parry', 'none'].map(option);
const safest = (...all: readonly AnswerOdds[]) => safestAnswer(options, all)?.id ?? null;

describe('the safest answer', () => {
  it.each([
    ['expects the least damage', 'parry', [odds('dodge', 0.2, 4), odds('parry', 0.5, 3), odds('none', 1, 8)]],
    [
      'succeeds least often for the attacker, at the same damage',
      'parry',
      [0.6, 0.5, 0.5].map((chance, at) => odds(options[at]?.id ?? '', chance, 2)),
    ],
    ['is the first of equals', 'dodge', options.map(({ id }, at) => odds(id, 0.1 + 0.2 + at * 1e-12, null))],
    ['is unknown while one has no odds', null, [odds('dodge', 0.2, 4), odds('none', 1, 8)]],
  ])('%s', (_, id, all) => {
    expect(safest(...all)).toBe(id);
  });
});

describe('the odds on an answer', () => {
  it.each([
    ['chance and damage', 'hit {"percent":"33","damage":"2.3"}', odds('dodge', 1 / 3, 2.3333)],
    ['the chance to resist what deals no damage', 'resist {"percent":"67"}', odds('dodge', 1 / 3, null)],
    ['nothing without odds', '', odds('parry', 0.5, 1)],
  ])('are %s', (_, expected, own) => {
    expect(oddsText(option('dodge'), [own, odds('none', 1, null)])).toBe(expected);
  });

  it('are marked where they are simulated, and leave out a chance that no answer changes', () => {
    const all = [odds('dodge', 1, 2, false), odds('none', 1, 4)];
    expect(oddsText(option('dodge'), all)).toBe('about {"odds":"damage {\\"damage\\":\\"2\\"}"}');
    expect(oddsText(option('none'), all)).toBe('damage {"damage":"4"}');
  });
});

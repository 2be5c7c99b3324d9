import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FighterRow, TrackCell } from '../../src/encounter/view';
import { activityOf, inTwoLines } from '../../src/foundry/views/activity';

beforeEach(() =>
  vi.stubGlobal('game', {
    i18n: { has: () => false, format: (key: string, facts: object) => [key, ...Object.values(facts)].join(' ') },
  }),
);
afterEach(() => vi.unstubAllGlobals());

const track = ['0', '4', '7'].map((id) => ({ id, label: { key: `cell-${id}` } })) as unknown as readonly TrackCell[];
const rowWith = (...cards: readonly object[]) => ({ cards, badges: [], out: null }) as unknown as FighterRow;
const card = (key: string, state: string, at: string) => ({ label: { key }, state, at });

it('names what is due, then the earliest of what is planned, in any order of slots', () => {
  const late = card('late', 'planned', '7');
  const early = card('early', 'planned', '4');
  expect(activityOf('x', rowWith(late, early), track)).toMatch(/early.*cell-4/);
  expect(activityOf('x', rowWith(early, late), track)).toMatch(/early.*cell-4/);
  expect(activityOf('x', rowWith(early, card('now', 'due', '7')), track)).toMatch(/now.*cell-7/);
});

it('breaks what is too long for one line above a token between two words', () => {
  expect(inTwoLines('Waiting', 8)).toBe('Waiting');
  expect(inTwoLines('Should respond', 8)).toBe('Should\nrespond');
  expect(inTwoLines('Exposed 2', 8)).toBe('Exposed\n2');
  expect(inTwoLines('Attack (at 12)', 8)).toBe('Attack\n(at 12)');
  expect(inTwoLines('Melee Attack at 4', 8)).toBe('Melee\nAttack…');
  expect(inTwoLines('Incapacitated', 8)).toBe('Incapac…');
});

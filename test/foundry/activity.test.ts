import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FighterRow, TrackCell } from '../../src/encounter/view';
import { activityOf } from '../../src/foundry/views/activity';

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

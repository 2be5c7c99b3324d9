import { describe, expect, it, vi } from 'vitest';
import type { Place } from '../../../src/encounter/state';
import type { ActionButton, TrackerView } from '../../../src/encounter/view';
import { compassOf } from '../../../src/foundry/apps/asks/ask-options';
import { readTyped } from '../../../src/foundry/apps/prompt/give-answer';
import { visibleControls } from '../../../src/foundry/apps/tracker/tracker-context';

vi.mock('../../../src/foundry/referee', () => ({}));
vi.mock('../../../src/foundry/host/reader', () => ({}));
vi.mock('../../../src/foundry/apps/chat/card', () => ({}));

it.each([
  ['3', 3],
  [' 12 ', 12],
  ['2', null],
  ['13', null],
  ['4.5', null],
  ['', null],
  ['many', null],
])('entering %j for an amount from 3 to 12 answers %j', (typed, expected) => {
  expect(readTyped({ kind: 'amount', id: 'price', by: 'gm', min: 3, max: 12 }, typed)).toBe(expected);
});

it.each([
  ['when she turns', 'when she turns'],
  ['   ', null],
  ['when she turns away from us', null],
])('entering %j for a text of at most 20 characters answers %j', (typed, expected) => {
  expect(readTyped({ kind: 'text', id: 'trigger', by: 'mira', maxLength: 20 }, typed)).toBe(expected);
});

it.each([
  [0, -1, 'north'],
  [1, -1, 'northeast'],
  [3, 0, 'east'],
  [1, 1, 'southeast'],
  [0, 2, 'south'],
  [-1, 1, 'southwest'],
  [-1, 0, 'west'],
  [-2, -2, 'northwest'],
  // Ten degrees to either side of north.
  [-0.17, -1, 'north'],
  [0.17, -1, 'north'],
  [0, 0, null],
])('%d right and %d down lies %s', (x, y, expected) => {
  expect(compassOf({ x: 5, y: 5 } as Place, { x: 5 + x, y: 5 + y } as Place)).toBe(expected);
});

describe('the buttons of the clock', () => {
  const button = (id: string, barred: boolean) =>
    ({ command: { do: id, by: 'gm' }, whyNot: barred ? [{ id: 'no' }] : [] }) as unknown as ActionButton;
  const shown = (started: boolean, ...controls: ActionButton[]) =>
    visibleControls(['start', 'next', 'end'], { started, controls } as unknown as TrackerView).map(
      ({ command }) => command.do,
    );

  it('include only the start before the encounter begins', () => {
    expect(shown(false, button('start', true), button('next', true))).toEqual(['start']);
  });

  it('include what is no part of a fight, such as a rest, also while it is barred', () => {
    expect(shown(false, button('start', false), button('next', true), button('rest', true))).toEqual(['start', 'rest']);
    expect(shown(true, button('start', true), button('next', false), button('rest', true))).toEqual(['next', 'rest']);
  });

  it('include all but the start afterwards, also disabled ones with a reason', () => {
    expect(shown(true, button('start', true), button('next', true), button('end', false))).toEqual(['next', 'end']);
  });
});

import { expect, it } from 'vitest';
import { touchesField } from '../../src/shared/gm-only';
import { _del, _replace } from '../../src/shared/operators';

it.each([
  [{ book: { energy: 1 } }, 'book', true],
  [{ ready: 2 }, 'book', false],
  [{ book: _del }, 'book.energy', true],
  [_replace({}), 'book', true],
  [{ '-=book': null }, 'book', true],
  [{ '==book': {} }, 'book', true],
  [{ book: { other: 1 } }, 'book.energy', false],
  [{ book: null }, 'book.energy', true],
  [{ actions: { a: { cost: 1 } } }, 'actions.*.cost', true],
  [{ actions: [{ name: 'x' }] }, 'actions.*.cost', false],
  [undefined, 'book', false],
])('%j touches %s: %s', (system, path, touched) => {
  expect(touchesField(system, path)).toBe(touched);
});

import { expect, it } from 'vitest';
import { Color } from '../../src/shared/color';

it.each([
  ['#33bc4e', '#33bc4e'],
  ['33bc4e', '#33bc4e'],
  ['#abc', '#aabbcc'],
  [0xff00, '#00ff00'],
  [[1, 0, 0.2], '#ff0033'],
  ['red', ''],
  [null, ''],
])('%j is the color %j', (given, css) => {
  expect(Color.from(given).css).toBe(css);
  expect(Color.from(given).valid).toBe(css !== '');
});

it('mixes two colors by the weight of the second', () => {
  expect(Color.from('#ffffff').mix(Color.from('#000000'), 0.2).css).toBe('#cccccc');
});

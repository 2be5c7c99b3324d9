import { expect, it } from 'vitest';
import { filesBelow, read } from './sources';

it('the icons contain no scripts and no external addresses', () => {
  const wrong = filesBelow('icons', /\.svg$/).filter((file) => {
    const svg = read(file).replaceAll(/xmlns(:\w+)?="[^"]*"/g, '');
    return /<script|\son\w+=|https?:/.test(svg) || !svg.includes('viewBox');
  });
  expect(wrong).toEqual([]);
});

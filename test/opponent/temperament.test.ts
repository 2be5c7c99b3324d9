import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { defaultTemperament, isTemperament, TEMPERAMENTS } from '../../src/opponent/temperament';
import { DOCUMENTS, filesBelow, read } from '../house/sources';

describe('the temperament of a fighter', () => {
  it.each([
    [1, 'cunning'],
    [0.25, 'cunning'],
    [0.24, 'cowardly'],
    [0, 'cowardly'],
  ])('by its numbers: with a health of %s it is %s', (health, temperament) => {
    expect(defaultTemperament(health)).toBe(temperament);
  });

  it('is one of the list, for any content of the flag', () => {
    expect(TEMPERAMENTS.every(isTemperament)).toBe(true);
    expect(['', 'kind', 'toString', null, undefined, 3, ['cunning']].some(isTemperament)).toBe(false);
  });

  it('can be chosen on the sheet, which offers each', () => {
    const template = read('templates/sheets/actor-sheet-stats.hbs');
    const options = [...template.matchAll(/<option value="(\w*)"/g)].map(([, value]) => value);
    expect(options).toEqual(['', ...TEMPERAMENTS]);
  });

  it('is set for each prepared foe', () => {
    const foes = filesBelow('packs', DOCUMENTS)
      .filter((file) => file.split('/')[2] === 'fighters')
      .map((file) => ({ file, source: parse(read(file)) }))
      .filter(({ source: { prototypeToken } }) => prototypeToken?.disposition === -1 && !prototypeToken.actorLink);
    expect(foes.length).toBeGreaterThan(40);
    const unset = foes.filter(({ source: { flags } }) => !isTemperament(flags?.cadence?.temperament));
    expect(unset.map(({ file }) => file)).toEqual([]);
  });
});

import { expect, it } from 'vitest';
import { areFoes, findRepresentatives, haveFoes } from '../../src/encounter/sides';

interface Sided {
  readonly side: string;
  readonly state: { readonly side?: string; readonly against?: readonly string[] };
}

const of = (side: string, state: Sided['state'] = {}): Sided => ({ side, state });

const SOME: readonly Sided[] = [
  of('heroes'),
  of('foes'),
  of('third'),
  of('neutral'),
  of('secret'),
  of('neutral', { against: ['foes'] }),
  of('neutral', { against: ['heroes', 'third'] }),
  of('foes', { side: 'heroes' }),
  of('heroes', { side: 'neutral', against: ['heroes'] }),
  // What a fighter was against while it was neutral.
  of('foes', { against: ['foes'] }),
];

it('finds foes among any fighters, as asking each pair does', () => {
  for (let which = 0; which < 2 ** SOME.length; which++) {
    const fighters = SOME.filter((_, at) => which & (2 ** at));
    const inPairs = fighters.some((one) => fighters.some((other) => areFoes(one, other)));
    expect(haveFoes(fighters), JSON.stringify(fighters)).toBe(inPairs);
  }
});

it('reads each fighter of one side once', () => {
  const reads = [40, 80, 160].map((count) => {
    let read = 0;
    const fighter = () => ({
      get side() {
        read += 1;
        return 'foes';
      },
    });
    expect(haveFoes(Array.from({ length: count }, fighter))).toBe(false);
    return read;
  });
  for (const [at, now] of reads.slice(1).entries()) expect(now / reads[at]!, reads.join()).toBeLessThan(2.2);
});

it('takes one fighter of each side, and of each that differs in what it is against', () => {
  const many = [...SOME, ...SOME, ...SOME];
  expect(findRepresentatives(many).length).toBe(findRepresentatives(SOME).length);
  expect(findRepresentatives([of('foes'), of('foes'), of('heroes')])).toHaveLength(2);
});

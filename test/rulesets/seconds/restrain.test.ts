import { describe, expect, it } from 'vitest';
import { seconds } from '../../../src/rulesets/seconds';
import { encounter, fighter, gear, play, reasons } from './vocabulary';

const restrain = { do: 'restrain', by: 'mira', at: 'foe' };
const rope = (fields = {}) => gear('rope', { restrains: true, ...fields });
const table = (...items: ReturnType<typeof gear>[]) =>
  encounter([fighter('mira', { dex: 20, str: 3 }, { items: [gear('torch'), ...items] }), fighter('foe')]);

describe('[S-57] the maneuver Restrain', () => {
  it('uses the first tool in the pack', () => {
    const on = table(rope(), gear('manacles', { restrains: true }));
    expect(seconds.withItem(on, restrain)).toEqual({ ...restrain, with: 'rope' });
    play(on, restrain, [15, 2], [['str']]);
    expect(on.fighters.foe.conditions.map(({ id }) => id)).toEqual(['restrained']);
  });

  it.each([
    ['without one', []],
    ['with one that is used up', [rope({ quantity: 0 })]],
    ['with one on the ground', [rope({ dropped: true })]],
  ])('is refused %s', (_, items) => {
    expect(reasons(table(...items), restrain)).toEqual(['no-tool']);
  });

  it('continues what was begun with a named tool', () => {
    const on = table(rope());
    on.fighters.mira.pools.seconds.value = 10;
    const command = seconds.withItem(on, restrain);
    play(on, command);
    expect(on.fighters.mira.state.progressTicks).toBe(10);
    on.fighters.mira.pools.seconds.value = 5;
    play(on, seconds.withItem(on, restrain), [15, 2], [['str']]);
    expect(on.fighters.mira.pools.seconds.value).toBe(0);
    expect(on.fighters.foe.conditions.map(({ id }) => id)).toEqual(['restrained']);
  });
});

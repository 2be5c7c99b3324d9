import { describe, expect, it } from 'vitest';
import type { Ruleset } from '../../src/encounter/ruleset';
import { RULESETS } from '../../src/rulesets/index';
import { at, vocabularyOf } from '../support/rules';
import { TESTED } from '../support/rulesets';

const rulesets = TESTED;

describe.each(rulesets)('in $id', (ruleset) => {
  const { fighter, encounter: among, play, reasons } = vocabularyOf(ruleset, () => ruleset.idle);
  const mira = fighter('mira', {}, { player: true, place: at(3) });
  const table = () => structuredClone(among([mira]));
  const place = { do: 'place', by: 'gm', at: 'mira', path: [at(4), at(40, 9)] };

  it('the game master moves a token to any place, at any time and without a price', () => {
    const on = table();
    expect(ruleset.knows(place)).toBe(true);
    expect(reasons(on, place)).toEqual([]);
    expect(ruleset.interrupts(place)).toBe('master');
    play(on, place);
    expect(on.fighters.mira).toEqual({ ...mira, place: at(40, 9) });
  });

  it('players cannot, and a place is required', () => {
    const ids = (command: object) => reasons(table(), { ...place, ...command });
    expect(ids({ by: 'mira' })).toEqual(['gm-only']);
    expect(ids({ path: [] })).toEqual(['no-path']);
    expect(ids({ at: 'absent' })).toEqual(['no-fighter']);
  });
});

describe('a hold', () => {
  it.each(['clash', 'seconds'] as const)(
    '[C-A55, S-A26] of %s ends when the held fighter is moved out of reach',
    (id) => {
      const ruleset = RULESETS[id] as unknown as Ruleset;
      const { fighter, encounter: among, play } = vocabularyOf(ruleset, () => ruleset.idle);
      const on = structuredClone(
        among([fighter('mira', {}, { place: at(0) }), fighter('gnoll', {}, { place: at(1) })]),
      );
      play(on, {
        do: 'condition',
        by: 'gm',
        at: 'gnoll',
        options: { condition: 'grappled', on: true, source: 'mira' },
      });
      play(on, { do: 'place', by: 'gm', at: 'gnoll', path: [at(0, 1)] });
      expect(on.fighters.gnoll.conditions).toMatchObject([{ id: 'grappled', by: 'mira' }]);
      play(on, { do: 'place', by: 'gm', at: 'gnoll', path: [at(9)] });
      expect(on.fighters.gnoll.conditions).toEqual([]);
    },
  );
});

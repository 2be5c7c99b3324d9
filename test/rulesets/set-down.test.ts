import { describe, expect, it } from 'vitest';
import { begin } from '../../src/encounter/play';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter } from '../../src/encounter/state';
import { countingIds } from '../../src/encounter/table';
import { RULESETS } from '../../src/rulesets/index';
import { cell } from '../support/encounter';

const rulesets = Object.values(RULESETS) as unknown as readonly Ruleset[];

describe.each(rulesets)('in $id', (ruleset) => {
  const bare = { name: 'Mira', side: 'heroes', player: true, base: {}, items: [], pools: {}, conditions: [], book: {} };
  const mira = ruleset.fighter({ id: 'mira', ...bare, place: cell(3) }, {});
  const ground = { grid: 'square', cell: 1 } as const;
  const table = (): Encounter =>
    structuredClone({ ruleset: ruleset.id, clock: ruleset.idle, fighters: { mira }, ground, settings: {} });
  const place = { do: 'place', by: 'gm', at: 'mira', path: [cell(4), cell(40, 9)] };

  it('the game master sets a token down wherever it is dragged, at any time and at no cost', () => {
    const encounter = table();
    expect(ruleset.knows(place)).toBe(true);
    expect(ruleset.whyNot(encounter, place)).toEqual([]);
    expect(ruleset.interrupts(place)).toBe('word');
    expect(begin(ruleset, encounter, place, countingIds()).run.open).toBe(null);
    expect(encounter.fighters.mira).toEqual({ ...mira, place: cell(40, 9) });
  });

  it('nobody else does, and not without saying where', () => {
    const ids = (command: object) => ruleset.whyNot(table(), { ...place, ...command }).map(({ id }) => id);
    expect(ids({ by: 'mira' })).toEqual(['gm-only']);
    expect(ids({ path: [] })).toEqual(['no-path']);
    expect(ids({ at: 'nobody' })).toEqual(['no-fighter']);
  });
});

import { describe, expect, it } from 'vitest';
import { at, conditionOf, encounter, fighter, play, said } from './vocabulary';

const raised = (x: number, elevation: number) => ({ ...at(x), elevation });

/** Ann stands half a square above the orc, which the GM counts as higher ground. Returns whether she keeps it. */
function keepsHeight(moved: 'ann' | 'orc' | 'cat', elevation: number, others: object = {}): boolean {
  const edge = conditionOf('edge', { towards: ['orc'], data: { kind: 'high-ground' } });
  const on = encounter([
    fighter('ann', {}, { side: 'heroes', place: raised(1, 0.5), conditions: [edge], ...others }),
    fighter('orc', {}, { side: 'foes', place: raised(5, 0) }),
    fighter('cat', {}, { side: 'foes', place: raised(9, 0) }),
  ]);
  const start = on.fighters[moved]?.place?.x ?? 0;
  play(on, { do: 'place', by: 'gm', at: moved, path: [raised(start + 1, elevation)] });
  return on.fighters.ann.conditions.length > 0;
}

describe('higher ground that the GM gave', () => {
  it.each`
    moved    | elevation | keeps
    ${'ann'} | ${0.5}    | ${true}
    ${'ann'} | ${0.25}   | ${true}
    ${'ann'} | ${0}      | ${false}
    ${'orc'} | ${0.25}   | ${true}
    ${'orc'} | ${0.5}    | ${false}
    ${'orc'} | ${1}      | ${false}
    ${'cat'} | ${3}      | ${true}
  `('[L-176] is kept: $keeps, when $moved moves to $elevation', ({ moved, elevation, keeps }) => {
    expect(keepsHeight(moved, elevation)).toBe(keeps);
  });
  it('[L-176] is not lost with a move if it never was higher on the map', () => {
    expect(keepsHeight('ann', 0, { place: raised(1, 0) })).toBe(true);
    expect(keepsHeight('orc', 1, { place: null })).toBe(true);
  });
});

/** Ann and the orc on two sides of a wall, the cat and the owl far behind the orc; the moved one comes around the wall. */
function around(moved: 'ann' | 'orc', conditions: ReturnType<typeof conditionOf>[]) {
  const wall = { from: { x: 3, y: 0 }, to: { x: 3, y: 4 }, sight: true, move: true };
  const on = encounter(
    [
      fighter('ann', {}, { side: 'heroes', place: at(2.5, 2.5), conditions }),
      fighter('orc', {}, { side: 'foes', place: at(6.5, 2.5) }),
      fighter('cat', {}, { side: 'foes', place: at(6.5, 1.5) }),
    ],
    { ground: { grid: 'square', cell: 1, walls: [wall] } },
  );
  const path = moved === 'ann' ? [at(2.5, 6.5)] : [at(6.5, 7.5), at(2.5, 7.5)];
  return { on, told: said(play(on, { do: 'place', by: 'gm', at: moved, path })) };
}

describe('a wall in between', () => {
  const covered = conditionOf('covered', { data: { stealth: 15 } });
  const cover = (towards: string) => conditionOf('edge', { key: towards, towards: [towards], data: { kind: 'cover' } });

  it('[L-129] tells of cover that is left only if someone hid there', () => {
    expect(around('ann', [covered]).told).toContain('leaves-cover');
    expect(around('ann', []).told).not.toContain('leaves-cover');
    expect(around('orc', [covered]).told).toContain('detected');
    expect(around('orc', []).told).not.toContain('detected');
  });
  it('[L-129, L-177, L-A27] is around for whom comes, and for no one else', () => {
    const { on } = around('orc', [covered, cover('orc'), cover('cat')]);
    const left = on.fighters.ann.conditions.map(({ id, towards }) => [id, towards]);
    expect(left).toEqual([
      ['covered', undefined],
      ['edge', ['cat']],
      ['detected', ['orc']],
    ]);
  });
});

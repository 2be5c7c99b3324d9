import { describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { computeIfKnown, maskUnknown } from '../../src/toolkit/combat/mask-unknown';
import { encounter, fighter } from '../support/encounter';

const on = encounter(
  fighter('mira', { player: true, stats: { evasion: 7 } }),
  fighter('gnoll', { stats: { evasion: 9 }, items: [{ id: 'axe', name: 'Axe', type: 'weapon' } as never] }),
);
const evasionOf = (viewer: { readonly gm: boolean; readonly owns: readonly string[] }, id: string) => {
  const { stats } = defined(maskUnknown(on, { ...viewer, targets: [] }).fighters[id], 'the fighter');
  return computeIfKnown(() => (stats as { readonly evasion: number }).evasion, -1);
};

describe('numbers that a viewer does not know', () => {
  it('are those of fighters the viewer neither owns nor fights beside', () => {
    const player = { gm: false, owns: [] };
    expect([evasionOf(player, 'mira'), evasionOf(player, 'gnoll')]).toEqual([7, -1]);
    expect(evasionOf({ gm: false, owns: ['gnoll'] }, 'gnoll')).toBe(9);
    expect(evasionOf({ gm: true, owns: [] }, 'gnoll')).toBe(9);
  });

  it('are their items too, but not pools and conditions', () => {
    const { gnoll } = maskUnknown(on, { gm: false, owns: [], targets: [] }).fighters;
    expect([gnoll?.items, gnoll?.pools]).toEqual([[], on.fighters['gnoll']?.pools]);
  });

  it('do not hide other faults', () => {
    const fail = () => {
      throw new Error('a fault');
    };
    expect(() => computeIfKnown(fail, 0)).toThrow('a fault');
  });
});

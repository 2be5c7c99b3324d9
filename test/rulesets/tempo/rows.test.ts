import { describe, expect, it } from 'vitest';
import type { Viewer } from '../../../src/encounter/view';
import { tempo } from '../../../src/rulesets/tempo';
import { foe, hero, on } from './vocabulary';

const GM = { gm: true, owns: [], targets: [] };
const COUNT = { do: 'count', by: 'gm' };

describe('[T-07] the rows of the tracker during the count', () => {
  const wight = foe('wight', {}, { state: { 'plan-1': 'quick-attack', 'plan-2': 'guard' } });
  const rat = foe('rat', {}, { state: { 'plan-1': 'guard' } });
  const mira = hero('mira', {}, { state: { 'plan-1': 'shift' } });
  const dov = hero('dov', {}, { state: { 'plan-1': 'guard' } });
  const rows = (viewer: Viewer = GM, at = 3, settings = {}) =>
    tempo.views
      .tracker(on(at, [wight, rat, mira, dov], {}, settings), viewer)
      .rows.map(({ id, number }) => [id, number?.value]);

  it('are in the order of the next numbers, players first', () => {
    expect(rows()).toEqual([
      ['wight', 3],
      ['dov', 4],
      ['rat', 4],
      ['mira', 7],
    ]);
  });
  it('do not tell a player the numbers of face-down plans', () => {
    expect(rows({ gm: false, owns: ['mira'], targets: [] })).toEqual([
      ['mira', 7],
      ['dov', undefined],
      ['wight', undefined],
      ['rat', undefined],
    ]);
  });
});

describe('[T-05] a warning before the count', () => {
  const rat = foe('rat', {}, { state: { 'plan-1': 'guard' } });
  const warnings = (at: number, clock = {}) => tempo.warnings?.(on(at, [hero('mira'), rat], clock), COUNT);

  it('names foes that have not acted on the number', () => {
    expect(warnings(4, { phase: 'npcs' })).toEqual([{ key: 'Clock.drops', facts: { names: 'rat' } }]);
  });
  it('is not given while the count calls the foes, nor on another number', () => {
    expect(warnings(4)).toEqual([]);
    expect(warnings(5, { phase: 'npcs' })).toEqual([]);
  });
  it('is not given for players who may still act before the foes', () => {
    const mira = hero('mira', {}, { state: { 'plan-1': 'guard' } });
    expect(tempo.warnings?.(on(4, [mira, rat]), COUNT)).toEqual([]);
  });
  it('is not given during a turn, nor between Planning and the first number', () => {
    expect(warnings(4, { phase: 'npcs', turn: 'mira', acted: true })).toEqual([]);
    expect(warnings(-1, { phase: 'planning' })).toEqual([]);
  });
});

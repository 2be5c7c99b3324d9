import { describe, expect, it } from 'vitest';
import type { Viewer } from '../../../src/encounter/view';
import { tempo } from '../../../src/rulesets/tempo';
import { ODDS } from '../../../src/rulesets/tempo/view/odds';
import { at, conditionOf, foe, hero, item, on } from './vocabulary';

const gm: Viewer = { gm: true, owns: [], targets: ['pell'] };
const ann: Viewer = { gm: false, owns: ['oda'], targets: ['pell'] };
const mace = item('weapon', 'mace', { dice: '2d4' });
const strike = { do: 'standard-attack', by: 'oda', at: 'pell' };
const scene = (conditions: object[] = []) =>
  on(5, [
    hero('oda', { dex: 2, str: 3 }, { items: [mace], place: at(0, 0) }),
    foe('pell', { defence: 13, deflection: 2, sturdy: 1 }, { place: at(1, 0), conditions: conditions as never }),
  ]);
const said = (odds: ReturnType<typeof ODDS.compute>) =>
  odds.map(({ label, chance }) => [
    label.key,
    label.facts ?? null,
    chance === null ? null : Math.round(chance * 10_000) / 10_000,
  ]);

describe('the odds on an Attack', () => {
  it('[T-36] are the faces that reach the Defence, and the average damage that gets through', () => {
    // 13 - 2: an eleven or more. 2d4 + 3, less 2 and 1: five on average.
    expect(said(ODDS.compute(scene(), gm, strike))).toEqual([
      ['Odds.hit', null, 0.5],
      ['Odds.damage', { expected: 5 }, null],
    ]);
  });
  it('[T-32] use the better of two dice against a Marked target', () => {
    expect(said(ODDS.compute(scene([conditionOf('marked', { by: 'oda' })]), gm, strike))[0]).toEqual([
      'Odds.hit',
      null,
      0.75,
    ]);
  });
  it('are shown on a button only once they are computed', () => {
    const encounter = scene([conditionOf('prone')]);
    const { 'standard-attack': before } = buttons(encounter);
    expect([before.odds, ODDS.cachedFor(encounter, gm)(strike)]).toEqual([undefined, []]);
    expect(tempo.views.action(encounter, strike, gm).odds).toHaveLength(2);
    expect(buttons(encounter)['standard-attack'].odds).toHaveLength(2);
  });
  it('are missing for a viewer who does not know the foe, and without an Attack', () => {
    expect(ODDS.compute(scene(), ann, strike)).toEqual([]);
    expect(ODDS.compute(scene(), gm, { do: 'mark', by: 'oda', at: 'pell' })).toEqual([]);
  });
});

const buttons = (encounter: ReturnType<typeof scene>) =>
  Object.fromEntries(
    tempo.views
      .sheet(encounter, encounter.fighters.oda, gm)
      .groups.flatMap(({ actions }) => actions)
      .map((button) => [button.id, button]),
  );

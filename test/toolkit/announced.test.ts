import { describe, expect, it } from 'vitest';
import type { ConditionTable } from '../../src/encounter/condition';
import type { Covers, Effect } from '../../src/encounter/effect';
import type { Entry } from '../../src/kernel/transcript';
import { TRANSCRIPT_VERSION } from '../../src/kernel/transcript';
import { harm } from '../../src/toolkit/combat/condition';
import { announcedEffects } from '../../src/toolkit/views/announced';
import { conditionOf } from '../support/rules';

const CONDITIONS: ConditionTable = {
  prone: harm('prone'),
  grappled: harm('grappled'),
  grappling: harm('grappling', { mirrors: 'grappled' }),
};

const hit = (damage: number, at: string, of = 'mira'): Effect => ({
  kind: 'outcome',
  of,
  outcome: { result: 'hit', damage },
  covers: { of: at, points: { hp: -damage } },
});
const log = (id: string, of: string, covers: Covers): Effect => ({ kind: 'log', id, of, facts: {}, covers });
const hp = (of: string, by: number): Effect => ({ kind: 'pool', of, pool: 'hp', by });
const added = (id: string, of: string): Effect => ({ kind: 'condition-added', of, condition: conditionOf(id) });
const removed = (id: string, of: string): Effect => ({ kind: 'condition-removed', of, condition: conditionOf(id) });
const move = (of: string): Effect => ({ kind: 'move', of, from: null, to: null, by: [] });

/** Returns which of the effects get no line. */
function announced(effects: readonly Effect[], hiddenFighters: readonly string[] = []): boolean[] {
  const entries = effects.map((effect) => ({ ask: { kind: 'apply' }, answer: effect }) as unknown as Entry);
  const exchange = { version: TRANSCRIPT_VERSION, command: { do: 'attack', by: 'mira' }, entries };
  const viewer = { gm: false, owns: [], targets: [], hiddenFighters };
  const without = announcedEffects({ exchange, open: [], names: {}, viewer }, CONDITIONS);
  return effects.map((effect) => without.has(effect));
}

describe('an effect that a sentence of the card covers', () => {
  const healed = (of: string) => log('healed', of, { points: { hp: 3 } });

  it('has no second line for the points, said before or after them', () => {
    expect(announced([hit(4, 'gnoll'), hp('gnoll', -4)])).toEqual([false, true]);
    expect(announced([hp('gnoll', 3), healed('gnoll')])).toEqual([true, false]);
  });

  it('keeps other numbers, other pools, other fighters and a second loss', () => {
    expect(announced([hit(4, 'gnoll'), hp('gnoll', -3)])).toEqual([false, false]);
    expect(announced([hit(4, 'gnoll'), { kind: 'pool', of: 'gnoll', pool: 'mp', by: -4 }])).toEqual([false, false]);
    expect(announced([hit(4, 'gnoll'), hp('kit', -4), hp('gnoll', -4), hp('gnoll', -4)])).toEqual([
      false,
      false,
      true,
      false,
    ]);
    expect(announced([hp('gnoll', 3), healed('kit')])).toEqual([false, false]);
  });

  it('keeps the points if the viewer must not see who caused them', () => {
    expect(announced([hit(4, 'gnoll'), hp('gnoll', -4)], ['mira'])).toEqual([false, false]);
  });

  it('has no second line for conditions that come and go', () => {
    const tripped = log('tripped', 'gnoll', { gains: ['prone'] });
    expect(announced([tripped, added('prone', 'gnoll'), added('prone', 'kit')])).toEqual([false, true, false]);
    const tackled = log('tackled', 'gnoll', { gains: ['prone', 'grappled'] });
    expect(announced([tackled, added('prone', 'gnoll'), added('grappled', 'gnoll')])).toEqual([false, true, true]);
    const escaped = log('escaped', 'gnoll', { loses: ['grappled'] });
    expect(announced([removed('grappled', 'gnoll'), escaped])).toEqual([true, false]);
    expect(announced([added('grappled', 'gnoll'), escaped])).toEqual([false, false]);
  });

  it('has no second line for the one who holds', () => {
    expect(announced([added('grappled', 'gnoll'), added('grappling', 'mira')])).toEqual([false, true]);
    expect(announced([removed('grappled', 'gnoll'), added('grappling', 'mira')])).toEqual([false, false]);
  });

  it('has no second line for the move it implies', () => {
    const pushed = log('pushed', 'gnoll', { moves: true });
    expect(announced([pushed, move('gnoll'), move('gnoll'), move('mira')])).toEqual([false, true, false, false]);
  });

  it('has no second line for what an earlier sentence of the same fighter says', () => {
    const burns = log('burns', 'gnoll', { lines: ['saved'] });
    expect(announced([log('saved', 'gnoll', {}), log('saved', 'kit', {}), burns])).toEqual([true, false, false]);
    expect(announced([burns, log('saved', 'gnoll', {})])).toEqual([false, false]);
  });
});

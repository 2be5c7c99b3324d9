import { describe, expect, it } from 'vitest';
import type { Effect } from '../../src/encounter/effect';
import type { Entry } from '../../src/kernel/transcript';
import { TRANSCRIPT_VERSION } from '../../src/kernel/transcript';
import { type AnnouncementRules, announcedEffects } from '../../src/toolkit/views/announced';
import { having } from '../support/rules';

const RULES: AnnouncementRules = {
  conditionByLogId: { tripped: 'prone', tackled: ['prone', 'grappled'] },
  endedByLogId: { escaped: 'grappled' },
  poolByLogId: { hit: 'hp', healed: 'hp' },
  moveLogIds: ['pushed'],
  holderConditions: { grappled: 'grappling' },
};

const hit = (damage: number, of = 'mira'): Effect => ({ kind: 'outcome', of, outcome: { result: 'hit', damage } });
const log = (id: string, of: string, facts = {}): Effect => ({ kind: 'log', id, of, facts });
const hp = (of: string, by: number): Effect => ({ kind: 'pool', of, pool: 'hp', by });
const added = (id: string, of: string): Effect => ({ kind: 'condition-added', of, condition: having(id) });
const removed = (id: string, of: string): Effect => ({ kind: 'condition-removed', of, condition: having(id) });
const move = (of: string): Effect => ({ kind: 'move', of, from: null, to: null, by: [] });

/** Returns which of the effects get no line. */
function announced(effects: readonly Effect[], hiddenFighters: readonly string[] = []): boolean[] {
  const entries = effects.map((effect) => ({ ask: { kind: 'apply' }, answer: effect }) as unknown as Entry);
  const exchange = { version: TRANSCRIPT_VERSION, command: { do: 'attack', by: 'mira' }, entries };
  const viewer = { gm: false, owns: [], targets: [], hiddenFighters };
  const without = announcedEffects({ exchange, open: [], names: {}, viewer }, RULES);
  return effects.map((effect) => without.has(effect));
}

describe('a fact that a line of the card states', () => {
  it('has no second line for the points', () => {
    expect(announced([hit(4), hp('gnoll', -4)])).toEqual([false, true]);
    expect(announced([hp('gnoll', 3), log('healed', 'gnoll', { points: 3 })])).toEqual([true, false]);
  });

  it('keeps other numbers, other pools and a second loss', () => {
    expect(announced([hit(4), hp('gnoll', -3)])).toEqual([false, false]);
    expect(announced([hit(4), { kind: 'pool', of: 'gnoll', pool: 'mp', by: -4 }])).toEqual([false, false]);
    expect(announced([hit(4), hp('gnoll', -4), hp('kit', -4)])).toEqual([false, true, false]);
    expect(announced([hp('gnoll', 3), log('healed', 'kit', { points: 3 })])).toEqual([false, false]);
  });

  it('keeps the points if the viewer must not see who caused them', () => {
    expect(announced([hit(4), hp('gnoll', -4)], ['mira'])).toEqual([false, false]);
  });

  it('has no second line for conditions that come and go', () => {
    expect(announced([log('tripped', 'gnoll'), added('prone', 'gnoll'), added('prone', 'kit')])).toEqual([
      false,
      true,
      false,
    ]);
    expect(announced([log('tackled', 'gnoll'), added('prone', 'gnoll'), added('grappled', 'gnoll')])).toEqual([
      false,
      true,
      true,
    ]);
    expect(announced([removed('grappled', 'gnoll'), log('escaped', 'gnoll')])).toEqual([true, false]);
    expect(announced([added('grappled', 'gnoll'), log('escaped', 'gnoll')])).toEqual([false, false]);
  });

  it('has no second line for the one who holds', () => {
    expect(announced([added('grappled', 'gnoll'), added('grappling', 'mira')])).toEqual([false, true]);
    expect(announced([removed('grappled', 'gnoll'), added('grappling', 'mira')])).toEqual([false, false]);
  });

  it('has no second line for the move it implies', () => {
    expect(announced([log('pushed', 'gnoll'), move('gnoll'), move('gnoll'), move('mira')])).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });
});

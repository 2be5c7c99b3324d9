import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/encounter/change';
import { rewind } from '../../src/encounter/history';
import type { Encounter } from '../../src/encounter/state';
import { makeCountingIds, workingCopyOf } from '../../src/encounter/table';
import { encounter, fighter } from '../support/encounter';

function played(...changes: Change[]) {
  const state = encounter(fighter('mira'), fighter('gnoll'));
  const table = workingCopyOf(state, makeCountingIds());
  for (const change of changes) table.apply(change);
  return { state, effects: table.effects };
}

const blow: Change = { kind: 'pool', of: 'gnoll', pool: 'hp', by: -5 };
const prone: Change = { kind: 'condition-added', of: 'gnoll', condition: { id: 'prone' } };
const mark: Change = { kind: 'state', of: 'mira', key: 'swift', to: true };

describe('an undo', () => {
  it('of steps that nothing has touched since restores everything, without conflicts', () => {
    const { state, effects } = played(blow, prone, mark, { kind: 'clock', to: { round: 2, phase: 'open' } });
    const { conflicts } = rewind(state, effects);
    expect(conflicts).toEqual([]);
    expect(state).toEqual(encounter(fighter('mira'), fighter('gnoll')));
  });

  it('adds the amount back to a number that was changed manually', () => {
    const { state, effects } = played(blow);
    state.fighters.gnoll.pools.hp.value = 4;
    expect(rewind(state, effects).conflicts).toEqual([]);
    expect(state).toHavePool('gnoll', 'hp', 9);
  });

  it('reports a number that would exceed its limit', () => {
    const { state, effects } = played(blow);
    state.fighters.gnoll.pools.hp.value = 8;
    expect(rewind(state, effects).conflicts).toEqual([
      { id: 'pool-clamped', data: { of: 'gnoll', pool: 'hp', by: 5 } },
    ]);
    expect(state).toHavePool('gnoll', 'hp', 10);
  });

  it.each`
    what | change | meddle | id
    ${'a condition taken off'} | ${prone} | ${(s: Encounter) => {
  s.fighters.gnoll.conditions = [];
}} | ${'condition-gone'}
    ${'a mark set again'} | ${mark} | ${(s: Encounter) => {
  s.fighters.mira.state.swift = false;
}} | ${'state-changed'}
    ${'a fighter who has left'} | ${blow} | ${(s: Encounter) => {
  delete s.fighters.gnoll;
}} | ${'fighter-gone'}
  `('leaves $what unchanged and reports it', ({ change, meddle, id }) => {
    const { state, effects } = played(change);
    meddle(state);
    const before = structuredClone(state);
    const { conflicts, effects: done } = rewind(state, effects);
    expect(conflicts.map((reason) => reason.id)).toEqual([id]);
    expect(done).toEqual([]);
    expect(state).toEqual(before);
  });

  it('of every prefix of a game restores the state in which the prefix began', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(blow, prone, mark), { maxLength: 12 }), fc.nat(12), (changes, cut) => {
        const at = Math.min(cut, changes.length);
        const { state, effects } = played(...changes);
        const upTo = played(...changes.slice(0, at));
        rewind(state, effects.slice(upTo.effects.length));
        expect(state).toEqual(upTo.state);
      }),
    );
  });
});

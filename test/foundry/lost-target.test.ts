import { describe, expect, it } from 'vitest';
import { isTargetLost, type TargetState } from '../../src/foundry/views/lost-target';

const STANDING: TargetState = { exists: true, hasFallen: false, combats: ['here'] };
const FALLEN: TargetState = { ...STANDING, hasFallen: true };
const lost = (before: TargetState | undefined, now: Partial<TargetState>, combats = ['here', 'there']) =>
  isTargetLost(before, { ...STANDING, ...now }, combats);

describe('a target is lost', () => {
  it('the moment it falls, but not when one that lies there is aimed at', () => {
    expect(lost(STANDING, FALLEN)).toBe(true);
    expect(lost(FALLEN, FALLEN)).toBe(false);
    expect(lost(undefined, FALLEN)).toBe(false);
    expect(lost(FALLEN, STANDING)).toBe(false);
  });

  it('when its token is deleted', () => {
    expect(lost(STANDING, { exists: false })).toBe(true);
    expect(lost(undefined, { exists: false })).toBe(true);
  });

  it('when it leaves its encounter, but not when the encounter is deleted or another begins', () => {
    expect(lost(STANDING, { combats: [] })).toBe(true);
    expect(lost(STANDING, { combats: ['there'] })).toBe(true);
    expect(lost(STANDING, { combats: [] }, ['there'])).toBe(false);
    expect(lost(STANDING, { combats: ['here', 'there'] })).toBe(false);
    expect(lost({ ...STANDING, combats: [] }, { combats: [] })).toBe(false);
  });
});

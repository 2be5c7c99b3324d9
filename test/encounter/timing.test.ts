import { describe, expect, it } from 'vitest';
import type { Clock } from '../../src/encounter/state';
import { displayRound, type PassedMoment, passedMoments, turnOf } from '../../src/encounter/timing';

const IDLE: Clock = { round: 0, phase: 'idle', turn: null };
const clock = (round: number, turn: string | null = null, phase = 'on'): Clock => ({ round, phase, turn });

const told = (moment: PassedMoment): string =>
  'of' in moment
    ? `${moment.event} ${moment.of}${moment.skipped ? ' skipped' : ''}`
    : `${moment.event} ${moment.round}`;
const passed = (...clocks: Clock[]): string[] => passedMoments(clocks, IDLE, { turnHolder: turnOf }).map(told);

describe('moments passed by the clock', () => {
  it('are none if neither round nor turn changes', () => {
    expect(passed()).toEqual([]);
    expect(passed(clock(2, 'ann'))).toEqual([]);
    expect(passed(clock(2, 'ann'), clock(2, 'ann'))).toEqual([]);
    expect(passed(IDLE, { ...IDLE, time: 900 })).toEqual([]);
  });

  it('are the start of round, turn and encounter, in core’s order', () => {
    expect(passed(IDLE, clock(1, 'ann'))).toEqual(['roundStart 1', 'turnStart ann', 'combatStart 1']);
  });

  it('include the encounter start if the clock runs before the first round', () => {
    expect(displayRound(clock(0, null, 'surprise'), IDLE)).toBe(1);
    expect(passed(IDLE, clock(0, null, 'surprise'))).toEqual(['roundStart 1', 'combatStart 1']);
    expect(passed(clock(0, null, 'surprise'), clock(1, 'ann'))).toEqual(['turnStart ann']);
  });

  it('are the end of one turn and the start of the next', () => {
    expect(passed(clock(1, 'ann'), clock(1, 'bob'))).toEqual(['turnEnd ann', 'turnStart bob']);
    expect(passed(clock(1, 'ann'), clock(1))).toEqual(['turnEnd ann']);
    expect(passed(clock(1), clock(1, 'bob'))).toEqual(['turnStart bob']);
  });

  it('include a turn that began and ended at once', () => {
    expect(passed(clock(1, 'ann'), clock(1, 'bob'), clock(1, 'cal'))).toEqual([
      ...['turnEnd ann', 'turnStart bob skipped', 'turnEnd bob skipped', 'turnStart cal'],
    ]);
  });

  it.each([
    ['at once', [clock(1, 'cal'), clock(2, 'ann')]],
    ['the round before the turn', [clock(1, 'cal'), clock(2, 'cal'), clock(2, 'ann')]],
    ['the turn before the round', [clock(1, 'cal'), clock(1), clock(2), clock(2, 'ann')]],
  ])('are the same for every way into the next round: %s', (_, clocks) => {
    expect(passed(...clocks)).toEqual(['turnEnd cal', 'roundEnd 1', 'roundStart 2', 'turnStart ann']);
  });

  it.each([
    ['at once', [clock(1, 'ann'), clock(2, 'ann')]],
    ['the round before the turn', [clock(1, 'ann'), clock(2, 'ann'), clock(2, 'ann')]],
  ])('are a new turn in the next round for a fighter that is alone: %s', (_, clocks) => {
    expect(passed(...clocks)).toEqual(['turnEnd ann', 'roundEnd 1', 'roundStart 2', 'turnStart ann']);
  });

  it('are only the end of the encounter', () => {
    expect(passed(clock(3, 'ann'), IDLE)).toEqual(['combatEnd 3']);
    expect(passed(clock(3, 'ann'), clock(3), IDLE)).toEqual(['turnEnd ann', 'combatEnd 3']);
  });
});

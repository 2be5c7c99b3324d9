import { expect, it } from 'vitest';
import { slots } from '../../../src/rulesets/slots';
import { encounter, fighter, IDLE } from './vocabulary';

const ready = (id: string) => fighter(id, {}, { state: { ambush: 'ready' } });
const on = (clock: object) => encounter([ready('ann'), ready('bob'), fighter('orc')], { clock: clock as never });

it.each`
  clock                                           | acting
  ${{ round: 2, phase: 'turn', turn: 'orc' }}     | ${['orc']}
  ${{ round: 0, phase: 'surprise', turn: 'ann' }} | ${['ann']}
  ${{ round: 0, phase: 'surprise', turn: null }}  | ${['ann', 'bob']}
`('[L-15, L-22] $acting may act at $clock', ({ clock, acting }) => {
  expect(slots.timing.actingFighters(on(clock))).toEqual(acting);
});

it('[L-03] another turn, phase or round is another moment', () => {
  const clocks = [
    IDLE,
    { round: 0, phase: 'surprise', turn: null },
    { round: 1, phase: 'turn', turn: 'ann' },
    { round: 1, phase: 'turn', turn: 'orc' },
    { round: 2, phase: 'turn', turn: 'ann' },
  ] as const;
  const moments = clocks.map((clock) => slots.momentOf(clock));
  expect(new Set(moments).size).toBe(clocks.length);
});

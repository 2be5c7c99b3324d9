import { expect, it } from 'vitest';
import { whyNoTurn } from '../../src/toolkit/turns/turn-reason';
import { encounter, fighter } from '../support/encounter';

const at = (turn: string | null) => ({
  ...encounter(fighter('mira', { name: 'Mira' })),
  clock: { round: 1, phase: 'open', turn },
});

it('who waits for a turn is told whose it is', () => {
  expect(whyNoTurn(at('mira'))).toEqual({ id: 'not-your-turn', data: { name: 'Mira' } });
  expect(whyNoTurn(at('mira'), 'not-its-turn')).toEqual({ id: 'not-its-turn', data: { name: 'Mira' } });
});

it('who waits for no one, or for a hidden fighter, is not told a name', () => {
  expect([whyNoTurn(at(null)), whyNoTurn(at('gnoll')), whyNoTurn(encounter())]).toEqual([
    { id: 'no-turn' },
    { id: 'no-turn' },
    { id: 'no-turn' },
  ]);
});

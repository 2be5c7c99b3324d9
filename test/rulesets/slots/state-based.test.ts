import { expect, it } from 'vitest';
import { STATE_BASED } from '../../../src/rulesets/slots/state-based';
import { at, conditionOf, encounter, fighter, play, said } from './vocabulary';

const heldBy = (by: string) => conditionOf('restrained', { key: `held-${by}`, by, data: { cause: 'grapple' } });

it('[L-35, L-A29] a grapple ends for a fighter whom the other no longer holds, even if it holds others', () => {
  const on = encounter([
    fighter('ann', {}, { place: at(1), conditions: [heldBy('orc')] }),
    fighter('orc', {}, { place: at(2), conditions: [heldBy('bob')] }),
    fighter('bob', {}, { place: at(3), conditions: [heldBy('orc')] }),
  ]);
  const ends = Object.values(on.fighters).flatMap((each) => STATE_BASED.grapple.find(on, each));
  expect(ends).toEqual([{ kind: 'condition-removed', of: 'ann', key: 'held-orc' }]);
});

it('[L-77, L-123] whom several have found, one of them blind, stays found', () => {
  const found = conditionOf('detected', { towards: ['ann', 'bob'] });
  const on = encounter([
    fighter('ann', {}, { conditions: [conditionOf('blinded')] }),
    fighter('bob'),
    fighter('orc', {}, { conditions: [found] }),
  ]);
  expect(STATE_BASED.detected.find(on, on.fighters.orc)).toEqual([]);
});

it('[L-139] a turn whose start kills is not told as skipped, and the dead do nothing', () => {
  const dying = { conditions: [conditionOf('bleeding'), conditionOf('dying')], pools: { hp: 0, negative: 9 } };
  const orders = (order: number) => ({ state: { order, initiative: 9 - order } });
  const on = encounter([fighter('ann', {}, orders(1)), fighter('orc', {}, { ...dying, ...orders(2) })]);
  const told = said(play(on, { do: 'end-turn', by: 'gm' }, [4]));
  expect(told).toContain('dies');
  expect(told).not.toContain('turn-skipped');
  expect(on.clock.turn).toBe('ann');
});

import { describe, expect, it } from 'vitest';
import { beginExchange } from '../../../src/encounter/play';
import { makeCountingIds } from '../../../src/encounter/table';
import type { Viewer } from '../../../src/encounter/view';
import { slots } from '../../../src/rulesets/slots';
import { at, encounter, fighter, weapon } from './vocabulary';

const gm: Viewer = { gm: true, owns: [], targets: [] };
const sword = weapon('sword', { dice: '1d8', critMin: 19 });
const hero = (id: string, place: ReturnType<typeof at>) =>
  fighter(id, { bab: 4, str: 3 }, { side: 'heroes', items: [sword], place });

describe('odds of a Charge', () => {
  const orc = fighter('orc', { dex: 3, ac: 17, hpMax: 30 }, { side: 'foes', place: at(7, 1) });
  const charge = { do: 'charge', by: 'ann', at: 'orc', with: 'sword', path: [at(6, 1)] };
  const percent = (on: ReturnType<typeof encounter>) =>
    slots.views
      .action(on, charge, gm)
      .odds?.slice(0, 2)
      .map(({ chance }) => Math.round((chance ?? 0) * 100));

  it('[L-56, L-174] are those of the end of the Dash, where the foe is flanked', () => {
    // 7 with +2 and -5 against 14: the orc loses its DEX.
    expect(percent(encounter([hero('ann', at(1, 1)), hero('bob', at(8, 1)), orc]))).toEqual([55, 10]);
    expect(percent(encounter([hero('ann', at(1, 1)), hero('bob', at(8, 3)), orc]))).toEqual([40, 10]);
  });
});

it('[L-41, L-42] a fighter resists a Push by Reflex, even with the strength of an object', () => {
  const asksOf = (strength?: number): unknown[] => {
    const on = encounter([hero('ann', at(1, 1)), fighter('orc', {}, { side: 'foes', place: at(2, 1) })]);
    const command = { do: 'push', by: 'ann', at: 'orc', ...(strength !== undefined && { options: { strength } }) };
    const { run } = beginExchange(slots as never, on as never, command, makeCountingIds());
    run.answer([10]);
    return [run.entries.at(-1)?.ask, run.open];
  };
  expect(asksOf(20)).toEqual(asksOf());
});

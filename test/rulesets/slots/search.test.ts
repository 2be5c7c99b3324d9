import { expect, it } from 'vitest';
import { begun, conditionOf, encounter, fighter } from './vocabulary';

it('[L-77, L-A27] a Search rolls alike with and without a hidden fighter', () => {
  const rollAmong = (conditions: ReturnType<typeof conditionOf>[], answers: number[]) => {
    const on = encounter([fighter('ann'), fighter('orc', {}, { conditions })]);
    const { open } = begun(on, { do: 'search', by: 'ann' }, [], answers).run;
    if (open?.kind !== 'dice') throw new Error(`${open?.id} is no roll`);
    return open;
  };
  expect(rollAmong([], [15])).toEqual(rollAmong([conditionOf('covered', { data: { stealth: 15 } })], []));
});

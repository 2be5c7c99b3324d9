import { afterEach, expect, it, vi } from 'vitest';
import { rollFoundryDice } from '../../src/foundry/platform/dice';
import { type Dice, dice } from '../../src/kernel/dice';

afterEach(() => vi.unstubAllGlobals());

/** Lets dice fall on the given faces. Returns the formulas of the rolls, one for each window in which a user enters real dice. */
function loaded(...faces: number[]): string[] {
  const formulas: string[] = [];
  vi.stubGlobal(
    'Roll',
    class {
      constructor(readonly formula: string) {}
      async evaluate() {
        formulas.push(this.formula);
        const results = faces.splice(0, Number.parseInt(this.formula, 10)).map((result) => ({ result }));
        return { dice: [{ results }] };
      }
    },
  );
  return formulas;
}

it.each<[string, Dice, number[], string[]]>([
  ['one die', dice(1, 20), [12], ['1d20']],
  ['six dice', dice(6, 6), [1, 2, 3, 4, 5, 6], ['6d6']],
  ['two of which the higher counts', { ...dice(2, 20), keep: 'high' }, [3, 9, 20, 1], ['4d20']],
  ['two that explode', { ...dice(2, 6), explode: true }, [6, 6, 2, 4], ['2d6', '1d6', '1d6']],
  ['none', dice(0, 6), [], []],
])('rolls %s in as few windows as possible', async (_, what, faces, wanted) => {
  const formulas = loaded(...faces);
  expect(await rollFoundryDice(what)).toEqual(faces);
  expect(formulas).toEqual(wanted);
});

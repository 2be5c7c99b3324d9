import { beforeEach, describe, expect, it } from 'vitest';
import { CONFIG } from '../../src/client/config';
import { diceNamespace, Roll } from '../../src/client/dice/index';
import { MersenneTwister } from '../../src/client/dice/mersenne';

/** Makes the dice show these faces in order. */
function throwing(...faces: [face: number, of: number][]) {
  const queue = faces.map(([face, of]) => 1 - (face - 0.5) / of);
  CONFIG['Dice'].randomUniform = () => queue.shift() ?? 0.5;
}
const d6 = (...faces: number[]) => throwing(...faces.map((face): [number, number] => [face, 6]));
beforeEach(() => d6(3));

const total = async (formula: string, data = {}) => (await new Roll(formula, data).evaluate()).total;

describe('Roll', () => {
  it.each([
    ['2d6kh1', [2, 5], 5],
    ['2d6kl', [2, 5], 2],
    ['3d6dl1', [1, 4, 5], 9],
    ['1d6x', [6, 6, 2], 14],
    ['1d6xo', [6, 6], 12],
    ['1d6x>=5', [5, 1], 6],
    ['1d6r<2', [1, 4], 4],
    ['3d6cs>=5', [5, 6, 1], 2],
    ['2d6 + 3 * 2 - 1', [1, 2], 8],
    ['{1d6, 1d6}kh', [2, 6], 6],
    ['1d6min3', [1], 3],
    ['max(1d6, 4) + 1', [2], 5],
    ['-1d6 + 10', [4], 6],
    ['(1+1)d6', [2, 3], 5],
  ] as const)('%s with %j is %i', async (formula, faces, expected) => {
    d6(...faces);
    expect(await total(formula)).toBe(expected);
  });

  it('has the total 0 before it is evaluated', () => {
    expect(new Roll('1d6 + 3').total).toBe(0);
  });

  // Splittermond, src/module/check/dice.js: `foundry.dice.terms.Die.MODIFIERS.ri`
  it("applies a package's modifier, reads letters as several commands and drops unknown ones", async () => {
    const { Die } = diceNamespace.terms;
    Die.MODIFIERS['ri'] = function (modifier) {
      this.results[0]!.result = modifier === 'ri9' ? 9 : 0;
    };
    d6(2, 5, 6, 1);
    const roll = await new Roll('1d6ri9 + 1d6xokh + 1d6zz3').evaluate();
    expect([roll.total, roll.dice.map((die) => die.modifiers)]).toEqual([9 + 5 + 6, [['ri9'], ['xo', 'kh'], []]]);
    delete Die.MODIFIERS['ri'];
  });

  it('recompiles its formula from changed terms', () => {
    const { NumericTerm, OperatorTerm } = diceNamespace.terms;
    const roll = new Roll('1d6');
    roll.terms.push(new OperatorTerm({ operator: '-' }), new NumericTerm({ number: 3 }));
    expect([roll.resetFormula(), roll.formula]).toEqual(['1d6 - 3', '1d6 - 3']);
  });

  it('wraps a negative term in parentheses', () => {
    expect(new Roll('-2d6 + -3').terms.map((term) => term.constructor.name)).toEqual([
      'ParentheticalTerm',
      'OperatorTerm',
      'NumericTerm',
    ]);
  });

  it('evaluates expressions with the functions of Math alone', () => {
    expect(Roll.safeEval('max(2, 3) * PI > 9 ? 4 : 5')).toBe(4);
    expect(() => Roll.safeEval('process.pid')).toThrow('non-numeric result');
    expect(() => Roll.safeEval('2 +')).toThrow('non-numeric result');
  });

  it('uses the registered functions', async () => {
    CONFIG['Dice'].functions['twice'] = (number) => number * 2;
    expect(await total('twice(4) + 1')).toBe(9);
    delete CONFIG['Dice'].functions['twice'];
  });

  it('resolves roll data and keeps flavor in the formula', async () => {
    d6(4);
    const roll = await new Roll('1d6[fire] + @str.mod', { str: { mod: -2 } }).evaluate();
    expect([roll.total, roll.formula]).toEqual([2, '1d6[fire] + -2']);
  });

  it('is restored from JSON with its class, dice and total', async () => {
    class Strike extends Roll {}
    CONFIG['Dice'].rolls.push(Strike);
    d6(2, 5);
    const roll = await new Strike('{2d6kh1, 3}kh + 1', {}, { ruleset: 'energy' }).evaluate();
    const again = Roll.fromJSON(JSON.stringify(roll));
    expect(again).toBeInstanceOf(Strike);
    expect([again.total, again.formula, again.options, again.dice[0]?.results]).toEqual([
      roll.total,
      roll.formula,
      { ruleset: 'energy' },
      roll.dice[0]?.results,
    ]);
  });

  it('refuses invalid formulas and a second evaluation', async () => {
    expect(Roll.validate('1d6+')).toBe(false);
    expect(Roll.validate('2d20kh + @x')).toBe(true);
    const roll = await new Roll('1d6').evaluate();
    await expect(roll.evaluate()).rejects.toThrow('already been evaluated');
    expect(() => new Roll('1d6').evaluateSync()).toThrow('Non-deterministic');
    await expect(total('1d6 + banana')).rejects.toThrow('banana');
  });

  it('is uniform and repeatable from a seed', () => {
    const [a, b] = [new MersenneTwister(5489), new MersenneTwister(5489)];
    expect(a.int()).toBe(3499211612);
    b.int();
    expect(a.random()).toBe(b.random());
  });
});

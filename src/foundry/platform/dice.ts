import { defined } from '../../kernel/defined';
import { type Dice, dicePerResult, type RolledFace, rolledFaces, rollSteps } from '../../kernel/dice';

/**
 * Rolls dice with Foundry's Roll, which supports manual rolls and random sources, and returns all faces in order.
 * @param interactive whether the user may be asked to enter real dice
 */
export async function rollFoundryDice(dice: Dice, interactive = true): Promise<number[]> {
  const facesOf = async (count: number): Promise<number[]> => {
    const roll = await new Roll(`${count}d${dice.sides}`).evaluate({ allowInteractive: interactive });
    return roll.dice.flatMap(({ results }) => results.map(({ result }) => result));
  };
  const steps = rollSteps(dice);
  // Who enters real dice is asked once for each roll; only dice that explode are followed by more.
  const together = dice.count > 0 ? await facesOf(dice.count * dicePerResult(dice)) : [];
  let step = steps.next();
  while (!step.done) step = steps.next(together.shift() ?? defined((await facesOf(1))[0], 'a face'));
  return [...step.value.faces];
}

/** API: DiceTermResult. */
export interface DieFace {
  readonly result: number;
  readonly active: boolean;
  readonly discarded?: true;
  readonly exploded?: true;
}

const asFace = ({ face, counts, exploded }: RolledFace): DieFace =>
  counts
    ? { result: face, active: true, ...(exploded && { exploded }) }
    : { result: face, active: false, discarded: true };

/**
 * Returns the faces grouped by Foundry's dice terms, with discarded and exploded ones flagged.
 * Several dice that each keep the best of several are one term each, as in `2d20kh + 2d20kh`.
 */
export function termsOf(dice: Dice, faces: readonly number[]): readonly (readonly DieFace[])[] {
  const rolled = rolledFaces(dice, faces);
  if (dice.keep === undefined) return [rolled.map(asFace)];
  const terms: DieFace[][] = [];
  let continues = false;
  for (let at = 0; at < rolled.length; at += dicePerResult(dice)) {
    const together = rolled.slice(at, at + dicePerResult(dice));
    const before = continues ? terms.pop() : undefined;
    terms.push([...(before ?? []), ...together.map(asFace)]);
    continues = together.some(({ exploded }) => exploded);
  }
  return terms;
}

/**
 * Returns a finished roll as Foundry's Roll. API: foundry.dice.Roll.fromTerms takes evaluated terms.
 * @param flavor of its dice; for modules that color them by it
 */
export function rollFromFaces(dice: Dice, faces: readonly number[], bonus = 0, flavor = ''): Roll {
  const { Die, NumericTerm, OperatorTerm } = foundry.dice.terms;
  const number = dice.keep === undefined ? dice.count : dicePerResult(dice);
  const modifiers = [...(dice.keep ? [dice.keep === 'high' ? 'kh' : 'kl'] : []), ...(dice.explode ? ['x'] : [])];
  const terms = termsOf(dice, faces).flatMap((results, at) => {
    // The installed types require a mutable list of their own result type; Foundry reads these fields.
    const options = flavor === '' ? {} : { options: { flavor } };
    const die = new Die({
      number,
      faces: dice.sides,
      modifiers: [...modifiers],
      results: results as never,
      ...options,
    });
    return at > 0 ? [new OperatorTerm({ operator: '+' }), die] : [die];
  });
  const added =
    bonus === 0
      ? []
      : [new OperatorTerm({ operator: bonus < 0 ? '-' : '+' }), new NumericTerm({ number: Math.abs(bonus) })];
  const all = [...terms, ...added];
  // API: RollTerm#_evaluated; without it `fromTerms` returns a roll that is not evaluated.
  for (const term of all) Object.assign(term, { _evaluated: true });
  return Roll.fromTerms(all) as Roll;
}

import { defined } from '../../kernel/defined';
import { type Dice, dicePerResult, type RolledFace, rolledFaces, rollSteps } from '../../kernel/dice';

/**
 * Throws dice with Foundry's own Roll, so that manual rolls and the table's random source are honored; returns every face in order.
 * @param interactive whether the thrower may be asked to enter real dice
 */
export async function rollFoundryDice(dice: Dice, interactive = true): Promise<number[]> {
  const throws = rollSteps(dice);
  let step = throws.next();
  while (!step.done) {
    const roll = await new Roll(`1d${step.value}`).evaluate({ allowInteractive: interactive });
    step = throws.next(defined(roll.total, 'the total of a roll'));
  }
  return [...step.value.faces];
}

/** One face as Foundry keeps it. API: DiceTermResult. */
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
 * The faces by the terms of Foundry's dice they are of, with their marks: of several one is kept and the others are discarded, and a top
 * face that counts has exploded. Several dice of which each is thrown several times are a term each, as in `2d20kh + 2d20kh`.
 */
export function termsOf(dice: Dice, faces: readonly number[]): readonly (readonly DieFace[])[] {
  const lying = rolledFaces(dice, faces);
  if (dice.keep === undefined) return [lying.map(asFace)];
  const terms: DieFace[][] = [];
  let goesOn = false;
  for (let at = 0; at < lying.length; at += dicePerResult(dice)) {
    const together = lying.slice(at, at + dicePerResult(dice));
    const before = goesOn ? terms.pop() : undefined;
    terms.push([...(before ?? []), ...together.map(asFace)]);
    goesOn = together.some(({ exploded }) => exploded);
  }
  return terms;
}

/** A throw that has been made, as Foundry's own Roll. API: foundry.dice.Roll.fromTerms takes evaluated terms. */
export function rollFromFaces(dice: Dice, faces: readonly number[], bonus = 0): Roll {
  const { Die, NumericTerm, OperatorTerm } = foundry.dice.terms;
  const number = dice.keep === undefined ? dice.count : dicePerResult(dice);
  const modifiers = [...(dice.keep ? [dice.keep === 'high' ? 'kh' : 'kl'] : []), ...(dice.explode ? ['x'] : [])];
  const terms = termsOf(dice, faces).flatMap((results, at) => {
    // The installed types want a mutable list of their own result type; Foundry reads these very fields.
    const die = new Die({ number, faces: dice.sides, modifiers: [...modifiers], results: results as never });
    return at > 0 ? [new OperatorTerm({ operator: '+' }), die] : [die];
  });
  const added =
    bonus === 0
      ? []
      : [new OperatorTerm({ operator: bonus < 0 ? '-' : '+' }), new NumericTerm({ number: Math.abs(bonus) })];
  const all = [...terms, ...added];
  // API: RollTerm#_evaluated; without it `fromTerms` takes the roll for one still to be thrown.
  for (const term of all) Object.assign(term, { _evaluated: true });
  return Roll.fromTerms(all) as Roll;
}

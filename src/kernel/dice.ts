/** Which dice are thrown. Each die of `count` is thrown by itself: `keep` throws it several times at once, `explode` again on its top face. */
export interface Dice {
  readonly count: number;
  readonly sides: number;
  /** Throw several and keep the highest or the lowest: once for the die, and anew for each of its explosions. */
  readonly keep?: 'high' | 'low';
  /** Of how many one is kept; two where nothing is said. */
  readonly of?: number;
  /** A kept top face is thrown again and added, without end. */
  readonly explode?: boolean;
}

/** Faces that are not an answer to the dice asked for. */
export class FacesError extends Error {
  override readonly name = 'FacesError';
}

/** Throws one die and returns its face, 1 to `sides`. */
export type Die = (sides: number) => number;

export const dice = (count: number, sides: number): Dice => ({ count, sides });
export const d20: Dice = { count: 1, sides: 20 };

/** How many dice lie on the table for each that counts. */
export const dicePerResult = ({ keep, of = 2 }: Dice): number => (keep === undefined ? 1 : of);

/** A throw as it comes about: yields the sides of the next die, is resumed with its face, returns what lies on the table. */
export function* rollSteps(dice: Dice): Generator<number, DiceRoll, number> {
  const faces: number[] = [];
  const kept: number[] = [];
  for (let die = 0; die < dice.count; die++) {
    let counts: number;
    do {
      counts = yield dice.sides;
      faces.push(counts);
      for (let more = dicePerResult(dice) - 1; more > 0; more--) {
        const other = yield dice.sides;
        faces.push(other);
        counts = dice.keep === 'high' ? Math.max(counts, other) : Math.min(counts, other);
      }
      kept.push(counts);
    } while (dice.explode && counts === dice.sides);
  }
  return { faces, kept };
}

/** Every face in the order thrown, and those that count: of several the kept one. */
export interface DiceRoll {
  readonly faces: readonly number[];
  readonly kept: readonly number[];
}

/** A face on the table: whether it counts towards the total, and whether it was thrown again. */
export interface RolledFace {
  readonly face: number;
  readonly counts: boolean;
  readonly exploded: boolean;
}

/** Every face of a throw as it lies on the table; of several alike the first counts. Throws FacesError as {@link parseRoll}. */
export function rolledFaces(dice: Dice, faces: readonly number[]): readonly RolledFace[] {
  const thrown = dicePerResult(dice);
  return parseRoll(dice, faces).kept.flatMap((kept, at) => {
    const together = faces.slice(thrown * at, thrown * (at + 1));
    const first = together.indexOf(kept);
    const exploded = dice.explode === true && kept === dice.sides;
    return together.map((face, index) => ({ face, counts: index === first, exploded: exploded && index === first }));
  });
}

/** Reads recorded faces as one throw. Throws FacesError unless they are exactly that. */
export function parseRoll(dice: Dice, faces: readonly number[]): DiceRoll {
  const throws = rollSteps(dice);
  let step = throws.next();
  for (const [at, face] of faces.entries()) {
    if (step.done) throw new FacesError(`${notation(dice)} took ${at} of ${faces.length} faces`);
    if (!Number.isInteger(face) || face < 1 || face > step.value)
      throw new FacesError(`${String(face)} is no face of a d${step.value}`);
    step = throws.next(face);
  }
  if (!step.done) throw new FacesError(`${notation(dice)} needs more than ${faces.length} faces`);
  return step.value;
}

/** The total of one throw. The total is always computed here, never believed. Throws FacesError as {@link parseRoll}. */
export function totalOf(dice: Dice, faces: readonly number[]): number {
  return parseRoll(dice, faces).kept.reduce((sum, face) => sum + face, 0);
}

/** Throws the dice and returns every face thrown, in order. */
export function rollDice(dice: Dice, die: Die): readonly number[] {
  const throws = rollSteps(dice);
  let step = throws.next();
  while (!step.done) step = throws.next(die(step.value));
  return step.value.faces;
}

/** Throws the dice and returns only the total; kept free of allocation because simulation lives in it. */
export function rollTotal(dice: Dice, die: Die): number {
  const { count, sides, keep, explode } = dice;
  if (count === 1 && keep === undefined && !explode) return die(sides);
  const thrown = dicePerResult(dice);
  let sum = 0;
  for (let i = 0; i < count; i++) {
    let kept: number;
    do {
      kept = die(sides);
      for (let more = thrown - 1; more > 0; more--) {
        const other = die(sides);
        if (keep === 'high' ? other > kept : other < kept) kept = other;
      }
      sum += kept;
    } while (explode && kept === sides);
  }
  return sum;
}

/** How dice are written: `2d6`, `1d10*` exploding, `1d20▲` the higher of two, `1d20▼3` the lowest of three. */
export function notation(dice: Dice): string {
  const of = dice.of === undefined || dice.of === 2 ? '' : dice.of;
  const kept = dice.keep === undefined ? '' : `${dice.keep === 'high' ? '▲' : '▼'}${of}`;
  return `${dice.count}d${dice.sides}${dice.explode ? '*' : ''}${kept}`;
}

export interface Chance {
  readonly total: number;
  readonly chance: number;
}

/** Below this the tail of an explosion is no longer followed; what is left counts to the last total. */
export const MIN_TAIL_CHANCE = 1e-6;

const distributions = new Map<string, readonly Chance[]>();

/** Every total with its chance, ascending; the chances sum to one. */
export function distributionOf(dice: Dice): readonly Chance[] {
  const key = notation(dice);
  let known = distributions.get(key);
  if (!known) {
    known = sumOfDistributions(distributionOfDie(dice), dice.count);
    distributions.set(key, known);
  }
  return known;
}

function distributionOfDie(dice: Dice): Map<number, number> {
  const { sides, keep, explode } = dice;
  const thrown = dicePerResult(dice);
  const chanceOf = (face: number): number => {
    if (keep === undefined) return 1 / sides;
    const rank = keep === 'high' ? face : sides + 1 - face;
    return (rank ** thrown - (rank - 1) ** thrown) / sides ** thrown;
  };
  const totals = new Map<number, number>();
  const follow = explode && sides > 1;
  let reach = 1;
  let base = 0;
  do {
    for (let face = 1; face < sides; face++) totals.set(base + face, reach * chanceOf(face));
    const top = reach * chanceOf(sides);
    base += sides;
    reach = top;
  } while (follow && reach >= MIN_TAIL_CHANCE);
  totals.set(base, reach);
  return totals;
}

function sumOfDistributions(die: Map<number, number>, count: number): readonly Chance[] {
  let sum = new Map([[0, 1]]);
  for (let i = 0; i < count; i++) {
    const next = new Map<number, number>();
    for (const [a, p] of sum) for (const [b, q] of die) next.set(a + b, (next.get(a + b) ?? 0) + p * q);
    sum = next;
  }
  return [...sum].map(([total, chance]) => ({ total, chance })).sort((a, b) => a.total - b.total);
}

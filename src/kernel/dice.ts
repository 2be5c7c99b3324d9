/** A pool of dice. `keep` and `explode` apply to each of the `count` dice separately. */
export interface Dice {
  readonly count: number;
  readonly sides: number;
  /** Roll several and keep the highest or lowest; applies again to each explosion. */
  readonly keep?: 'high' | 'low';
  /** How many are rolled for each that is kept; default 2. */
  readonly of?: number;
  /** A kept top face is rolled again and added, without limit. */
  readonly explode?: boolean;
}

/** Faces that do not fit the dice asked for. */
export class FacesError extends Error {
  override readonly name = 'FacesError';
}

/** Rolls one die and returns its face, 1 to `sides`. */
export type Die = (sides: number) => number;

export const dice = (count: number, sides: number): Dice => ({ count, sides });
export const d20: Dice = { count: 1, sides: 20 };

/** Returns how many dice are rolled for each that counts. */
export const dicePerResult = ({ keep, of = 2 }: Dice): number => (keep === undefined ? 1 : of);

/** Yields the sides of the next die, is resumed with its face, and returns the finished roll. */
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

export interface DiceRoll {
  readonly faces: readonly number[];
  readonly kept: readonly number[];
}

export interface RolledFace {
  readonly face: number;
  readonly counts: boolean;
  readonly exploded: boolean;
}

/**
 * Returns every face with its role; of equal faces the first counts.
 * @throws FacesError as {@link parseRoll}
 */
export function rolledFaces(dice: Dice, faces: readonly number[]): readonly RolledFace[] {
  const perResult = dicePerResult(dice);
  return parseRoll(dice, faces).kept.flatMap((kept, at) => {
    const group = faces.slice(perResult * at, perResult * (at + 1));
    const first = group.indexOf(kept);
    const exploded = dice.explode === true && kept === dice.sides;
    return group.map((face, index) => ({ face, counts: index === first, exploded: exploded && index === first }));
  });
}

/**
 * Returns recorded faces as one roll.
 * @throws FacesError unless they are exactly one roll of these dice
 */
export function parseRoll(dice: Dice, faces: readonly number[]): DiceRoll {
  const steps = rollSteps(dice);
  let step = steps.next();
  for (const [at, face] of faces.entries()) {
    if (step.done) throw new FacesError(`${notation(dice)} took ${at} of ${faces.length} faces`);
    if (!Number.isInteger(face) || face < 1 || face > step.value)
      throw new FacesError(`${String(face)} is no face of a d${step.value}`);
    step = steps.next(face);
  }
  if (!step.done) throw new FacesError(`${notation(dice)} needs more than ${faces.length} faces`);
  return step.value;
}

/**
 * Returns the total, always computed from the faces.
 * @throws FacesError as {@link parseRoll}
 */
export function totalOf(dice: Dice, faces: readonly number[]): number {
  return parseRoll(dice, faces).kept.reduce((sum, face) => sum + face, 0);
}

/** Returns every face rolled, in order. */
export function rollDice(dice: Dice, die: Die): readonly number[] {
  const steps = rollSteps(dice);
  let step = steps.next();
  while (!step.done) step = steps.next(die(step.value));
  return step.value.faces;
}

/** Returns the total. Allocates nothing because simulations spend their time here. */
export function rollTotal(dice: Dice, die: Die): number {
  const { count, sides, keep, explode } = dice;
  if (count === 1 && keep === undefined && !explode) return die(sides);
  const perResult = dicePerResult(dice);
  let sum = 0;
  for (let i = 0; i < count; i++) {
    let kept: number;
    do {
      kept = die(sides);
      for (let more = perResult - 1; more > 0; more--) {
        const other = die(sides);
        if (keep === 'high' ? other > kept : other < kept) kept = other;
      }
      sum += kept;
    } while (explode && kept === sides);
  }
  return sum;
}

/** Returns the notation: `2d6`, `1d10*` exploding, `1d20▲` highest of two, `1d20▼3` lowest of three. */
export function notation(dice: Dice): string {
  const of = dice.of === undefined || dice.of === 2 ? '' : dice.of;
  const kept = dice.keep === undefined ? '' : `${dice.keep === 'high' ? '▲' : '▼'}${of}`;
  return `${dice.count}d${dice.sides}${dice.explode ? '*' : ''}${kept}`;
}

export interface Chance {
  readonly total: number;
  readonly chance: number;
}

/** An explosion is not followed below this chance; the rest counts for the last total. */
export const MIN_TAIL_CHANCE = 1e-6;

const distributions = new Map<string, readonly Chance[]>();

/** Returns every total with its chance, ascending; the chances sum to 1. */
export function distributionOf(dice: Dice): readonly Chance[] {
  const key = notation(dice);
  let cached = distributions.get(key);
  if (!cached) {
    cached = sumOfDistributions(distributionOfDie(dice), dice.count);
    distributions.set(key, cached);
  }
  return cached;
}

function distributionOfDie(dice: Dice): Map<number, number> {
  const { sides, keep, explode } = dice;
  const perResult = dicePerResult(dice);
  const chanceOf = (face: number): number => {
    if (keep === undefined) return 1 / sides;
    const rank = keep === 'high' ? face : sides + 1 - face;
    return (rank ** perResult - (rank - 1) ** perResult) / sides ** perResult;
  };
  const totals = new Map<number, number>();
  const explodes = explode && sides > 1;
  let reachChance = 1;
  let base = 0;
  do {
    for (let face = 1; face < sides; face++) totals.set(base + face, reachChance * chanceOf(face));
    const topChance = reachChance * chanceOf(sides);
    base += sides;
    reachChance = topChance;
  } while (explodes && reachChance >= MIN_TAIL_CHANCE);
  totals.set(base, reachChance);
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

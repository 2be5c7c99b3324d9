import { GRID_DIAGONALS } from '../../shared/constants';

/** Diagonal steps of a path so far: alternating rules count them across segments. */
export interface DiagonalCount {
  diagonals: number;
}

interface Steps {
  distance: number;
  diagonals: number;
}

/**
 * Returns the length of a straight line in spaces over three axes (T13: CONST.GRID_DIAGONALS). UNVERIFIED: a step
 * along all three axes counts as one diagonal of weight √3, 1.75, 3, or as a long alternating one.
 */
export function measureSteps(axes: [number, number, number], rule: number, count: DiagonalCount): Steps {
  const [a, b, c] = axes.map(Math.abs).sort((x, y) => y - x) as typeof axes;
  const straight = a - b;
  const single = b - c;
  const double = c;
  const diagonals = single + double;
  const before = count.diagonals;
  count.diagonals += diagonals;
  const weigh = (one: number, two: number) => straight + single * one + double * two;
  const long = (first: boolean) => {
    const upTo = (n: number) => (first ? Math.ceil(n / 2) : Math.floor(n / 2));
    return straight + diagonals + upTo(before + diagonals) - upTo(before);
  };
  switch (rule) {
    case GRID_DIAGONALS.EXACT:
      return { distance: weigh(Math.SQRT2, Math.sqrt(3)), diagonals };
    case GRID_DIAGONALS.APPROXIMATE:
      return { distance: weigh(1.5, 1.75), diagonals };
    case GRID_DIAGONALS.RECTILINEAR:
      return { distance: weigh(2, 3), diagonals };
    case GRID_DIAGONALS.ALTERNATING_1:
      return { distance: long(false), diagonals };
    case GRID_DIAGONALS.ALTERNATING_2:
      return { distance: long(true), diagonals };
    case GRID_DIAGONALS.ILLEGAL:
      count.diagonals = before;
      return { distance: weigh(2, 3), diagonals: 0 };
    default:
      return { distance: weigh(1, 1), diagonals };
  }
}

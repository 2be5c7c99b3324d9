/** A space of the grid. API: GridOffset2D */
export interface GridCell {
  readonly i: number;
  readonly j: number;
}

interface Box {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** Longest reach, in spaces. */
const FARTHEST = 30;

/** Returns the spaces in and around the box of some, ring by ring, until a ring has none that `isIn`. */
export function spacesAround(from: readonly GridCell[], isIn: (space: GridCell) => boolean): GridCell[] {
  const [rows, columns] = [from.map(({ i }) => i), from.map(({ j }) => j)];
  const box = {
    top: Math.min(...rows),
    bottom: Math.max(...rows),
    left: Math.min(...columns),
    right: Math.max(...columns),
  };
  const found = spacesIn(box).filter(isIn);
  for (let far = 1; far <= FARTHEST; far++) {
    const ring = ringAround(box, far).filter(isIn);
    if (ring.length === 0) break;
    found.push(...ring);
  }
  return found;
}

function spacesIn({ top, bottom, left, right }: Box): GridCell[] {
  const spaces: GridCell[] = [];
  for (let i = top; i <= bottom; i++) for (let j = left; j <= right; j++) spaces.push({ i, j });
  return spaces;
}

function ringAround({ top, bottom, left, right }: Box, far: number): GridCell[] {
  const ring: GridCell[] = [];
  for (let j = left - far; j <= right + far; j++) ring.push({ i: top - far, j }, { i: bottom + far, j });
  for (let i = top - far + 1; i < bottom + far; i++) ring.push({ i, j: left - far }, { i, j: right + far });
  return ring;
}

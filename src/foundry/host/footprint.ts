interface Point {
  readonly x: number;
  readonly y: number;
}

/** A token's corner in pixels and its size in spaces. */
interface Box extends Point {
  readonly width: number;
  readonly height: number;
  readonly shape?: number;
}

interface Offset {
  readonly i: number;
  readonly j: number;
}

/** API v14: TokenDocument, BaseGrid. */
interface TokenOnGrid {
  readonly parent: {
    readonly grid?: {
      readonly size: number;
      readonly isGridless: boolean;
      readonly isHexagonal: boolean;
      getCenterPoint(offset: Offset): Point;
    } | null;
  } | null;
  getSnappedPosition(data: object): Point;
  getOccupiedGridSpaceOffsets(data: object): readonly Offset[];
}

/** Pixels of a space without a scene. */
const SIZE = 100;

/**
 * Returns the center of a token in pixels: on hexagons the mean of those it occupies, because core's own center is that of
 * a box for some shapes. Source: core 13, common/documents/token.mjs.
 * @param snaps whether a token between spaces is where Foundry would snap it, which is what its occupied spaces are
 */
export function centerOf(token: TokenOnGrid, box: Box, snaps: boolean): Point {
  const { x, y, width, height } = box;
  const { size = SIZE, isGridless = true, isHexagonal = false } = token.parent?.grid ?? {};
  const middle = { x: x + (width * size) / 2, y: y + (height * size) / 2 };
  if (isGridless || !(snaps || isHexagonal)) return middle;
  const snapped = token.getSnappedPosition(box);
  const [east, south] = [x - snapped.x, y - snapped.y];
  const center = isHexagonal ? meanOfHexes(token, { ...box, x: snapped.x, y: snapped.y }) : null;
  const { x: onX, y: onY } = center ?? { x: middle.x - east, y: middle.y - south };
  return snaps ? { x: onX, y: onY } : { x: onX + east, y: onY + south };
}

function meanOfHexes(token: TokenOnGrid, box: Box): Point | null {
  const { grid } = token.parent ?? {};
  // Without a level, walls cut off no spaces. API v14: TokenDocument#getOccupiedGridSpaceOffsets.
  const offsets = token.getOccupiedGridSpaceOffsets({ ...box, level: null });
  if (!grid || offsets.length === 0) return null;
  const centers = offsets.map((offset) => grid.getCenterPoint(offset));
  const mean = (axis: 'x' | 'y'): number => centers.reduce((sum, each) => sum + each[axis], 0) / centers.length;
  return { x: mean('x'), y: mean('y') };
}

/**
 * Returns the corner of a token, in whole pixels, that gives it a center.
 * @param box as it is now
 */
export function cornerAround(token: TokenOnGrid, center: Point, box: Box): { x: number; y: number } {
  const now = centerOf(token, box, false);
  return { x: Math.round(center.x - (now.x - box.x)), y: Math.round(center.y - (now.y - box.y)) };
}

export interface ScreenBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Distance from everything else, in pixels. */
export const GAP = 8;

/**
 * Returns the place nearest to the preferred one that is on the screen and covers no other box.
 * If none exists, it covers as little as possible: first of `others`, then of `avoided`.
 * @param preferred its upper left corner
 */
export function placeNear(
  preferred: ScreenPoint,
  size: Size,
  screen: ScreenBox,
  others: readonly ScreenBox[],
  avoided: readonly ScreenBox[] = [],
): ScreenPoint {
  const obstacles = [...others, ...avoided];
  const xs = [
    preferred.x,
    screen.left + GAP,
    ...obstacles.flatMap(({ left, right }) => [left - GAP - size.width, right + GAP]),
  ];
  const ys = [
    preferred.y,
    screen.top + GAP,
    ...obstacles.flatMap(({ top, bottom }) => [top - GAP - size.height, bottom + GAP]),
  ];
  const start = clampToScreen(preferred, size, screen);
  const [columns, rows] = [new Set<number>(), new Set<number>()];
  for (const x of xs) columns.add(clampToScreen({ x, y: 0 }, size, screen).x);
  for (const y of ys) rows.add(clampToScreen({ x: 0, y }, size, screen).y);
  const candidates = [start, ...[...columns].flatMap((x) => [...rows].map((y) => ({ x, y })))]
    .map((at) => ({ at, far: distance(at, preferred) }))
    .sort((a, b) => a.far - b.far);
  let best = { at: start, over: Number.POSITIVE_INFINITY, overAvoided: Number.POSITIVE_INFINITY };
  // The nearest come first, so one that covers nothing is the best.
  for (const { at } of candidates) {
    const over = covered(at, size, others);
    if (over > best.over) continue;
    const overAvoided = covered(at, size, avoided);
    if (over < best.over || overAvoided < best.overAvoided) best = { at, over, overAvoided };
    if (over === 0 && overAvoided === 0) break;
  }
  return best.at;
}

/** Returns the nearest place on the screen. If it does not fit, the upper left corner stays visible. */
export function clampToScreen({ x, y }: ScreenPoint, { width, height }: Size, screen: ScreenBox): ScreenPoint {
  return {
    x: Math.max(screen.left, Math.min(x, screen.right - width)),
    y: Math.max(screen.top, Math.min(y, screen.bottom - height)),
  };
}

/** Returns the widest horizontal span of a band that no box overlaps. */
export function widestFreeSpan(
  band: ScreenBox,
  others: readonly ScreenBox[],
): { readonly left: number; readonly right: number } {
  const inside = others.filter((other) => isOverlapping(band, other)).sort((a, b) => a.left - b.left);
  let widest = { left: band.left, right: band.left };
  let left = band.left;
  for (const other of [...inside, { left: band.right + GAP, right: band.right }]) {
    const right = other.left - GAP;
    if (right - left > widest.right - widest.left) widest = { left, right };
    left = Math.max(left, other.right + GAP);
  }
  return widest;
}

export const isOverlapping = (a: ScreenBox, b: ScreenBox): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const distance = (a: ScreenPoint, b: ScreenPoint): number => Math.hypot(a.x - b.x, a.y - b.y);

function covered({ x, y }: ScreenPoint, { width, height }: Size, others: readonly ScreenBox[]): number {
  return others.reduce((sum, { left, top, right, bottom }) => {
    const wide = Math.min(x + width, right) - Math.max(x, left);
    const high = Math.min(y + height, bottom) - Math.max(y, top);
    return wide > 0 && high > 0 ? sum + wide * high : sum;
  }, 0);
}

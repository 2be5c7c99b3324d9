import { isOverlapping, placeNear, type ScreenBox, type ScreenPoint } from './place';

/** Returns the box of a token on this user's screen, in pixels; null if it is not visible. API: Canvas#clientCoordinatesFromCanvas. */
export function boxOfToken(token: TokenDocument.Implementation | null | undefined): ScreenBox | null {
  const object = token?.parent === canvas?.scene ? token?.object : null;
  if (!canvas?.ready || !object?.visible) return null;
  const { x, y, width, height } = object.bounds;
  const from = canvas.clientCoordinatesFromCanvas({ x, y });
  const to = canvas.clientCoordinatesFromCanvas({ x: x + width, y: y + height });
  return { left: from.x, top: from.y, right: to.x, bottom: to.y };
}

export const boxesOfTokens = (): ScreenBox[] =>
  canvas?.ready ? (canvas.tokens?.placeables ?? []).flatMap(({ document }) => boxOfToken(document) ?? []) : [];

/**
 * Returns how far a box must move, in pixels, so that nothing covers it; null if nothing does.
 * @param covering the boxes of windows, bar and sidebar
 */
export function shiftToShow(box: ScreenBox, covering: readonly ScreenBox[], screen: ScreenBox): ScreenPoint | null {
  if (!covering.some((other) => isOverlapping(box, other))) return null;
  const size = { width: box.right - box.left, height: box.bottom - box.top };
  const { x, y } = placeNear({ x: box.left, y: box.top }, size, screen, covering);
  return { x: x - box.left, y: y - box.top };
}

/** Pans the map until nothing covers these tokens, or as many of the first as there is space for. API: Canvas#animatePan. */
export async function showTokens(
  tokens: readonly TokenDocument.Implementation[],
  covering: readonly ScreenBox[],
  screen: ScreenBox,
): Promise<void> {
  const boxes = tokens.flatMap((token) => boxOfToken(token) ?? []);
  const stage = canvas?.ready ? canvas.stage : null;
  const shift = shiftToShowMost(boxes, covering, screen);
  if (!stage || !shift) return;
  const { pivot, scale } = stage;
  await canvas.animatePan({ x: pivot.x - shift.x / scale.x, y: pivot.y - shift.y / scale.y });
}

/**
 * Returns how far boxes must move together, in pixels, so that nothing covers as many of the first as possible; null if nothing does.
 * @param boxes the most important first
 */
export function shiftToShowMost(
  boxes: readonly ScreenBox[],
  covering: readonly ScreenBox[],
  screen: ScreenBox,
): ScreenPoint | null {
  for (let count = boxes.length; count > 0; count--) {
    const shown = boxes.slice(0, count);
    if (!shown.some((box) => shiftToShow(box, covering, screen))) return null;
    const all = shown.reduce((a, b) => ({
      left: Math.min(a.left, b.left),
      top: Math.min(a.top, b.top),
      right: Math.max(a.right, b.right),
      bottom: Math.max(a.bottom, b.bottom),
    }));
    const shift = shiftToShow(all, covering, screen);
    const isShown = shift && !shiftToShow(moved(all, shift), covering, screen);
    if (isShown || count === 1) return shift;
  }
  return null;
}

const moved = ({ left, right, top, bottom }: ScreenBox, { x, y }: ScreenPoint): ScreenBox => ({
  ...{ left: left + x, right: right + x },
  ...{ top: top + y, bottom: bottom + y },
});

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

/** Pans the map until nothing covers a token. API: Canvas#animatePan. */
export async function showToken(
  token: TokenDocument.Implementation,
  covering: readonly ScreenBox[],
  screen: ScreenBox,
): Promise<void> {
  const box = boxOfToken(token);
  const stage = canvas?.ready ? canvas.stage : null;
  const shift = box && shiftToShow(box, covering, screen);
  if (!stage || !shift) return;
  const { pivot, scale } = stage;
  await canvas.animatePan({ x: pivot.x - shift.x / scale.x, y: pivot.y - shift.y / scale.y });
}

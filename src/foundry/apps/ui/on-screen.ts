import { GAP, isOverlapping, type ScreenBox } from './place';

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

/** Pans the map until a token no longer lies under a box at the lower edge of the screen. API: Canvas#animatePan. */
export async function showAbove(token: TokenDocument.Implementation, over: ScreenBox): Promise<void> {
  const box = boxOfToken(token);
  const stage = canvas?.ready ? canvas.stage : null;
  if (!box || !stage || !isOverlapping(box, over)) return;
  const { pivot, scale } = stage;
  await canvas.animatePan({ y: pivot.y + (box.bottom + GAP - over.top) / scale.y });
}

import type { Command } from '../../encounter/command';
import type { Place } from '../../encounter/state';
import { documentsOf, type ExchangeDocument } from '../host/exchange-document';
import { pixelsOf, placeOf } from '../host/reader';
import { type Corner, clearHighlight, cornersAt, drawLines, highlightSpaces } from './highlights';

/** Layers: the way with the line to the target, and the spaces where they end. */
const WAY = 'cadence-suggested-way';
const SPACES = 'cadence-suggested-spaces';

const COLOR = 0x8fb8f0;
const ALPHA = 0.4;

/** Draws where a command leads and at whom it is aimed, as far as this user sees them; no other user sees it. */
export function drawSuggestion(host: ExchangeDocument, { by, at, path = [] }: Command): void {
  clearSuggestion();
  const { token } = documentsOf(host, by);
  const scene = token?.parent;
  if (!token || !scene || !canvas?.ready || scene !== canvas.scene) return;
  const target = at === undefined || at === by ? null : documentsOf(host, at).token;
  const aimed = target?.parent === scene && target.object?.visible ? target : null;
  const end = path.at(-1);
  const stops = [placeOf(token), ...path, ...(aimed ? [placeOf(aimed)] : [])].map((place) => centerOf(scene, place));
  drawLines(
    WAY,
    stops.slice(1).map((to, nth) => ({ from: stops[nth] ?? to, to })),
    COLOR,
  );
  const corners = [...(end ? cornersAt(token, end) : []), ...(aimed ? cornersAt(aimed, placeOf(aimed)) : [])];
  highlightSpaces(SPACES, corners, { color: COLOR, alpha: ALPHA });
}

export function clearSuggestion(): void {
  clearHighlight(WAY);
  clearHighlight(SPACES);
}

function centerOf(scene: Scene.Implementation, place: Place): Corner {
  const { x, y, width, height } = pixelsOf(scene, place);
  return { x: x + width / 2, y: y + height / 2 };
}

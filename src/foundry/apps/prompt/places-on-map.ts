import type { Place } from '../../../encounter/state';
import type { Responder } from '../../../kernel/ask';
import { clearHighlight, cornersAt, highlightSpaces } from '../../canvas/highlights';
import { documentsOf, type ExchangeDocument } from '../../host/exchange-document';
import { pixelsOf, placeOf } from '../../host/reader';
import { mainPage } from '../../views/pages';

const LAYER = 'cadence-places';
const LIGHT = { color: 0x8ad49a, alpha: 0.3 };
/** Pixels on the screen that a pointer may move between press and release. */
const TREMBLE = 6;

/** An answer that moves a fighter to a place. */
export interface OfferedPlace {
  readonly place: Place;
  choose(): void;
}

/**
 * Lights the places that a question offers, and takes a click on one of them as the answer. The place where the fighter stands keeps its
 * clicks. Returns what ends it.
 * API: Canvas#canvasCoordinatesFromClient
 */
export function offerPlaces(host: ExchangeDocument, by: Responder, offered: readonly OfferedPlace[]): () => void {
  const { token } = documentsOf(host, by);
  const scene = token?.parent;
  if (!canvas?.ready || !token || !scene || scene !== canvas.scene) return () => {};
  const here = placeOf(token);
  const others = offered.filter(({ place: { x, y } }) => x !== here.x || y !== here.y);
  const corners = others.flatMap(({ place }) => cornersAt(token, place));
  clearHighlight(LAYER);
  highlightSpaces(LAYER, new Map(corners.map((corner) => [`${corner.x} ${corner.y}`, corner])).values(), LIGHT);
  const boxes = others.map((each) => ({ ...each, box: pixelsOf(scene, each.place) }));
  const at = ({ clientX, clientY }: PointerEvent): OfferedPlace | undefined => {
    const { x, y } = canvas.canvasCoordinatesFromClient({ x: clientX, y: clientY });
    const farFrom = ({ box }: (typeof boxes)[number]): number =>
      Math.hypot(x - box.x - box.width / 2, y - box.y - box.height / 2);
    const [nearest] = boxes
      .filter(({ box }) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height)
      .sort((a, b) => farFrom(a) - farFrom(b));
    return nearest;
  };
  const page = mainPage();
  const board = page.getElementById('board');
  const listening = new AbortController();
  let pressed: PointerEvent | null = null;
  const on = (type: 'pointerdown' | 'pointerup', handler: (event: PointerEvent) => void) =>
    page.defaultView?.addEventListener(type, handler, { capture: true, signal: listening.signal });
  on('pointerdown', (event) => {
    const isPlace = event.target === board && event.button === 0 && at(event) !== undefined;
    pressed = isPlace ? event : null;
    // Otherwise the map would draw a selection.
    if (isPlace) event.stopImmediatePropagation();
  });
  on('pointerup', (event) => {
    const start = pressed;
    pressed = null;
    if (!start) return;
    event.stopImmediatePropagation();
    if (Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) <= TREMBLE) at(event)?.choose();
  });
  return () => {
    listening.abort();
    clearHighlight(LAYER);
  };
}

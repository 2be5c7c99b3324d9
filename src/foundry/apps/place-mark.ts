import type { Place } from '../../encounter/state';
import type { Asked } from '../../kernel/ask';
import { present } from '../../kernel/present';
import { type Corner, lightUp, putOut } from '../canvas/highlights';
import { documentsOf, type Host } from '../host/host';
import { cornerOf, pixelsOf } from '../host/reader';

const LAYER = 'cadence-place';
const LIGHT = { color: 0x8ad49a, alpha: 0.5 };

/** Lights up where a fighter would stand, on the map this user looks at. */
export function markPlace(host: Host, by: Asked, place: unknown): void {
  const { token } = documentsOf(host, by);
  if (!token || !isPlace(place) || !canvas?.ready || token.parent !== canvas.scene) return;
  putOut(LAYER);
  // API: TokenDocument#getOccupiedGridSpaceOffsets.
  const spaces = token.getOccupiedGridSpaceOffsets({ ...cornerOf(token, place), elevation: place.elevation } as never);
  const grid = present(canvas.grid, 'a grid');
  lightUp(
    LAYER,
    spaces.map((offset) => grid.getTopLeftPoint(offset)),
    LIGHT,
  );
}

/** Lights up a part of the map the asked fighter stands on: every space whose middle lies in it. */
export function markArea(host: Host, by: Asked, area: Place): void {
  const { token } = documentsOf(host, by);
  if (!token?.parent || !canvas?.ready || token.parent !== canvas.scene) return;
  putOut(LAYER);
  const { x, y, width, height } = pixelsOf(token.parent, area);
  const grid = present(canvas.grid, 'a grid');
  const { sizeX, sizeY } = grid;
  const corners: Corner[] = [];
  for (let east = x + sizeX / 2; east < x + width; east += sizeX)
    for (let south = y + sizeY / 2; south < y + height; south += sizeY)
      corners.push(grid.getTopLeftPoint({ x: east, y: south }));
  lightUp(LAYER, corners, LIGHT);
}

export const unmarkPlace = (): void => putOut(LAYER);

const isPlace = (place: unknown): place is Place => typeof place === 'object' && place !== null && 'elevation' in place;

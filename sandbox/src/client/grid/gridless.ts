import { BaseGrid } from './base';
import { type Coordinates, isOffset, type Offset, type Point, type Snapping, type Waypoint } from './types';

/** A map without spaces: offsets are pixels. T13: common/grid/gridless.d.mts. */
export class GridlessGrid extends BaseGrid {
  override getOffset(coords: Coordinates): Offset {
    if (isOffset(coords)) return { ...coords };
    const { x, y } = coords as Point;
    const k = this.level(coords);
    return { i: Math.round(y), j: Math.round(x), ...(k === undefined ? {} : { k }) };
  }

  override getCenterPoint(coords: Coordinates): Point {
    return this.getTopLeftPoint(coords);
  }

  override getTopLeftPoint(coords: Coordinates): Point {
    return isOffset(coords) ? { x: coords.j, y: coords.i } : { x: (coords as Point).x, y: (coords as Point).y };
  }

  override getAdjacentOffsets(): Offset[] {
    return [];
  }

  override testAdjacency(): boolean {
    return false;
  }

  override getShape(): Point[] {
    return [];
  }

  override getVertices(): Point[] {
    return [];
  }

  override getDirectPath(waypoints: Coordinates[]): Offset[] {
    return waypoints.map((w) => this.getOffset(w));
  }

  override getSnappedPoint({ x, y }: Point, _behavior?: Snapping): Point {
    return { x, y };
  }

  override getShiftedPoint({ x, y }: Point, direction: number): Point {
    return {
      x: x + (direction & 8 ? this.size : 0) - (direction & 4 ? this.size : 0),
      y: y + (direction & 2 ? this.size : 0) - (direction & 1 ? this.size : 0),
    };
  }

  override getShiftedOffset(coords: Coordinates, direction: number): Offset {
    return this.getOffset(this.getShiftedPoint(this.getTopLeftPoint(coords), direction));
  }

  override calculateDimensions(sceneWidth: number, sceneHeight: number, padding: number) {
    const x = Math.ceil(sceneWidth * padding);
    const y = Math.ceil(sceneHeight * padding);
    const [width, height] = [sceneWidth + 2 * x, sceneHeight + 2 * y];
    return { width, height, x, y, rows: Math.ceil(height), columns: Math.ceil(width) };
  }

  protected override countSpaces(from: Waypoint, to: Waypoint) {
    const [a, b] = [this.getTopLeftPoint(from), this.getTopLeftPoint(to)];
    const rise = (this.height(to) - this.height(from)) / this.distance;
    const distance = Math.hypot((b.x - a.x) / this.size, (b.y - a.y) / this.size, rise);
    return { distance, spaces: 0, diagonals: 0 };
  }

  private height(coords: Coordinates): number {
    return isOffset(coords) ? (coords.k ?? 0) * this.distance : ((coords as Point).elevation ?? 0);
  }
}

import { NotInSandbox } from '../../../shared/not-in-sandbox';
import type { RegionShape } from '../../documents/region-shapes';

interface Spot {
  x: number;
  y: number;
}

/**
 * The shape under the mouse, with the members that placement callbacks use. T14: common/data/data.d.mts BaseShapeData,
 * CRU action-use-dialog.mjs.
 */
export class PlacedShape {
  readonly #data: RegionShape;

  constructor(data: RegionShape) {
    this.#data = structuredClone(data);
  }

  get type(): string {
    return this.#data.type;
  }
  get x(): number | undefined {
    return 'x' in this.#data ? this.#data.x : undefined;
  }
  get y(): number | undefined {
    return 'y' in this.#data ? this.#data.y : undefined;
  }
  get rotation(): number {
    return ('rotation' in this.#data && this.#data.rotation) || 0;
  }

  /** Moves the origin, or for an emanation the center of its base. */
  move({ x, y }: Spot): void {
    const data = this.#data;
    if (data.type === 'emanation') {
      const { size } = canvas.dimensions!;
      data.base.x = Math.round(x - (data.base.width * size) / 2);
      data.base.y = Math.round(y - (data.base.height * size) / 2);
    } else if (data.type === 'polygon' || data.type === 'grid')
      throw new NotInSandbox(`the placing of a shape "${data.type}"`);
    else Object.assign(data, { x, y });
  }

  rotate(degrees: number): void {
    if (['circle', 'ring', 'emanation', 'token'].includes(this.type)) return;
    Object.assign(this.#data, { rotation: (((this.rotation + degrees) % 360) + 360) % 360 });
  }

  updateSource(changes: object): void {
    Object.assign(this.#data, changes);
  }

  toObject(): RegionShape {
    return structuredClone(this.#data);
  }
}

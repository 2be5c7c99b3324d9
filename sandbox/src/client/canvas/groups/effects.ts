import type { AmbientLightDocument } from '../../documents/ambient-light';
import { ClockwiseSweepPolygon } from '../../geometry/sweep';

interface Spot {
  x: number;
  y: number;
  elevation?: number;
}

/**
 * A shining light. T14: client/canvas/sources/point-light-source.d.mts; radii in pixels, and a shape that only tests
 * points.
 */
interface Source {
  object: AmbientLightDocument;
  x: number;
  y: number;
  active: boolean;
  data: {
    x: number;
    y: number;
    bright: number;
    dim: number;
    angle: number;
    rotation: number;
    walls: boolean;
    negative: boolean;
  };
}

type GlobalSource = ReturnType<typeof globalSource>;

type Condition = { condition?: (source: Source | GlobalSource) => boolean };

/**
 * The light at a point of the drawn scene. T14: client/canvas/groups/effects.d.mts. Ignores lights of tokens and
 * darkness of regions; nothing is drawn lit or dark.
 */
export class EffectsCanvasGroup {
  /** Shining lights by the id of their document. */
  get lightSources(): Map<string, Source> {
    return new Map(
      this.#sources()
        .filter(({ data }) => !data.negative)
        .map((source) => [source.object.id!, source]),
    );
  }

  get darknessSources(): Map<string, Source> {
    return new Map(
      this.#sources()
        .filter(({ data }) => data.negative)
        .map((source) => [source.object.id!, source]),
    );
  }

  getDarknessLevel(_point: Spot): number {
    return canvas.scene!.environment.darknessLevel;
  }

  /** Counts the scene's global light as a source, which `condition` is called with too. */
  testInsideLight(point: Spot, { condition = () => true }: Condition = {}): boolean {
    if (this.testInsideDarkness(point)) return false;
    const { enabled, darkness } = canvas.scene!.environment.globalLight;
    const level = this.getDarknessLevel(point);
    const isGlobal = enabled && level >= darkness.min && level <= darkness.max;
    if (isGlobal && condition(globalSource())) return true;
    return [...this.lightSources.values()].some((source) => condition(source) && reaches(source, point));
  }

  testInsideDarkness(point: Spot, { condition = () => true }: Condition = {}): boolean {
    return [...this.darknessSources.values()].some((source) => condition(source) && reaches(source, point));
  }

  #sources(): Source[] {
    const { distancePixels } = canvas.dimensions!;
    const level = canvas.scene!.environment.darknessLevel;
    return [...canvas.scene!.lights].flatMap((light) => {
      const { x, y, rotation, walls, hidden, config } = light;
      const active = !hidden && level >= config.darkness.min && level <= config.darkness.max;
      if (!active || !light.includedInLevel(canvas.level?.id ?? '')) return [];
      const [bright, dim] = [config.bright * distancePixels, config.dim * distancePixels];
      const data = { x, y, bright, dim, angle: config.angle, rotation, walls, negative: config.negative };
      return [{ object: light, x, y, active, data }];
    });
  }
}

const globalSource = () => ({ isGlobal: true, active: true, data: { ...canvas.scene!.environment.globalLight } });

/**
 * Returns whether a light reaches a point: radius, angle and walls. The angle is centered on the rotation; 0 is south.
 */
function reaches({ x, y, data }: Source, point: Spot): boolean {
  const [dx, dy] = [point.x - x, point.y - y];
  if (Math.hypot(dx, dy) > Math.max(data.bright, data.dim)) return false;
  if (data.angle < 360) {
    const heading = (Math.atan2(dy, dx) * 180) / Math.PI - 90 - data.rotation;
    const off = Math.abs(((((heading + 180) % 360) + 360) % 360) - 180);
    if (off > data.angle / 2) return false;
  }
  const between = { type: 'light', mode: 'any', level: canvas.level } as const;
  return !data.walls || !ClockwiseSweepPolygon.testCollision({ x, y }, point, between);
}

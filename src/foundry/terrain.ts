import type { Area } from '../encounter/state';

/** What is read of a region: its shapes, and behaviors that make walking dearer. API: RegionDocument, ModifyMovementCostRegionBehaviorType. */
interface RegionLike {
  readonly shapes: readonly ShapeLike[];
  readonly behaviors: Iterable<BehaviorLike>;
}

interface ShapeLike {
  readonly type: string;
  readonly hole?: boolean;
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  readonly height?: number;
  readonly rotation?: number;
}

interface BehaviorLike {
  readonly type: string;
  readonly disabled?: boolean;
  readonly system?: unknown;
}

/** Whether walking costs more in there than elsewhere. */
function isDifficult({ type, disabled, system }: BehaviorLike): boolean {
  if (type !== 'modifyMovementCost' || disabled) return false;
  const { difficulties } = (system ?? {}) as { difficulties?: Readonly<Record<string, unknown>> };
  return Number(difficulties?.walk ?? 1) > 1;
}

/**
 * Where it is hard to walk, in metres of the map: upright rectangles of regions whose movement cost is raised. Other
 * shapes are not read; there the game master says so.
 */
export function difficultAreas(regions: Iterable<RegionLike>, metresPerPixel: number): Area[] {
  return [...regions]
    .filter(({ behaviors }) => [...behaviors].some(isDifficult))
    .flatMap(({ shapes }) => shapes)
    .filter(({ type, hole, rotation }) => type === 'rectangle' && !hole && !rotation)
    .map(({ x = 0, y = 0, width = 0, height = 0 }) => ({
      x: (x + width / 2) * metresPerPixel,
      y: (y + height / 2) * metresPerPixel,
      width: width * metresPerPixel,
      height: height * metresPerPixel,
    }));
}

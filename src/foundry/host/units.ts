import { notify } from '../platform/notice';
import { text } from '../platform/text';

/** A scene's grid. API: foundry.grid.BaseGrid#units, GridMeasurement; elevations and radii are in the same unit. */
interface GridWithUnits {
  readonly size: number;
  readonly distance: number;
  readonly units?: string;
}

interface SceneWithUnits {
  readonly id?: string | null;
  readonly name?: string;
  readonly grid?: GridWithUnits | null;
}

const FOOT = 0.3048;
const YARD = 0.9144;

/** Metres by unit as scenes write it. An empty unit is that of the rules. */
const METRES: ReadonlyMap<string, number> = new Map([
  ...['', 'm', 'meter', 'meters', 'metre', 'metres'].map((unit) => [unit, 1] as const),
  ...['ft', 'foot', 'feet', "'", '′'].map((unit) => [unit, FOOT] as const),
  ...['yd', 'yds', 'yard', 'yards'].map((unit) => [unit, YARD] as const),
]);

const factorOf = (grid: GridWithUnits | null | undefined): number | undefined =>
  METRES.get((grid?.units ?? '').trim().replace(/\.$/, '').toLowerCase());

/** The scenes of which the GM was warned, with their unit. */
const warned = new Set<string>();

/** Warns a GM once of a unit that cannot be converted; it counts as one metre. */
export function warnOfUnit({ id, name = '', grid }: SceneWithUnits): void {
  const unit = grid?.units ?? '';
  const key = `${id} ${unit}`;
  if (factorOf(grid) !== undefined || !game.user.isGM || warned.has(key)) return;
  warned.add(key);
  notify('warn', text('CADENCE.Notice.sceneUnit', { scene: name, unit }));
}

/** Returns the metres of a length in the scene's unit. */
export const metresOf = (scene: SceneWithUnits | null, length: number): number =>
  convert(length, factorOf(scene?.grid) ?? 1);

/** Returns a length in the scene's unit. */
export const unitsOf = (scene: SceneWithUnits | null, metres: number): number =>
  convert(metres, 1 / (factorOf(scene?.grid) ?? 1));

/** Places are rounded to millimetres, so a converted cell is too: otherwise neighbouring cells would not touch. */
const convert = (length: number, factor: number): number =>
  factor === 1 ? length : Math.round(length * factor * 1000) / 1000;

/** Returns the size of a cell in metres and the metres of a pixel. */
export function metricGrid(grid: GridWithUnits): { readonly cell: number; readonly metresPerPixel: number } {
  const cell = metresOf({ grid }, grid.distance);
  return { cell, metresPerPixel: cell / grid.size };
}

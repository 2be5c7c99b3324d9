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

/**
 * Metres by unit as scenes write it, without accents. An empty unit is that of the rules. A space is a cell, which rules that count spaces
 * divide by. Words of other languages are listed here, not in language files: every client of a fight must measure the same.
 */
const METRES: ReadonlyMap<string, number> = new Map([
  ['', 1] as const,
  ...words('m mt mtr mtrs meter meters metre metres metro metros metri м метр метра метров メートル 米', 1),
  ...words('ft foot feet fuß fuss pied pieds pie pies piede piedi pe pes фут фута футов фт フィート 英尺', FOOT),
  ...["'", '′', '’'].map((unit) => [unit, FOOT] as const),
  ...words('yd yds yard yards yarda yardas verge verges iarda iarde jarda jardas ярд ярда ярдов ヤード 码', YARD),
  ...words('sp space spaces feld felder case cases casilla casillas casella caselle casa casas', 1),
  ...words('клетка клетки клеток マス 格', 1),
]);

function words(list: string, metres: number): (readonly [string, number])[] {
  return list.split(' ').map((unit) => [unaccented(unit), metres] as const);
}

/** API: String#normalize; NFKD separates accents and spells out compatibility characters. */
function unaccented(unit: string): string {
  return unit.normalize('NFKD').replace(/\p{M}/gu, '').trim().replace(/\.$/, '').toLowerCase();
}

const factorOf = (grid: GridWithUnits | null | undefined): number | undefined =>
  METRES.get(unaccented(grid?.units ?? ''));

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

import { isNeutral } from '../../encounter/sides';
import type { Fighter, Place } from '../../encounter/state';
import { pixelsOf } from '../host/reader';
import { clearHighlight, drawLines, type Line } from './highlights';

const LAYERS = {
  heroes: 'cadence-replay-heroes',
  foes: 'cadence-replay-foes',
  others: 'cadence-replay-others',
} as const;
const COLORS = { heroes: 0x6fb7e8, foes: 0xe0705a, others: 0xb9b4a8 } as const;
type Group = keyof typeof LAYERS;

/** Outlines the spaces that fighters of a record hold on the viewed scene; only this user sees them. */
export function showPlaces(fighters: readonly Fighter[]): void {
  clearPlaces();
  const scene = canvas?.ready ? canvas.scene : null;
  if (!scene) return;
  const lines: Record<Group, Line[]> = { heroes: [], foes: [], others: [] };
  for (const fighter of fighters) {
    const { player, place } = fighter;
    if (!place || isOnOther(scene, place)) continue;
    const group: Group = player ? 'heroes' : isNeutral(fighter) ? 'others' : 'foes';
    lines[group].push(...outlineOf(pixelsOf(scene, place)));
  }
  for (const group of Object.keys(LAYERS) as Group[]) drawLines(LAYERS[group], lines[group], COLORS[group]);
}

/** A record may come from another world. */
const isOnOther = ({ id }: Scene.Implementation, { scene }: Place): boolean =>
  scene !== undefined && scene !== id && game.scenes?.has(scene) === true;

export function clearPlaces(): void {
  for (const layer of Object.values(LAYERS)) clearHighlight(layer);
}

function outlineOf({ x, y, width, height }: ReturnType<typeof pixelsOf>): Line[] {
  const corners = [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ];
  return corners.map((from, at) => ({ from, to: corners[(at + 1) % corners.length] ?? from }));
}

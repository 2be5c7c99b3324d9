import type { AreaView } from '../../encounter/view';
import { present } from '../../kernel/present';
import { metresBetween } from '../../mechanics/space';
import { adapterOf } from '../adapters/registry';
import { spaceAt } from '../host/reader';
import { type Fight, fightOf, isShown } from '../views/fight';
import { type Corner, lightUp, putOut } from './highlights';

const LAYER = 'cadence-areas';
const COLOR = 0xb48ad8;
const ALPHA = 0.28;
/** A place on the edge belongs to it, whatever the last digits say. Metres. */
const SLACK = 1e-3;

/** Lights up what lies on the viewed map in any encounter, of those this user may know of. */
export function showAreas(): void {
  putOut(LAYER);
  const scene = canvas?.ready ? canvas.scene : null;
  if (!scene || canvas.grid?.isGridless) return;
  for (const combat of game.combats?.contents ?? []) {
    const isHere = [...combat.combatants].some(({ token }) => token?.parent === scene);
    if (!adapterOf(combat.type) || !isHere) continue;
    const fight = fightOf(combat);
    if (!fight) continue;
    const { areas } = fight.adapter.ruleset.views.tracker(fight.encounter, fight.viewer);
    for (const area of areas ?? []) {
      const owner = combat.combatants.get(area.by);
      if (!owner || isShown(owner)) lightUp(LAYER, spacesOf(fight, scene, area), { color: COLOR, alpha: ALPHA });
    }
  }
}

/** The spaces whose middle lies within, looked for in the square around the area. */
function spacesOf({ encounter: { ground } }: Fight, scene: Scene.Implementation, area: AreaView): Corner[] {
  const grid = present(canvas.grid, 'a grid');
  const center = { ...spaceAt(scene, { x: 0, y: 0 }, area.elevation), x: area.x, y: area.y };
  const pixels = grid.size / ground.cell;
  const reach = Math.ceil(area.radius / ground.cell) + 1;
  const middle = grid.getOffset({ x: area.x * pixels, y: area.y * pixels });
  const spaces: Corner[] = [];
  for (let i = middle.i - reach; i <= middle.i + reach; i++)
    for (let j = middle.j - reach; j <= middle.j + reach; j++) {
      const there = spaceAt(scene, grid.getCenterPoint({ i, j }), area.elevation);
      if (metresBetween(ground, center, there) <= area.radius + SLACK) spaces.push(grid.getTopLeftPoint({ i, j }));
    }
  return spaces;
}

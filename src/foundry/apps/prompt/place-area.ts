import type { Command } from '../../../encounter/command';
import { documentsOf, type ExchangeDocument } from '../../host/exchange-document';
import { placeOf, spaceAt } from '../../host/reader';
import { metricGrid } from '../../host/units';
import { levelForPlacing } from '../../host/viewed-level';
import { notify } from '../../platform/notice';
import { text } from '../../platform/text';
import { fightOf } from '../../views/fight';

const COLOR = '#b48ad8';

interface Placing {
  placeRegion?(data: object, options: object): Promise<RegionDocument.Implementation | null>;
}

/**
 * Lets the user place an area with the mouse and returns the command with its path ending there; null if canceled or on another scene.
 * API v14: foundry.canvas.layers.RegionLayer#placeRegion, RegionPlacementOptions; crucible, module/dice/action-use-dialog.mjs.
 */
export async function placeArea(host: ExchangeDocument, command: Command): Promise<Command | null> {
  const { token } = documentsOf(host, command.by);
  const fight = fightOf(host);
  const regions = canvas?.ready ? (canvas.regions as Placing | null | undefined) : null;
  const scene = token?.parent;
  if (!fight || !token || !scene || scene !== canvas?.scene || !regions?.placeRegion) {
    notify('warn', text('CADENCE.App.Area.otherMap'));
    return null;
  }
  const { label, radius = 0 } = fight.adapter.ruleset.views.action(fight.encounter, command, fight.viewer);
  const pixels = 1 / metricGrid(scene.grid).metresPerPixel;
  const { x, y } = token.getCenterPoint();
  notify('info', text('CADENCE.App.Area.place'));
  const region = await regions.placeRegion(
    {
      name: label.key,
      color: COLOR,
      visibility: CONST.REGION_VISIBILITY.ALWAYS,
      levels: Object.values(levelForPlacing(scene)),
      shapes: [{ type: 'circle', x, y, radius: radius * pixels, gridBased: !scene.grid.isGridless }],
    },
    { create: false, allowRotation: false },
  );
  const shape = region?.toObject().shapes[0] as { readonly x: number; readonly y: number } | undefined;
  if (!shape) return null;
  // Rules measure only between spaces of the grid.
  const at = scene.grid.isGridless ? shape : scene.grid.getCenterPoint(scene.grid.getOffset(shape));
  return { ...command, path: [spaceAt(scene, at, { ...placeOf(token), ...levelForPlacing(scene) })] };
}

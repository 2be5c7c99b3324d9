import { isActor } from '../abstract/address';
import { tokenSize } from '../grid/token-geometry';
import type { Canvas } from './canvas';

interface DroppedData {
  type?: string;
  uuid?: string;
  x?: number;
  y?: number;
}

/** Handles drops on the map. A hook `dropCanvasData` that returns false takes over (T13: client/hooks.d.mts). */
export function receiveDrops(canvas: Canvas): void {
  canvas.view.addEventListener('dragover', (event: DragEvent) => event.preventDefault());
  canvas.view.addEventListener('drop', (event: DragEvent) => {
    event.preventDefault();
    const data = dropData(event);
    if (!canvas.ready || !data) return;
    Object.assign(data, canvas.canvasCoordinatesFromClient({ x: event.clientX, y: event.clientY }));
    if (Hooks.call('dropCanvasData', canvas, data, event) === false) return;
    if (data.type === 'Actor') createToken(canvas, data, event.altKey);
  });
}

function dropData(event: DragEvent): DroppedData | null {
  try {
    return JSON.parse(event.dataTransfer?.getData('text/plain') ?? '');
  } catch {
    return null;
  }
}

/** Creates a token for a dropped actor, centered on the mouse; hidden with Alt. Imports an actor of a pack first. */
async function createToken(canvas: Canvas, { uuid, x = 0, y = 0 }: DroppedData, hidden: boolean): Promise<void> {
  const dropped = await fromUuid(uuid);
  if (!isActor(dropped)) return;
  if (!game.user.can('TOKEN_CREATE') || !dropped.isOwner) {
    ui.notifications.warn('DOCUMENT.TokenCreateDenied', { localize: true });
    return;
  }
  const pack = dropped.pack ? game.packs.get(dropped.pack) : undefined;
  const actor = pack ? await game.actors.importFromCompendium(pack, dropped.id!) : dropped;
  if (!actor) return;
  const token = await actor.getTokenDocument({ hidden }, { parent: canvas.scene });
  const { width, height } = tokenSize(canvas.grid!, token);
  const place = { x: x - width / 2, y: y - height / 2, width: token.width, height: token.height };
  const at = token.getSnappedPosition(place);
  token.updateSource({ x: at.x, y: at.y, level: canvas.level?.id });
  await canvas.scene!.createEmbeddedDocuments('Token', [token.toObject()]);
}

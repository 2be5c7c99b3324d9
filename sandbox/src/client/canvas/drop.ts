import { tokenSize } from '../grid/token-geometry';

/** Things dropped on the map. Hook `dropCanvasData` may take over by returning false (T13: client/hooks.d.mts). */
export function receiveDrops(canvas: any): void {
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

function dropData(event: DragEvent): any {
  try {
    return JSON.parse(event.dataTransfer?.getData('text/plain') ?? '');
  } catch {
    return null;
  }
}

/** A token for a dropped actor, its middle where the mouse was; hidden with Alt. An actor of a pack is imported first. */
async function createToken(canvas: any, { uuid, x, y }: any, hidden: boolean): Promise<void> {
  let actor = await fromUuid(uuid);
  if (!actor) return;
  if (!game.user.can('TOKEN_CREATE') || !actor.isOwner) {
    ui.notifications.warn('DOCUMENT.TokenCreateDenied', { localize: true });
    return;
  }
  if (actor.pack) actor = await game.actors.importFromCompendium(game.packs.get(actor.pack), actor.id);
  const token = await actor.getTokenDocument({ hidden }, { parent: canvas.scene });
  const { width, height } = tokenSize(canvas.grid, token);
  const place = { x: x - width / 2, y: y - height / 2, width: token.width, height: token.height };
  const at = token.getSnappedPosition(place);
  token.updateSource({ x: at.x, y: at.y });
  await canvas.scene.createEmbeddedDocuments('Token', [token.toObject()]);
}

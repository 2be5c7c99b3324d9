import { wasBound } from '../../platform/bound';

/** Foundry's drag data of a document. */
interface DocumentDrag {
  readonly type?: unknown;
  readonly uuid?: unknown;
}

/** Adds an actor that is dropped on the tracker to the encounter, also without a token. Idempotent. */
export function bindActorDrop(element: HTMLElement): void {
  if (wasBound(element, bindActorDrop)) return;
  element.addEventListener('dragover', (event) => event.preventDefault());
  element.addEventListener('drop', (event) => {
    const actor = droppedActor(event);
    if (!actor) return;
    event.preventDefault();
    void import('../actions/join-fight').then(({ joinFight }) => joinFight(actor));
  });
}

/** Returns an actor of the world; others are imported first. T14: client/applications/ux/text-editor.d.mts `getDragEventData`. */
function droppedActor(event: DragEvent): Actor.Implementation | null {
  const { TextEditor } = foundry.applications.ux;
  const { type, uuid } = TextEditor.implementation.getDragEventData(event) as DocumentDrag;
  if (type !== 'Actor' || typeof uuid !== 'string') return null;
  const found = fromUuidSync(uuid);
  return found instanceof Actor && !found.pack ? found : null;
}

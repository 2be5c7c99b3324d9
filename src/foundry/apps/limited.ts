import { modelOf } from '../stored/model';
import { enrich } from './sheet-bases';
import { part } from './templates';

type Shown = Actor.Implementation | Item.Implementation;

/**
 * What a window has for somebody who may look at a document with limited permission only: picture, name, and what is written of it for
 * everybody. ActorSheetV2 opens for them (API: DocumentSheetV2 `viewPermission`, LIMITED by default); dnd5e and crucible give them parts of
 * their own (module/applications/actor/api/base-actor-sheet.mjs, `LIMITED_PARTS`).
 */
export const LIMITED_PARTS = { limited: part('apps/limited', ['']) };

/** @param prose the name of the model's formatted text */
export async function limitedContext(document: Shown, prose: string, kind = ''): Promise<object> {
  const written = modelOf(document)[prose];
  // What stands in a secret block is its owners'.
  const enriched = await enrich(typeof written === 'string' ? written : '', document, false);
  return { limited: { img: document.img, name: document.name, kind, prose: enriched } };
}

interface Rendered {
  readonly document: Shown;
  readonly element: HTMLElement;
}

/** Where the permission has changed while the window was open, what was drawn for the other is taken out of it. */
export function dropOtherParts({ document, element }: Rendered): void {
  for (const drawn of element.querySelectorAll<HTMLElement>('[data-application-part]'))
    if ((drawn.dataset.applicationPart ?? '') in LIMITED_PARTS !== document.limited) drawn.remove();
}

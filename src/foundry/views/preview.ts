import { wasBound } from '../platform/bound';
import { allPages, isElement } from './pages';
import type { PreviewSpan } from './parts';

const GHOST = 'cadence-lane__ghost';

/**
 * Shows on a fighter's lanes the preview of the hovered or focused action button. The button's label contains it for screen readers.
 * Idempotent.
 */
export function watchPreviews(page: Document): void {
  if (wasBound(page, watchPreviews)) return;
  for (const type of ['pointerover', 'focusin'])
    page.addEventListener(type, ({ target }) => {
      const pointed = isElement(target) ? target : null;
      if (pointed?.closest('.cadence-ask')) return;
      const button = pointed?.closest<HTMLElement>('.cadence-action[data-preview]');
      showPreview(button ? readSpan(button.dataset.preview) : null);
    });
  page.addEventListener('focusout', () => showPreview(null));
}

/** A text of a user may have such an element too. */
function readSpan(json = 'null'): PreviewSpan | null {
  try {
    return JSON.parse(json) as PreviewSpan | null;
  } catch {
    return null;
  }
}

export function showPreview(ghost: PreviewSpan | null): void {
  for (const page of allPages()) renderPreview(page, ghost);
}

function renderPreview(page: Document, ghost: PreviewSpan | null): void {
  for (const shown of page.querySelectorAll(`.${GHOST}`)) shown.remove();
  if (!ghost) return;
  for (const lane of page.querySelectorAll<HTMLElement>(`[data-lane="${CSS.escape(ghost.by)}"]`)) {
    const span = page.createElement('li');
    span.className = `${GHOST} ${GHOST}--${ghost.fit}`;
    span.setAttribute('aria-hidden', 'true');
    span.style.setProperty('--span', `${(ghost.length / Number(lane.dataset.whole)) * 100}%`);
    span.textContent = ghost.label;
    const rest = lane.querySelector('.cadence-lane__rest');
    if (rest) rest.before(span);
    else lane.querySelector('.cadence-lane__spans')?.append(span);
  }
}

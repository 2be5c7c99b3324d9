import type { Enricher } from './text-editor';

/**
 * Wraps the element of an enricher with `onRender`, and calls that once attached.
 * T14: client/applications/elements/enriched-content.d.mts
 */
class HTMLEnrichedContentElement extends (globalThis.HTMLElement ?? class {}) {
  connectedCallback(): void {
    const id = (this as HTMLElement).getAttribute('enricher');
    const { enrichers = [] } = CONFIG.TextEditor ?? {};
    enrichers.find((enricher) => enricher.id === id)?.onRender?.(this);
  }
}

if ('customElements' in globalThis) customElements.define('enriched-content', HTMLEnrichedContentElement as never);

/** @returns the element itself if its enricher has no `onRender` */
export function wrapped(element: HTMLElement, { id, onRender }: Enricher): HTMLElement {
  if (!id || !onRender) return element;
  const around = document.createElement('enriched-content');
  around.setAttribute('enricher', id);
  around.append(element);
  return around;
}

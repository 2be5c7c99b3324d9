import type { RenderOptions } from './window-bases';

/** Core calls both `render(options)` and `render(force, options)`. API: ApplicationV2#render, ClientDocument#render. */
export const asRenderOptions = (options: boolean | RenderOptions = {}, more: RenderOptions = {}): RenderOptions =>
  typeof options === 'boolean' ? { ...more, force: options } : options;

/**
 * Returns the options without the context of other documents: core's tracker reads the viewed combat's entry without checking that there
 * is one (client/applications/sidebar/tabs/combat-tracker.mjs at 14.365).
 */
export function withDataOf(id: string | null | undefined, options: RenderOptions): RenderOptions {
  const { renderData } = options;
  if (!Array.isArray(renderData) || (id && renderData.some((data) => data._id === id))) return options;
  return { ...options, renderContext: undefined, renderData: undefined };
}

import { noteChange } from './changes';

const UNKNOWN_FACE = 'icons/svg/mystery-man.svg';

/** Still pictures of animated tokens, by source. Null while one is made, and of a file that cannot be loaded. */
const stills = new Map<string, string | null>();

/**
 * Returns the first source that an `img` element can show. A video is shown by its first frame; until that is made, the next source is.
 * API: foundry.helpers.media.VideoHelper.hasVideoExtension, game.video.createThumbnail; wfrp4e, src/apps/chat-cards, uses both.
 */
export function portraitFrom(...sources: readonly (string | null | undefined)[]): string {
  for (const src of sources) {
    const shown = src && stillOf(src);
    if (shown) return shown;
  }
  return UNKNOWN_FACE;
}

function stillOf(src: string): string | null {
  if (!foundry.helpers.media.VideoHelper.hasVideoExtension(src)) return src;
  const still = stills.get(src);
  if (still === undefined) void makeStill(src);
  return still ?? null;
}

async function makeStill(src: string): Promise<void> {
  stills.set(src, null);
  try {
    const still: unknown = await game.video.createThumbnail(src, { width: 100, height: 100 });
    if (typeof still !== 'string' || still === '') return;
    stills.set(src, still);
    noteChange();
  } catch (error) {
    console.warn(`Cadence | no picture of ${src}`, error);
  }
}

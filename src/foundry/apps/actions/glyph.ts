/** The image of an action, and a small one in its corner if both are needed to tell it apart. */
interface Glyph {
  readonly icon: string;
  readonly mark: string;
}

/**
 * Returns the glyph of an action. With an item that has its own image, that image is shown and the action's icon is in the corner.
 * @param imageOf the image of an item; null for a default image
 */
export function glyphOf(
  { icon, item }: { readonly icon: string; readonly item: string | null },
  imageOf: (item: string) => string | null,
): Glyph {
  const image = item === null ? null : imageOf(item);
  return image && image !== icon ? { icon: image, mark: icon } : { icon, mark: '' };
}

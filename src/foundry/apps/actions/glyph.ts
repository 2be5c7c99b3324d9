interface Glyph {
  readonly icon: string;
  readonly mark: string;
}

/**
 * Returns the glyph of an action: an item's own image with the action's icon in the corner, else the icon.
 * @param imageOf the image of an item; null for a default image
 */
export function glyphOf(
  { icon, item }: { readonly icon: string; readonly item: string | null },
  imageOf: (item: string) => string | null,
): Glyph {
  const image = item === null ? null : imageOf(item);
  return image && image !== icon ? { icon: image, mark: icon } : { icon, mark: '' };
}

/** What an action looks like among others: a picture, and a small one in its corner where it takes both to tell it apart. */
interface Glyph {
  readonly icon: string;
  readonly mark: string;
}

/**
 * The same is done with several things, and with one thing several things are done: an action with a thing that has a picture of its own
 * bears that picture, and in the corner what is done with it.
 * @param imageOf the picture of a thing; null where it has none of its own
 */
export function glyphOf(
  { icon, item }: { readonly icon: string; readonly item: string | null },
  imageOf: (item: string) => string | null,
): Glyph {
  const image = item === null ? null : imageOf(item);
  return image && image !== icon ? { icon: image, mark: icon } : { icon, mark: '' };
}

/** Returns the visible text of HTML. */
export const plain = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The text of what is drawn into a message. */
export async function drawn(draw: (html: object) => Promise<void>): Promise<string> {
  const content = { innerHTML: '', querySelector: () => null, addEventListener: () => undefined };
  await draw({ querySelector: () => content, classList: { add: () => undefined } });
  return plain(content.innerHTML);
}

/** What a person reads of HTML. */
export const plain = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ')
    .trim();

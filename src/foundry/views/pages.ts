/** The page Foundry runs in. Everything else asks an element for its `ownerDocument`: windows can be detached, since 14. */
export const mainPage = (): Document => document;

/** Every page in which a window of Foundry stands: its own, and those of detached windows. */
export function pages(): ReadonlySet<Document> {
  const found = new Set([mainPage()]);
  for (const { element } of foundry.applications.instances.values()) if (element) found.add(element.ownerDocument);
  return found;
}

/** Gives a document from a source file the shape in which Foundry keeps it in a compendium; in place. */
export function packed(
  doc: object,
  type: string,
  system: { readonly id: string; readonly version: string; readonly compatibility: { readonly minimum: string } },
): void;

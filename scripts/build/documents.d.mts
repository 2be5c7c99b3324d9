/** Converts a source document into the shape of Foundry compendia, in place. */
export function packed(
  doc: object,
  type: string,
  system: { readonly id: string; readonly version: string; readonly compatibility: { readonly minimum: string } },
): void;

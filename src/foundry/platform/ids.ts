/** The id of a document that is stored, or yet to be stored under it. Throws Error for one that has none. */
export function idOf({ id }: { readonly id: string | null }): string {
  if (id === null) throw new Error('a document that is not stored has no id');
  return id;
}

/** Text the user is typing as an answer, by the ask's key. It survives a redraw of the input. */
const drafts = new Map<string, string>();

export const draftOf = (key: string): string => drafts.get(key) ?? '';

export function storeDraft(key: string, typed: string): void {
  drafts.set(key, typed);
}

export function dropDraft(key: string): void {
  drafts.delete(key);
}

/** What somebody has begun to type as an answer, by the ask's key: the place it is typed in may be drawn anew meanwhile. */
const drafts = new Map<string, string>();

export const draftOf = (key: string): string => drafts.get(key) ?? '';

export function storeDraft(key: string, typed: string): void {
  drafts.set(key, typed);
}

export function dropDraft(key: string): void {
  drafts.delete(key);
}

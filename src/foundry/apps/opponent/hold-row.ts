/**
 * Returns the next rows with the held one where it was shown, even if it is no longer among them: what a user points at
 * does not move.
 */
export function holdRow<Row extends { readonly key: string }>(
  next: readonly Row[],
  shown: readonly Row[],
  held: string | null,
): readonly Row[] {
  const at = shown.findIndex(({ key }) => key === held);
  const kept = next.find(({ key }) => key === held) ?? shown[at];
  if (at < 0 || !kept) return next;
  const others = next.filter(({ key }) => key !== held);
  return others.toSpliced(at, 0, kept).slice(0, Math.max(next.length, at + 1));
}

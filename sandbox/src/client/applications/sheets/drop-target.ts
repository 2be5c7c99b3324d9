/** Reads a drag's document, whichever of uuid or plain data the drag carries. */
export async function droppedDocument(data: any): Promise<any> {
  if (!data?.type) return null;
  const cls = getDocumentClass(data.type);
  if (!cls) return null;
  if (typeof cls.fromDropData === 'function') return cls.fromDropData(data);
  if (data.uuid) return fromUuid(data.uuid);
  return data.data ? new cls(data.data) : null;
}

/** New sort numbers that put `source` before or after `target`. T13: foundry.utils.performIntegerSort */
export function sortAround(source: any, target: any, siblings: any[]): { _id: string; sort: number }[] {
  const density = 100_000;
  const ordered = siblings.filter((one) => one !== source).sort((a, b) => a.sort - b.sort);
  const before = source.sort > target.sort;
  ordered.splice(ordered.indexOf(target) + (before ? 0 : 1), 0, source);
  return ordered
    .map((one, index) => ({ _id: one.id, sort: (index + 1) * density }))
    .filter(({ _id, sort }) => {
      return siblings.find((one) => one.id === _id).sort !== sort;
    });
}

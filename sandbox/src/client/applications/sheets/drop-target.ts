import type { Document } from '../../abstract/document';
import type { DragData } from '../../documents/client-document';
import type { Item } from '../../documents/item';
/** Reads the dragged document from a UUID or from plain data. */
export async function droppedDocument(data: DragData): Promise<Document | null> {
  if (!data?.type) return null;
  const cls = getDocumentClass(data.type);
  if (!cls) return null;
  return (cls as typeof Item).fromDropData(data);
}

type Sorted = Pick<Document, 'id' | 'sort'>;

/** Returns sort numbers that place `source` before or after `target`. T13: foundry.utils.performIntegerSort */
export function sortAround(source: Sorted, target: Sorted, siblings: Sorted[]): { _id: string; sort: number }[] {
  const density = 100_000;
  const ordered = siblings.filter((one) => one !== source).sort((a, b) => a.sort - b.sort);
  const before = source.sort > target.sort;
  ordered.splice(ordered.indexOf(target) + (before ? 0 : 1), 0, source);
  return ordered
    .map((one, index) => ({ _id: one.id!, sort: (index + 1) * density }))
    .filter(({ _id, sort }) => {
      return siblings.find((one) => one.id === _id)?.sort !== sort;
    });
}

export type DirectoryNode = {
  folder: any | null;
  expanded: boolean;
  children: DirectoryNode[];
  entries: any[];
};

const bySorting = (mode: string) => (a: any, b: any) =>
  mode === 'm' ? (a.sort ?? 0) - (b.sort ?? 0) : a.name.localeCompare(b.name);

/** Folders and their entries as a tree; an empty folder is shown to GMs only. */
export function buildTree(
  folders: any[],
  entries: any[],
  expanded: Record<string, boolean>,
  isGM: boolean,
): DirectoryNode {
  const node = (folder: any | null): DirectoryNode => {
    const id = folder?.id ?? null;
    const children = folders
      .filter((one) => (one.folder?.id ?? one.folder ?? null) === id)
      .sort(bySorting('m'))
      .map(node)
      .filter((child) => isGM || child.entries.length > 0 || child.children.length > 0);
    const inside = entries.filter((entry) => (entry.folder?.id ?? entry.folder ?? null) === id);
    return {
      folder,
      expanded: !!expanded[folder?.uuid],
      children,
      entries: inside.sort(bySorting(folder?.sorting ?? 'a')),
    };
  };
  return node(null);
}

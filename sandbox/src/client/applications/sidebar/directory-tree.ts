interface ListedFolder {
  id?: string | null;
  uuid?: string;
  name?: string;
  sort?: number;
  sorting?: string;
  folder?: ListedFolder | string | null;
}

export interface ListedEntry {
  id?: string | null;
  name?: string;
  sort?: number;
  folder?: ListedFolder | string | null;
}

export type DirectoryNode<E extends ListedEntry = ListedEntry, F extends ListedFolder = ListedFolder> = {
  folder: F | null;
  expanded: boolean;
  children: DirectoryNode<E, F>[];
  entries: E[];
};

const idOf = (folder: ListedFolder | string | null | undefined): string | null =>
  (typeof folder === 'object' ? folder?.id : folder) ?? null;

const bySorting = (mode: string) => (a: ListedEntry, b: ListedEntry) =>
  mode === 'm' ? (a.sort ?? 0) - (b.sort ?? 0) : (a.name ?? '').localeCompare(b.name ?? '');

/** Returns folders and their entries as a tree. Empty folders are included for GMs only. */
export function buildTree<E extends ListedEntry, F extends ListedFolder>(
  folders: F[],
  entries: E[],
  expanded: Record<string, boolean>,
  isGM: boolean,
): DirectoryNode<E, F> {
  const node = (folder: F | null): DirectoryNode<E, F> => {
    const id = folder?.id ?? null;
    const children = folders
      .filter((one) => idOf(one.folder) === id)
      .sort(bySorting('m'))
      .map(node)
      .filter((child) => isGM || child.entries.length > 0 || child.children.length > 0);
    const inside = entries.filter((entry) => idOf(entry.folder) === id);
    return {
      folder,
      expanded: !!expanded[folder?.uuid ?? ''],
      children,
      entries: inside.sort(bySorting(folder?.sorting ?? 'a')),
    };
  };
  return node(null);
}

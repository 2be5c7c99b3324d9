import { describe, expect, it } from 'vitest';
import { sortAround } from '../../src/client/applications/sheets/drop-target';
import { buildTree } from '../../src/client/applications/sidebar/directory-tree';

describe('the tree of a directory', () => {
  const folder = { id: 'f', uuid: 'Folder.f', name: 'Heroes', folder: null };
  const empty = { id: 'e', uuid: 'Folder.e', name: 'Empty', folder: null };
  const entries = [
    { id: '2', name: 'Mira', folder },
    { id: '1', name: 'Kor', folder },
    { id: '3', name: 'Gnoll', folder: null },
  ];

  it('sorts entries by name in their folders', () => {
    const tree = buildTree([folder], [...entries], { 'Folder.f': true }, false);
    expect(tree.entries.map(({ name }) => name)).toEqual(['Gnoll']);
    expect(tree.children[0]?.entries.map(({ name }) => name)).toEqual(['Kor', 'Mira']);
    expect(tree.children[0]?.expanded).toBe(true);
  });

  it('shows an empty folder to GMs only', () => {
    expect(buildTree([folder, empty], [...entries], {}, true).children).toHaveLength(2);
    expect(buildTree([folder, empty], [...entries], {}, false).children).toHaveLength(1);
  });
});

describe('sorting an item by a drop', () => {
  it('places it after the target if it was before it', () => {
    const items = [1, 2, 3].map((n) => ({ id: String(n), sort: n * 100_000 }));
    expect(sortAround(items[0]!, items[2]!, items)).toEqual([
      { _id: '2', sort: 100_000 },
      { _id: '3', sort: 200_000 },
      { _id: '1', sort: 300_000 },
    ]);
  });
});

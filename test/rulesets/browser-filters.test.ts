import { describe, expect, it } from 'vitest';
import { MANIFESTS } from '../../src/rulesets/manifests';
import type { Fields } from '../../src/toolkit/define/schema';
import { leavesOf } from '../../src/toolkit/define/sheet-schema';

describe.each(MANIFESTS.map(({ schema }) => schema))('the filters of the compendium browser in $id', (schema) => {
  const { id, actor, filters = [] } = schema;
  const types: Readonly<Record<string, Fields>> = { [id]: actor, ...schema.items };
  const has = (type: string, path: string) => leavesOf(types[type] ?? {}).some(([name]) => name === path);

  it('have names of their own and read fields that their subtypes have', () => {
    expect(filters.length).toBeGreaterThan(2);
    expect(new Set(filters.map((filter) => filter.id)).size).toBe(filters.length);
    const paths = filters.flatMap(({ fields, needs = {} }) => [...Object.entries(fields), ...Object.entries(needs)]);
    expect(paths.filter(([type, path]) => !has(type, path))).toEqual([]);
  });
});

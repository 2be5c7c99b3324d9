import { describe, expect, it } from 'vitest';
import { _del, _replace } from '../../src/shared/operators';
import { deepClone, deepFreeze, diffObject, expandObject, flattenObject, mergeObject } from '../../src/shared/utils';

describe('mergeObject', () => {
  it('merges objects, replaces arrays and expands dotted keys, in place', () => {
    const original = { a: { b: 1, c: [1, 2] } };
    const merged = mergeObject(original, { 'a.d': 4, a: { c: [3] } });
    expect(merged).toBe(original);
    expect(original).toEqual({ a: { b: 1, c: [3], d: 4 } });
  });

  it('leaves the original alone with inplace: false', () => {
    const original = { a: { b: 1 } };
    expect(mergeObject(original, { a: { b: 2 } }, { inplace: false })).toEqual({ a: { b: 2 } });
    expect(original).toEqual({ a: { b: 1 } });
  });

  it('replaces instead of merging with recursive: false', () => {
    expect(mergeObject({ a: { b: 1 } }, { a: { c: 2 } }, { recursive: false })).toEqual({ a: { c: 2 } });
  });

  it('supports insertKeys, insertValues, overwrite and enforceTypes', () => {
    expect(mergeObject({ a: 1 }, { b: 2 }, { insertKeys: false })).toEqual({ a: 1 });
    expect(mergeObject({ a: { x: 1 } }, { a: { y: 2 } }, { insertValues: false })).toEqual({ a: { x: 1 } });
    expect(mergeObject({ a: 1 }, { a: 2 }, { overwrite: false })).toEqual({ a: 1 });
    expect(() => mergeObject({ a: 1 }, { a: 'x' }, { enforceTypes: true })).toThrow('Mismatched data types');
  });

  it.each([
    ['v14', { a: { b: _del, d: _replace({ y: 2 }) } }],
    ['v13', { a: { '-=b': null, '==d': { y: 2 } } }],
  ])('applies %s operators with applyOperators', (_name, change) => {
    const original = { a: { b: 1, c: 2, d: { x: 1 } } };
    expect(mergeObject(original, change, { applyOperators: true })).toEqual({ a: { c: 2, d: { y: 2 } } });
  });

  it('keeps operators as values without applyOperators', () => {
    expect(mergeObject({ a: 1 }, { a: _del }).a).toBe(_del);
  });

  it('does not reach the prototype', () => {
    type Polluted = { polluted?: number };
    const sent = JSON.parse('{"__proto__": {"polluted": 1}}');
    expect(mergeObject({}, sent as Polluted, { applyOperators: true }).polluted).toBeUndefined();
    mergeObject({}, { '__proto__.polluted': 1 });
    expect(({} as Polluted).polluted).toBeUndefined();
  });
});

describe('diffObject', () => {
  it('returns only the differences', () => {
    expect(diffObject({ a: { b: 1, c: 2 }, l: [1] }, { a: { b: 1, c: 3 }, l: [1], n: 1 })).toEqual({
      a: { c: 3 },
      n: 1,
    });
  });

  it('finds no difference in an empty object, which a merge would ignore', () => {
    expect(diffObject({ a: { b: 1 } }, { a: {} })).toEqual({});
  });

  it('keeps an operator only where it changes something', () => {
    expect(diffObject({ a: 1 }, { a: _del, b: _del })).toEqual({ a: _del });
    expect(diffObject({ a: { x: 1 } }, { a: _replace({ x: 1 }) })).toEqual({});
    expect(diffObject({ a: 1 }, { '-=a': null, '-=b': null })).toEqual({ '-=a': null });
  });

  it('supports inner and deletionKeys', () => {
    expect(diffObject({ a: 1 }, { b: 2 }, { inner: true })).toEqual({});
    expect(diffObject({ a: 1, c: 1 }, { a: 1 }, { deletionKeys: true })).toEqual({ '-=c': null });
  });
});

describe('expandObject, flattenObject, deepClone', () => {
  it('restore plain data', () => {
    const nested = { a: { b: { c: 1 }, d: [1, { e: 2 }] }, f: {} };
    expect(expandObject(flattenObject(nested))).toEqual(nested);
    expect(flattenObject(nested)).toEqual({ 'a.b.c': 1, 'a.d': [1, { e: 2 }], f: {} });
  });

  it('merge a dotted key into a nested one', () => {
    expect(expandObject({ a: { b: 1 }, 'a.c': 2 })).toEqual({ a: { b: 1, c: 2 } });
  });

  it('clone deeply and keep operators', () => {
    const source = { a: [{ b: 1 }], d: _del };
    const clone = deepClone(source);
    clone.a[0]!.b = 2;
    expect(source.a[0]?.b).toBe(1);
    expect(clone.d).toBe(_del);
  });
});

describe('deepFreeze', () => {
  it('freezes all plain objects and arrays within, and returns the same object', () => {
    const source = { a: [{ b: 1 }], c: { d: 2 } };
    expect(deepFreeze(source)).toBe(source);
    for (const part of [source, source.a, source.a[0], source.c]) expect(Object.isFrozen(part)).toBe(true);
  });

  it('leaves other objects alone, or throws if it is strict', () => {
    const source = { when: new Set([1]) };
    expect(Object.isFrozen(deepFreeze(source).when)).toBe(false);
    expect(() => deepFreeze({ when: new Set([1]) }, { strict: true })).toThrow('advanced');
  });
});

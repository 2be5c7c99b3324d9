import { describe, expect, it, vi } from 'vitest';
import {
  buildUuid,
  Collection,
  debounce,
  deleteProperty,
  escapeHTML,
  getProperty,
  getType,
  hasProperty,
  isEmpty,
  isNewerVersion,
  isValidId,
  objectsEqual,
  parseUuid,
  randomID,
  setProperty,
  throttle,
  unescapeHTML,
} from '../../src/shared/utils';

describe('UUIDs and ids', () => {
  it('generates ids of 16 letters and digits', () => {
    expect(isValidId(randomID())).toBe(true);
    expect(isValidId('too-short')).toBe(false);
    expect(randomID()).not.toBe(randomID());
  });

  it.each([
    ['Actor.a', { type: 'Actor', id: 'a', primaryType: 'Actor', primaryId: 'a', embedded: [], pack: null }],
    [
      'Scene.s.Token.t.Actor.a',
      { type: 'Actor', id: 'a', primaryType: 'Scene', embedded: ['Token', 't', 'Actor', 'a'] },
    ],
    ['Compendium.cadence.heroes.Actor.a.Item.i', { type: 'Item', id: 'i', primaryId: 'a', pack: 'cadence.heroes' }],
  ])('parses %s', (uuid, expected) => {
    expect(parseUuid(uuid)).toMatchObject(expected);
  });

  it('parses relative UUIDs and refuses invalid ones', () => {
    expect(parseUuid('.Item.i', { relative: 'Actor.a' })).toMatchObject({ primaryId: 'a', id: 'i' });
    expect(parseUuid('Actor')).toBeNull();
  });

  it('builds UUIDs that it can parse', () => {
    expect(buildUuid({ id: 'i', documentName: 'Item', parentUuid: 'Actor.a' })).toBe('Actor.a.Item.i');
    expect(buildUuid({ id: 'i', documentName: 'Item', pack: 'x.y' })).toBe('Compendium.x.y.Item.i');
  });
});

describe('properties', () => {
  it('are read, set and deleted by path', () => {
    const data = { a: { b: null } };
    expect(setProperty(data, 'a.c.d', 1)).toBe(true);
    expect(setProperty(data, 'a.c.d', 1)).toBe(false);
    expect(getProperty(data, 'a.c.d')).toBe(1);
    expect(hasProperty(data, 'a.b')).toBe(true);
    expect(getProperty(data, 'a.b.c')).toBeUndefined();
    expect(deleteProperty(data, 'a.c')).toBe(true);
    expect(data).toEqual({ a: { b: null } });
  });
});

describe('types and equality', () => {
  it('names types as Foundry does', () => {
    const kinds = [null, [], {}, new Map(), new (class Thing {})(), 1, undefined].map(getType);
    expect(kinds).toEqual(['null', 'Array', 'Object', 'Map', 'Unknown', 'number', 'undefined']);
  });

  it('detects empty and equal values', () => {
    expect([undefined, null, [], {}, new Set()].every(isEmpty)).toBe(true);
    expect([0, '', false, [0]].some(isEmpty)).toBe(false);
    expect(objectsEqual({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] })).toBe(true);
    expect(objectsEqual({ a: 1 }, { a: 1, b: undefined })).toBe(false);
  });

  it.each([
    ['14.360', '14.59', true],
    ['1.0', '1.0', false],
    ['1.0.1', '1.0', true],
    ['1.0', '1.0.1', false],
  ])('%s newer than %s: %s', (a, b, newer) => {
    expect(isNewerVersion(a, b)).toBe(newer);
  });

  it('escapes and unescapes HTML', () => {
    expect(escapeHTML(`<b a="x">&'`)).toBe('&lt;b a=&quot;x&quot;&gt;&amp;&#x27;');
    expect(unescapeHTML(escapeHTML(`<b>&'"`))).toBe(`<b>&'"`);
  });
});

describe('Collection', () => {
  const heroes = new Collection<{ name: string }>([
    ['m', { name: 'Mira' }],
    ['k', { name: 'Kor' }],
  ]);

  it('iterates values and has array methods', () => {
    expect([...heroes].map((hero) => hero.name)).toEqual(['Mira', 'Kor']);
    expect(heroes.find((hero) => hero.name === 'Kor')).toBe(heroes.get('k'));
    expect(heroes.map((hero) => hero.name)).toEqual(['Mira', 'Kor']);
    expect(heroes.getName('Mira')).toBe(heroes.contents[0]);
    expect(heroes.reduce((sum, hero) => sum + hero.name.length, 0)).toBe(7);
  });

  it('throws for a missing key only if strict', () => {
    expect(heroes.get('x')).toBeUndefined();
    expect(() => heroes.get('x', { strict: true })).toThrow('x does not exist in the Collection');
    expect(() => heroes.getName('X', { strict: true })).toThrow('does not exist');
  });
});

describe('debounce and throttle', () => {
  it('run the last call, or the first and the last', () => {
    vi.useFakeTimers();
    const late = vi.fn();
    const debounced = debounce(late, 100);
    debounced(1);
    debounced(2);
    vi.advanceTimersByTime(100);
    expect(late.mock.calls).toEqual([[2]]);
    const some = vi.fn();
    const throttled = throttle(some, 100);
    for (const n of [1, 2, 3]) throttled(n);
    vi.advanceTimersByTime(100);
    expect(some.mock.calls).toEqual([[1], [3]]);
    vi.useRealTimers();
  });
});

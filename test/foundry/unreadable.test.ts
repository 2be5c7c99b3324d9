import { expect, it } from 'vitest';
import { findUnreadable } from '../../src/foundry/migration/unreadable';

type Source = Parameters<typeof findUnreadable>[0];

it('asks no token for its actor that has no data of its own, because asking makes it', () => {
  const asked: unknown[] = [];
  const whole = { name: 'Gnoll', uuid: '', traverseEmbeddedDocuments: () => [], _source: {} };
  const token = (delta: object | null, actorLink = false) => ({
    ...whole,
    actorLink,
    _source: { delta },
    get actor() {
      asked.push(delta);
      return whole;
    },
  });
  const own = { system: { hp: 2 } };
  const withItem = { system: null, items: [{ _id: 'a' }] };
  const tokens = [token(null), token({ system: {}, items: [] }), token(own), token(withItem), token(own, true)];
  const scene = { ...whole, traverseEmbeddedDocuments: () => tokens.map((each) => ['tokens', each]) };
  const scenes = { documentName: 'Scene', documents: [scene], invalidDocumentIds: new Set(), nameOf: () => undefined };
  expect(findUnreadable([scenes] as unknown as Source)).toEqual([]);
  expect(asked).toEqual([own, withItem]);
});

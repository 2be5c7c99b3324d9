import { expect, it } from 'vitest';
import { changesOf } from '../../src/foundry/platform/v14';

it('omits changes of an effect whose key cannot be read', () => {
  const readable = { key: 'system.speed', value: 1 };
  const effect = { system: { changes: [{ key: { x: 1 }, value: 1 }, readable, { key: null, value: 1 }] } };
  expect(changesOf(effect as never)).toEqual([readable]);
});

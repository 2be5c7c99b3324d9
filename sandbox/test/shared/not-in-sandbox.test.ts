import { expect, it } from 'vitest';
import { closed, NotInSandbox, notInSandbox } from '../../src/shared/not-in-sandbox';

it('throws with the name of a missing member and returns existing ones', () => {
  const utils: Record<string, unknown> = closed('foundry.utils', { present: 1, empty: undefined });
  expect(utils.present).toBe(1);
  expect(utils.empty).toBeUndefined();
  expect(() => utils.fetchJsonWithTimeout).toThrow(NotInSandbox);
  expect(() => utils.fetchJsonWithTimeout).toThrow('foundry.utils.fetchJsonWithTimeout');
  expect(notInSandbox('Tour.fromJSON')).toThrow('Tour.fromJSON');
});

it('does not throw for promises, JSON and symbols', async () => {
  const utils: Record<PropertyKey, unknown> = closed('x', { a: 1 });
  expect(await utils).toBe(utils);
  expect(JSON.stringify(utils)).toBe('{"a":1}');
  expect(utils[Symbol.iterator]).toBeUndefined();
  utils.later = 2;
  expect(utils.later).toBe(2);
});

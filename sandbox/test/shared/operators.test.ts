import { expect, it } from 'vitest';
import {
  _del,
  _replace,
  decodeOperators,
  encodeOperators,
  ForcedDeletion,
  ForcedReplacement,
  normalizeOperators,
} from '../../src/shared/operators';

it('encodes operators in the marked form and decodes them', () => {
  const wire = encodeOperators({ system: { a: _del, b: _replace({ c: 1 }), list: [{ d: _del }], gone: undefined } });
  expect(wire).toEqual({
    system: {
      a: { __$OPERATOR$__: 'ForcedDeletion' },
      b: { __$OPERATOR$__: 'ForcedReplacement', value: { c: 1 } },
      list: [{ d: { __$OPERATOR$__: 'ForcedDeletion' } }],
    },
  });
  const back = decodeOperators(wire);
  expect(back.system.a).toBeInstanceOf(ForcedDeletion);
  expect(back.system.b).toBeInstanceOf(ForcedReplacement);
  expect(back.system.b.value).toEqual({ c: 1 });
});

it('refuses an unknown operator', () => {
  expect(() => decodeOperators({ a: { __$OPERATOR$__: 'Explode' } })).toThrow('Unknown data operator "Explode"');
});

it('converts string keys to operators at every depth', () => {
  const normal = normalizeOperators<{ system: Record<string, unknown> }>({ system: { '-=a': null, '==b': { c: 1 } } });
  expect(normal.system.a).toBe(_del);
  expect((normal.system.b as ForcedReplacement).value).toEqual({ c: 1 });
  expect(Object.keys(normal.system)).toEqual(['a', 'b']);
});

import { expect, it } from 'vitest';
import { begun, hero, item, on, openPartsOf } from './vocabulary';

it('[T-58] a Shift offers each of its options once', () => {
  const items = ['flame', 'frost', 'stone'].map((id) => item('paradigm', id, { active: id === 'flame' }));
  const offered = (answers: readonly (readonly string[])[]) => {
    const eli = hero('eli', { mana1: 2 }, { items, pools: { indefinite1: 1 } });
    const { run } = begun(on(7, [eli]), { do: 'shift', by: 'eli' }, [], answers);
    return openPartsOf(run).flatMap((part) => (part.kind === 'choice' ? part.options.map(({ id }) => id) : []));
  };
  expect(offered([])).toEqual(['paradigm', 'reclaim', 'recover', 'done']);
  expect(offered([['paradigm'], ['frost']])).toEqual(['reclaim', 'recover', 'done']);
  expect(offered([['paradigm'], ['frost'], ['reclaim']])).toEqual(['recover', 'done']);
});

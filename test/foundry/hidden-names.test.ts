import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withoutNamesOf } from '../../src/foundry/host/hidden-names';

/** As Foundry's collections, iterated by their values. */
class Fighters extends Map<string, unknown> {
  override [Symbol.iterator](): never {
    return this.values() as never;
  }
}

const hostOf = (names: Readonly<Record<string, string>>) => {
  const combatants = Object.entries(names).map(([id, name]) => [id, { id, name, _source: { name } }] as const);
  return { documentName: 'Combat', combatants: new Fighters(combatants) } as never;
};

describe('a list of names', () => {
  beforeEach(() => vi.stubGlobal('game', { i18n: { format: () => '?' } }));
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    ['Goblin, Strahd, Lord of Mist', 'Goblin, ?'],
    ['Strahd, Lord of Mist, Goblin', '?, Goblin'],
    ['Strahd, Lord of Mist', '?'],
    ['Kor, the Bold, Kor, Goblin', 'Kor, the Bold, ?, Goblin'],
    ['Strahd, Goblin', 'Strahd, Goblin'],
    ['Goblin', 'Goblin'],
  ])('%s is shown as %s', (list, shown) => {
    const host = hostOf({ a: 'Goblin', b: 'Strahd, Lord of Mist', c: 'Kor', d: 'Kor, the Bold' });
    expect(withoutNamesOf(host, { who: [list] }, ['b', 'c'])).toEqual({ who: [shown] });
  });
});

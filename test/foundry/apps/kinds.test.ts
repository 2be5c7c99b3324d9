import { describe, expect, it, vi } from 'vitest';
import { foldKinds } from '../../../src/foundry/apps/tracker/kinds';
import type { Memo } from '../../../src/foundry/apps/ui/memo';

vi.mock('../../../src/foundry/platform/text', () => ({
  text: (key: string, { count, all }: { count: number; all: number }) => `${key} ${count} ${all}`,
}));

type Row = Parameters<typeof foldKinds>[0][number];
const plainly: Memo = (_of, _by, make) => make();
const row = (id: string, name: string, more: object = {}): Row => ({
  ...{ id, name, img: `${name.split(' ')[0]}.webp`, hidden: false, side: null, number: null, foe: undefined },
  ...{ out: false, defeated: false, current: false, targeted: false },
  gauges: [{ isHealth: true, low: false, empty: false }],
  ...more,
});
const goblins = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, at) => row(`g${at}`, `Goblin (${at + 1})`, more));
const isFoe = (id: string): boolean => !id.startsWith('hero');
const fold = (rows: readonly Row[], opened: readonly string[] = []) =>
  foldKinds(rows, isFoe, new Set(opened), true, plainly);
const names = (rows: ReturnType<typeof fold>) =>
  rows.map((each) => ('isKind' in each ? `${each.name} ×${each.count}` : each.id));

describe('many foes that look the same', () => {
  it('are one row from five on, at the place of the first', () => {
    const hero = row('hero', 'Mira');
    expect(names(fold([...goblins(4), hero]))).toEqual(['g0', 'g1', 'g2', 'g3', 'hero']);
    expect(names(fold([hero, ...goblins(3), row('wolf', 'Wolf'), ...goblins(6).slice(3)]))).toEqual([
      'hero',
      'Goblin ×6',
      'wolf',
    ]);
  });

  it('are shown row by row below the others’ row where it was opened', () => {
    const [kind] = fold(goblins(5));
    expect(names(fold(goblins(5), [kind?.id ?? '']))).toEqual(['Goblin ×5', 'g0', 'g1', 'g2', 'g3', 'g4']);
  });

  it('stay where they are in an order, and stand together where there is none', () => {
    const wolves = Array.from({ length: 5 }, (_, at) => row(`w${at}`, `Wolf ${at}`));
    const mixed = goblins(5).flatMap((goblin, at) => [goblin, ...wolves.slice(at, at + 1)]);
    const [kind] = fold(mixed);
    const opened = [kind?.id ?? ''];
    expect(names(fold(mixed, opened))).toEqual(['Goblin ×5', 'g0', 'g1', 'g2', 'g3', 'g4', 'Wolf ×5']);
    const ordered = mixed.map((each, at) => ({ ...each, number: { value: at } }));
    expect(names(fold(ordered, opened))).toEqual(['Goblin ×5', 'g0', 'Wolf ×5', 'g1', 'g2', 'g3', 'g4']);
  });

  it('keep the row of the one whose turn it is, and of a target', () => {
    const rows = goblins(5).map((each, at) => ({ ...each, current: at === 1, targeted: at === 3 }));
    expect(names(fold(rows))).toEqual(['Goblin ×5', 'g1', 'g3']);
  });

  it('are no fighters of players, and not those who look otherwise, are hidden, or on another side', () => {
    const heroes = Array.from({ length: 5 }, (_, at) => row(`hero${at}`, `Guard ${at}`));
    expect(names(fold(heroes))).toHaveLength(5);
    const others = [{ hidden: true }, { side: { side: 'third' } }, { img: 'other.webp' }, { name: 'Stranger' }];
    for (const other of others) {
      const rows = [...goblins(4), { ...row('odd', 'Goblin (9)'), ...other }];
      expect(names(fold(rows)), JSON.stringify(other)).toHaveLength(5);
    }
  });

  it('say who is hurt and who is down, where they are in the order, and whether all play by themselves', () => {
    const rows = goblins(5).map((each, at) => ({ ...each, foe: 'true', number: { value: 20 - at } }));
    Object.assign(rows[1] ?? {}, { gauges: [{ isHealth: true, low: true, empty: false }], foe: 'false' });
    Object.assign(rows[2] ?? {}, { out: true });
    const [kind] = fold(rows);
    expect(kind).toMatchObject({ number: '20–16', foe: 'false', standing: 'CADENCE.App.Tracker.standing 4 5' });
    expect(kind && 'members' in kind && kind.members.map(({ state }) => state)).toEqual([
      'up',
      'low',
      'out',
      'up',
      'up',
    ]);
    expect(fold(goblins(5))[0]).toMatchObject({ number: null, foe: null });
    expect(fold(goblins(5, { number: { value: 7 } }))[0]).toMatchObject({ number: '7' });
  });
});

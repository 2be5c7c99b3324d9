import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import type { Source, StoredSource } from '../headless/documents';
import { type StoredWorld, Table } from '../headless/table';
import { nothing, type UserName } from '../headless/world';
import { heardBy, storedWorld } from './stored';

/** A world with stored numbers that sheets once accepted and rules never did. */
function stored(change: (world: Record<string, StoredSource[]>) => void): StoredWorld {
  const world = structuredClone(begun) as Record<string, StoredSource[]>;
  change(world);
  return world;
}

let begun: StoredWorld;
beforeAll(async () => {
  begun = await storedWorld('clash');
});

const named = (world: StoredWorld, name: string) =>
  defined(world['actors']?.find((actor) => actor.name === name) as Source | undefined, name);

describe('a stored number beyond the rules’ limits', () => {
  let table: Table;
  afterEach(() => table?.close());
  const open = async (present: readonly UserName[], change: (world: Record<string, StoredSource[]>) => void) => {
    table = await Table.open({ seed: 1, world: nothing, present, stored: stored(change) });
    return table.tabs[0].page;
  };
  const told = (user: UserName) => heardBy(table, user).filter((line) => line.includes('beyond their limits'));

  const wide = (world: Record<string, StoredSource[]>) => {
    const wystan = named(world, 'Wystan');
    wystan.system.hpMax = 1500;
    wystan.system.armorValue = { ...wystan.system.armorValue, head: 120 };
    const weapon = defined(
      wystan.items.find(({ type }) => type === 'clashWeapon'),
      'a weapon',
    );
    weapon.system.attackValue = -3;
  };

  it('counts as the nearest allowed one for everyone, and its fighter can play', async () => {
    const { game, adapterOf, fighterAlone } = await open(['Gamemaster', 'Ann'], wide);
    for (const { page } of table.tabs) {
      const wystan = page.game.actors.getName('Wystan');
      expect([wystan.system.hpMax, wystan.system.armorValue.head]).toEqual([999, 99]);
      const fighter = page.fighterAlone(adapterOf('clash'), wystan);
      expect(fighter.pools.hp.max).toBe(999);
      expect(fighter.items.find(({ type }) => type === 'clashWeapon')?.attackValue).toBe(0);
    }
    expect(fighterAlone(adapterOf('clash'), game.actors.getName('Wystan'))).not.toBeNull();
    expect(table.faults).toEqual([]);
  });

  it('is reported to the game master, once for each place, with the number it counts as', async () => {
    await open(['Gamemaster', 'Ann'], wide);
    const weapon = named(stored(() => undefined) as Record<string, StoredSource[]>, 'Wystan').items.find(
      ({ type }) => type === 'clashWeapon',
    );
    const [line, ...more] = told('Gamemaster');
    expect(more).toEqual([]);
    expect(line).toContain('Wystan (Maximum HP: 1500 counts as 999)');
    expect(line).toContain('120 counts as 99)');
    expect(line).toContain(`Wystan: ${weapon?.name} (`);
    expect(line.match(/counts as/g)).toHaveLength(3);
    expect(told('Ann')).toEqual([]);
  });

  it('stays stored until another number is entered', async () => {
    const { game } = await open(['Gamemaster'], wide);
    const enter = async (change: object) => {
      table.tabs[0].does('enters', () => game.actors.getName('Wystan').update(change));
      await table.settle();
    };
    const kept = () => named({ actors: table.all('actors') }, 'Wystan').system;
    await enter({ name: 'Wystan', 'system.speed': 7 });
    expect([kept().speed, kept().hpMax, kept().armorValue.head]).toEqual([7, 1500, 120]);
    await enter({ 'system.hpMax': 30 });
    expect([kept().hpMax, kept().armorValue.head]).toEqual([30, 120]);
  });

  it('is not reported if every number is within the limits', async () => {
    await open(['Gamemaster'], () => undefined);
    expect(told('Gamemaster')).toEqual([]);
  });
});

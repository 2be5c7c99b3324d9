import type { Encounter, Fighter } from '../../src/encounter/state';

/** A fighter with harmless numbers; what a test is about it says itself. */
export function fighter(id: string, changes: Partial<Fighter> = {}): Fighter {
  return {
    id,
    name: id,
    side: 'heroes',
    player: false,
    stats: {},
    pools: { hp: { value: 7, max: 10 }, energy: { value: 3, max: 5 } },
    conditions: [],
    book: {},
    items: [],
    place: null,
    ...changes,
  };
}

/** An encounter of no particular ruleset. */
export function encounter(...fighters: Fighter[]): Encounter {
  return {
    ruleset: 'none',
    clock: { round: 1, phase: 'open' },
    fighters: Object.fromEntries(fighters.map((each) => [each.id, each])),
    ground: { grid: 'square', cell: 1 },
    settings: {},
  };
}

import type { Condition } from '../encounter/condition';
import type { Encounter, Fighter, FighterId, FighterState } from '../encounter/state';
import { lookup } from '../kernel/lookup';
import { freePlaceNear } from '../toolkit/space/free-place';

/** How many of each fighter take part: 0 leaves it out, 2 adds a copy; 1 for those that are not listed. */
export type Roster = Readonly<Record<FighterId, number>>;

export const countIn = (roster: Roster, id: FighterId): number => lookup(roster, id) ?? 1;

/** Returns the id of a copy, numbered from 1. Ids of documents have no plus sign. */
export const copyIdOf = (id: FighterId, number: number): FighterId => `${id}+${number}`;

/**
 * Returns the encounter with other numbers of its fighters. Copies stand on the nearest free cell and are as their
 * originals are now, without what ties those to others; what fighters who are left out have caused ends.
 */
export function withRoster(encounter: Encounter, roster: Roster): Encounter {
  const { ground } = encounter;
  const all = Object.values(encounter.fighters);
  const isIn = ({ id }: Fighter): boolean => countIn(roster, id) > 0;
  const absent = new Set(all.filter((fighter) => !isIn(fighter)).map(({ id }) => id));
  const ids = new Set(all.map(({ id }) => id));
  const taken = all.filter(isIn).flatMap(({ place }) => place ?? []);
  const fighters = all.filter(isIn).flatMap((original): Fighter[] => {
    const fighter = { ...original, conditions: conditionsWithout(original.conditions, absent) };
    const copies = Array.from({ length: countIn(roster, fighter.id) - 1 }, (_, at) => {
      const place = fighter.place && freePlaceNear(ground, fighter.place, taken);
      if (place) taken.push(place);
      return { ...copyOf(fighter, copyIdOf(fighter.id, at + 1), ids), place };
    });
    return [fighter, ...copies];
  });
  return { ...encounter, fighters: Object.fromEntries(fighters.map((fighter) => [fighter.id, fighter])) };
}

function conditionsWithout(conditions: readonly Condition[], absent: ReadonlySet<FighterId>): Condition[] {
  return conditions.flatMap((condition) => {
    const { by, until, data, towards } = condition;
    if (isNamed([by, until?.of, data], absent)) return [];
    const left = towards?.filter((id) => !absent.has(id));
    if (!left) return condition;
    return left.length > 0 ? { ...condition, towards: left } : [];
  });
}

/** Returns the fighter under another id, without conditions and state that name a third one. */
function copyOf(fighter: Fighter, id: FighterId, ids: ReadonlySet<FighterId>): Fighter {
  const others = new Set([...ids].filter((each) => each !== fighter.id));
  const renamed = <T>(value: T): T => renameIn(value, fighter.id, id);
  return {
    ...fighter,
    id,
    conditions: fighter.conditions.filter((condition) => !isNamed(condition, others)).map(renamed),
    state: Object.fromEntries(
      Object.entries(fighter.state).flatMap(([key, value]) => (isNamed(value, others) ? [] : [[key, renamed(value)]])),
    ) as FighterState,
  };
}

/** Returns true if a value contains one of the ids. */
function isNamed(value: unknown, ids: ReadonlySet<FighterId>): boolean {
  if (typeof value === 'string') return ids.has(value);
  return typeof value === 'object' && value !== null && Object.values(value).some((part) => isNamed(part, ids));
}

function renameIn<T>(value: T, from: FighterId, to: FighterId): T {
  if (value === from) return to as T;
  if (Array.isArray(value)) return value.map((part) => renameIn(part, from, to)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, renameIn(part, from, to)])) as T;
}

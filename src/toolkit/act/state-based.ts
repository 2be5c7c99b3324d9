import { applyChange, type Change } from '../../encounter/change';
import type { Condition } from '../../encounter/condition';
import type { Effect } from '../../encounter/effect';
import type { Encounter, Fighter, FighterId, FighterIn } from '../../encounter/state';
import type { Procedure } from '../../kernel/procedure';

/**
 * Something that must hold whenever a person is asked, such as that a holder reaches the held. What breaks it is not
 * its concern: it says what follows.
 */
export interface StateBasedRow<E extends Encounter = Encounter> {
  /** The ids of the rules. */
  readonly ledger: string;
  /**
   * Set if a change to one fighter may concern any other, such as a foe that comes into view. By default a row is
   * asked about the changed fighters and those bound to them by a condition.
   */
  readonly anyone?: true;
  /** Returns the changes that are due in a fighter; none if all is well. */
  find(encounter: E, fighter: FighterIn<E>): readonly Change[];
}

/** Rows are asked in this order. */
export type StateBasedTable<E extends Encounter = Encounter> = Readonly<Record<string, StateBasedRow<E>>>;

const NO_CHANGES: readonly Change[] = [];

/** Returns the removal of matching conditions, oldest first. */
export function removalsOf(
  { id: of, conditions }: Fighter,
  matches: (condition: Condition) => boolean,
): readonly Change[] {
  if (conditions.length === 0) return NO_CHANGES;
  return conditions.filter(matches).map(({ key }) => ({ kind: 'condition-removed', of, key }));
}

/** Returns all changes that are due now. */
export const dueChanges = <E extends Encounter>(table: StateBasedTable<E>, encounter: E): readonly Change[] =>
  Object.values(table).flatMap((row) => fightersOf(encounter).flatMap((fighter) => row.find(encounter, fighter)));

const fightersOf = <E extends Encounter>({ fighters }: E) =>
  Object.values(fighters) as readonly Fighter[] as readonly FighterIn<E>[];

/** The fighters that effects have changed since the table was last applied. */
export interface ChangedFighters {
  /** True after a change of the clock, which may concern anyone. */
  all: boolean;
  readonly ids: Set<FighterId>;
}

/** Notes whom an effect has changed. */
export function noteEffect(changed: ChangedFighters, effect: Effect): void {
  if (effect.kind === 'log' || effect.kind === 'outcome') return;
  if (effect.kind === 'clock') {
    changed.all = true;
    return;
  }
  changed.ids.add(effect.of);
  if (effect.kind === 'item-transferred') changed.ids.add(effect.to);
}

/** More rounds than any table needs: its rows then undo each other. */
const MAX_ROUNDS = 20;

/** Applies the table to the changed fighters until nothing is due. Throws if that never ends. */
export function* applyStateBased<E extends Encounter>(
  table: StateBasedTable<E>,
  encounter: E,
  changed: ChangedFighters,
): Procedure<void> {
  const rows = Object.values(table);
  for (let round = 0; changed.all || changed.ids.size > 0; round++) {
    if (round > MAX_ROUNDS) throw new Error(`state-based changes without end in ${[...changed.ids].join(', ')}`);
    const all = fightersOf(encounter);
    const concerned = changed.all ? all : all.filter((fighter) => isConcerned(fighter, changed.ids));
    changed.all = false;
    changed.ids.clear();
    for (const row of rows)
      for (const fighter of row.anyone ? all : concerned)
        for (const change of row.find(encounter, fighter)) yield* applyChange(change);
  }
}

/** Returns true if a fighter has changed, or is bound to one that has. */
function isConcerned({ id, conditions }: Fighter, changed: ReadonlySet<FighterId>): boolean {
  if (changed.has(id)) return true;
  return conditions.some(({ by, towards, until, data }) => {
    if (by !== undefined && changed.has(by)) return true;
    if (until?.of !== undefined && changed.has(until.of)) return true;
    if (towards?.some((other) => changed.has(other))) return true;
    return data !== undefined && Object.values(data).some((value) => typeof value === 'string' && changed.has(value));
  });
}

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
   * asked about the changed fighters and those bound to them by a condition, of either or one that has just ended.
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
  /** True after a change of the clock and an arrival, which may concern anyone. */
  all: boolean;
  readonly ids: Set<FighterId>;
}

/** Notes whom an effect has changed. */
export function noteEffect(changed: ChangedFighters, effect: Effect): void {
  if (effect.kind === 'log' || effect.kind === 'outcome') return;
  if (effect.kind === 'clock' || effect.kind === 'arrival') {
    changed.all = true;
    return;
  }
  changed.ids.add(effect.of);
  if (effect.kind === 'item-transferred') changed.ids.add(effect.to);
  if (effect.kind === 'condition-removed') for (const id of namedIn(effect.condition)) changed.ids.add(id);
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
    const concerned = changed.all ? all : concernedBy(all, changed.ids);
    changed.all = false;
    changed.ids.clear();
    for (const row of rows)
      for (const fighter of row.anyone ? all : concerned)
        for (const change of row.find(encounter, fighter)) yield* applyChange(change);
  }
}

/** Returns those who have changed, or are bound to one who has. */
function concernedBy<F extends Fighter>(all: readonly F[], changed: ReadonlySet<FighterId>): readonly F[] {
  const named = new Set<unknown>();
  for (const { id, conditions } of all)
    if (changed.has(id)) for (const condition of conditions) for (const other of namedIn(condition)) named.add(other);
  return all.filter(
    ({ id, conditions }) =>
      changed.has(id) ||
      named.has(id) ||
      conditions.some((condition) => namedIn(condition).some((other) => changed.has(other))),
  );
}

/** Returns the ids that a condition names, also those of things. */
const namedIn = ({ by, towards = [], until, data = {} }: Omit<Condition, 'key'>): readonly string[] =>
  [by, until?.of, ...towards, ...Object.values(data)].filter((value) => typeof value === 'string');

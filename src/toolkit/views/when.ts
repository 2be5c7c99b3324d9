import { activeConditions, type Condition, type ConditionTable } from '../../encounter/condition';
import type { Views } from '../../encounter/ruleset';
import type { Encounter, FighterId, FighterIn } from '../../encounter/state';
import type { Message, Viewer } from '../../encounter/view';
import type { Reason } from '../../kernel/ask';
import { lookup, type RowsById } from '../define/actions';
import { labelOfCondition, labelOfPool, message } from '../define/labels';

/** A reason that stands against what a fighter would do, and who asks when it will be gone. */
export interface WhenContext<E extends Encounter> {
  readonly encounter: E;
  readonly fighter: FighterIn<E>;
  readonly reason: Reason;
  readonly viewer: Viewer;
}

/** When a reason will be gone; null where no clock tells. */
export type WhenRule<E extends Encounter> = (awaited: WhenContext<E>) => Message | null;

/** What a ruleset says of when something becomes possible. */
export interface WhenRules<E extends Encounter> {
  /** By the ids of its reasons. A reason that is called like a condition ends with it, and one that tells a distance by going nearer. */
  readonly rows: RowsById<WhenRule<E>>;
  /** When a condition ends, as badges say it. */
  until(condition: Condition): Message;
}

/** When what stands against commands will be gone. */
export const whenOf =
  <E extends Encounter>({ rows, until }: WhenRules<E>, conditions: ConditionTable): NonNullable<Views<E>['when']> =>
  (encounter, { by }, reason, viewer) => {
    const fighter: FighterIn<E> | undefined = lookup(encounter.fighters as RowsById<FighterIn<E>>, by);
    if (!fighter) return null;
    const row = lookup(rows, reason.id);
    if (row) return row({ encounter, fighter, reason, viewer });
    return nearer(reason) ?? ending(conditions, until, fighter.conditions, reason.id);
  };

/** By as much as the target is too far away. */
function nearer({ data = {} }: Reason): Message | null {
  const [distance, most] = [data.distance, data.reach ?? data.range ?? data.most];
  if (typeof distance !== 'number' || typeof most !== 'number' || distance <= most) return null;
  return message('When.nearer', { by: Math.ceil((distance - most) * 10) / 10 });
}

/** The end of a condition, where it has one by itself; it may be there by another. */
function ending(
  table: ConditionTable,
  until: WhenRules<Encounter>['until'],
  conditions: readonly Condition[],
  id: string,
): Message | null {
  const active = activeConditions(table, conditions).find((each) => each.id === id);
  const root = conditions.find(
    (each) => each.until && (each.id === id || (active?.parents.includes(each.id) ?? false)),
  );
  return root ? message('When.lasts', { condition: labelOfCondition(root.id), until: until(root) }) : null;
}

/** A moment that is always the same. */
export const atMoment = (moment: string) => (): Message => message(`When.${moment}`);

/** As soon as there is enough of a pool, by what the reason says is needed. */
export const whenPoolSuffices =
  (pool: string) =>
  ({ reason: { data = {} } }: Pick<WhenContext<Encounter>, 'reason'>): Message | null => {
    const by = Number(data.needs) - Number(data.has);
    return by > 0 ? message('When.more', { by, pool: labelOfPool(pool) }) : null;
  };

/** Whose turn runs, and who has theirs after it in this round, in their order. */
export interface TurnQueue {
  readonly now: FighterId | null;
  readonly upcoming: readonly FighterId[];
}

/** Those whose turns come before one's own in this round, as far as the viewer may know of them; null where it comes in the next round. */
export function turnsBefore<E extends Encounter>(
  { encounter, fighter, viewer }: Omit<WhenContext<E>, 'reason'>,
  { now, upcoming }: TurnQueue,
): readonly FighterIn<E>[] | null {
  const place = upcoming.indexOf(fighter.id);
  if (place < 0) return null;
  const ids = [...(now === null ? [] : [now]), ...upcoming.slice(0, place)];
  return ids.flatMap((id) => {
    const other = viewer.hiddenFighters?.includes(id)
      ? undefined
      : lookup(encounter.fighters as RowsById<FighterIn<E>>, id);
    return other ? [other] : [];
  });
}

/** The fighter's next turn, by whose turns come before it. */
export function whenTurn<E extends Encounter>(awaited: Omit<WhenContext<E>, 'reason'>, queue: TurnQueue): Message {
  const before = turnsBefore(awaited, queue);
  if (!before) return message('When.turn-next-round');
  const last = before.at(-1);
  if (!last) return message('When.turn');
  const { name } = last;
  return before.length === 1
    ? message('When.turn-after', { name })
    : message('When.turn-later', { name, count: before.length });
}

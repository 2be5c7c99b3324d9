import { activeConditions, type Condition, type ConditionTable } from '../../encounter/condition';
import type { Views } from '../../encounter/ruleset';
import type { Encounter, FighterId, FighterIn } from '../../encounter/state';
import type { Message, Viewer } from '../../encounter/view';
import type { Reason } from '../../kernel/ask';
import { lookup } from '../../kernel/lookup';
import type { RowsById } from '../act/actions';
import { labelOfCondition, labelOfPool, message } from '../define/labels';

/** A reason against a fighter's command, and the viewer who asks when it ends. */
export interface WhenContext<E extends Encounter> {
  readonly encounter: E;
  readonly fighter: FighterIn<E>;
  readonly reason: Reason;
  readonly viewer: Viewer;
}

/** Returns when a reason will be gone; null if no clock tells. */
export type WhenRule<E extends Encounter> = (context: WhenContext<E>) => Message | null;

/** The ruleset's answers to when something becomes possible. */
export interface WhenRules<E extends Encounter> {
  /** By reason id. By default a condition's reason ends with the condition, and a distance by going nearer. */
  readonly rows: RowsById<WhenRule<E>>;
  until(condition: Pick<Condition, 'until' | 'by'>): Message;
}

export const whenOf =
  <E extends Encounter>({ rows, until }: WhenRules<E>, conditions: ConditionTable): NonNullable<Views<E>['when']> =>
  (encounter, { by }, reason, viewer) => {
    const fighter: FighterIn<E> | undefined = lookup(encounter.fighters as RowsById<FighterIn<E>>, by);
    if (!fighter) return null;
    const row = lookup(rows, reason.id);
    if (row) return row({ encounter, fighter, reason, viewer });
    const moment = lookup(PLACES, reason.id);
    if (moment !== undefined) return atMoment(moment)();
    return whenNearer(reason) ?? whenConditionEnds(conditions, until, fighter.conditions, reason.id);
  };

/** Reasons that another place would end, with the moment. */
const PLACES: Readonly<Record<string, string>> = {
  wall: 'clear',
  'out-of-sight': 'clear',
  'not-a-target': 'clear',
  'not-adjacent': 'beside',
};

/** Returns by how much the target is too far away. */
function whenNearer({ data = {} }: Reason): Message | null {
  const [distance, maximum] = [data.distance, data.reach ?? data.range ?? data.most];
  if (typeof distance !== 'number' || typeof maximum !== 'number' || distance <= maximum) return null;
  return message('When.nearer', { by: Math.ceil((distance - maximum) * 10) / 10 });
}

/** Returns the end of a condition, or of one that implies it; null without an end. */
function whenConditionEnds(
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

export const atMoment = (moment: string) => (): Message => message(`When.${moment}`);

/** Returns a rule for when the pool suffices, by the reason's numbers. */
export const whenPoolSuffices =
  (pool: string) =>
  ({ reason: { data = {} } }: Pick<WhenContext<Encounter>, 'reason'>): Message | null => {
    const by = Number(data.needs) - Number(data.has);
    return by > 0 ? message('When.more', { by, pool: labelOfPool(pool) }) : null;
  };

/** The current turn, and the later ones of this round in order. */
export interface TurnQueue {
  readonly now: FighterId | null;
  readonly upcoming: readonly FighterId[];
}

/**
 * Returns the fighters whose turns come first in this round, as far as the viewer may know; null if the fighter's
 * turn is in the next round.
 */
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

/** Returns when the fighter's next turn is. */
export function whenTurn<E extends Encounter>(context: Omit<WhenContext<E>, 'reason'>, queue: TurnQueue): Message {
  const before = turnsBefore(context, queue);
  if (!before) return message('When.turn-next-round');
  const last = before.at(-1);
  if (!last) return message('When.turn');
  const { name } = last;
  return before.length === 1
    ? message('When.turn-after', { name })
    : message('When.turn-later', { name, count: before.length });
}

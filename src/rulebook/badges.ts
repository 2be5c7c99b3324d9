import { type ActiveCondition, activeConditions, type Condition, type ConditionTable } from '../encounter/condition';
import type { Badge, Message, Tone } from '../encounter/view';
import { hintOfCondition, hintOfMark, labelOfCondition, labelOfMark } from './labels';

/** What a badge says of a condition besides what its ruleset calls it. */
export interface ConditionLook {
  /** What it comes of and when it ends. */
  note(condition: ActiveCondition): readonly Message[];
  /** Where a condition may have a name of its own. */
  label?(condition: ActiveCondition): Message;
}

/** A badge for each condition that is there. */
export const badgesOf = (
  table: ConditionTable,
  conditions: readonly Condition[],
  { note, label = ({ id }) => labelOfCondition(id) }: ConditionLook,
): Badge[] =>
  activeConditions(table, conditions).flatMap((active): Badge[] => {
    const { id, roots } = active;
    const row = table[id];
    if (!row) return [];
    return [
      {
        ...{ id, label: label(active), tone: row.tone, icon: `conditions/${row.icon}` },
        note: [hintOfCondition(id), ...note(active)],
        implied: roots.length === 0,
      },
    ];
  });

/** What is to be seen of a fighter and is no condition; its icon is drawn as one. */
export const markBadge = (id: string, tone: Tone): Badge => ({
  ...{ id, label: labelOfMark(id), tone, icon: `conditions/${id}` },
  ...{ note: [hintOfMark(id)], implied: false },
});

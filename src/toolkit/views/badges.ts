import { type ActiveCondition, activeConditions, type Condition, type ConditionTable } from '../../encounter/condition';
import type { Encounter, Fighter } from '../../encounter/state';
import type { Badge, Message, Tone, Viewer } from '../../encounter/view';
import { hintOfCondition, hintOfMark, labelOfCondition, labelOfMark, message } from '../define/labels';
import { roundsLeft } from '../turns/duration';

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
        id,
        label: label(active),
        tone: row.tone,
        icon: `conditions/${row.icon}`,
        note: [hintOfCondition(id), ...note(active)],
        implied: roots.length === 0,
      },
    ];
  });

/** The badges of a fighter with who brings each about, against whom it holds and who is held by it, of those the viewer may know of. */
export function withFighterNotes(
  badges: readonly Badge[],
  encounter: Encounter | null,
  { conditions }: Pick<Fighter, 'conditions'>,
  { hiddenFighters = [] }: Pick<Viewer, 'hiddenFighters'>,
): readonly Badge[] {
  if (!encounter || !conditions.some(({ by, towards, data }) => by ?? towards ?? data?.holds)) return badges;
  const told = (key: string, id: string): Message[] => {
    const { name } = encounter.fighters[id] ?? {};
    return name === undefined || hiddenFighters.includes(id) ? [] : [message(key, { name })];
  };
  return badges.map((badge) => {
    const roots = conditions.filter(({ id }) => id === badge.id);
    const people = roots.flatMap(({ by, towards = [], data }) => [
      ...(by === undefined ? [] : told('Note.by', by)),
      ...towards.flatMap((id) => told('Note.towards', id)),
      ...(data?.holds === undefined ? [] : told('Note.holds', String(data.holds))),
    ]);
    return people.length > 0 ? { ...badge, note: [...badge.note, ...people] } : badge;
  });
}

/** The badges of a fighter with how long each lasts, where rounds are counted: as long as the last that brings it about. */
export function withRoundsLeft(
  badges: readonly Badge[],
  encounter: Encounter | null,
  { conditions }: Pick<Fighter, 'conditions'>,
): readonly Badge[] {
  if (!encounter || !conditions.some(({ until }) => until?.n !== undefined)) return badges;
  const { round } = encounter.clock;
  return badges.map((badge) => {
    const roots = conditions.filter(({ id }) => id === badge.id).map((root) => roundsLeft(root, round));
    const counted = roots.filter((left) => left !== null);
    // What lasts until somebody takes it off outlasts what is counted.
    return counted.length > 0 && counted.length === roots.length ? { ...badge, left: Math.max(...counted) } : badge;
  });
}

/** The badges of a fighter as an encounter and a viewer have them. */
export const badgesIn = (
  badges: readonly Badge[],
  encounter: Encounter | null,
  fighter: Pick<Fighter, 'conditions'>,
  viewer: Pick<Viewer, 'hiddenFighters'>,
): readonly Badge[] => withRoundsLeft(withFighterNotes(badges, encounter, fighter, viewer), encounter, fighter);

/** What is to be seen of a fighter and is no condition; its icon is drawn as one. */
export const markBadge = (id: string, tone: Tone): Badge => ({
  id,
  label: labelOfMark(id),
  tone,
  icon: `conditions/${id}`,
  note: [hintOfMark(id)],
  implied: false,
});

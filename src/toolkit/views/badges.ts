import {
  type ActiveCondition,
  activeConditions,
  type Condition,
  type ConditionTable,
  type Tone,
} from '../../encounter/condition';
import type { Encounter, Fighter } from '../../encounter/state';
import type { Badge, Message, Viewer } from '../../encounter/view';
import { lookup } from '../../kernel/lookup';
import { roundsLeft } from '../define/duration';
import { hintOfCondition, hintOfState, labelOfCondition, labelOfState, message } from '../define/labels';

/** A ruleset's texts of a condition badge. */
export interface ConditionAppearance {
  note(condition: ActiveCondition): readonly Message[];
  /** Returns its own name, if any. */
  label?(condition: ActiveCondition): Message;
}

export const badgesOf = (
  table: ConditionTable,
  conditions: readonly Condition[],
  { note, label = ({ id }) => labelOfCondition(id) }: ConditionAppearance,
): Badge[] =>
  activeConditions(table, conditions).flatMap((active): Badge[] => {
    const { id, roots } = active;
    const row = lookup(table, id);
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

/** Returns badges with notes on source, opponents and held fighters, without those hidden from the viewer. */
export function withFighterNotes(
  badges: readonly Badge[],
  encounter: Encounter | null,
  { conditions }: Pick<Fighter, 'conditions'>,
  { hiddenFighters = [] }: Pick<Viewer, 'hiddenFighters'>,
): readonly Badge[] {
  if (!encounter || !conditions.some(({ by, towards, data }) => by ?? towards ?? data?.holds)) return badges;
  const noteAbout = (key: string, id: string): Message[] => {
    const { name } = encounter.fighters[id] ?? {};
    return name === undefined || hiddenFighters.includes(id) ? [] : [message(key, { name })];
  };
  return badges.map((badge) => {
    const roots = conditions.filter(({ id }) => id === badge.id);
    const fighterNotes = roots.flatMap(({ by, towards = [], data }) => [
      ...(by === undefined ? [] : noteAbout('Note.by', by)),
      ...towards.flatMap((id) => noteAbout('Note.towards', id)),
      ...(data?.holds === undefined ? [] : noteAbout('Note.holds', String(data.holds))),
    ]);
    return fighterNotes.length > 0 ? { ...badge, note: [...badge.note, ...fighterNotes] } : badge;
  });
}

/** Returns badges with their remaining rounds: the longest of a badge's roots. */
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
    // A root without an end outlasts all counted ones.
    return counted.length > 0 && counted.length === roots.length ? { ...badge, left: Math.max(...counted) } : badge;
  });
}

export const badgesIn = (
  badges: readonly Badge[],
  encounter: Encounter | null,
  fighter: Pick<Fighter, 'conditions'>,
  viewer: Pick<Viewer, 'hiddenFighters'>,
): readonly Badge[] => withRoundsLeft(withFighterNotes(badges, encounter, fighter, viewer), encounter, fighter);

/** Returns a badge for a visible state that is no condition, drawn like one. */
export const stateBadge = (id: string, tone: Tone): Badge => ({
  id,
  label: labelOfState(id),
  tone,
  icon: `conditions/${id}`,
  note: [hintOfState(id)],
  implied: false,
});

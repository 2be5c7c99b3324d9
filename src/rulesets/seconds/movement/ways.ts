import type { Command } from '../../../encounter/command';
import type { Move } from '../../../encounter/ruleset';
import type { FighterId, Place } from '../../../encounter/state';
import type { Message } from '../../../encounter/view';
import { message } from '../../../rulebook/labels';
import { isIdle } from '../clock';
import { COMMANDS } from '../commands';
import { foreseenOf } from '../lane/lane';
import type { SecondsEncounter, SecondsFighter } from '../stats';
import { cut, strides } from './movement';

/** Ways to pay for a path: a Move, and where legs carry so far, a Jump. */
export function moves(encounter: SecondsEncounter, by: FighterId, path: readonly Place[]): readonly Move[] {
  const fighter = encounter.fighters[by];
  if (!fighter || isIdle(encounter)) return [];
  const ways = ['move', 'jump'].map((id): Command => ({ do: id, by, path }));
  return COMMANDS.moves(encounter, ways).map((way): Move => {
    const foreseen = foreseenOf(encounter, way.command);
    const notes = way.command.do === 'move' ? notesOf(encounter, fighter, path) : [];
    return { ...way, notes, ...(foreseen && { foreseen }) };
  });
}

/** S-74 to S-76: how much of the way is slow, and how far there is time for. */
function notesOf(encounter: SecondsEncounter, fighter: SecondsFighter, path: readonly Place[]): Message[] {
  const way = strides(encounter, fighter, path);
  const gone = cut(encounter, fighter, way);
  const slow = metresOf(gone.filter(({ factor }) => factor > 1));
  return [
    ...(slow > 0 ? [message('Way.slow', { metres: slow })] : []),
    ...(metresOf(gone) < metresOf(way) ? [message('Way.cut', { metres: metresOf(gone) })] : []),
  ];
}

const metresOf = (way: readonly { readonly metres: number }[]): number =>
  Math.round(way.reduce((sum, { metres }) => sum + metres, 0) * 10) / 10;

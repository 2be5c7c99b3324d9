import type { Command } from '../../../encounter/command';
import type { Move } from '../../../encounter/ruleset';
import type { FighterId, Place } from '../../../encounter/state';
import type { Words } from '../../../encounter/view';
import { message } from '../../../rulebook/labels';
import { isIdle } from './clock';
import { pricesFor, whyNot } from './commands';
import { foreseenOf } from './lane';
import { cut, strides } from './movement';
import type { SecondsEncounter } from './stats';

/** Ways to pay for a path: a Move, and where legs carry so far, a Jump. */
export function moves(encounter: SecondsEncounter, by: FighterId, path: readonly Place[]): readonly Move[] {
  if (!encounter.fighters[by] || isIdle(encounter)) return [];
  return ['move', 'jump']
    .map((verb): Move => {
      const command: Command = { do: verb, by, path };
      const foreseen = foreseenOf(encounter, command);
      return {
        command,
        cost: pricesFor(encounter, command),
        whyNot: whyNot(encounter, command),
        notes: verb === 'move' ? notesOf(encounter, command) : [],
        ...(foreseen && { foreseen }),
      };
    })
    .sort((a, b) => a.whyNot.length - b.whyNot.length);
}

/** S-74 to S-76: how much of the way is slow, and how far there is time for. */
function notesOf(encounter: SecondsEncounter, { by, path = [] }: Command): Words[] {
  const fighter = encounter.fighters[by]!;
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

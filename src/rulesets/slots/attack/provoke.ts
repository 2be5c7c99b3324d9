import type { Command } from '../../../encounter/command';
import type { Threat } from '../../../encounter/ruleset';
import type { FighterId } from '../../../encounter/state';
import type { ActionId } from '../actions';
import { chancesOf, wayOf } from '../movement/movement';
import type { SlotsEncounter, SlotsFighter } from '../stats';
import { threatensAt } from './threat';

/** L-30, L-52: what provokes by going; the Dash is part of the last three. A Tumble does only if it fails. */
const PROVOKING: readonly string[] = ['advance', 'dash', 'charge', 'jump', 'overrun'] satisfies readonly ActionId[];

/** What the map shows of section 10, and of L-172 before anybody has moved. */
export const THREAT: Threat<SlotsEncounter> = {
  reaches({ ground, fighters }, id, place) {
    const fighter = fighters[id];
    return fighter !== undefined && threatensAt(ground, fighter, place);
  },
  provokedBy,
};

function provokedBy(encounter: SlotsEncounter, command: Command): readonly FighterId[] {
  const fighter = encounter.fighters[command.by];
  const place = fighter?.place;
  const way = fighter && PROVOKING.includes(command.do) && wayOf({ encounter, fighter, command });
  if (!way || !place) return [];
  // L-57: whom one charges may not answer the way there.
  const spared = command.do === 'charge' ? command.at : undefined;
  const isProvoked = (foe: SlotsFighter): boolean =>
    way.cells.some((cell, at) => {
      const { strikes, pursuit } = chancesOf(encounter, foe, fighter, way.cells[at - 1] ?? place, cell);
      return strikes.length + pursuit.length > 0;
    });
  const foes = Object.values(encounter.fighters).filter((foe) => foe.id !== spared && isProvoked(foe));
  return foes.map(({ id }) => id);
}

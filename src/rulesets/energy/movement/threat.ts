import type { Command } from '../../../encounter/command';
import type { Threat } from '../../../encounter/ruleset';
import type { FighterId } from '../../../encounter/state';
import { cellsAlong } from '../../../mechanics/space';
import { COMMANDS } from '../commands';
import { armedStrikes, isWithin } from '../interrupts/reactions';
import { swiftAt, whyNotAct } from '../perform';
import { type EnergyEncounter, UNARMED } from '../stats';

/** What the map shows of E-155: where a Swift Attack reaches, and whom a way gives the chance to one. */
export const THREAT: Threat<EnergyEncounter> = {
  reaches(encounter, id, place) {
    const fighter = encounter.fighters[id];
    if (!fighter?.place || whyNotAct(fighter, 'attack').length > 0) return false;
    const strikes = [...armedStrikes(fighter), fighter.stats.strikes[UNARMED]];
    return strikes.some((strike) => isWithin(encounter, fighter, strike, place));
  },
  provokedBy,
};

function provokedBy(encounter: EnergyEncounter, command: Command): readonly FighterId[] {
  const found = COMMANDS.find(encounter, command);
  const from = found?.act.fighter.place;
  if (!from || found.action.category !== 'move') return [];
  const { fighter, rules } = found.act;
  const cells = cellsAlong(encounter.ground, from, command.path ?? []);
  const takers = cells.flatMap((cell, at) => swiftAt(encounter, fighter, rules)(cells[at - 1] ?? from, cell).takers());
  return [...new Set(takers.map((taker) => taker.by as FighterId))];
}

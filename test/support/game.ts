import type { Command } from '../../src/encounter/command';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter, FighterId, Place } from '../../src/encounter/state';
import type { Die } from '../../src/kernel/dice';
import { neighbours } from '../../src/mechanics/space';

const pick = <T>(all: readonly T[], die: Die): T => all[die(all.length) - 1]!;

/** So many buttons are tried before a player gives up finding one that is not grey. */
const TRIES = 12;

/**
 * What somebody at the table might do next: a button of a sheet, of a row or of the clock, with a target and a way where it wants
 * them. Null where every button tried was grey.
 */
export function anyCommand(ruleset: Ruleset, encounter: Encounter, die: Die): Command | null {
  for (let tried = 0; tried < TRIES; tried++) {
    const command = die(25) === 1 ? ofTheClock(ruleset, encounter, die) : ofSomebody(ruleset, encounter, die);
    if (command && ruleset.whyNot(encounter, command).length === 0) return command;
  }
  return null;
}

const MASTER = { gm: true, owns: [], targets: [] };

function ofTheClock(ruleset: Ruleset, encounter: Encounter, die: Die): Command | null {
  const { controls } = ruleset.views.tracker(encounter, MASTER);
  return controls.length > 0 ? pick(controls, die).command : null;
}

function ofSomebody(ruleset: Ruleset, encounter: Encounter, die: Die): Command | null {
  const fighter = pick(Object.values(encounter.fighters), die);
  const { groups, itemActions } = ruleset.views.sheet(encounter, fighter, MASTER);
  const row = ruleset.views.tracker(encounter, MASTER).rows.find(({ id }) => id === fighter.id);
  const buttons = [
    ...(row?.actions ?? []),
    ...groups.flatMap(({ actions }) => actions),
    ...Object.values(itemActions).flat(),
  ];
  if (buttons.length === 0) return null;
  const { command, needs } = pick(buttons, die);
  const others = Object.keys(encounter.fighters).filter((id) => id !== fighter.id);
  const aimed: Command = needs === 'target' && others.length > 0 ? { ...command, at: pick(others, die) } : command;
  return needs === 'path' && fighter.place ? { ...aimed, path: wayOf(encounter, fighter.id, die) } : aimed;
}

/** A few cells this way and that. */
function wayOf({ ground, fighters }: Encounter, id: FighterId, die: Die): Place[] {
  const way: Place[] = [];
  let here = fighters[id]!.place!;
  for (let cells = die(5); cells > 0; cells--) {
    const next = neighbours(ground, here);
    if (next.length === 0) break;
    here = pick(next, die);
    way.push(here);
  }
  return way;
}

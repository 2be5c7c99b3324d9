import type { Command } from '../../src/encounter/command';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter, FighterId, Place } from '../../src/encounter/state';
import type { ActionButton, OptionField, OptionValue } from '../../src/encounter/view';
import { defined } from '../../src/kernel/defined';
import type { Die } from '../../src/kernel/dice';
import { neighbours } from '../../src/toolkit/space/space';

const pick = <T>(all: readonly T[], die: Die): T => all[die(all.length) - 1];

/** So many buttons of a fighter are tried before a player gives up finding one that is not grey. */
const TRIES = 8;

/**
 * What somebody at the table might do next: a button of a sheet, of a row or of the clock, with a target and a way where it wants
 * them, and now and then with what it may be told besides. Null where every button tried was grey.
 * @param whose the fighters whose buttons are pressed; without one of them, and now and then anyway, it is the clock's
 */
export function anyCommand(
  ruleset: Ruleset,
  encounter: Encounter,
  die: Die,
  whose: readonly FighterId[] = Object.keys(encounter.fighters),
): Command | null {
  const { controls, rows } = ruleset.views.tracker(encounter, MASTER);
  const ofTheClock = () => anyOf(ruleset, encounter, controls, die);
  if (die(25) === 1) return ofTheClock();
  const left = [...whose];
  while (left.length > 0) {
    const [id] = left.splice(die(left.length) - 1, 1);
    const { groups, itemActions } = ruleset.views.sheet(encounter, encounter.fighters[id], MASTER);
    const buttons = [
      ...(rows.find((row) => row.id === id)?.actions ?? []),
      ...groups.flatMap(({ actions }) => actions),
      ...Object.values(itemActions).flat(),
    ];
    const command = anyOf(ruleset, encounter, buttons, die);
    if (command) return command;
  }
  return ofTheClock();
}

const MASTER = { gm: true, owns: [], targets: [] };

function anyOf(ruleset: Ruleset, encounter: Encounter, buttons: readonly ActionButton[], die: Die): Command | null {
  // What is grey without a target may not be with one.
  const left = buttons.filter(({ whyNot, needs }) => whyNot.length === 0 || needs !== 'nothing');
  for (let tried = 0; tried < TRIES && left.length > 0; tried++) {
    const [button] = left.splice(die(left.length) - 1, 1);
    const command = pressed(encounter, button, die);
    if (ruleset.whyNot(encounter, command).length === 0) return command;
  }
  return null;
}

function pressed(encounter: Encounter, { command, needs, fields }: ActionButton, die: Die): Command {
  const { by } = command;
  const told = fields.filter(() => die(4) === 1).map((field) => [field.key, said(field, die)] as const);
  const options = { ...command.options, ...Object.fromEntries(told) };
  const others = Object.keys(encounter.fighters).filter((id) => id !== by);
  const whole: Command = { ...command, ...(Object.keys(options).length > 0 && { options }) };
  if (needs === 'target' && others.length > 0) return { ...whole, at: pick(others, die) };
  return needs === 'path' && encounter.fighters[by]?.place ? { ...whole, path: wayOf(encounter, by, die) } : whole;
}

function said({ input }: OptionField, die: Die): OptionValue {
  switch (input.kind) {
    case 'toggle':
      return input.value;
    case 'number':
      return input.min + die(input.max - input.min + 1) - 1;
    case 'text':
      return 'stay where you are';
    case 'choice':
      return pick(input.choices, die).value;
  }
}

/** A few cells this way and that. */
function wayOf({ ground, fighters }: Encounter, id: FighterId, die: Die): Place[] {
  const way: Place[] = [];
  let here = defined(fighters[id].place, 'a place');
  for (let cells = die(5); cells > 0; cells--) {
    const next = neighbours(ground, here);
    if (next.length === 0) break;
    here = pick(next, die);
    way.push(here);
  }
  return way;
}

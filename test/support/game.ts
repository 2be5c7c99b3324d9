import type { Command } from '../../src/encounter/command';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter, FighterId, Place } from '../../src/encounter/state';
import type { ActionButton, OptionField, OptionValue } from '../../src/encounter/view';
import { defined } from '../../src/kernel/defined';
import type { Die } from '../../src/kernel/dice';
import { neighbours } from '../../src/toolkit/space/space';

const pick = <T>(all: readonly T[], die: Die): T => all[die(all.length) - 1];

/** The buttons of a fighter tried before giving up. */
const TRIES = 8;

/**
 * Returns a possible next command of a user: a button of a sheet, a row or the clock, with a target, path and options
 * as needed. Returns null if all buttons tried are barred.
 * @param whose the fighters whose buttons are tried; the clock's are tried now and then, and without a fighter
 */
export function anyCommand(
  ruleset: Ruleset,
  encounter: Encounter,
  die: Die,
  whose: readonly FighterId[] = Object.keys(encounter.fighters),
): Command | null {
  const { controls, rows } = ruleset.views.tracker(encounter, MASTER);
  const clockCommand = () => anyOf(ruleset, encounter, controls, die);
  if (die(25) === 1) return clockCommand();
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
  return clockCommand();
}

const MASTER = { gm: true, owns: [], targets: [] };

function anyOf(ruleset: Ruleset, encounter: Encounter, buttons: readonly ActionButton[], die: Die): Command | null {
  // A button barred without a target may be possible with one.
  const left = buttons.filter(({ whyNot, needs }) => whyNot.length === 0 || needs !== 'nothing');
  for (let tried = 0; tried < TRIES && left.length > 0; tried++) {
    const [button] = left.splice(die(left.length) - 1, 1);
    const command = commandOf(encounter, button, die);
    if (ruleset.whyNot(encounter, command).length === 0) return command;
  }
  return null;
}

function commandOf(encounter: Encounter, { command, needs, fields }: ActionButton, die: Die): Command {
  const { by } = command;
  const values = fields.filter(() => die(4) === 1).map((field) => [field.key, optionValue(field, die)] as const);
  const options = { ...command.options, ...Object.fromEntries(values) };
  const others = Object.keys(encounter.fighters).filter((id) => id !== by);
  const complete: Command = { ...command, ...(Object.keys(options).length > 0 && { options }) };
  if (needs === 'target' && others.length > 0) return { ...complete, at: pick(others, die) };
  return needs === 'path' && encounter.fighters[by]?.place
    ? { ...complete, path: wayOf(encounter, by, die) }
    : complete;
}

function optionValue({ input }: OptionField, die: Die): OptionValue {
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

/** Returns a random path of a few cells. */
function wayOf({ ground, fighters }: Encounter, id: FighterId, die: Die): Place[] {
  const way: Place[] = [];
  let position = defined(fighters[id].place, 'a place');
  for (let cells = die(5); cells > 0; cells--) {
    const next = neighbours(ground, position);
    if (next.length === 0) break;
    position = pick(next, die);
    way.push(position);
  }
  return way;
}

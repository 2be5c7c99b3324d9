import type { Command } from '../../encounter/command';
import type { OptionField, Viewer } from '../../encounter/view';
import { dialogs } from '../../rulebook/options';
import type { Action } from './act';
import { isSwift } from './attack/strikes';
import { OPTIONS } from './options';
import type { EnergyEncounter, EnergyFighter } from './stats';

type Key = keyof typeof OPTIONS;
const DIALOGS = dialogs(OPTIONS);

/** What an action's command may be told besides, as far as it is the viewer's to say. */
export function fieldsOf(
  action: Action,
  fighter: EnergyFighter,
  command: Command,
  viewer: Pick<Viewer, 'gm'>,
): readonly OptionField[] {
  return DIALOGS.fields(keysOf(action, fighter, command), viewer);
}

function keysOf({ category, needs, ofItem, priced }: Action, { place }: EnergyFighter, command: Command): Key[] {
  const { do: id } = command;
  // What is priced has its price asked for; the rest of what costs no Energy has nothing to swap.
  const swap: Key[] = priced || FREE.includes(id) ? [] : ['swap'];
  if (category === 'attack') {
    if (id === 'finish-off') return [...swap, 'deathRoll'];
    const mercy: Key[] = HARMS.includes(id) ? ['nonLethal', 'injuryFrom', 'deathRoll'] : [];
    const moving: Key[] = id !== 'ranged-attack' && (isSwift(command) || id === 'trip') ? ['moving'] : [];
    const afar: Key[] = id === 'ranged-attack' ? ['aware', 'movement', 'metres'] : [];
    const bearing: Key[] = ['attack', 'defense', 'behind', ...moving, ...afar, 'pointBlank', 'cover', 'other'];
    return [...swap, ...mercy, 'enhance', 'single', ...bearing];
  }
  if (id === 'spend-surge') return ['energy'];
  if (ofItem) return [...swap, 'energy', ...(id === 'pick-up-item' ? (['passing'] as const) : [])];
  return [...swap, ...(needs === 'path' && !place ? (['metres'] as const) : [])];
}

/** Attacks that may be meant to spare; a maneuver harms nobody. */
const HARMS: readonly string[] = ['melee-attack', 'unarmed-attack', 'single-strike', 'ranged-attack'];
/** Nothing of their cost is Energy. */
const FREE: readonly string[] = ['agile-move', 'release', 'challenge-initiative', 'wait'];

/** How long a rest is to last (E-199, E-203). */
export const restFields = ({ do: id }: Command, viewer: Pick<Viewer, 'gm'>): readonly OptionField[] =>
  DIALOGS.fields(id === 'short-rest' ? ['minutes'] : id === 'long-rest' ? ['hours'] : [], viewer);

/** Who may be caught out when it begins (E-156): a side. */
export const startFields = (encounter: EnergyEncounter): readonly OptionField[] =>
  DIALOGS.amongSides('surprised', encounter);

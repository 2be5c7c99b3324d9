import type { Command } from '../../../encounter/command';
import type { OptionField, OptionInput, Viewer } from '../../../encounter/view';
import { message as words } from '../../../rulebook/labels';
import type { Action } from './act';
import type { EnergyEncounter, EnergyFighter } from './stats';
import { isSwift } from './strikes';

const toggle = (value: boolean = true): OptionInput => ({ kind: 'toggle', value });
const number = (min: number, max: number): OptionInput => ({ kind: 'number', min, max });
const choice = (key: string, values: readonly (string | number)[]): OptionInput => ({
  kind: 'choice',
  unsaid: words(`Field.${key}.unsaid`),
  choices: values.map((value) => ({ value, label: words(`Field.${key}.${value}`) })),
});

/** Whose word an option is: whoever acts, or the game master's alone. */
const ANY = 'any';
const GM_ONLY = 'gm';

/** Every option a command may be told in a dialog, in the order it is shown, and whose word it is. */
const FIELDS = {
  /** E-18. */
  swap: [ANY, toggle()],
  /** E-160 to E-167: steps that make the attack harder and sparing surer. */
  nonLethal: [ANY, choice('nonLethal', [0, 1, 2, 3])],
  /** E-20; more than four only as a single ability (E-21). */
  enhance: [ANY, number(1, 10)],
  single: [ANY, toggle()],
  attack: [GM_ONLY, choice('attack', ['advantage', 'disadvantage'])],
  defense: [GM_ONLY, choice('defense', ['advantage', 'disadvantage'])],
  behind: [GM_ONLY, toggle()],
  moving: [GM_ONLY, toggle()],
  /** E-89, E-93. */
  aware: [GM_ONLY, toggle(false)],
  pointBlank: [GM_ONLY, toggle()],
  /** E-141. */
  cover: [GM_ONLY, toggle()],
  movement: [GM_ONLY, choice('movement', ['still', 'ordinary', 'zigzag'])],
  other: [GM_ONLY, number(-20, 20)],
  metres: [GM_ONLY, number(1, 500)],
  /** E-64 to E-66. */
  energy: [GM_ONLY, number(0, 5)],
  passing: [GM_ONLY, toggle()],
  /** E-164. */
  injuryFrom: [GM_ONLY, number(1, 30)],
  /** E-221. */
  deathRoll: [GM_ONLY, choice('deathRoll', ['none', 10, 15, 20])],
  /** E-199. */
  minutes: [ANY, number(5, 30)],
  /** E-203. */
  hours: [GM_ONLY, number(0, 8)],
} as const satisfies Readonly<Record<string, readonly [typeof ANY | typeof GM_ONLY, OptionInput]>>;
type FieldKey = keyof typeof FIELDS;

/** Options that are the game master's word alone; `anyway` and `surprised` belong to no action. */
export const GM_OPTIONS: readonly string[] = [
  ...(Object.keys(FIELDS) as FieldKey[]).filter((key) => FIELDS[key][0] === GM_ONLY),
  'anyway',
  'surprised',
];

/** Every option a command may have: those of a dialog, and those that only a button says. */
export const OPTIONS: readonly string[] = [
  ...Object.keys(FIELDS),
  ...GM_OPTIONS,
  ...['swift', 'agility', 'action', 'also', 'on', 'item', 'reaction', 'side', 'condition', 'suppress', 'pool', 'to'],
];

const field = (key: FieldKey): OptionField => {
  const [whose, input] = FIELDS[key];
  const said = (part: string) => words(`Field.${key}.${part}`);
  return { key, label: said('label'), hint: said('hint'), gm: whose === GM_ONLY, input };
};

/** Made once: they are on every button of every sheet. */
const SHOWN = new Map((Object.keys(FIELDS) as FieldKey[]).map((key) => [key, field(key)]));

/** What an action's command may be told besides, as far as it is the viewer's to say. */
export function fieldsOf(
  action: Action,
  fighter: EnergyFighter,
  command: Command,
  { gm }: Pick<Viewer, 'gm'>,
): readonly OptionField[] {
  return keysOf(action, fighter, command)
    .map((key) => SHOWN.get(key)!)
    .filter((each) => gm || !each.gm);
}

function keysOf({ category, needs, ofItem, priced }: Action, { place }: EnergyFighter, command: Command): FieldKey[] {
  const { do: id } = command;
  // What is priced has its price asked for; the rest of what costs no Energy has nothing to swap.
  const swap: FieldKey[] = priced || FREE.includes(id) ? [] : ['swap'];
  if (category === 'attack') {
    if (id === 'finish-off') return [...swap, 'deathRoll'];
    const mercy: FieldKey[] = HARMS.includes(id) ? ['nonLethal', 'injuryFrom', 'deathRoll'] : [];
    const moving: FieldKey[] = id !== 'ranged-attack' && (isSwift(command) || id === 'trip') ? ['moving'] : [];
    const afar: FieldKey[] = id === 'ranged-attack' ? ['aware', 'movement', 'metres'] : [];
    const bearing: FieldKey[] = ['attack', 'defense', 'behind', ...moving, ...afar, 'pointBlank', 'cover', 'other'];
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
export function restFields({ do: id }: Command, { gm }: Pick<Viewer, 'gm'>): readonly OptionField[] {
  const keys: readonly FieldKey[] = id === 'short-rest' ? ['minutes'] : id === 'long-rest' ? ['hours'] : [];
  return keys.map(field).filter((each) => gm || !each.gm);
}

/** Who may be caught out when it begins (E-156): a side. */
export function startFields({ fighters }: EnergyEncounter): readonly OptionField[] {
  const sides = [...new Set(Object.values(fighters).map(({ side }) => side))];
  const said = (part: string) => words(`Field.surprised.${part}`);
  const choices = sides.map((value) => ({ value, label: words(`Side.${value}`) }));
  const input: OptionInput = { kind: 'choice', unsaid: said('unsaid'), choices };
  return [{ key: 'surprised', label: said('label'), hint: said('hint'), gm: true, input }];
}

import type { Command } from '../../../encounter/command';
import type { OptionField, OptionInput, Viewer } from '../../../encounter/view';
import type { Action } from './act';
import type { SlotsEncounter, SlotsFighter } from './stats';
import { words } from './wording';
import { FOCI, LORE, MODES } from './words';

const toggle = (value: string | boolean = true): OptionInput => ({ kind: 'toggle', value });
const number = (min: number, max: number): OptionInput => ({ kind: 'number', min, max });
const choice = (key: string, values: readonly string[]): OptionInput => ({
  kind: 'choice',
  unsaid: words(`Field.${key}.unsaid`),
  choices: values.map((value) => ({ value, label: words(`Field.${key}.${value}`) })),
});

/** Whose word an option is: whoever acts, or the game master's alone. */
const ANY = 'any';
const GM_ONLY = 'gm';

/** Every option a command may be told in a dialog, in the order it is shown, and whose word it is. */
const FIELDS = {
  /** L-08. */
  slot: [ANY, toggle('standard')],
  /** L-32. */
  hide: [ANY, toggle()],
  /** L-75. */
  group: [ANY, choice('group', FOCI)],
  /** L-76. */
  skill: [ANY, choice('skill', LORE)],
  /** L-122, L-134. */
  sense: [ANY, choice('sense', ['sight', 'hearing'])],
  /** L-51. */
  mode: [ANY, choice('mode', MODES)],
  /** L-65, L-66: feet. */
  across: [ANY, number(0, 200)],
  up: [ANY, number(0, 200)],
  after: [ANY, number(0, 500)],
  /** L-54: squares the map does not show. */
  difficult: [ANY, number(0, 50)],
  /** Off the map: feet, and whether the way has a turn in it. */
  feet: [ANY, number(5, 500)],
  turning: [ANY, toggle()],
  /** L-42. */
  strength: [ANY, number(-5, 40)],
  other: [GM_ONLY, number(-20, 20)],
} as const satisfies Readonly<Record<string, readonly [typeof ANY | typeof GM_ONLY, OptionInput]>>;
type FieldKey = keyof typeof FIELDS;

const field = (key: FieldKey): OptionField => {
  const [whose, input] = FIELDS[key];
  const said = (part: string) => words(`Field.${key}.${part}`);
  return { key, label: said('label'), hint: said('hint'), gm: whose === GM_ONLY, input };
};

/** What an action's command may be told besides, as far as it is the viewer's to say. */
export function fieldsOf(
  action: Action,
  fighter: SlotsFighter,
  command: Command,
  { gm }: Pick<Viewer, 'gm'>,
): readonly OptionField[] {
  return keysOf(action, fighter, command.do)
    .map(field)
    .filter((each) => gm || !each.gm);
}

/** What is each action's own. */
const OWN: Readonly<Record<string, readonly FieldKey[]>> = {
  defend: ['hide'],
  focus: ['group'],
  recall: ['skill'],
  search: ['sense'],
  advance: ['mode'],
  jump: ['across', 'up', 'after'],
  push: ['strength'],
};
/** Attack rolls, to which the table may add. */
const ATTACKS: readonly string[] = ['primary-attack', 'secondary-attack', 'tertiary-attack', 'charge', 'sunder'];

function keysOf({ slot, needs, cost }: Action, { place }: SlotsFighter, id: string): FieldKey[] {
  const smaller: FieldKey[] = (slot === 'move' || slot === 'quick') && !cost ? ['slot'] : [];
  const way: FieldKey[] = needs === 'path' ? [...(place ? [] : (['feet', 'turning'] as const)), 'difficult'] : [];
  return [...(OWN[id] ?? []), ...smaller, ...way, ...(ATTACKS.includes(id) ? (['other'] as const) : [])];
}

/** L-21: who lies in ambush when it begins: a side. */
export function startFields({ fighters }: SlotsEncounter): readonly OptionField[] {
  const sides = [...new Set(Object.values(fighters).map(({ side }) => side))];
  const said = (part: string) => words(`Field.ambushers.${part}`);
  const choices = sides.map((value) => ({ value, label: words(`Side.${value}`) }));
  const input: OptionInput = { kind: 'choice', unsaid: said('unsaid'), choices };
  return [{ key: 'ambushers', label: said('label'), hint: said('hint'), gm: true, input }];
}

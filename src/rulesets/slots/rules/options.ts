import type { Command } from '../../../encounter/command';
import type { OptionField, OptionInput, Viewer, Words } from '../../../encounter/view';
import { message as words } from '../../../rulebook/labels';
import type { Action } from './act';
import { isThing } from './items';
import type { SlotsEncounter, SlotsFighter } from './stats';
import { EDGES, FOCI, LORE, MODES } from './words';

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

/** Options that are the game master's word alone; `ambushers` and `provoked` belong to no action. */
export const GM_OPTIONS: readonly string[] = [
  ...(Object.keys(FIELDS) as FieldKey[]).filter((key) => FIELDS[key][0] === GM_ONLY),
  'ambushers',
  'provoked',
];

/** Every option a command may have: those of a dialog, and those that only a button says. */
export const OPTIONS: readonly string[] = [
  ...Object.keys(FIELDS),
  ...GM_OPTIONS,
  ...['verb', 'text', 'item', 'component', 'reaction', 'pool', 'to', 'condition', 'on', 'kind', 'towards'],
];

const field = (key: FieldKey): OptionField => {
  const [whose, input] = FIELDS[key];
  const said = (part: string) => words(`Field.${key}.${part}`);
  return { key, label: said('label'), hint: said('hint'), gm: whose === GM_ONLY, input };
};

/**
 * What an action's command may be told besides, as far as it is the viewer's to say.
 * @param target at whom it is aimed, where that is known
 */
export function fieldsOf(
  action: Action,
  fighter: SlotsFighter,
  command: Command,
  target: SlotsFighter | null,
  { gm }: Pick<Viewer, 'gm'>,
): readonly OptionField[] {
  const fixed = keysOf(action, fighter, command.do).map(field);
  return [...thingsFor(command, fighter, target), ...fixed.filter((each) => gm || !each.gm)];
}

/** A choice among what bears a name. None where there is nothing to choose. */
function among(
  key: string,
  named: readonly { readonly id: string; readonly label: Words }[],
  gm = false,
): OptionField[] {
  const said = (part: string) => words(`Field.${key}.${part}`);
  const choices = named.map(({ id, label }) => ({ value: id, label }));
  const input: OptionInput = { kind: 'choice', unsaid: said('unsaid'), choices };
  return choices.length > 0 ? [{ key, label: said('label'), hint: said('hint'), gm, input }] : [];
}

/** Things a command may name: what it is to strike from a hand or to break, or the Material Component that pays for a spell. */
function thingsFor({ do: id }: Command, { items }: SlotsFighter, target: SlotsFighter | null): OptionField[] {
  if (id === 'cast-spell') {
    const components = items.filter(
      (item) => item.type === 'slotsGear' && item.kind === 'component' && item.quantity > 0,
    );
    return among(
      'component',
      components.map(({ id, name, ...rest }) => ({
        id,
        label: words('Field.component.holding', { name, capacity: 'capacity' in rest ? rest.capacity : 0 }),
      })),
    );
  }
  if (id !== 'disarm' && id !== 'sunder') return [];
  // What is stowed is not to be seen; what lies there is in nobody's hand.
  const seen = (target?.items ?? [])
    .filter(isThing)
    .filter(
      (item) => !(item.type === 'slotsWeapon' && item.natural) && (item.dropped ? id === 'sunder' : item.equipped),
    );
  return among(
    'item',
    seen.map(({ id, name }) => ({ id, label: words('Option.fighter', { name }) })),
  );
}

/** L-176: what an edge is of, and over whom; over everybody where nobody is named. */
export function edgeFields({ fighters }: SlotsEncounter, owner: string | undefined): readonly OptionField[] {
  const others = Object.values(fighters).filter(({ id }) => id !== owner);
  const kinds = EDGES.map((id) => ({ id, label: words(`Edge.${id}`) }));
  const over = others.map(({ id, name }) => ({ id, label: words('Option.fighter', { name }) }));
  return [...among('kind', kinds), ...among('towards', over)];
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

import type { Command } from '../../encounter/command';
import type { Message, OptionField, Viewer } from '../../encounter/view';
import { message } from '../../rulebook/labels';
import { dialogs } from '../../rulebook/options';
import type { Action } from './act';
import { isThing } from './items';
import { OPTIONS } from './options';
import type { SlotsEncounter, SlotsFighter } from './stats';
import { EDGES } from './words';

type Key = keyof typeof OPTIONS;
const DIALOGS = dialogs(OPTIONS);

/**
 * What an action's command may be told besides, as far as it is the viewer's to say.
 * @param target at whom it is aimed, where that is known
 */
export function fieldsOf(
  action: Action,
  fighter: SlotsFighter,
  command: Command,
  target: SlotsFighter | null,
  viewer: Pick<Viewer, 'gm'>,
): readonly OptionField[] {
  return [...thingsFor(command, fighter, target), ...DIALOGS.fields(keysOf(action, fighter, command.do), viewer)];
}

interface Named {
  readonly id: string;
  readonly label: Message;
}

/** A choice among what bears a name. None where there is nothing to choose. */
const among = (key: Key, named: readonly Named[]): readonly OptionField[] =>
  DIALOGS.among(
    key,
    named.map(({ id, label }) => ({ value: id, label })),
  );

/** Things a command may name: what it is to strike from a hand or to break, or the Material Component that pays for a spell. */
function thingsFor({ do: id }: Command, { items }: SlotsFighter, target: SlotsFighter | null): readonly OptionField[] {
  if (id === 'cast-spell') {
    const components = items.filter(
      (item) => item.type === 'slotsGear' && item.kind === 'component' && item.quantity > 0,
    );
    return among(
      'component',
      components.map(({ id, name, ...rest }) => ({
        id,
        label: message('Field.component.holding', { name, capacity: 'capacity' in rest ? rest.capacity : 0 }),
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
    seen.map(({ id, name }) => ({ id, label: message('Option.fighter', { name }) })),
  );
}

/** L-176: what an edge is of, and over whom; over everybody where nobody is named. */
export function edgeFields({ fighters }: SlotsEncounter, owner: string | undefined): readonly OptionField[] {
  const others = Object.values(fighters).filter(({ id }) => id !== owner);
  const kinds = EDGES.map((id) => ({ id, label: message(`Edge.${id}`) }));
  const over = others.map(({ id, name }) => ({ id, label: message('Option.fighter', { name }) }));
  return [...among('kind', kinds), ...among('towards', over)];
}

/** What is each action's own. */
const OWN: Readonly<Record<string, readonly Key[]>> = {
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

function keysOf({ slot, needs, cost }: Action, { place }: SlotsFighter, id: string): Key[] {
  const smaller: Key[] = (slot === 'move' || slot === 'quick') && !cost ? ['slot'] : [];
  const way: Key[] = needs === 'path' ? [...(place ? [] : (['feet', 'turning'] as const)), 'difficult'] : [];
  return [...(OWN[id] ?? []), ...smaller, ...way, ...(ATTACKS.includes(id) ? (['other'] as const) : [])];
}

/** L-21: who lies in ambush when it begins: a side. */
export const startFields = (encounter: SlotsEncounter): readonly OptionField[] =>
  DIALOGS.amongSides('ambushers', encounter);

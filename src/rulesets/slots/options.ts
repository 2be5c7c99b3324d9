import type { Command } from '../../encounter/command';
import type { Message, OptionField, Viewer } from '../../encounter/view';
import { message } from '../../rulebook/labels';
import { type BookOf, count, marking } from '../../rulebook/marks';
import {
  BY_HAND,
  dialogs,
  fighter,
  fighters,
  item,
  lent,
  naming,
  type Options,
  reader,
  said,
} from '../../rulebook/options';
import { choice, either, flag, int, line } from '../../rulebook/schema';
import type { Action } from './act';
import { EDGES, FOCI, isThing, LORE, MODES } from './schema';
import type { SlotsEncounter, SlotsFighter } from './stats';

const upTo = (max: number, min = 0) => int(min, { min, max });

/** Every option a command may have, and whose word it is; those of a dialog in the order they are shown. */
export const OPTIONS = {
  /** L-08. */
  slot: said(choice(['standard', 'move', 'quick', 'waited'], 'standard'), { checked: 'standard' }),
  /** L-32. */
  hide: said(flag()),
  /** L-75. */
  group: said(choice(FOCI, FOCI[0]), { why: 'no-group' }),
  /** L-76. */
  skill: said(choice(LORE, LORE[0]), { why: 'no-lore' }),
  /** L-122, L-134. */
  sense: said(choice(['sight', 'hearing'], 'sight'), { why: 'no-sense' }),
  /** L-51. */
  mode: said(choice(MODES, MODES[0])),
  /** L-65, L-66: feet. */
  across: said(upTo(200)),
  up: said(upTo(200)),
  after: said(upTo(500)),
  /** L-54: squares the map does not show. */
  difficult: said(upTo(50)),
  /** Off the map: feet, and whether the way has a turn in it. */
  feet: said(upTo(500, 5)),
  turning: said(flag()),
  /** L-42. */
  strength: said(int(0, { min: -5, max: 40 })),
  other: lent(int(0, { min: -20, max: 20 })),

  // What only a button says, or the game master of the whole encounter.
  ...BY_HAND,
  /** L-21: a side, or fighters. */
  ambushers: naming('fighter', lent(either(line(), fighters().field))),
  provoked: lent(flag()),
  verb: said(line()),
  text: said(line()),
  item: item(),
  component: item(),
  reaction: said(line()),
  /** L-176. */
  kind: said(line()),
  towards: fighter(),
  source: fighter(),
  /** What else a condition may be told. */
  variant: said(line()),
  escape: said(int(0)),
  stealth: said(int(0)),
  cause: said(line()),
} as const satisfies Options;

export const saidIn = reader(OPTIONS);

/** What the book holds while an encounter lasts; its end clears it. */
const MARKS = {
  encounter: {
    /** Place in the order of initiative, from 1. */
    order: count(),
    initiative: count(),
    initiativeModifier: count(),
    /** In a Surprise Round: whether an ambusher's turn is still to come. */
    ambush: choice(['ready', 'done'], 'ready'),
    /** Whether things are handled for a Move slot that has been paid (L-70). */
    managing: flag(),
  },
} as const;

export type SlotsBook = BookOf<typeof MARKS>;
export const { mark, forget, read: readBook, rules: MARK_RULES } = marking(MARKS);

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

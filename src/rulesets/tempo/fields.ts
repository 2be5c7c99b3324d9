import type { Command } from '../../encounter/command';
import type { OptionField, Viewer } from '../../encounter/view';
import { message } from '../../rulebook/labels';
import { dialogs } from '../../rulebook/options';
import type { Act } from './act';
import { isHeld, isSpell, isWeapon } from './items';
import { OPTIONS } from './options';
import { listed } from './plan/choice';

type Key = keyof typeof OPTIONS;
const DIALOGS = dialogs(OPTIONS);

const ROLLS: readonly string[] = [
  ...['quick-attack', 'standard-attack', 'slow-attack', 'hide', 'skill-roll', 'ability', 'magic', 'inventory'],
];

/** What a command may be told besides, as far as it is the viewer's to say. */
export function fieldsOf(
  { fighter, command }: { readonly fighter: Pick<Act['fighter'], 'items' | 'place'>; readonly command: Command },
  viewer: Pick<Viewer, 'gm'>,
): readonly OptionField[] {
  const { do: id } = command;
  const when = (is: boolean, ...keys: Key[]): Key[] => (is ? keys : []);
  const keys = [
    ...when(id === 'move', 'jump', 'stand'),
    ...when((id === 'move' || id === 'walk') && !fighter.place, 'spaces'),
    ...when(id === 'hide', 'unseen'),
    ...when(id === 'skill-roll', 'against'),
    ...when(ROLLS.includes(id), 'lent'),
    ...when(id === 'count', 'skip'),
  ];
  return [...DIALOGS.fields(keys, viewer), ...(id === 'ability' ? meansOf(fighter.items, command) : [])];
}

/** An ability that lists an Attack or Magic is done with a weapon or a spell. */
function meansOf(items: Act['fighter']['items'], command: Command): readonly OptionField[] {
  const ability = items.find(({ id }) => id === command.with);
  const lists = ability?.type === 'tempoAbility' ? listed(ability) : null;
  const named = (key: Key, of: typeof items): readonly OptionField[] =>
    DIALOGS.among(
      key,
      of.map(({ id, name }) => ({ value: id, label: message('Note.plain', { text: name }) })),
    );
  if (lists === 'magic') return named('spell', items.filter(isSpell));
  return lists?.endsWith('attack') ? named('item', items.filter(isWeapon).filter(isHeld)) : [];
}

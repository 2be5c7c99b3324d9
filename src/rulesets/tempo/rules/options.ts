import type { Command } from '../../../encounter/command';
import type { OptionField, OptionInput, OptionValue, Viewer, Words } from '../../../encounter/view';
import { message as words } from '../../../rulebook/labels';
import type { Act } from './act';
import { listed } from './choice';
import { isHeld, isSpell, isWeapon } from './items';
import { LAST_TEMPO } from './words';

const toggle: OptionInput = { kind: 'toggle', value: true };
const number = (min: number, max: number): OptionInput => ({ kind: 'number', min, max });
const choice = (key: string, values: readonly string[]): OptionInput => ({
  kind: 'choice',
  unsaid: words(`Field.${key}.unsaid`),
  choices: values.map((value) => ({ value, label: words(`Field.${key}.${value}`) })),
});

/** Options that are the game master's word alone. */
export const GM_OPTIONS = ['lent', 'unseen', 'points'] as const;
const isGms = (key: string): boolean => (GM_OPTIONS as readonly string[]).includes(key);

/** Every option a command may be told in a dialog. */
const FIELDS: Readonly<Record<string, OptionInput>> = {
  lent: choice('lent', ['advantage', 'disadvantage']),
  /** T-54: walls and what else no token stands for. */
  unseen: toggle,
  jump: toggle,
  stand: toggle,
  spaces: number(1, 99),
  against: number(1, 40),
  to: number(0, LAST_TEMPO),
  /** T-103 to T-109. */
  points: number(1, 9),
  skip: toggle,
};

/** Every option a command may have: those of a dialog, and those that only a button says. */
export const OPTIONS: readonly string[] = [
  ...Object.keys(FIELDS),
  ...['action', 'slot', 'off', 'spell', 'item', 'use', 'away', 'attribute', 'pool', 'condition', 'name', 'on'],
];

function field(key: string, input: OptionInput = FIELDS[key]!): OptionField {
  const said = (part: string): Words => words(`Field.${key}.${part}`);
  return { key, label: said('label'), hint: said('hint'), gm: isGms(key), input };
}

const ROLLS: readonly string[] = [
  ...['quick-attack', 'standard-attack', 'slow-attack', 'hide', 'skill-roll', 'ability', 'magic', 'inventory'],
];

/** What a command may be told besides, as far as it is the viewer's to say. */
export function fieldsOf(
  { fighter, command }: { readonly fighter: Pick<Act['fighter'], 'items' | 'place'>; readonly command: Command },
  { gm }: Pick<Viewer, 'gm'>,
): readonly OptionField[] {
  const { do: id } = command;
  const keys = [
    ...(id === 'move' ? ['jump', 'stand'] : []),
    ...((id === 'move' || id === 'walk') && !fighter.place ? ['spaces'] : []),
    ...(id === 'hide' ? ['unseen'] : []),
    ...(id === 'skill-roll' ? ['against'] : []),
    ...(ROLLS.includes(id) ? ['lent'] : []),
    ...(id === 'count' ? ['skip'] : []),
  ];
  const fields = [...keys.map((key) => field(key)), ...(id === 'ability' ? meansOf(fighter.items, command) : [])];
  return fields.filter((each) => gm || !each.gm);
}

/** An ability that lists an Attack or Magic is done with a weapon or a spell. */
function meansOf(items: Act['fighter']['items'], command: Command): OptionField[] {
  const ability = items.find(({ id }) => id === command.with);
  const lists = ability?.type === 'tempoAbility' ? listed(ability) : null;
  const named = (key: string, of: typeof items): OptionField => {
    const choices = of.map(({ id, name }): { value: OptionValue; label: Words } => ({
      value: id,
      label: words('Note.plain', { text: name }),
    }));
    return field(key, { kind: 'choice', unsaid: words(`Field.${key}.unsaid`), choices });
  };
  if (lists === 'magic') return [named('spell', items.filter(isSpell))];
  return lists?.endsWith('attack') ? [named('item', items.filter(isWeapon).filter(isHeld))] : [];
}

import type { Command } from '../../../encounter/command';
import type { OptionField, OptionInput, Viewer } from '../../../encounter/view';
import { message as words } from '../../../rulebook/labels';
import type { Action } from './act';
import type { ClashFighter } from './stats';
import { KINDS } from './words';

const number = (min: number, max: number): OptionInput => ({ kind: 'number', min, max });
const choice = (key: string, values: readonly (string | boolean)[]): OptionInput => ({
  kind: 'choice',
  unsaid: words(`Field.${key}.unsaid`),
  choices: values.map((value) => ({ value, label: words(`Field.${key}.${value}`) })),
});

/** Every option a command may be told in a dialog, in the order it is shown, and whether it is the game master's word alone. */
const FIELDS = {
  /** C-117, C-A35. */
  pay: [false, choice('pay', KINDS)],
  /** C-A17. */
  attackLevel: [true, number(-5, 5)],
  defenseLevel: [true, number(-5, 5)],
  /** C-62, C-A30. */
  behind: [true, choice('behind', [true, false])],
  metres: [true, number(1, 500)],
  /** C-119. */
  height: [true, number(0, 60)],
  distance: [true, number(0, 60)],
  /** C-125. */
  cause: [true, number(0, 60)],
  incoming: [true, number(0, 500)],
} as const satisfies Readonly<Record<string, readonly [boolean, OptionInput]>>;
type FieldKey = keyof typeof FIELDS;

/** Those that are the game master's word; `crossed` and `seconds` are said in no dialog. */
export const GM_OPTIONS: readonly string[] = [
  ...(Object.keys(FIELDS) as FieldKey[]).filter((key) => FIELDS[key][0]),
  'crossed',
  'seconds',
];

/** Every option a command may have: those of a dialog, and those that only a button says. */
export const OPTIONS: readonly string[] = [
  ...Object.keys(FIELDS),
  ...GM_OPTIONS,
  ...['level', 'also', 'kind', 'as', 'pool', 'to', 'condition', 'on'],
];

const field = (key: FieldKey): OptionField => {
  const [gm, input] = FIELDS[key];
  return { key, label: words(`Field.${key}.label`), hint: words(`Field.${key}.hint`), gm, input };
};

/** Which options an action's command may be told, by its verb. */
const KEYS: Readonly<Record<string, readonly FieldKey[]>> = {
  jump: ['pay', 'height', 'distance'],
  fall: ['metres', 'cause', 'incoming'],
  'mount-extra-action': ['pay', 'attackLevel', 'defenseLevel', 'behind'],
};
/** What is rolled against a defense or a save may be made easier or harder. */
const CONTESTED: readonly FieldKey[] = ['attackLevel', 'defenseLevel', 'behind'];

/** What an action's command may be told besides, as far as it is the viewer's to say. */
export function fieldsOf(
  { category, needs }: Pick<Action, 'category' | 'needs'>,
  { place }: Pick<ClashFighter, 'place'>,
  { do: id }: Command,
  { gm }: Pick<Viewer, 'gm'>,
): readonly OptionField[] {
  const contested = category === 'attack' && id !== 'escape-grapple' && id !== 'attack-item';
  const offMap: readonly FieldKey[] = needs === 'path' && !place ? ['metres'] : [];
  return (KEYS[id] ?? (contested ? CONTESTED : offMap)).map(field).filter((each) => gm || !each.gm);
}

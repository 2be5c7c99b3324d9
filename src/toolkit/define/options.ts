import type { Command } from '../../encounter/command';
import type { OptionRule } from '../../encounter/option';
import type { Encounter, Fighter } from '../../encounter/state';
import type { Message, OptionField, OptionInput, OptionValue, Viewer } from '../../encounter/view';
import type { Reason } from '../../kernel/ask';
import type { Json } from '../../kernel/json';
import { message } from './labels';
import { choice, type Field, flag, int, line, list, whyUnfit } from './schema';

/**
 * Something a command may say besides who does what, at whom and with what: declared once. From it follow what the table takes from
 * whom, how a dialog asks for it, and the type it has in the rules.
 */
export interface OptionDefinition<T = unknown> extends OptionRule {
  readonly field: Field<T>;
  /** What a box says that is checked; true where nothing else is said. */
  readonly checked: OptionValue | null;
}

export type Options = Readonly<Record<string, OptionDefinition>>;

/** What commands may say, by the options of a table. */
export type OptionsOf<O extends Options> = {
  readonly [K in keyof O]?: O[K] extends OptionDefinition<infer T> ? T : never;
};

interface Traits {
  /** What a box says that is checked; true where nothing else is said. */
  readonly checked?: OptionValue;
  /** The ruleset's own sentence for what it cannot hold: `Reason.<why>`, with `value`, the option's key, `least` and `most`. */
  readonly why?: string;
}

const createOption = <T>(
  field: Field<T>,
  gm: boolean,
  { checked, why = 'bad-option' }: Traits,
): OptionDefinition<T> => ({
  field,
  gm,
  names: null,
  checked: checked ?? (field.is.kind === 'flag' ? true : null),
  whyNot: (value, key) => (whyUnfit(field, value) ? { id: why, data: unfitData(field, value, key) } : null),
});

function unfitData({ is }: Field, value: Json, key: string): NonNullable<Reason['data']> {
  const text = [value].flat().map(String).join(', ');
  return { option: key, value: text, [key]: text, ...(is.kind === 'number' && { least: is.min, most: is.max }) };
}

/** What anybody may say of their own command. */
export const option = <T>(field: Field<T>, traits: Traits = {}): OptionDefinition<T> =>
  createOption(field, false, traits);

/** What is the game master's word alone. */
export const gmOption = <T>(field: Field<T>, traits: Traits = {}): OptionDefinition<T> =>
  createOption(field, true, traits);

/** The option, its ids being of those. */
export const optionOf = <T>(names: 'fighter' | 'item', option: OptionDefinition<T>): OptionDefinition<T> => ({
  ...option,
  names,
});

/** One fighter, several fighters, or a thing, by their ids. */
const id = line('', { fits: (text) => text !== '', like: 'an id' });
export const fighterOption = (): OptionDefinition<string> => optionOf('fighter', option(id));
export const fightersOption = (): OptionDefinition<readonly string[]> => optionOf('fighter', option(list(id)));
export const itemOption = (): OptionDefinition<string> => optionOf('item', option(id));
export const itemsOption = (): OptionDefinition<readonly string[]> => optionOf('item', option(list(id)));

/** Where somebody is pushed: away from somebody, towards somebody, or by the compass. */
const WAYS = ['away', 'towards', 'n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;

/** What a game master says who sets a pool or a condition by hand, and when or after how much that ends, or pushes somebody: see `by-hand.ts`. */
export const MANUAL_OPTIONS = {
  pool: option(line()),
  to: option(int(0, { min: -100_000, max: 100_000 }), { why: 'no-number' }),
  condition: option(line()),
  on: option(flag(), { why: 'no-mark' }),
  until: option(line()),
  lasting: option(int(1, { min: 1, max: 10_000 })),
  /** From or towards whom somebody is pushed, which way, and how far in the units of the map. */
  pushFrom: optionOf('fighter', gmOption(id)),
  pushTo: gmOption(choice(WAYS, 'away')),
  pushFar: gmOption(int(1, { min: 1, max: 1000 })),
} as const satisfies Options;

/** Reads what commands say. They have been looked at where they came in: see `whyNotSay`. */
export const optionReader =
  <O extends Options>(_: O) =>
  ({ options }: Pick<Command, 'options'>): OptionsOf<O> =>
    (options ?? NOTHING) as OptionsOf<O>;
const NOTHING = {};

/** How a ruleset's dialogs ask for its options; the words are `Field.<key>.label`, `.hint`, `.unsaid` and `.<value>`. */
export interface OptionDialogs<K extends string> {
  /** The field of an option; of the same key and label always the same one, for they stand on every button of every sheet. */
  field(key: K, value?: (value: string) => string): OptionField;
  /** A choice among what is there at the moment; none where there is nothing to choose. */
  choiceField(
    key: K,
    choices: readonly { readonly value: OptionValue; readonly label: Message }[],
  ): readonly OptionField[];
  /** A choice among fighters of an encounter. */
  fighterChoice(key: K, fighters: readonly Pick<Fighter, 'id' | 'name'>[]): readonly OptionField[];
  /** A choice among the sides of an encounter. */
  sideChoice(key: K, encounter: Encounter): readonly OptionField[];
  /** The fields of options, as far as they are the viewer's to say. */
  fields(keys: readonly K[], viewer: Pick<Viewer, 'gm'>): readonly OptionField[];
}

export function optionDialogs<O extends Options>(options: O): OptionDialogs<keyof O & string> {
  type Key = keyof O & string;
  const made = new Map<string, OptionField>();
  const chosen = (key: Key, choices: readonly { value: OptionValue; label: Message }[]): OptionInput => ({
    kind: 'choice',
    emptyLabel: message(`Field.${key}.unsaid`),
    choices,
  });
  const inputOf = (key: Key, labelOf: (value: string) => string): OptionInput => {
    const { field, checked } = options[key] as OptionDefinition;
    const { is } = field;
    if (checked !== null) return { kind: 'toggle', value: checked };
    if (is.kind === 'number') return { kind: 'number', min: is.min, max: is.max };
    if (is.kind === 'text' && (options[key] as OptionDefinition).names === null) return { kind: 'text' };
    const values: readonly Json[] = is.kind === 'choice' ? is.ids : is.kind === 'data' ? (is.values ?? []) : [];
    if (values.length === 0) throw new Error(`no dialog asks for the option ${key}`);
    return chosen(
      key,
      values.map((value) => ({ value, label: message(labelOf(String(value))) })),
    );
  };
  const shown = (key: Key, input: OptionInput): OptionField => ({
    key,
    label: message(`Field.${key}.label`),
    hint: message(`Field.${key}.hint`),
    gm: (options[key] as OptionDefinition).gm,
    input,
  });
  const field = (key: Key, value = (each: string): string => `Field.${key}.${each}`): OptionField => {
    const found = made.get(key) ?? shown(key, inputOf(key, value));
    made.set(key, found);
    return found;
  };
  const among: OptionDialogs<Key>['choiceField'] = (key, choices) =>
    choices.length > 0 ? [shown(key, chosen(key, choices))] : [];
  return {
    field,
    choiceField: among,
    fighterChoice: (key, fighters) =>
      among(
        key,
        fighters.map(({ id: value, name }) => ({ value, label: message('Option.fighter', { name }) })),
      ),
    sideChoice(key, { fighters }) {
      const sides = [...new Set(Object.values(fighters).map(({ side }) => side))];
      return among(
        key,
        sides.map((value) => ({ value, label: message(`Side.${value}`) })),
      );
    },
    fields: (keys, { gm }) => keys.map((key) => field(key)).filter((each) => gm || !each.gm),
  };
}

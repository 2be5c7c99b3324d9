import type { Command } from '../../encounter/command';
import { MOST_DIFFICULTY } from '../../encounter/group-roll';
import type { OptionRule } from '../../encounter/option';
import type { Encounter, Fighter } from '../../encounter/state';
import type { Message, OptionField, OptionInput, OptionValue, Viewer } from '../../encounter/view';
import type { Reason } from '../../kernel/ask';
import type { Json } from '../../kernel/json';
import { message } from './labels';
import { choice, type Field, flag, int, line, list, whyUnfit } from './schema';

/** An option of a command, declared once. Its validation, its dialog input and its type follow from it. */
export interface OptionDefinition<T = unknown> extends OptionRule {
  readonly field: Field<T>;
  /** The value of a checked box; null for other inputs. */
  readonly checked: OptionValue | null;
}

export type Options = Readonly<Record<string, OptionDefinition>>;

/** The options' values, all optional. */
export type OptionsOf<O extends Options> = {
  readonly [K in keyof O]?: O[K] extends OptionDefinition<infer T> ? T : never;
};

interface Traits {
  /** Value of a checked box; default true. */
  readonly checked?: OptionValue;
  /** Reason id for invalid values, with `value`, the option's key, `least` and `most`. Default `bad-option`. */
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
  whyNot: (value, key) => (whyUnfit(field, value) ? { id: why, data: reasonData(field, value, key) } : null),
});

function reasonData({ is }: Field, value: Json, key: string): NonNullable<Reason['data']> {
  const text = [value].flat().map(String).join(', ');
  return { option: key, value: text, [key]: text, ...(is.kind === 'number' && { least: is.min, most: is.max }) };
}

/** Returns an option that any sender may use. */
export const option = <T>(field: Field<T>, traits: Traits = {}): OptionDefinition<T> =>
  createOption(field, false, traits);

/** Returns an option of the GM only. */
export const gmOption = <T>(field: Field<T>, traits: Traits = {}): OptionDefinition<T> =>
  createOption(field, true, traits);

export const optionOf = <T>(names: 'fighter' | 'item', option: OptionDefinition<T>): OptionDefinition<T> => ({
  ...option,
  names,
});

const id = line('', { fits: (text) => text !== '', like: 'an id' });
export const fighterOption = (): OptionDefinition<string> => optionOf('fighter', option(id));
export const fightersOption = (): OptionDefinition<readonly string[]> => optionOf('fighter', option(list(id)));
export const itemOption = (): OptionDefinition<string> => optionOf('item', option(id));
export const itemsOption = (): OptionDefinition<readonly string[]> => optionOf('item', option(list(id)));

/** Directions of a push. */
const DIRECTIONS = ['away', 'towards', 'n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;

/** Options of the manual commands, see `manual.ts`. */
export const MANUAL_OPTIONS = {
  pool: option(line()),
  to: option(int(0, { min: -100_000, max: 100_000 }), { why: 'no-number' }),
  condition: option(line()),
  on: option(flag(), { why: 'no-mark' }),
  /** Removes every instance without asking which. */
  all: gmOption(flag()),
  /** The side on which a fighter is. */
  side: option(line()),
  /** The only side that a neutral fighter is against. */
  opposes: option(line()),
  /** So many of a stack. */
  count: option(int(1, { min: 1, max: 9999 }), { why: 'no-number' }),
  until: option(line()),
  lasting: option(int(1, { min: 1, max: 10_000 })),
  /** Source of a push, its direction, and its length in map units. */
  pushFrom: optionOf('fighter', gmOption(id)),
  pushTo: gmOption(choice(DIRECTIONS, 'away')),
  pushFar: gmOption(int(1, { min: 1, max: 1000 })),
  /** Of a roll with a number of the sheet: who rolls, against what, and whether only GMs may know. */
  fighters: optionOf('fighter', gmOption(list(id))),
  difficulty: option(int(1, { min: 1, max: MOST_DIFFICULTY }), { why: 'no-number' }),
  secretly: gmOption(flag()),
} as const satisfies Options;

/** Returns a reader of options. They were validated on arrival, see `invalidOptions`. */
export const optionReader =
  <O extends Options>(_: O) =>
  ({ options }: Pick<Command, 'options'>): OptionsOf<O> =>
    (options ?? NO_OPTIONS) as OptionsOf<O>;
const NO_OPTIONS = {};

/** Inputs for options in dialogs. Texts: `Field.<key>.label`, `.hint`, `.unset` and `.<value>`. */
export interface OptionDialogs<K extends string, A = never> {
  /** Returns a field. Cached by key, because it is on every button of every sheet. */
  field(key: K, value?: (value: string) => string): OptionField;
  /** Returns a choice among these values; none if the list is empty. */
  choiceField(key: K, choices: readonly OptionChoice[]): readonly OptionField[];
  fighterChoice(key: K, fighters: readonly Pick<Fighter, 'id' | 'name'>[]): readonly OptionField[];
  sideChoice(key: K, encounter: Encounter): readonly OptionField[];
  /** Returns fields, without GM options for other viewers, and without those whose choices are none. */
  fields(keys: readonly K[], viewer: Pick<Viewer, 'gm'>, act?: A): readonly OptionField[];
}

/** A value of an option and its text. */
export interface OptionChoice {
  readonly value: OptionValue;
  readonly label: Message;
}

/** @param choices those of options whose values depend on the command; null for the usual input */
export function optionDialogs<O extends Options, A = never>(
  options: O,
  choices: { readonly [K in keyof O]?: (act: A) => readonly OptionChoice[] | null } = {},
): OptionDialogs<keyof O & string, A> {
  type Key = keyof O & string;
  const cache = new Map<string, OptionField>();
  const choiceInput = (key: Key, choices: readonly OptionChoice[]): OptionInput => ({
    kind: 'choice',
    emptyLabel: message(`Field.${key}.unset`),
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
    return choiceInput(
      key,
      values.map((value) => ({ value, label: message(labelOf(String(value))) })),
    );
  };
  const createField = (key: Key, input: OptionInput): OptionField => ({
    key,
    label: message(`Field.${key}.label`),
    hint: message(`Field.${key}.hint`),
    gm: (options[key] as OptionDefinition).gm,
    input,
  });
  const field = (key: Key, value = (each: string): string => `Field.${key}.${each}`): OptionField => {
    const found = cache.get(key) ?? createField(key, inputOf(key, value));
    cache.set(key, found);
    return found;
  };
  const choiceField = (key: Key, values: readonly OptionChoice[]): readonly OptionField[] =>
    values.length > 0 ? [createField(key, choiceInput(key, values))] : [];
  return {
    field,
    choiceField,
    fighterChoice: (key, fighters) =>
      choiceField(
        key,
        fighters.map(({ id: value, name }) => ({ value, label: message('Option.fighter', { name }) })),
      ),
    sideChoice(key, { fighters }) {
      const sides = [...new Set(Object.values(fighters).map(({ side }) => side))];
      return choiceField(
        key,
        sides.map((value) => ({ value, label: message(`Side.${value}`) })),
      );
    },
    fields: (keys, { gm }, act) =>
      keys.flatMap((key) => {
        if (!gm && (options[key] as OptionDefinition).gm) return [];
        const choicesOf = choices[key];
        if (!choicesOf) return [field(key)];
        const values = act === undefined ? [] : choicesOf(act);
        return values === null ? [field(key)] : choiceField(key, values);
      }),
  };
}

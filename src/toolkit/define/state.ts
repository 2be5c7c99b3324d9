import { applyChange } from '../../encounter/change';
import type { Command } from '../../encounter/command';
import type { Effect } from '../../encounter/effect';
import type { FighterId } from '../../encounter/fighter-id';
import type { StateSchema } from '../../encounter/ruleset';
import { SIDES } from '../../encounter/sides';
import type { Json } from '../../kernel/json';
import { lookup } from '../../kernel/lookup';
import type { Procedure } from '../../kernel/procedure';
import { amount, choice, data, type Field, InvalidValueError, int, line, list, whyUnfit } from './schema';

/** Bound of counted and measured numbers. */
const MAX_NUMBER = 1_000_000;
export const count = (): Field<number> => int(0, { min: -MAX_NUMBER, max: MAX_NUMBER });
export const measured = (): Field<number> => amount(0, { min: -MAX_NUMBER, max: MAX_NUMBER });

const isCommand = (value: unknown): value is Command =>
  typeof value === 'object' &&
  value !== null &&
  'do' in value &&
  'by' in value &&
  typeof value.do === 'string' &&
  typeof value.by === 'string';

export const command = (): Field<Command> => data(isCommand, 'a command', { do: '', by: '' });

interface StateField<T = unknown> extends Field<T> {
  /** Whether only the fighter's owners and the GM know it; see `Secrets`. */
  readonly secret?: true;
}

/** Returns a secret state field, such as a plan. No step may write it in worlds with secrets. */
export const secret = <T>(field: Field<T>): StateField<T> => ({ ...field, secret: true });

/**
 * State fields by duration, such as `round` or `lasting`. A key that ends in a hyphen is a prefix, such as one per
 * slot; of overlapping prefixes the longer comes first.
 */
export type StateFields = Readonly<Record<string, FieldTable>>;
type FieldTable = Readonly<Record<string, StateField>>;

type MergedFields<M extends StateFields> = { [S in keyof M]: (table: M[S]) => void }[keyof M] extends (
  table: infer T,
) => void
  ? T
  : never;
type ValueOf<F> = F extends Field<infer T> ? T : never;

/** A fighter's state, typed by the declared fields. */
export type StateOf<M extends StateFields, A = MergedFields<M>> = {
  [K in keyof A & string as K extends `${string}-` ? `${K}${string}` : K]?: ValueOf<A[K]>;
};
type Prefix<A> = keyof A & `${string}-`;
type ValueAt<A, K> = K extends keyof A
  ? ValueOf<A[K]>
  : { [S in Prefix<A>]: K extends `${S}${string}` ? ValueOf<A[S]> : never }[Prefix<A>];

export interface StateDefinition<M extends StateFields, B = StateOf<M>> {
  /** For storing and checking. */
  readonly schema: StateSchema;
  /** Returns a valid state. Throws {@link InvalidValueError} for unknown fields and invalid values. */
  read(state: Readonly<Record<string, unknown>>): B;
  /** Sets a state field, or removes it with null. */
  setState<K extends keyof B & string>(
    of: FighterId,
    key: K,
    to: ValueAt<MergedFields<M>, K> | null,
  ): Procedure<Effect | null>;
  /** Removes the fields of a duration, in declared order; keys with one prefix by name. */
  clearState(fighter: StateHolder, duration: keyof M): Procedure<void>;
}

/** Fields of every game; see `encounter/sides.ts`. */
const ALLEGIANCE: FieldTable = { side: choice(SIDES, 'neutral'), against: list(line()) };

interface StateHolder {
  readonly id: FighterId;
  readonly state: object;
}

export function defineState<const M extends StateFields>(fields: M): StateDefinition<M> {
  const tables: readonly FieldTable[] = [...Object.values(fields), ALLEGIANCE];
  const fieldOf = (key: string): StateField | undefined => {
    for (const table of tables) {
      if (Object.hasOwn(table, key)) return lookup(table, key);
      for (const prefix in table) if (prefix.endsWith('-') && key.startsWith(prefix)) return lookup(table, prefix);
    }
    return undefined;
  };
  const accepts = (key: string, value: unknown): boolean => {
    const field = fieldOf(key);
    return field !== undefined && value !== undefined && whyUnfit(field, value) === null;
  };
  return {
    schema: {
      accepts,
      has: (key) => fieldOf(key) !== undefined,
      isSecret: (key) => fieldOf(key)?.secret === true,
    },
    read(state) {
      for (const [key, value] of Object.entries(state)) {
        const field = fieldOf(key);
        if (!field) throw new InvalidValueError(`state.${key}`, value, { id: 'unknown' }, 'known to the rules');
        const reason = whyUnfit(field, value);
        if (reason) throw new InvalidValueError(`state.${key}`, value, reason, 'valid for this field');
      }
      return { ...state } as StateOf<M>;
    },
    setState: (of, key, to) => applyChange({ kind: 'state', of, key, to: to as Json }),
    *clearState({ id, state }, duration) {
      for (const key of Object.keys(fields[duration] ?? {}))
        for (const each of key.endsWith('-') ? keysWithPrefix(state, key) : key in state ? [key] : [])
          yield* applyChange({ kind: 'state', of: id, key: each, to: null });
    },
  };
}

/** Sorted by name: undo restores a key at the end, but a replay needs the same order. */
const keysWithPrefix = (state: object, prefix: string): string[] =>
  Object.keys(state)
    .filter((key) => key.startsWith(prefix))
    .sort();

import { apply } from '../../encounter/change';
import type { Command } from '../../encounter/command';
import type { Effect } from '../../encounter/effect';
import type { FighterId } from '../../encounter/fighter-id';
import type { MarkRules } from '../../encounter/ruleset';
import type { Json } from '../../kernel/json';
import type { Procedure } from '../../kernel/procedure';
import { amount, data, type Field, int, Unfit, whyUnfit } from './schema';

/** A number that is counted up, and one that is measured: so far no rule goes. */
const FARTHEST = 1_000_000;
export const count = (): Field<number> => int(0, { min: -FARTHEST, max: FARTHEST });
export const measured = (): Field<number> => amount(0, { min: -FARTHEST, max: FARTHEST });

const isCommand = (value: unknown): value is Command =>
  typeof value === 'object' &&
  value !== null &&
  'do' in value &&
  'by' in value &&
  typeof value.do === 'string' &&
  typeof value.by === 'string';

/** Something that is still to be done. */
export const command = (): Field<Command> => data(isCommand, 'a command', { do: '', by: '' });

/** What a mark holds. */
interface Mark<T = unknown> extends Field<T> {
  /** Whether only its fighter's owners and the game master know it; see `Secrets`. */
  readonly secret?: true;
}

/** A mark that only its fighter's owners and the game master know, such as what somebody plans. No step may write it where it is secret. */
export const secret = <T>(field: Field<T>): Mark<T> => ({ ...field, secret: true });

/**
 * The marks of a ruleset, by how long they last, each with what it holds: declared once. A key that ends in a hyphen is the beginning
 * of several, such as one for each slot; of two that begin alike the longer stands first. The keys are the stretches of time a ruleset
 * has, such as `round` and `lasting`.
 */
export type Marks = Readonly<Record<string, MarkTable>>;
type MarkTable = Readonly<Record<string, Mark>>;

type All<M extends Marks> = { [S in keyof M]: (table: M[S]) => void }[keyof M] extends (table: infer T) => void
  ? T
  : never;
type Held<F> = F extends Field<infer T> ? T : never;

/** What a fighter's book may hold, by the marks declared. */
export type BookOf<M extends Marks, A = All<M>> = {
  [K in keyof A & string as K extends `${string}-` ? `${K}${string}` : K]?: Held<A[K]>;
};
type Start<A> = keyof A & `${string}-`;
type HeldBy<A, K> = K extends keyof A
  ? Held<A[K]>
  : { [S in Start<A>]: K extends `${S}${string}` ? Held<A[S]> : never }[Start<A>];

/** What a ruleset does with its marks. */
export interface Marking<M extends Marks, B = BookOf<M>> {
  /** What the table has to know of them. */
  readonly rules: MarkRules;
  /** Reads a book. Throws {@link Unfit} for what is no mark, or holds what none holds. */
  read(book: Readonly<Record<string, unknown>>): B;
  /** Writes a mark into a fighter's book, or with null removes it. */
  mark<K extends keyof B & string>(of: FighterId, key: K, to: HeldBy<All<M>, K> | null): Procedure<Effect | null>;
  /** Removes what lasts no longer, in the order declared, several of one beginning by name. */
  forget(fighter: Forgetful, stretch: keyof M): Procedure<void>;
}

interface Forgetful {
  readonly id: FighterId;
  readonly book: object;
}

export function marking<const M extends Marks>(marks: M): Marking<M> {
  const tables = Object.values(marks);
  const fieldOf = (key: string): Mark | undefined => {
    for (const table of tables) {
      if (Object.hasOwn(table, key)) return table[key];
      for (const start in table) if (start.endsWith('-') && key.startsWith(start)) return table[start];
    }
    return undefined;
  };
  const fits = (key: string, value: unknown): boolean => {
    const field = fieldOf(key);
    return field !== undefined && value !== undefined && whyUnfit(field, value) === null;
  };
  return {
    rules: {
      fits,
      knows: (key) => fieldOf(key) !== undefined,
      isSecret: (key) => fieldOf(key)?.secret === true,
    },
    read(book) {
      for (const [key, value] of Object.entries(book)) {
        const field = fieldOf(key);
        if (!field) throw new Unfit(`book.${key}`, value, { id: 'unknown' }, 'known to the rules');
        const reason = whyUnfit(field, value);
        if (reason) throw new Unfit(`book.${key}`, value, reason, 'what this mark holds');
      }
      return { ...book } as BookOf<M>;
    },
    mark: (of, key, to) => apply({ kind: 'book', of, key, to: to as Json }),
    *forget({ id, book }, stretch) {
      for (const key of Object.keys(marks[stretch] ?? {}))
        for (const each of key.endsWith('-') ? keysFrom(book, key) : key in book ? [key] : [])
          yield* apply({ kind: 'book', of: id, key: each, to: null });
    },
  };
}

/** By name: what is taken back stands last again, and a replay must still find the same order. */
const keysFrom = (book: object, start: string): string[] =>
  Object.keys(book)
    .filter((key) => key.startsWith(start))
    .sort();

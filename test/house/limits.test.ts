import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataField } from '../headless/documents';
import type { GamePage } from '../headless/game-page';
import { Table } from '../headless/table';
import { nothing } from '../headless/world';
import { filesBelow, read } from './sources';

/**
 * Foundry limits no text, list or record, and the owner of a document can store anything in it. Every field of Cadence has a limit, so that
 * what reads it costs a bounded time.
 */

/** More than any limit. */
const FAR = 1_000_001;
const MANY = 10_001;
const DOCUMENTS = ['Actor', 'Item', 'Combat', 'Combatant', 'ChatMessage', 'ActiveEffect'] as const;

/** Core’s own fields of every effect. `documents/effect.ts` limits what they do. */
const isCores = (path: string): boolean => /\.changes\b/.test(path);

interface Place {
  readonly path: string;
  readonly field: DataField;
}

function* fieldsIn(path: string, field: DataField): Iterable<Place> {
  yield { path, field };
  if (field.element) yield* fieldsIn(`${path}[]`, field.element);
  for (const [name, inner] of Object.entries(field.fields ?? {})) yield* fieldsIn(`${path}.${name}`, inner);
}

/** Returns a value that only a limit can refuse, or undefined for a field that holds neither texts nor several values. */
function tooMuchFor(field: DataField, { foundry }: GamePage): unknown {
  const { fields } = foundry.data as unknown as Record<'fields', Record<string, new () => DataField>>;
  const is = (name: string): boolean => field instanceof (fields[name] as new () => DataField);
  if (is('StringField')) return 'x'.repeat(FAR);
  if (is('ArrayField')) return Array(MANY).fill(field.element?.initial ?? 'x');
  if (is('SchemaField') || is('EmbeddedDataField')) return undefined;
  if (is('TypedObjectField')) return Object.fromEntries(Array.from({ length: MANY }, (_, at) => [`x${at}`, undefined]));
  if (is('ObjectField') || is('AnyField')) return { ...(field.initial as object | null), x: 'x'.repeat(FAR) };
  return undefined;
}

describe('the stored fields', () => {
  let table: Table;
  beforeAll(async () => {
    table = await Table.open({ seed: 1, present: ['Gamemaster'], world: nothing });
  });
  afterAll(() => table?.close());

  it.each(DOCUMENTS)('every text, list and record of %s has a limit', (documentName) => {
    const { page } = table.tabs[0];
    const models = Object.entries(page.CONFIG[documentName].dataModels);
    expect(models.length).toBeGreaterThan(0);
    const places = models
      .flatMap(([type, { schema }]) => [...fieldsIn(type, schema)])
      .filter(({ path }) => !isCores(path));
    const limited = places.flatMap(({ path, field }) => {
      const value = tooMuchFor(field, page);
      return value === undefined ? [] : [{ path, isLimited: isRefused(field, value) }];
    });
    expect(limited.length).toBeGreaterThan(0);
    expect(limited.filter(({ isLimited }) => !isLimited).map(({ path }) => path)).toEqual([]);
  });
});

/** A field refuses a value by an error that it returns or throws. */
function isRefused(field: DataField, value: unknown): boolean {
  try {
    return field.validate(value) !== undefined;
  } catch {
    return true;
  }
}

/** The makers of fields: all others take them from there, with their limits. */
const MAKERS = ['src/foundry/adapters/models.ts', 'src/foundry/stored/schemas.ts'];
const UNLIMITED = /new fields\.(?:String|HTML|Array|Set|Object|Any|TypedObject|JSON)Field/;

it('only the makers of fields create Foundry’s fields without a limit', () => {
  const files = filesBelow('src/foundry', /\.ts$/).filter((file) => UNLIMITED.test(read(file)));
  expect(files).toEqual(MAKERS);
});

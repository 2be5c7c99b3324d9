import type { Adapter } from '../adapter';

/** What a token may show of an actor, by paths below `system`. API: CONFIG.Actor.trackableAttributes */
export interface Tracked {
  readonly bar: readonly string[];
  readonly value: readonly string[];
}

interface Field {
  readonly fields?: Readonly<Record<string, Field>>;
}

/** Everything of a ruleset's actors that belongs on a token: pools as bars, every other number of the model as a value. */
export function trackedOf({ ruleset, models, pools }: Adapter): Tracked {
  const bar = Object.values(pools).flatMap(({ document, path }) =>
    document === 'actor' && path.endsWith('.value') ? [path.slice(0, -'.value'.length)] : [],
  );
  const { schema } = models.Actor[ruleset.id] as { readonly schema: Field };
  return { bar, value: numbersIn(schema, [], new Set(bar)) };
}

function numbersIn({ fields = {} }: Field, above: readonly string[], bars: ReadonlySet<string>): string[] {
  return Object.entries(fields).flatMap(([key, field]) => {
    const path = [...above, key].join('.');
    if (bars.has(path)) return [];
    if (field instanceof foundry.data.fields.NumberField) return [path];
    return field instanceof foundry.data.fields.SchemaField ? numbersIn(field as Field, [...above, key], bars) : [];
  });
}

/** The pool of an actor that a tracked attribute is, or null: `aura` as a bar, and `aura.value` alike. */
export function poolAt({ pools }: Adapter, attribute: string): string | null {
  const found = Object.entries(pools).find(
    ([, { document, path }]) => document === 'actor' && [path, path.replace(/\.value$/, '')].includes(attribute),
  );
  return found?.[0] ?? null;
}

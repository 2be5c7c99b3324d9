import { lookup } from '../../kernel/lookup';
import type { Adapter } from '../adapters/adapter';
import { adapterOf } from '../adapters/registry';
import { fighterOfActor } from '../host/store';
import { modelOf } from '../stored/model';

type Field = foundry.data.fields.DataField.Any;
type Plain = string | number;
/** Plain data for formulas: no documents, no functions, nothing that can write. */
export interface RollData {
  [name: string]: Plain | RollData;
}

const { getProperty, setProperty } = foundry.utils;

/**
 * Returns an actor's prepared numbers and texts for formulas and effects, such as `@hp.value`.
 * Nested values also get their last name, such as `@str`, if it is unique. See docs/roll-data.md.
 */
export function actorRollData(actor: Actor.Implementation): RollData {
  const adapter = adapterOf(actor.type);
  const data = plainOf(actor.system);
  if (!adapter) return data;
  for (const { document, path } of Object.values(adapter.pools)) {
    if (document !== 'actor') continue;
    const maximum = path.replace(/value$/, 'max');
    for (const each of [path, maximum]) setNumber(data, each, getProperty(actor.system, each));
  }
  fillEmpty(data, actor, adapter);
  return withShortNames(data, adapter.shortNames ?? {});
}

export const itemRollData = (item: Item.Implementation): RollData => ({
  ...(item.actor && actorRollData(item.actor)),
  item: withShortNames(plainOf(item.system), {}),
});

function setNumber(data: RollData, path: string, value: unknown): void {
  if (typeof value === 'number') setProperty(data, path, value);
}

function fillEmpty(data: RollData, actor: Actor.Implementation, adapter: Adapter): void {
  const empty = Object.entries(adapter.whenEmpty ?? {}).filter(([path]) => getProperty(data, path) === undefined);
  const fighter = empty.length > 0 ? fighterOfActor(adapter, actor) : null;
  if (!fighter) return;
  for (const [path, defaultOf] of empty) setNumber(data, path, defaultOf(fighter));
}

/** Prepared numbers and texts, booleans as 1 and 0; without formatted text, lists and empty values. */
function plainOf(system: unknown): RollData {
  const model = modelOf({ system });
  return model.schema ? below(model.schema.fields, model) : {};
}

function below(fields: Readonly<Record<string, Field>>, values: Readonly<Record<string, unknown>>): RollData {
  const found: RollData = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = lookup(values, name);
    if (field instanceof foundry.data.fields.SchemaField)
      found[name] = below(field.fields, (value ?? {}) as Record<string, unknown>);
    else if (field instanceof foundry.data.fields.HTMLField) continue;
    else if (typeof value === 'number' || typeof value === 'string') found[name] = value;
    else if (typeof value === 'boolean') found[name] = value ? 1 : 0;
  }
  return found;
}

/** @param named further short names with their paths */
function withShortNames(data: RollData, named: Readonly<Record<string, string>>): RollData {
  const paths = pathsOf(data).filter((path) => path.includes('.'));
  const last = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(last(path), (counts.get(last(path)) ?? 0) + 1);
  const short = paths
    .filter((path) => counts.get(last(path)) === 1)
    .map((path): [string, string] => [last(path), path]);
  for (const [name, path] of [...Object.entries(named), ...short]) {
    const value = getProperty(data, path);
    if (!(name in data) && (typeof value === 'string' || typeof value === 'number')) data[name] = value;
  }
  return data;
}

const pathsOf = (data: RollData, base = ''): string[] =>
  Object.entries(data).flatMap(([name, value]) =>
    typeof value === 'object' ? pathsOf(value, `${base}${name}.`) : [`${base}${name}`],
  );

import type { Adapter } from '../adapters/adapter';
import { adapterOf } from '../adapters/registry';
import { fighterOfActor } from '../host/store';
import { modelOf } from '../stored/model';

type Field = foundry.data.fields.DataField.Any;
type Plain = string | number;
/** What formulas can name, with dots between the names: no document, no function, and nothing that writes anywhere. */
export interface RollData {
  [name: string]: Plain | RollData;
}

const { getProperty, setProperty } = foundry.utils;

/**
 * An actor's numbers and words for formulas and for values of active effects, such as `@hp.value`, as they are prepared. What lies below
 * a heading has a short name too, its last one, where nothing else is called so: `@str`. The names are told in docs/roll-data.md.
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

/** An item's below `item`, beside those of whoever has it. */
export const itemRollData = (item: Item.Implementation): RollData => ({
  ...(item.actor && actorRollData(item.actor)),
  item: withShortNames(plainOf(item.system), {}),
});

function setNumber(data: RollData, path: string, value: unknown): void {
  if (typeof value === 'number') setProperty(data, path, value);
}

/** A number left empty is what the rules take it for. */
function fillEmpty(data: RollData, actor: Actor.Implementation, adapter: Adapter): void {
  const empty = Object.entries(adapter.whenEmpty ?? {}).filter(([path]) => getProperty(data, path) === undefined);
  const fighter = empty.length > 0 ? fighterOfActor(adapter, actor) : null;
  if (!fighter) return;
  for (const [path, takenFor] of empty) setNumber(data, path, takenFor(fighter));
}

/** Numbers and words of a model as they are prepared, switches as 1 and 0; without formatted text, lists and what is empty. */
function plainOf(system: unknown): RollData {
  const model = modelOf({ system });
  return model.schema ? below(model.schema.fields, model) : {};
}

function below(fields: Readonly<Record<string, Field>>, values: Readonly<Record<string, unknown>>): RollData {
  const found: RollData = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name];
    if (field instanceof foundry.data.fields.SchemaField)
      found[name] = below(field.fields, (value ?? {}) as Record<string, unknown>);
    else if (field instanceof foundry.data.fields.HTMLField) continue;
    else if (typeof value === 'number' || typeof value === 'string') found[name] = value;
    else if (typeof value === 'boolean') found[name] = value ? 1 : 0;
  }
  return found;
}

/** @param named short names that are not the last of their path, with the path */
function withShortNames(data: RollData, named: Readonly<Record<string, string>>): RollData {
  const paths = pathsOf(data).filter((path) => path.includes('.'));
  const last = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
  const times = new Map<string, number>();
  for (const path of paths) times.set(last(path), (times.get(last(path)) ?? 0) + 1);
  const short = paths.filter((path) => times.get(last(path)) === 1).map((path): [string, string] => [last(path), path]);
  for (const [name, path] of [...Object.entries(named), ...short]) {
    const value = getProperty(data, path);
    if (!(name in data) && (typeof value === 'string' || typeof value === 'number')) data[name] = value;
  }
  return data;
}

/** Every name of it that leads to a number or a word. */
const pathsOf = (data: RollData, base = ''): string[] =>
  Object.entries(data).flatMap(([name, value]) =>
    typeof value === 'object' ? pathsOf(value, `${base}${name}.`) : [`${base}${name}`],
  );

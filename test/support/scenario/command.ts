import type { Command } from '../../../src/encounter/command';
import type { OptionRule } from '../../../src/encounter/option';
import type { Ruleset } from '../../../src/encounter/ruleset';
import { type Encounter, fighterOf, type Place } from '../../../src/encounter/state';
import type { Json } from '../../../src/kernel/json';
import type { OptionDefinition } from '../../../src/toolkit/define/options';
import { type Field, fieldsOf } from '../../../src/toolkit/define/schema';
import { slug } from './encounter';
import { directionOf, stepFrom } from './ground';
import type { Source } from './source';

/** The item id of bare hands in every ruleset. */
const UNARMED = 'unarmed';

const NOWHERE: Place = { x: 0.5, y: 0.5, width: 1, height: 1, elevation: 0, facing: 0 };

/**
 * Reads `mira melee gnoll with spear 3e 2n swift=true`: actor, action, target, item, path and options.
 * A mapping is the command as it is stored. Throws ScenarioError for an unknown part.
 */
export function readCommand(
  source: Source,
  encounter: Encounter,
  ruleset: Ruleset,
  text = source.isMapping() ? '' : source.text(),
): Command {
  if (source.isMapping()) return storedCommand(source, ruleset);
  const [by, verb, ...tokens] = text.trim().split(/\s+/);
  if (!by || !verb) source.fail('who does what? such as `mira defend`');
  if (by !== 'gm' && !encounter.fighters[by]) source.fail(`no fighter ${by}`);

  const command: { -readonly [Key in keyof Command]: Command[Key] } = { do: verb, by };
  const options: Record<string, Json> = {};
  const path: Place[] = [];
  for (let token = tokens.shift(); token !== undefined; token = tokens.shift()) {
    const way = /^(\d+(?:\.\d+)?)([nsew]{0,2})$/.exec(token);
    const option = /^([\w-]+)=(.*)$/.exec(token);
    if (token === 'with') command.with = itemNamed(tokens.shift() ?? source.fail('with what?'), by, encounter, source);
    else if (option) options[option[1]] = optionValue(option[1], option[2], ruleset, source);
    else if (way) {
      // The GM moves others: the path starts at the target named before it.
      const mover = by === 'gm' ? (command.at ?? source.fail('which fighter is moved? name it before the path')) : by;
      walk(Number(way[1]), way[2], path, mover, encounter, source);
    } else if (encounter.fighters[token] && command.at === undefined) command.at = token;
    else source.fail(`${token} is no fighter, no way such as 3e, and no option such as swift=true`);
  }
  if (path.length > 0) command.path = path;
  if (Object.keys(options).length > 0) command.options = options;

  const known = [verb, `${verb}-attack`].map((id) => ({ ...command, do: id })).find((each) => ruleset.knows(each));
  return known ?? source.fail(`${ruleset.id} knows no action ${verb}`);
}

function storedCommand(source: Source, ruleset: Ruleset): Command {
  const { do: verb } = source.members(['do', 'by'], ['at', 'with', 'path', 'options']);
  const command = source.value() as Command;
  return ruleset.knows(command) ? command : verb.fail(`${ruleset.id} knows no action ${verb.text()}`);
}

/** Returns the value of an option. Fails for options the ruleset lacks, which are typing errors. */
function optionValue(key: string, text: string, { id, options }: Ruleset, source: Source): Json {
  const option: (OptionRule & Partial<OptionDefinition>) | undefined = options[key];
  if (!option) source.fail(`${id} knows no option ${key}; there are ${Object.keys(options).join(', ')}`);
  return option.field ? readAs(option.field, text) : scalarOf(text);
}

/** Commas separate values, colons the parts of one: `crossed=total,half:dark`. */
function readAs({ is }: Field, text: string): Json {
  // One or several.
  if (is.kind === 'data' && text.includes(',')) return text.split(',');
  if (is.kind === 'list') return text.split(',').map((each) => readAs(is.of, each));
  if (is.kind !== 'group') return scalarOf(text);
  const parts = text.split(':');
  return Object.fromEntries(
    fieldsOf(is.fields).map(([name, field], at) => [
      name,
      parts[at] === undefined ? (field.initial as Json) : readAs(field, parts[at]),
    ]),
  );
}

function itemNamed(name: string, by: string, encounter: Encounter, source: Source): string {
  if (name === UNARMED) return UNARMED;
  // Another owner's item is written with the owner: `gnoll.axe`.
  const [owner = by, called = name] = /^([\w-]+)\.(.+)$/.exec(name)?.slice(1) ?? [];
  const items = owner === 'gm' ? [] : (encounter.fighters[owner]?.items ?? []);
  const found = items.find((item) => item.id === called || slug(item.name) === slug(called));
  return found?.id ?? source.fail(`${owner} has no ${name}; has ${items.map(({ id }) => id).join(', ') || 'nothing'}`);
}

/** A number alone means straight ahead. */
function walk(cells: number, direction: string, path: Place[], by: string, encounter: Encounter, source: Source): void {
  // As other packages may, a written way does not say on which scene it is.
  const { scene: _, ...from } = path.at(-1) ?? fighterOf(encounter, by).place ?? NOWHERE;
  let at: Place = from;
  const way = direction || directionOf(at.facing);
  const { ground } = encounter;
  const part = cells % 1;
  if (part > 0 && ground.grid !== 'gridless') source.fail(`a cell cannot be divided: ${cells}`);
  const steps = [...Array<number>(Math.floor(cells)).fill(1), ...(part > 0 ? [part] : [])];
  for (const step of steps) {
    const scaled = { ...ground, cell: ground.cell * step };
    at = stepFrom(at, way, scaled) ?? source.fail(`${ground.grid} has no direction ${way}`);
    path.push(at);
  }
}

function scalarOf(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

import type { Condition } from '../../../src/encounter/condition';
import type { FighterInput, Ruleset } from '../../../src/encounter/ruleset';
import type { Encounter } from '../../../src/encounter/state';
import { makeCountingIds, workingCopyOf } from '../../../src/encounter/table';
import { GM } from '../../../src/kernel/ask';
import { simulate } from '../../../src/kernel/drivers/simulate';
import { itemType, sheet } from '../rules';
import { placeOf } from './ground';
import type { FighterSpec, Scenario } from './scenario';
import { stateValues } from './shorthand';
import type { Source } from './source';

/** The scene of all fighters, as on every map. The ways of commands in the files name none. */
const SCENE = 'sceneOfTheFight0';

export type Gear = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
type SheetItem = FighterInput['items'][number];

/** Returns the sheets of a scenario's fighters, by id. */
export function sheetsOf(scenario: Scenario, ruleset: Ruleset, gear: Gear): Record<string, FighterInput> {
  const sheetOf = (id: string, spec: FighterSpec): FighterInput => ({
    id,
    name: spec.name,
    side: spec.side,
    player: spec.player,
    base: spec.base,
    items: itemsOf(spec, gear, ruleset.id),
    pools: spec.pools,
    conditions: spec.conditions.map((source, i) => conditionOf(source, `${id}-${i + 1}`, scenario, ruleset)),
    state: stateValues(ruleset.id, spec.state),
    place: spec.place && { ...placeOf(spec.place, scenario.ground, spec, spec.facing), scene: SCENE },
  });
  return Object.fromEntries(Object.entries(scenario.fighters).map(([id, spec]) => [id, sheetOf(id, spec)]));
}

/** Returns the first encounter of a scenario. Throws ScenarioError for a fighter whose sheet is invalid. */
export function encounterOf(
  scenario: Scenario,
  ruleset: Ruleset,
  gear: Gear,
  sheets = sheetsOf(scenario, ruleset, gear),
): Encounter {
  if (scenario.start) return structuredClone(scenario.start);
  for (const source of scenario.sources.settings)
    checkKeys(source, Object.keys(ruleset.settings), `${ruleset.id} knows no setting`);
  const fighters = Object.entries(scenario.fighters).map(([id, spec]) => {
    const input = sheets[id];
    try {
      for (const [at, source] of spec.items.entries()) {
        const { type } = input.items[at];
        if (source.isMapping()) checkKeys(source, fieldsOf(type, ruleset), `an item of type ${type} has no`);
      }
      const fighter = ruleset.fighter(input, scenario.settings);
      for (const pool of Object.keys(spec.pools))
        if (!fighter.pools[pool])
          spec.source.fail(`${id} has no pool ${pool}; there are ${Object.keys(fighter.pools).join(', ')}`);
      return [id, fighter] as const;
    } catch (error) {
      if (error instanceof RangeError) spec.source.fail(`${id}: ${error.message}`);
      throw error;
    }
  });
  const encounter: Encounter = {
    ruleset: ruleset.id,
    clock: ruleset.idle,
    fighters: Object.fromEntries(fighters),
    ground: { ...scenario.ground, scene: SCENE },
    settings: scenario.settings,
  };
  const isStarted = !hasStartCommand(scenario, ruleset);
  const started = isStarted || scenario.sources.clock ? startedClock(encounter, ruleset) : ruleset.idle;
  checkKeys(scenario.sources.clock, Object.keys({ ...ruleset.idle, ...started }), 'the clock has no');
  const clock = isStarted ? started : ruleset.idle;
  return { ...encounter, clock: { ...clock, ...scenario.clock } as Encounter['clock'] };
}

function checkKeys(source: Source | null, known: readonly string[], fault: string): void {
  for (const [key, member] of source?.entries() ?? [])
    if (!known.includes(key)) member.fail(`${fault} ${key}; there are ${[...new Set(known)].join(', ')}`);
}

const fieldsByType = new Map<string, readonly string[]>();

/** Returns the fields of an item type: those of an empty item. */
function fieldsOf(type: string, ruleset: Ruleset): readonly string[] {
  let fields = fieldsByType.get(type);
  if (!fields) {
    const { items } = ruleset.fighter(sheet('anybody', {}, { items: [{ id: 'bare', name: 'bare', type }] }), {});
    fields = Object.keys(items[0]);
    fieldsByType.set(type, fields);
  }
  return fields;
}

const hasStartCommand = ({ script }: Scenario, { clockCommands: [start] }: Ruleset): boolean =>
  script.some(
    (step) => !step.do?.isMapping() && step.do?.text().trim().split(/\s+/).slice(0, 2).join(' ') === `gm ${start}`,
  );

/** Returns the clock after the start command. The file already contains its other effects on fighters. */
function startedClock(encounter: Encounter, ruleset: Ruleset): Encounter['clock'] {
  const copy = structuredClone(encounter);
  const start = { do: ruleset.clockCommands[0], by: GM };
  simulate(ruleset.play(copy, start), workingCopyOf(copy, makeCountingIds()), () => 1);
  return copy.clock;
}

/** `spear` is an item of the armory, `{ type: weapon, name: spear, … }` one of the file's own. */
function itemsOf(spec: FighterSpec, gear: Gear, ruleset: string): SheetItem[] {
  const usedIds = new Set<string>();
  return spec.items.map((source) => {
    const item = source.isMapping() ? ownItem(source, ruleset) : gear[slug(source.text())];
    if (!item) source.fail(`no ${source.text()} in the armory; there are ${Object.keys(gear).sort().join(', ')}`);
    let id = slug(String(item.id ?? item.name));
    while (usedIds.has(id)) id += '-too';
    usedIds.add(id);
    return { ...item, id } as SheetItem;
  });
}

function ownItem(source: Source, ruleset: string): Readonly<Record<string, unknown>> {
  const item = source.value() as Record<string, unknown>;
  const { type, name } = item;
  if (typeof type !== 'string' || typeof name !== 'string') source.fail('an item needs a type and a name');
  return { ...item, type: itemType(ruleset, type) };
}

function conditionOf(source: Source, key: string, scenario: Scenario, ruleset: Ruleset): Condition {
  if (!source.isMapping()) {
    const id = source.text();
    if (!ruleset.conditions[id]) source.fail(`${ruleset.id} knows no condition ${id}`);
    return { key, id, until: null };
  }
  const { id, until, by, towards, data } = source.members(['id'], ['until', 'by', 'towards', 'data']);
  if (!ruleset.conditions[id.text()]) id.fail(`${ruleset.id} knows no condition ${id.text()}`);
  const end = until?.members(['at'], ['n', 'of']);
  const unknown = [...(by ? [by] : []), ...(towards?.list() ?? [])].find((who) => !scenario.fighters[who.text()]);
  unknown?.fail(`no fighter ${unknown.text()}`);
  return {
    key,
    id: id.text(),
    until: end
      ? { at: end.at.text(), ...(end.n && { n: end.n.number() }), ...(end.of && { of: end.of.text() }) }
      : null,
    ...(by && { by: by.text() }),
    ...(towards && { towards: towards.list().map((who) => who.text()) }),
    ...(data && { data: data.value() as NonNullable<Condition['data']> }),
  };
}

export const slug = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

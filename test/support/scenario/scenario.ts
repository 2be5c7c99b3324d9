import type { Area, Clock, Encounter, Ground, Wall } from '../../../src/encounter/state';
import type { Json } from '../../../src/kernel/json';
import { isInCells } from './ground';
import { Source } from './source';

export interface FighterSpec {
  readonly source: Source;
  readonly side: string;
  readonly name: string;
  readonly player: boolean;
  readonly base: Readonly<Record<string, unknown>>;
  readonly items: readonly Source[];
  readonly pools: Readonly<Record<string, number>>;
  readonly conditions: readonly Source[];
  readonly state: Readonly<Record<string, Json | undefined>>;
  readonly place: Source | null;
  readonly facing: string | null;
  /** In cells. */
  readonly width: number;
  readonly height: number;
}

export interface Step {
  readonly source: Source;
  /** Null for a step that only checks, or changes sheets. */
  readonly do: Source | null;
  /** Played although the rules refuse it, as a GM may. */
  readonly forced: boolean;
  /** Sheet changes, such as `mira.str`. */
  readonly stat: readonly (readonly [path: string, value: Source])[];
  readonly dice: readonly number[];
  readonly choose: readonly string[];
  /** Answers to offers and places, in order. */
  readonly answers: readonly Source[];
  readonly refused: Refusal | null;
  /** Required and forbidden offers, by fighter or `<fighter>.<question>`. */
  readonly offered: readonly (readonly [whom: string, what: Source])[];
  readonly notOffered: readonly (readonly [whom: string, what: Source])[];
  readonly expect: readonly (readonly [key: string, wanted: Source])[];
}

/** The reasons a refusal must have. */
export interface Refusal {
  readonly reasons: readonly string[];
  /** Whether other reasons are an error. */
  readonly only: boolean;
}

/** A scenario file: the initial encounter, the steps and their expectations. */
export interface Scenario {
  readonly file: string;
  readonly source: Source;
  /** The positions of clock and settings in the file. */
  readonly sources: { readonly clock: Source | null; readonly settings: readonly Source[] };
  readonly ruleset: Source;
  readonly rules: readonly string[];
  readonly title: string;
  /** The whole encounter, in place of fighters, ground, clock and settings. */
  readonly start: Encounter | null;
  readonly ground: Ground;
  readonly clock: Partial<Clock>;
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  readonly fighters: Readonly<Record<string, FighterSpec>>;
  readonly script: readonly Step[];
}

const GRIDS = ['square', 'hex-rows', 'hex-columns', 'gridless'] as const;
export const FACINGS = ['s', 'sw', 'w', 'nw', 'n', 'ne', 'e', 'se'] as const;

/** Returns the scenario of a file, or its first variant. Throws ScenarioError with the line. */
export const readScenario = (text: string, file: string): Scenario => readScenarios(text, file)[0];

/** Reads a scenario, or its variants. Throws ScenarioError with the line. */
export function readScenarios(text: string, file: string): readonly Scenario[] {
  const source = Source.parse(text, file);
  const root = source.members(
    ['ruleset', 'rules', 'title'],
    ['fighters', 'start', 'script', 'variants', 'ground', 'clock', 'settings', 'note'],
  );
  if (!root.script && !root.variants) source.fail('the file needs script, or variants');
  if (!root.fighters && !root.start) source.fail('the file needs fighters, or start');
  const described = root.start && (root.fighters ?? root.ground ?? root.clock ?? root.settings);
  described?.fail('start contains all of the encounter; nothing else describes it');
  const ground = root.ground?.members([], ['grid', 'cell', 'difficult', 'forbidden', 'water', 'walls', 'light']);
  const cell = ground?.cell?.number() ?? 1;
  const grid = ground?.grid?.word(GRIDS) ?? 'square';
  const map = { grid, cell };
  const scenario: Scenario = {
    file,
    source,
    sources: { clock: root.clock ?? null, settings: root.settings ? [root.settings] : [] },
    ruleset: root.ruleset,
    rules: root.rules.list().map((rule) => {
      const id = rule.text();
      return /^[A-Z]-(A|W)?\d+$/.test(id) ? id : rule.fail(`${id} is no rule id such as E-72`);
    }),
    title: root.title.text(),
    start: root.start ? readStart(root.start, root.ruleset.text()) : null,
    ground: {
      grid,
      cell,
      ...((ground?.difficult || ground?.forbidden || ground?.water) && {
        difficult: [
          ...(ground.difficult?.list() ?? []).map((at) => areaOf(at, map)),
          ...(ground.forbidden?.list() ?? []).map((at) => ({ ...areaOf(at, map), cost: null })),
          ...(ground.water?.list() ?? []).map((at) => ({ ...areaOf(at, map), water: true as const })),
        ],
      }),
      ...(ground?.walls && { walls: ground.walls.list().map((wall) => wallOf(wall, map)) }),
      ...(ground?.light && { light: lightOf(ground.light, map) }),
    },
    clock: record(root.clock) as Partial<Clock>,
    settings: record(root.settings),
    fighters: Object.fromEntries(root.fighters?.entries().map(([id, spec]) => [id, readFighter(id, spec)]) ?? []),
    script: root.script?.list().map(readStep) ?? [],
  };
  return root.variants?.list().map((variant) => variantOf(scenario, variant)) ?? [scenario];
}

/** Reads the encounter as an exported fight has it. */
function readStart(source: Source, ruleset: string): Encounter {
  source.members(['clock', 'ground', 'settings', 'fighters'], []);
  return { ruleset, ...(source.value() as Omit<Encounter, 'ruleset'>) };
}

/** Returns a variant: the shared script, its own steps and its own settings. */
function variantOf(scenario: Scenario, source: Source): Scenario {
  const { title, script, settings } = source.members(['title', 'script'], ['settings', 'note']);
  return {
    ...scenario,
    title: `${scenario.title}: ${title.text()}`,
    sources: { ...scenario.sources, settings: [...scenario.sources.settings, ...(settings ? [settings] : [])] },
    settings: { ...scenario.settings, ...record(settings) },
    script: [...scenario.script, ...script.list().map(readStep)],
  };
}

type Map = Pick<Ground, 'grid' | 'cell'>;

/**
 * A wall along the edges of cells: `[0, 2, 5, 2]`, or `{ at: [0, 2, 5, 2], stops: sight, side: left }`. On hexes from
 * point to point, in metres.
 */
function wallOf(source: Source, map: Map): Wall {
  const unit = isInCells(map) ? map.cell : 1;
  const { at, stops, side } = source.isMapping() ? source.members(['at'], ['stops', 'side']) : { at: source };
  const [x0, y0, x1, y1, ...rest] = at.list().map((number) => number.number() * unit);
  if (x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined || rest.length > 0)
    return at.fail('a wall is [x, y, x, y], from corner to corner');
  const only = stops?.word(['sight', 'move']);
  return {
    from: { x: x0, y: y0 },
    to: { x: x1, y: y1 },
    sight: only !== 'move',
    move: only !== 'sight',
    ...(side && { side: side.word(['left', 'right'] as const) }),
  };
}

/** `{ ambient: dark, lamps: [{ at: [2, 3], bright: 2, dim: 4 }] }`; a lamp stands in the middle of a cell; meters. */
function lightOf(source: Source, map: Map): NonNullable<Ground['light']> {
  const { ambient, lamps } = source.members(['ambient'], ['lamps']);
  return {
    ambient: ambient.word(['bright', 'dim', 'dark']),
    lamps: (lamps?.list() ?? []).map((lamp) => {
      const { at, bright, dim } = lamp.members(['at'], ['bright', 'dim']);
      const { x, y } = areaOf(at, map);
      return { x, y, bright: bright?.number() ?? 0, dim: dim?.number() ?? 0 };
    }),
  };
}

/** A cell by column and row, on hexes by its center in metres, with an optional movement cost. */
function areaOf(source: Source, map: Map): Area {
  const { cell } = map;
  const { at, cost } = source.isMapping() ? source.members(['at'], ['cost']) : { at: source, cost: undefined };
  const [x, y, ...rest] = at.list().map((number) => number.number());
  if (x === undefined || y === undefined || rest.length > 0) return at.fail('a cell is [x, y]');
  const center = isInCells(map) ? { x: (x + 0.5) * cell, y: (y + 0.5) * cell } : { x, y };
  const area = { ...center, width: cell, height: cell };
  return cost ? { ...area, cost: cost.number() } : area;
}

function readFighter(id: string, source: Source): FighterSpec {
  if (!/^[a-z][a-z0-9-]*$/.test(id) || id === 'gm' || id === 'with')
    source.fail(`${id} cannot name a fighter: small letters, digits and hyphens`);
  const spec = source.members(
    ['side'],
    [
      'name',
      'player',
      'stats',
      'overrides',
      'items',
      'pools',
      'conditions',
      'state',
      'place',
      'facing',
      'width',
      'height',
    ],
  );
  if (spec.facing && !spec.place) spec.facing.fail(`${id} faces nothing without a place`);
  return {
    source,
    side: spec.side.text(),
    name: spec.name?.text() ?? id,
    player: spec.player?.flag() ?? false,
    base: { ...tree(spec.stats), ...(spec.overrides && { overrides: tree(spec.overrides) }) },
    items: spec.items?.list() ?? [],
    pools: Object.fromEntries(spec.pools?.entries().map(([pool, value]) => [pool, value.number()]) ?? []),
    conditions: spec.conditions?.list() ?? [],
    state: tree(spec.state) as Scenario['fighters'][string]['state'],
    place: spec.place ?? null,
    facing: spec.facing?.word(FACINGS) ?? null,
    width: spec.width?.number() ?? 1,
    height: spec.height?.number() ?? spec.width?.number() ?? 1,
  };
}

function readStep(source: Source): Step {
  const playing = ['dice', 'choose', 'answers', 'offered', 'not-offered'] as const;
  const step = source.members([], ['do', 'stat', 'refused', 'forced', 'expect', 'note', ...playing]);
  if (!step.do && !step.expect && !step.stat) source.fail('a step needs do, stat or expect');
  if (step.do && step.stat) step.stat.fail('stat is a step of its own');
  for (const member of [...playing, 'refused', 'forced'] as const)
    if (step[member] && !step.do) step[member].fail(`${member} needs a do in the same step`);
  for (const member of [...playing, 'forced'] as const)
    if (step.refused && step[member]) step[member].fail(`what is refused asks nothing: no ${member}`);
  return {
    source,
    do: step.do ?? null,
    forced: step.forced?.flag() ?? false,
    dice: step.dice?.list().map((face) => face.number()) ?? [],
    choose: step.choose?.list().map((option) => (option.value() === '' ? '' : option.text())) ?? [],
    answers: step.answers?.list() ?? [],
    stat: step.stat?.entries() ?? [],
    refused: step.refused ? readRefusal(step.refused) : null,
    offered: step.offered?.entries() ?? [],
    notOffered: step['not-offered']?.entries() ?? [],
    expect: step.expect?.entries() ?? [],
  };
}

/** `energy`, `[energy, not-open]`, or `{ only: [energy] }`. */
function readRefusal(source: Source): Refusal {
  const only = source.isMapping() ? source.members(['only'], []).only : null;
  const reasons = (only ?? source).oneOrMore().map((reason) => reason.text());
  if (reasons.length === 0) source.fail('what is refused is refused for something');
  return { reasons, only: only !== null };
}

function tree(source: Source | undefined): Record<string, unknown> {
  if (source && !source.isMapping()) source.entries();
  return (source?.value() ?? {}) as Record<string, unknown>;
}

function record(source: Source | undefined): Record<string, number | boolean | string> {
  for (const [key, value] of source?.entries() ?? [])
    if (!['number', 'boolean', 'string'].includes(typeof value.value()))
      value.fail(`${key} must be a number, a text, true or false`);
  return tree(source) as Record<string, number | boolean | string>;
}

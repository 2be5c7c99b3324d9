import { createHash } from 'node:crypto';
import type { Condition } from '../../src/encounter/condition';
import type { Encounter, Fighter, Place } from '../../src/encounter/state';
import { defined } from '../../src/kernel/defined';
import type { Adapter as TabAdapter } from '../headless/game-page';
import { inside, isKeyed, type Keyed } from '../support/record';
import type { Scenario } from '../support/scenario/scenario';

/** Pixels of a cell, Foundry's default. */
const CELL = 100;
const GRID_TYPES: Readonly<Record<string, number>> = { gridless: 0, square: 1, 'hex-rows': 2, 'hex-columns': 4 };
const DISPOSITIONS: Readonly<Record<string, number>> = { secret: -2, foes: -1, neutral: 0, heroes: 1 };

/** The part of a ruleset's adapter that the stage needs. */
export type Adapter = Pick<TabAdapter, 'ruleset' | 'pools' | 'baseOf'>;

/** Maps the short names of a scenario to document ids, and back. */
export class Names {
  private readonly shorts = new Map<string, string>();
  private readonly ids = new Map<string, string>();

  /** The document id for a name; creates one if the name is new. */
  idOf(short: string): string {
    if (!this.ids.has(short)) this.isCalled(createHash('sha1').update(short).digest('hex').slice(0, 16), short);
    return defined(this.ids.get(short), 'an id');
  }

  /** Registers an id that was created at the table under a short name. */
  isCalled(id: string, short: string): void {
    this.ids.set(short, id);
    this.shorts.set(id, short);
  }

  /** Replaces ids by names everywhere in a value. */
  short = <T>(value: T): T =>
    renamed(value, (text) => text.replace(/[0-9A-Za-z]{16}/g, (id) => this.shorts.get(id) ?? id)) as T;

  /** Replaces known names by ids everywhere in a value; a text may be a list of names. */
  long = <T>(value: T): T =>
    renamed(value, (text) => text.replace(/[^ ,]+/g, (word) => this.ids.get(word) ?? word)) as T;
}

function renamed(value: unknown, name: (text: string) => string): unknown {
  if (typeof value === 'string') return name(value);
  if (Array.isArray(value)) return value.map((each) => renamed(each, name));
  if (!isKeyed(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [name(key), renamed(each, name)]));
}

/** The documents of a scenario by type, as data to create. Their combat holds the scenario's encounter. */
export interface Cast {
  readonly names: Names;
  readonly combat: string;
  readonly scene: string;
  readonly documents: Readonly<Record<'Actor' | 'Scene' | 'Combat', readonly object[]>>;
}

/** @param owner id of the player who owns the player characters */
export function castOf(scenario: Scenario, encounter: Encounter, adapter: Adapter, owner: string): Cast {
  const names = new Names();
  const scene = names.idOf(`scene ${scenario.file}`);
  const combat = names.idOf(`combat ${scenario.file}`);
  for (const { id, items, conditions } of Object.values(encounter.fighters))
    for (const name of [id, ...items.map((item) => item.id), ...conditions.map(({ key }) => key)]) names.idOf(name);

  const actorId = (id: string) => names.idOf(`actor of ${id}`);
  const actors = Object.values(encounter.fighters).map((fighter) => {
    const { id, name, side, player, items, conditions } = fighter;
    const { base, pools } = scenario.fighters[id];
    const { overrides = {}, ...entered } = baseOf(fighter, base);
    return {
      _id: actorId(id),
      type: adapter.ruleset.id,
      name,
      ownership: { default: 0, ...(player && { [owner]: 3 }) },
      prototypeToken: { disposition: DISPOSITIONS[side], actorLink: true },
      flags: { [OVERRIDES]: overrides },
      system: withPools(entered, adapter, pools, 'actor'),
      items: items.map(({ id: item, name, type, ...system }) => ({
        _id: names.idOf(item),
        name,
        type,
        system,
      })),
      effects: conditions.map((condition) => effectOf(condition, names)),
    };
  });
  const standing = Object.values(encounter.fighters).filter(({ place }) => place !== null);
  const tokens = standing.map(({ id, name, side, player, place }, at) => ({
    _id: names.idOf(`token of ${id}`),
    name,
    actorId: actorId(id),
    disposition: DISPOSITIONS[side],
    // Every second NPC is an unlinked token.
    actorLink: player || at % 2 === 0,
    ...cornerOf(defined(place, 'a place'), encounter),
  }));
  const orders = Object.fromEntries(
    adapter.ruleset.automation.orders
      .filter(({ choices }) => choices.some(({ id }) => id === 'ask'))
      .map(({ id }) => [id, 'ask']),
  );
  const combatants = Object.values(encounter.fighters).map(({ id, name, place }) => ({
    _id: names.idOf(id),
    type: adapter.ruleset.id,
    name,
    actorId: actorId(id),
    ...(place && { tokenId: names.idOf(`token of ${id}`), sceneId: scene }),
    // The orders of the scenario, so that its questions are asked.
    system: { orders },
  }));
  const states = Object.fromEntries(
    Object.values(encounter.fighters).map(({ id, state }) => [
      names.idOf(id),
      withPools(names.long({ ...state }), adapter, scenario.fighters[id].pools, 'combat'),
    ]),
  );
  return {
    names,
    combat,
    scene,
    documents: {
      Actor: actors,
      Scene: [
        { _id: scene, name: scenario.title, width: 4000, height: 4000, padding: 0, ...groundOf(encounter), tokens },
      ],
      Combat: [
        {
          _id: combat,
          type: adapter.ruleset.id,
          scene,
          round: encounter.clock.round,
          system: { clock: names.long(encounter.clock), states },
          combatants,
        },
      ],
    },
  };
}

/** Stat block numbers have no document field. The stage stores them in this flag and reads them from there. */
export const OVERRIDES = 'stage';

/** What is entered on a sheet; where the rules have completed it, their values. */
function baseOf({ stats }: Fighter, entered: Readonly<Record<string, unknown>>): Keyed {
  return structuredClone((stats as { base?: Record<string, unknown> }).base ?? entered);
}

function withPools(
  system: Keyed,
  adapter: Adapter,
  pools: Readonly<Record<string, number>>,
  document: 'actor' | 'combat',
): Keyed {
  for (const [pool, value] of Object.entries(pools)) {
    const home = adapter.pools[pool];
    if (home?.document !== document) continue;
    const path = home.path.split('.');
    const holder = path.slice(0, -1).reduce(inside, system);
    holder[defined(path.at(-1), 'a key')] = value;
  }
  return system;
}

const effectOf = ({ key, id, until, by, towards, data }: Condition, names: Names) => ({
  _id: names.idOf(key),
  type: 'condition',
  name: id,
  statuses: [id],
  system: names.long({ until, by: by ?? '', towards: towards ?? [], data: data ?? {} }),
});

function cornerOf({ x, y, width, height, elevation, facing }: Place, { ground: { cell } }: Encounter) {
  const pixels = (metres: number) => Math.round((metres * CELL) / cell);
  return {
    x: pixels(x - width / 2),
    y: pixels(y - height / 2),
    width: width / cell,
    height: height / cell,
    elevation,
    rotation: facing,
  };
}

const SIDES = ['left', 'right'];

function groundOf({ ground: { grid, cell, difficult = [], walls = [], light } }: Encounter) {
  const pixels = (metres: number) => (metres * CELL) / cell;
  const regions = difficult.map(({ x, y, width, height, cost = 2 }) => ({
    name: 'Rubble',
    shapes: [
      {
        type: 'rectangle',
        x: pixels(x - width / 2),
        y: pixels(y - height / 2),
        width: pixels(width),
        height: pixels(height),
      },
    ],
    behaviors: [{ type: 'modifyMovementCost', system: { difficulties: { walk: cost } } }],
  }));
  const stopping = (is: boolean) => (is ? 20 : 0);
  return {
    grid: { type: GRID_TYPES[grid], size: CELL, distance: cell, units: 'm' },
    regions,
    walls: walls.map(({ from, to, sight, move, side }) => ({
      c: [from.x, from.y, to.x, to.y].map(pixels),
      move: stopping(move),
      sight: stopping(sight),
      dir: side ? SIDES.indexOf(side) + 1 : 0,
    })),
    ...(light && {
      environment: {
        darknessLevel: light.ambient === 'dim' ? 0.5 : 0,
        globalLight: { enabled: light.ambient !== 'dark' },
      },
      lights: light.lamps.map(({ x, y, bright, dim }) => ({ x: pixels(x), y: pixels(y), config: { bright, dim } })),
    }),
  };
}

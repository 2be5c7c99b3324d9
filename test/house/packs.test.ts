import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { packed } from '../../scripts/build/documents.mjs';
import type { Ruleset } from '../../src/encounter/ruleset';
import { defined } from '../../src/kernel/defined';
import { RULESETS } from '../../src/rulesets/index';
import { exists, filesBelow, read, readJson } from './sources';

interface Source {
  readonly _id: string;
  readonly _key: string;
  readonly name: string;
  readonly type: string;
  readonly img?: string;
  readonly thumb?: string;
  readonly folder?: string | null;
  readonly actors?: readonly string[];
  readonly initialLevel?: string;
  readonly levels?: readonly (Source & { readonly background: { readonly src: string } })[];
  readonly width?: number;
  readonly height?: number;
  readonly walls?: readonly { readonly _id: string; readonly _key: string; readonly c: readonly number[] }[];
  readonly lights?: readonly { readonly _id: string; readonly _key: string }[];
  readonly regions?: readonly { readonly shapes: readonly object[] }[];
  readonly system: Record<string, unknown>;
  readonly items?: readonly Source[];
  readonly pages?: readonly Source[];
  readonly results?: readonly Source[];
  readonly prototypeToken?: {
    readonly texture: { readonly src: string };
    readonly disposition: number;
    readonly actorLink: boolean;
  };
}

const manifest = readJson('system.json');
const types = manifest.documentTypes;
const rulesets: Readonly<Record<string, Ruleset>> = RULESETS as never;

/** By kind of pack: the collection of its documents in Foundry, and the fields of their embedded documents. */
const COLLECTIONS = {
  Adventure: { collection: 'adventures', inside: null },
  Actor: { collection: 'actors', inside: 'items' },
  Item: { collection: 'items', inside: null },
  JournalEntry: { collection: 'journal', inside: 'pages' },
  RollTable: { collection: 'tables', inside: 'results' },
  Scene: { collection: 'scenes', inside: null },
} as const;
type Kind = keyof typeof COLLECTIONS;

const sources = filesBelow('packs', /\.yml$/).map((file) => {
  const [, ruleset, folder] = file.split('/') as [string, string, string];
  const pack = manifest.packs.find(({ name }: { name: string }) => name === `${ruleset}-${folder}`);
  return {
    file,
    ruleset,
    pack: `cadence.${pack?.name}`,
    kind: pack?.type as Kind,
    source: parse(read(file)) as Source,
  };
});
const isFolder = ({ source }: (typeof sources)[number]) => source._key.startsWith('!folders!');
const folders = sources.filter(isFolder);
const files = sources.filter((entry) => !isFolder(entry));
const played = files.filter(({ kind }) => kind === 'Actor' || kind === 'Item');

type Spot = readonly [number, number];
function crosses(a: Spot, b: Spot, [x0 = 0, y0 = 0, x1 = 0, y1 = 0]: readonly number[]): boolean {
  const side = (p: Spot, q: Spot, r: Spot) => Math.sign((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]));
  const [c, d]: [Spot, Spot] = [
    [x0, y0],
    [x1, y1],
  ];
  return side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b);
}

const insideOf = ({ kind, source }: (typeof files)[number]): readonly Source[] => {
  const { inside } = COLLECTIONS[kind];
  return inside ? (source[inside] ?? []) : [];
};
const imageOf = (img: string): string => img.replace(/^systems\/cadence\//, '');
/** Fields of documents that rules do not read. */
const ofTheDocument = ['description', 'biography'];

const withoutWords = (system: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(system).filter(([key]) => !ofTheDocument.includes(key)));

const NAMES = { items: 'Item', pages: 'JournalEntryPage', results: 'TableResult' } as const;
const addresses = new Set(
  files.flatMap((entry) => {
    const { inside } = COLLECTIONS[entry.kind];
    const own = `Compendium.${entry.pack}.${entry.kind}.${entry.source._id}`;
    return [own, ...insideOf(entry).map(({ _id }) => `${own}.${inside && NAMES[inside]}.${_id}`)];
  }),
);

describe.each(files)('$file', (entry) => {
  const { source, kind } = entry;

  it('has ids and keys that are valid in Foundry', () => {
    const { collection, inside } = COLLECTIONS[kind];
    expect(source._id).toMatch(/^[A-Za-z0-9]{16}$/);
    expect(source._key).toBe(`!${collection}!${source._id}`);
    for (const { _id, _key } of insideOf(entry)) {
      expect(_id).toMatch(/^[A-Za-z0-9]{16}$/);
      expect(_key).toBe(`!${collection}.${inside}!${source._id}.${_id}`);
    }
  });

  it('shows pictures that exist', () => {
    const { img, thumb, levels = [], prototypeToken } = source;
    const own = [img, thumb, prototypeToken?.texture.src, ...levels.map(({ background }) => background.src)];
    const pictures = [...own, ...insideOf(entry).map((inner) => inner.img)].flatMap((path) =>
      path ? [imageOf(path)] : [],
    );
    expect(pictures.filter((picture) => !exists(picture))).toEqual([]);
  });

  it('links to documents of the compendia', () => {
    const links = [...read(entry.file).matchAll(/@UUID\[([^\]]+)\]/g)].map(([, uuid]) => uuid);
    expect(links.filter((uuid) => !addresses.has(uuid))).toEqual([]);
  });
});

describe.each(played)('$file', ({ ruleset, source, kind }) => {
  it('uses subtypes that the manifest declares', () => {
    expect(Object.keys(types[kind])).toContain(source.type);
    for (const item of source.items ?? []) expect(Object.keys(types.Item)).toContain(item.type);
  });

  it('makes a fighter that the rules accept', () => {
    const items = (source.items ?? [source]).map(({ _id: id, name, type, system }) => ({
      ...withoutWords(system),
      id,
      name,
      type,
    }));
    const make = () =>
      rulesets[ruleset].fighter(
        {
          id: 'one',
          name: source.name,
          side: 'any',
          player: false,
          place: null,
          base: source.items ? withoutWords(source.system) : {},
          items,
          pools: {},
          conditions: [],
          state: {},
        },
        {},
      );
    expect(make).not.toThrow();
  });
});

/** Fields that differ between two copies of an item. */
const ofThisOne = ['equipped', 'loaded', 'quantity', 'active', 'description'];
const madeOf = (system: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(system).filter(([key]) => !ofThisOne.includes(key)));

it('gives fighters items that equal those of the ruleset’s armory', () => {
  const named = (ruleset: string, name: string) => `${ruleset}: ${name}`;
  const armory = new Map(
    played.flatMap(({ kind, ruleset, source }) =>
      kind === 'Item' ? [[named(ruleset, source.name), source] as const] : [],
    ),
  );
  const carried = played.flatMap(({ file, ruleset, source }) =>
    (source.items ?? []).map((item) => ({ file, item, make: armory.get(named(ruleset, item.name)) })),
  );
  const known = carried.filter(({ make }) => make);
  for (const { file, item, make } of known)
    expect({ file, ...madeOf(item.system) }).toEqual({
      file,
      ...madeOf(defined(make, 'an item of the armory').system),
    });
  expect(known.length).toBeGreaterThan(20);
});

it('every document has an id of its own', () => {
  const ids = sources.flatMap((entry) => [entry.source._id, ...insideOf(entry).map(({ _id }) => _id)]);
  expect(new Set(ids).size).toBe(ids.length);
});

describe('the data format of Foundry 14', () => {
  it('keeps the picture of a scene in its initial level', () => {
    const scenes = files.filter(({ kind }) => kind === 'Scene');
    expect(new Set(scenes.map(({ ruleset }) => ruleset)).size).toBe(Object.keys(rulesets).length);
    for (const { source } of scenes) {
      expect(source).not.toHaveProperty('background');
      expect(source).not.toHaveProperty('backgroundColor');
      expect(source.levels?.map(({ _id, _key }) => [_id, _key])).toEqual([
        [source.initialLevel, `!scenes.levels!${source._id}.${source.initialLevel}`],
      ]);
      expect(source.levels?.[0].background.src).toMatch(/^systems\/cadence\//);
    }
  });

  it('anchors the rectangles of regions', () => {
    const shapes = files.flatMap(({ source }) => (source.regions ?? []).flatMap((region) => region.shapes));
    expect(shapes.length).toBeGreaterThan(0);
    for (const shape of shapes) expect(shape).toMatchObject({ anchorX: 0, anchorY: 0, gridBased: false });
  });

  it('places the walls and lights of scenes inside them, each with a key of its own', () => {
    const scenes = files.filter(({ kind }) => kind === 'Scene');
    for (const { source, file } of scenes) {
      const { width, height, walls = [], lights = [] } = source;
      expect(walls.length, file).toBeGreaterThan(0);
      for (const [name, placed] of Object.entries({ walls, lights })) {
        expect(new Set(placed.map(({ _id }) => _id)).size, file).toBe(placed.length);
        for (const { _id, _key } of placed) expect(_key, file).toBe(`!scenes.${name}!${source._id}.${_id}`);
      }
      for (const { c } of walls) {
        expect([c.length, c.every(Number.isInteger)], file).toEqual([4, true]);
        const [x0, y0, x1, y1] = c as readonly [number, number, number, number];
        expect(x0 !== x1 || y0 !== y1, file).toBe(true);
        // The picture of a tree may extend over the edge.
        for (const [at, size] of [
          [x0, width],
          [x1, width],
          [y0, height],
          [y1, height],
        ] as const)
          expect(at >= -60 && at <= defined(size, 'a size') + 60, `${file}: ${c}`).toBe(true);
      }
    }
  });

  it('has fighters and gear in folders of their own compendium, and no empty folder', () => {
    for (const entry of played) {
      const at = folders.find(({ source }) => source._id === entry.source.folder);
      expect(at, entry.file).toBeDefined();
      expect([at?.pack, at?.source.type]).toEqual([entry.pack, entry.kind]);
    }
    const used = new Set(played.map(({ source }) => source.folder));
    for (const { source, file } of folders) {
      expect(source._key, file).toBe(`!folders!${source._id}`);
      expect(used.has(source._id), file).toBe(true);
    }
  });

  it('names allies heroes and all others foes', () => {
    const named = new Map(folders.map(({ source }) => [source._id, source.name]));
    const sides = files.flatMap(({ kind, source }) =>
      kind === 'Actor' ? [[named.get(defined(source.folder, 'a folder')), source.prototypeToken?.disposition]] : [],
    );
    for (const [name, disposition] of sides)
      expect({ name, disposition }).toEqual({
        name,
        disposition: { Heroes: 1, Mounts: 1, Foes: -1, Obstacles: 0 }[name as string],
      });
  });
});

const stats = {
  compendiumSource: null,
  duplicateSource: null,
  exportSource: null,
  coreVersion: manifest.compatibility.minimum,
  systemId: manifest.id,
  systemVersion: manifest.version,
  createdTime: null,
  modifiedTime: null,
  lastModifiedBy: null,
};

interface Built extends Omit<Source, 'actors' | 'items' | 'pages' | 'walls'> {
  readonly _stats: object;
  readonly type: string;
  readonly items: readonly Built[];
  readonly pages: readonly Built[];
  readonly regions: readonly { readonly shapes: readonly object[]; readonly behaviors: readonly Built[] }[];
  readonly levels: readonly (Source & { readonly background: { readonly src: string } })[];
  readonly walls: readonly (Source & { readonly move: number; readonly c: readonly number[] })[];
  readonly scenes: readonly Built[];
  readonly combats: readonly Built[];
  readonly folders: readonly Built[];
  readonly journal: readonly Built[];
  readonly actors: readonly Built[];
  readonly tokens: readonly Placed[];
  readonly combatants: readonly { readonly tokenId: string }[];
}

interface Placed extends Source {
  readonly x: number;
  readonly y: number;
  readonly actorId: string;
}

describe('the build output', () => {
  const built = (file: string): Built => {
    const entry = defined(
      sources.find((one) => one.file === file),
      'a file',
    );
    const doc: Built = parse(read(file));
    // As in Foundry's command line tool: an adventure names its contents by file.
    for (const field of ['actors', 'journal', 'scenes'])
      if (entry.kind === 'Adventure')
        Object.assign(doc, {
          [field]: (Reflect.get(doc, field) as readonly string[]).map((path) => parse(read(beside(file, path)))),
        });
    packed(doc, entry.kind, manifest);
    return doc;
  };
  const beside = (file: string, path: string) => `packs/${file.split('/')[1]}/${path.replace('../', '')}`;

  it('names its Foundry and Cadence versions, without a time, in documents and embedded documents', () => {
    const hero = built('packs/energy/fighters/mira.yml');
    expect(hero._stats).toEqual(stats);
    expect(hero.items.map((item) => item._stats)).toEqual(hero.items.map(() => stats));
    const place = built('packs/energy/places/mill-yard.yml');
    expect(place.pages.map((page) => page._stats)).toEqual(place.pages.map(() => stats));
    const scene = built('packs/seconds/scenes/mire-crossing.yml');
    expect(scene.regions[0].behaviors[0]._stats).toEqual(stats);
    for (const without of [scene.regions[0], scene.levels[0]]) expect(without).not.toHaveProperty('_stats');
  });

  const adventures = files.filter(({ kind }) => kind === 'Adventure');

  it('names the system of every adventure, whose actors and items no other system can read', () => {
    const packs: readonly { type: string; system?: string }[] = manifest.packs;
    const systems = packs.filter(({ type }) => type === 'Adventure').map(({ system }) => system);
    expect(systems).toEqual(Array(5).fill('cadence'));
  });

  it('leaves every fighter of an adventure a way out of its place', () => {
    for (const { source, file } of files.filter(({ kind }) => kind === 'Adventure')) {
      const adventure = built(file);
      const [scene] = adventure.scenes;
      const feet = scene.walls.filter(({ move }) => move !== 0).map(({ c }) => c);
      for (const { x, y, width = 1, height = 1 } of adventure.scenes[0].tokens) {
        const at = [x + width * 50, y + height * 50] as const;
        const ways = [
          [100, 0],
          [-100, 0],
          [0, 100],
          [0, -100],
        ].map(([dx, dy]) => [at[0] + dx, at[1] + dy] as const);
        const isFree = (to: readonly [number, number]) => !feet.some((c) => crosses(at, to, c));
        expect(ways.filter(isFree).length, `${source.name}: ${x}, ${y}`).toBeGreaterThan(1);
      }
    }
  });

  it('has an adventure for every ruleset', () => {
    expect(adventures.map(({ ruleset }) => ruleset).sort()).toEqual(Object.keys(rulesets).sort());
  });

  it.each(adventures)('$file contains whole documents, with the actors of its tokens and combatants', (entry) => {
    const adventure = built(entry.file);
    expect(JSON.stringify(adventure)).not.toContain('"_key":"!actors');
    expect(adventure).not.toHaveProperty('tokens');
    const [scene] = adventure.scenes;
    const [combat] = adventure.combats;
    const actors = new Map(adventure.actors.map((actor) => [actor._id, actor]));
    const folder = adventure.folders.find(({ type }) => type === 'Actor')?._id;
    for (const actor of actors.values()) expect(actor).toMatchObject({ type: entry.ruleset, folder, _stats: stats });
    for (const token of scene.tokens) {
      const prototypeToken = actors.get(token.actorId)?.prototypeToken;
      expect(token).toMatchObject({ level: scene.initialLevel, texture: prototypeToken?.texture });
      expect(token).toMatchObject({ disposition: prototypeToken?.disposition, actorLink: prototypeToken?.actorLink });
    }
    expect(combat).toMatchObject({ type: entry.ruleset, scene: scene._id });
    for (const one of combat.combatants) {
      const actorId = scene.tokens.find(({ _id }) => _id === one.tokenId)?.actorId;
      expect(one).toMatchObject({ type: entry.ruleset, sceneId: scene._id, actorId });
    }
    expect(new Set(combat.combatants.map(({ tokenId }) => tokenId)).size).toBe(combat.combatants.length);
    expect(adventure.journal.map(({ name }) => name)).toEqual([adventure.name]);
  });
});

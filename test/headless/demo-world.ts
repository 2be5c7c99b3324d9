import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { defined } from '../../src/kernel/defined';
import { type DemoWorld, idOf, type WorldSource } from './world';

/** The prepared fights, by ruleset: the file in `demo/` and the encounter in it. */
export const DEMOS: Readonly<Record<string, { readonly file: string; readonly combat: string }>> = {
  energy: { file: 'ford', combat: 'demoCombat000000' },
  tempo: { file: 'counting-stones', combat: 'demoTpCombat0000' },
  clash: { file: 'tilt-yard', combat: 'demoClCombat0000' },
  seconds: { file: 'mire-crossing', combat: 'demoScCombat0000' },
  slots: { file: 'drowned-cistern', combat: 'demoSlCombat0000' },
};

type Entry = WorldSource & { readonly fromPack?: string; readonly type?: string };
type Content = Readonly<Record<'actors' | 'scenes' | 'combats', readonly Entry[]>>;

/** Returns a world with the prepared fight of a ruleset, as its first GM and players find it. */
export async function demoWorld(ruleset: string): Promise<DemoWorld> {
  const { file } = defined(DEMOS[ruleset], 'a prepared fight');
  const world = await read('demo/world.yml');
  const content = (await read(`demo/${file}.yml`)) as Content;
  const sources = new Map(
    (await Promise.all(['fighters', 'scenes'].map((kind) => sourcesBelow(`packs/${ruleset}/${kind}`)))).flat(),
  );
  const whole = ({ fromPack, ...own }: Entry): WorldSource => ({
    ...(fromPack && defined(sources.get(fromPack.split('.')[2] ?? ''), fromPack)),
    ...own,
  });
  const { users, ...rest } = world as DemoWorld['world'];
  return {
    // The table's own user looks on.
    world: { ...rest, users: [...users, { name: 'Onlooker', role: 'player' }] },
    content: {
      actors: content.actors.map(whole),
      scenes: content.scenes.map((scene) => ({ ...whole(scene), active: true })),
      combats: content.combats.map((combat) => ({ ...combat, active: true })),
    },
  };
}

const FRIENDLY = 1;
const HOSTILE = -1;

/** A fighter of a compendium that was added to a prepared fight. */
export interface AddedFighter {
  readonly combatant: string;
  readonly name: string;
  readonly isFoe: boolean;
  /** Its source below `packs`. */
  readonly file: string;
}

/**
 * Returns the prepared fight with more fighters, each where the first of its side stands.
 * @param sources by file; by default every hero and foe of the ruleset's compendium
 */
export async function arenaWorld(
  ruleset: string,
  sources?: ReadonlyMap<string, WorldSource>,
): Promise<{ world: DemoWorld; added: readonly AddedFighter[] }> {
  const { world, content } = await demoWorld(ruleset);
  const all = sources ?? (await sourcesByFile(`packs/${ruleset}/fighters`));
  const more = [...all].filter(([, source]) => isHeroOrFoe(source));
  // Numbers of two digits: ids are padded with zeros.
  const fighters = more.map(([file, source], at) => ({ file, source, id: idOf('Arena', 10 + at) }));
  const { combat } = defined(DEMOS[ruleset], ruleset);
  const combatants = content.combats.find(({ _id }) => _id === combat)?.combatants ?? [];
  const fighting = new Set(combatants.map(({ tokenId }) => tokenId));
  const prepared = content.scenes.flatMap(({ tokens = [] }) => tokens.filter(({ _id }) => fighting.has(_id)));
  const actors = new Map(content.actors.map((actor) => [actor._id, actor]));
  const startOf = (source: WorldSource): WorldSource => {
    const isOfSide = ({ actorId = '' }: WorldSource) => dispositionOf(actors.get(actorId)) === dispositionOf(source);
    return defined(prepared.find(isOfSide), 'a prepared token');
  };
  const isFoe = (source: WorldSource): boolean => dispositionOf(source) === HOSTILE;
  const entries = fighters.map(
    ({ source, id }): Record<'actor' | 'token' | 'combatant', WorldSource> => ({
      actor: {
        ...(withoutPackFields(source) as WorldSource),
        _id: id,
        ownership: { default: 0, ...(!isFoe(source) && { Ann: 3 }) },
      },
      token: { ...startOf(source), _id: id, actorId: id },
      combatant: { _id: id, type: ruleset, tokenId: id },
    }),
  );
  return {
    world: {
      world,
      content: {
        actors: [...content.actors, ...entries.map(({ actor }) => actor)],
        scenes: content.scenes.map((scene) => ({
          ...scene,
          tokens: [...(scene.tokens ?? []), ...entries.map(({ token }) => token)],
        })),
        combats: content.combats.map((one) =>
          one._id === combat
            ? { ...one, combatants: [...combatants, ...entries.map(({ combatant }) => combatant)] }
            : one,
        ),
      },
    },
    added: fighters.map(({ file, source, id }) => ({
      combatant: id,
      name: defined(source.name, file),
      isFoe: isFoe(source),
      file,
    })),
  };
}

const dispositionOf = (source: WorldSource | undefined): unknown => source?.prototypeToken?.disposition;

/** Mounts and obstacles are neither. */
const isHeroOrFoe = (source: WorldSource): boolean =>
  dispositionOf(source) === HOSTILE ||
  (dispositionOf(source) === FRIENDLY && source.prototypeToken?.actorLink === true);

const read = async (path: string): Promise<unknown> => parse(await readFile(path, 'utf8'));

/** Returns the documents of a folder by id, without what only compendia have. */
async function sourcesBelow(folder: string): Promise<[string, WorldSource][]> {
  const documents = [...(await sourcesByFile(folder)).values()];
  return documents.map((document) => [document._id, withoutPackFields(document) as WorldSource]);
}

async function sourcesByFile(folder: string): Promise<ReadonlyMap<string, WorldSource>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yml')).sort();
  const files = names.map((name) => join(folder, name));
  const documents = await Promise.all(files.map((file) => read(file)));
  return new Map(files.map((file, at) => [file, documents[at] as WorldSource]));
}

function withoutPackFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPackFields);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([key]) => key !== '_key' && key !== 'folder');
  return Object.fromEntries(fields.map(([key, inner]) => [key, withoutPackFields(inner)]));
}

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { defined } from '../../src/kernel/defined';
import type { DemoWorld, WorldSource } from './world';

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

const read = async (path: string): Promise<unknown> => parse(await readFile(path, 'utf8'));

/** Returns the documents of a folder by id, without what only compendia have. */
async function sourcesBelow(folder: string): Promise<[string, WorldSource][]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yml'));
  const documents = (await Promise.all(names.map((name) => read(join(folder, name))))) as WorldSource[];
  return documents.map((document) => [document._id, withoutPackFields(document) as WorldSource]);
}

function withoutPackFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPackFields);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([key]) => key !== '_key' && key !== 'folder');
  return Object.fromEntries(fields.map(([key, inner]) => [key, withoutPackFields(inner)]));
}

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { defined } from '../../src/kernel/defined';
import type { Die } from '../../src/kernel/dice';
import type { Combat, Source } from './documents';
import type { Tab } from './tab';

export const COMBAT = 'soakCombat000000';
const SCENE = 'soakScene0000000';

/** Returns the first encounter in a tab, if any; it may have been created again. */
export const fightAt = (tab: Tab): Combat | undefined => (tab.isOpen ? tab.page.game.combats.contents[0] : undefined);

/** All users; the last owns nothing. */
export const USERS = [
  { name: 'Gamemaster', role: 'gamemaster' },
  { name: 'Second', role: 'gamemaster' },
  { name: 'Assistant', role: 'assistant' },
  { name: 'Ann', role: 'player' },
  { name: 'Bob', role: 'player' },
  { name: 'Cal', role: 'player' },
  { name: 'Onlooker', role: 'player' },
] as const;
export type UserName = (typeof USERS)[number]['name'];

const OWNERS: readonly (UserName | null)[] = ['Ann', 'Bob', 'Cal', null, null];

export const idOf = (kind: string, at: number): string => `soak${kind}${at}`.padEnd(16, '0');

/** Writes the manifest of a built system, without compendia. */
export async function writeSystem(folder: string): Promise<void> {
  const manifest = JSON.parse(await readFile('system.json', 'utf8'));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'system.json'), JSON.stringify({ ...manifest, packs: [], packFolders: [] }));
}

/** A partial document in a world's file; Foundry fills the rest. */
export type WorldSource = Partial<Omit<Source, 'ownership' | 'tokens' | 'combatants'>> & {
  readonly _id: string;
  readonly ownership?: Readonly<Record<string, number>>;
  readonly tokens?: WorldSource[];
  readonly combatants?: WorldSource[];
  readonly active?: boolean;
};

interface PackSource extends Source {
  readonly _key?: string;
  readonly folder?: string | null;
  readonly items: PackSource[];
  readonly effects: PackSource[];
}

/** A world as the sandbox reads it: `world.yml`, and one file with the documents. */
export interface DemoWorld {
  readonly world: { readonly title: string; readonly users: readonly object[]; readonly settings: object };
  readonly content: {
    readonly actors: readonly WorldSource[];
    readonly scenes: readonly WorldSource[];
    readonly combats: readonly WorldSource[];
  };
}

export async function writeDemo(folder: string, { world, content }: DemoWorld): Promise<void> {
  await mkdir(folder, { recursive: true });
  // YAML accepts JSON.
  await writeFile(join(folder, 'world.yml'), JSON.stringify(world));
  await writeFile(join(folder, 'fight.yml'), JSON.stringify(content));
}

export const nothing: DemoWorld = {
  world: { title: 'nothing', users: USERS, settings: {} },
  content: { actors: [], scenes: [], combats: [] },
};

/** Disables pauses, which have tests of their own. */
export const UNHURRIED = { 'cadence.energy.pause': 0 };

/**
 * Returns a world with one encounter of random fighters from the compendium, a few steps apart.
 * @param cast fixed fighters by name, side by side
 */
export async function fight(ruleset: string, die: Die, cast: readonly string[] = []): Promise<DemoWorld> {
  const sources = await fightersOf(ruleset);
  const fighters = OWNERS.map((owner, at) => {
    const source = cast[at] ? sourceNamed(sources, cast[at]) : sources[die(sources.length) - 1];
    const position = cast[at] ? { x: 600 + at * 100, y: 800 } : { x: 600 + die(8) * 100, y: 400 + die(8) * 100 };
    const ownership = { default: 0, ...(owner && { [owner]: 3 }) };
    const prototypeToken = { ...source.prototypeToken, actorLink: owner !== null };
    return {
      actor: { ...source, _id: idOf('Actor', at), ownership, prototypeToken },
      token: {
        _id: idOf('Token', at),
        actorId: idOf('Actor', at),
        ...position,
        actorLink: owner !== null,
        disposition: owner ? 1 : -1,
      },
      combatant: {
        _id: idOf('Combatant', at),
        type: ruleset,
        sceneId: SCENE,
        tokenId: idOf('Token', at),
        actorId: idOf('Actor', at),
      },
    };
  });
  const scene = {
    _id: SCENE,
    name: 'Field',
    active: true,
    width: 2400,
    height: 2400,
    padding: 0,
    grid: { type: 1, size: 100, distance: 1, units: 'm' },
    tokens: fighters.map(({ token }) => token),
  };
  const combatants = fighters.map(({ combatant }) => combatant);
  return {
    world: { title: ruleset, users: USERS, settings: { 'cadence.autoThrow': 'always', ...UNHURRIED } },
    content: {
      actors: fighters.map(({ actor }) => actor),
      scenes: [scene],
      combats: [{ _id: COMBAT, type: ruleset, scene: SCENE, active: true, combatants }],
    },
  };
}

function sourceNamed(sources: readonly Source[], name: string): Source {
  const found = sources.find((source) => source.name === name);
  if (!found) throw new Error(`no ${name} among ${sources.map((source) => source.name).join(', ')}`);
  return found;
}

const fighterCache = new Map<string, Promise<Source[]>>();

function fightersOf(ruleset: string): Promise<Source[]> {
  if (!fighterCache.has(ruleset)) fighterCache.set(ruleset, readFighters(`packs/${ruleset}/fighters`, ruleset));
  return defined(fighterCache.get(ruleset), 'fighters');
}

async function readFighters(folder: string, ruleset: string): Promise<Source[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yml')).sort();
  const sources = await Promise.all(names.map(async (name) => parse(await readFile(join(folder, name), 'utf8'))));
  return sources.filter(({ type }) => type === ruleset).map(withoutPackFields);
}

function withoutPackFields({ _key: _, folder: __, ...source }: PackSource): Source {
  const inner = (list: PackSource[] = []) => list.map(withoutPackFields);
  return { ...source, ...(source.items && { items: inner(source.items) }), effects: inner(source.effects) };
}

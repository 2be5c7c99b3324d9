/** A layer of `src`, and what its files may import. */
interface Layer {
  readonly name: string;
  readonly holds: RegExp;
  readonly mayImport: (to: string, from: string) => boolean;
  readonly packages: readonly RegExp[];
  /** Whether its files use nothing of Foundry, the page, the clock or `Math.random`. */
  readonly isPure: boolean;
}

const below =
  (...folders: string[]) =>
  (to: string) =>
    folders.some((folder) => to.startsWith(`src/${folder}`));
const rulesetOf = (file: string): string => file.split('/')[2];

/**
 * The folders of `src/foundry` in their order: a file may import from its own folder and those before it.
 * docs/architecture.md describes each.
 */
export const ADAPTER = [
  ...['platform', 'stored', 'adapters', 'host', 'secrets', 'clock', 'referee', 'views', 'canvas', 'apps'],
  ...['api', 'integrations', 'documents', 'migration', 'self-test', 'register'],
];

/** Returns the index of a file's folder in {@link ADAPTER}, or -1. */
export const folderOf = (file: string): number => ADAPTER.indexOf(/^src\/foundry\/([\w-]+)/.exec(file)?.[1] ?? '');

/** The same inside two of these folders; files beside the inner folders may import all of them. docs/architecture.md describes each. */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  'src/foundry/referee': ['requests', 'asks', 'store', 'play', 'seat'],
  'src/foundry/apps': [
    ...['ui', 'odds', 'asks', 'chat', 'actions', 'opponent', 'compendia', 'prompt', 'sheets', 'tracker'],
    ...['gm-tools', 'onboarding', 'settings'],
  ],
};

/** The folders of `src/toolkit` in their order, as those of the adapter; its files in no folder join them. */
const TOOLKIT = ['define', 'space', 'act', 'turns', 'combat', 'views'];
const heightOf = (file: string): number => {
  const folder = TOOLKIT.indexOf(file.split('/')[2]);
  return folder < 0 ? TOOLKIT.length : folder;
};

const TYPES = /^@league-of-foundry-developers\/foundry-vtt-types/;

export const LAYERS: readonly Layer[] = [
  {
    name: 'kernel',
    holds: /^src\/kernel\//,
    mayImport: below('kernel/'),
    packages: [/^pure-rand\//],
    isPure: true,
  },
  {
    name: 'encounter',
    holds: /^src\/encounter\//,
    mayImport: below('kernel/', 'encounter/'),
    packages: [],
    isPure: true,
  },
  {
    name: 'toolkit',
    holds: /^src\/toolkit\/((index|ruleset)\.ts|(act|define|turns|combat|space|views)\/)/,
    mayImport: (to, from) =>
      below('kernel/', 'encounter/')(to) || (to.startsWith('src/toolkit/') && heightOf(to) <= heightOf(from)),
    packages: [],
    isPure: true,
  },
  {
    name: 'ruleset',
    holds: /^src\/rulesets\/\w+\//,
    mayImport: (to, from) => below('kernel/', 'encounter/', 'toolkit/', `rulesets/${rulesetOf(from)}/`)(to),
    packages: [],
    isPure: true,
  },
  {
    name: 'opponent',
    holds: /^src\/opponent\//,
    mayImport: below('kernel/', 'encounter/', 'toolkit/', 'opponent/'),
    packages: [],
    isPure: true,
  },
  {
    name: 'list of rulesets',
    holds: /^src\/rulesets\/index\.ts$/,
    mayImport: (to) => below('encounter/')(to) || /^src\/rulesets\/\w+\/index\.ts$/.test(to),
    packages: [],
    isPure: true,
  },
  {
    name: 'list of manifests',
    holds: /^src\/rulesets\/manifests\.ts$/,
    mayImport: (to) => below('toolkit/')(to) || /^src\/rulesets\/\w+\/manifest\.ts$/.test(to),
    packages: [],
    isPure: true,
  },
  {
    name: 'adapter to Foundry',
    holds: /^src\/foundry\//,
    mayImport: (to, from) =>
      below('kernel/', 'encounter/', 'toolkit/', 'opponent/')(to) ||
      (folderOf(to) >= 0 && folderOf(to) <= folderOf(from)),
    packages: [TYPES, /^fflate$/],
    isPure: false,
  },
  {
    name: 'worker for odds',
    holds: /^src\/odds\.ts$/,
    mayImport: below('encounter/', 'rulesets/manifests', 'foundry/apps/odds/odds-worker', 'foundry/platform/worker'),
    packages: [],
    isPure: false,
  },
  {
    name: 'worker for opponents',
    holds: /^src\/opponents\.ts$/,
    mayImport: below('opponent/', 'rulesets/manifests', 'foundry/apps/opponent/', 'foundry/platform/worker'),
    packages: [],
    isPure: false,
  },
  {
    name: 'entry point',
    holds: /^src\/cadence\.ts$/,
    mayImport: below(''),
    packages: [TYPES],
    isPure: false,
  },
];

export const layerOf = (file: string): Layer | undefined => LAYERS.find(({ holds }) => holds.test(file));

/** A wing of the house, and the wings whose files it may import. */
interface Layer {
  readonly name: string;
  readonly holds: RegExp;
  readonly mayImport: (to: string, from: string) => boolean;
  /** Packages it may use. */
  readonly packages: readonly RegExp[];
}

const below =
  (...folders: string[]) =>
  (to: string) =>
    folders.some((folder) => to.startsWith(`src/${folder}`));
const rulesetOf = (file: string): string => file.split('/')[2]!;

/** The toolbox, in its order: a tool may use those that stand before it. */
export const TOOLBOX = [
  ...[
    'dice',
    'setting',
    'breakdown',
    'pool',
    'budget',
    'order',
    'moment',
    'duration',
    'condition',
    'bond',
    'check',
    'contest',
    'damage',
  ],
  ...['reaction', 'space', 'sight', 'terrain', 'forced', 'edit', 'known', 'odds'],
];

const toolOf = (file: string): number => TOOLBOX.indexOf(/^src\/mechanics\/([\w-]+)/.exec(file)?.[1] ?? '');

/** The rooms of `src/foundry`, in their order: a room may use those that stand before it. docs/architecture.md says what each is for. */
export const TABLE = [
  ...['platform', 'fields', 'stored', 'model', 'adapter', 'adapters'],
  ...[
    'host',
    'secrets',
    'clock',
    'referee',
    'views',
    'canvas',
    'apps',
    'documents',
    'migration',
    'self-test',
    'register',
  ],
];

/** The place of a file's room in {@link TABLE}; -1 for a file in none. */
export const roomOf = (file: string): number => TABLE.indexOf(/^src\/foundry\/([\w-]+)/.exec(file)?.[1] ?? '');

export const LAYERS: readonly Layer[] = [
  { name: 'kernel', holds: /^src\/kernel\//, mayImport: below('kernel/'), packages: [/^pure-rand\//] },
  { name: 'encounter', holds: /^src\/encounter\//, mayImport: below('kernel/', 'encounter/'), packages: [] },
  {
    name: 'mechanics',
    holds: /^src\/mechanics\//,
    mayImport: (to, from) => below('kernel/', 'encounter/')(to) || (toolOf(to) >= 0 && toolOf(to) < toolOf(from)),
    packages: [],
  },
  {
    name: 'what a ruleset is described with',
    holds: /^src\/rulebook\//,
    mayImport: below('kernel/', 'encounter/', 'mechanics/', 'rulebook/'),
    packages: [],
  },
  {
    name: 'rules of a ruleset',
    holds: /^src\/rulesets\/\w+\//,
    mayImport: (to, from) =>
      below('kernel/', 'encounter/', 'mechanics/', 'rulebook/', `rulesets/${rulesetOf(from)}/`)(to),
    packages: [],
  },
  {
    name: 'registry of rules',
    holds: /^src\/rulesets\/index\.ts$/,
    mayImport: (to) => below('encounter/')(to) || /^src\/rulesets\/\w+\/index\.ts$/.test(to),
    packages: [],
  },
  {
    name: 'registry of adapters',
    holds: /^src\/rulesets\/foundry\.ts$/,
    // What has to be known before the rules come, and how they come.
    mayImport: (to) =>
      below('rulesets/index', 'rulebook/')(to) || /^src\/rulesets\/\w+\/(schema|terms|conditions|index)\.ts$/.test(to),
    packages: [],
  },
  {
    name: 'the table',
    holds: /^src\/foundry\//,
    mayImport: (to, from) =>
      below('kernel/', 'encounter/', 'mechanics/space', 'mechanics/sight', 'rulebook/')(to) ||
      (roomOf(to) >= 0 && roomOf(to) <= roomOf(from)),
    packages: [/^@league-of-foundry-developers\/foundry-vtt-types/, /^fflate$/],
  },
  {
    name: 'what other packages build with',
    holds: /^src\/tools\.ts$/,
    mayImport: below('kernel/', 'encounter/', 'mechanics/', 'rulebook/'),
    packages: [],
  },
  {
    name: 'the worker of odds',
    holds: /^src\/odds\.ts$/,
    mayImport: below('encounter/', 'rulesets/foundry', 'foundry/apps/odds-worker'),
    packages: [],
  },
  {
    name: 'the front door',
    holds: /^src\/cadence\.ts$/,
    mayImport: below(''),
    packages: [/^@league-of-foundry-developers\/foundry-vtt-types/],
  },
];

export const layerOf = (file: string): Layer | undefined => LAYERS.find(({ holds }) => holds.test(file));

/** Files that run anywhere: no Foundry, no page, no clock on the wall, no chance of their own. */
export const isPure = (file: string): boolean =>
  /^src\/(kernel|encounter|mechanics|rulebook)\/|^src\/tools\.ts$|^src\/rulesets\/(\w+\/rules\/|index\.ts$)/.test(file);

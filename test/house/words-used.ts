import { filesBelow, read, withoutComments } from './sources';

/** A key as written in code: exact, with gaps that are filled at runtime, or the start of a branch. */
export interface Mention {
  readonly file: string;
  readonly written: string;
  /** Matches full keys; its groups are the filled gaps. */
  readonly pattern: RegExp;
  readonly exact: boolean;
}

export const branchOf = (ruleset: string): string => `CADENCE.${ruleset.charAt(0).toUpperCase()}${ruleset.slice(1)}`;

/** The one file that builds keys from parameters. */
const LOOKUP = 'src/foundry/platform/text.ts';

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

function mention(file: string, prefix: string, written: string): Mention {
  const parts = written.split(/\$\{[^}]*\}/);
  const body = parts.map(escaped).join('([\\w.-]+?)');
  const pattern = new RegExp(`^${prefix}${body}(?:\\..+)?$`.replace('\\.(?:\\.', '(?:\\.'));
  return { file, written, pattern, exact: parts.length === 1 };
}

/** Returns the keys with our root, in code and templates. */
function fullMentions(): Mention[] {
  const files = [...filesBelow('src', /\.ts$/), ...filesBelow('templates', /\.hbs$/)].filter((file) => file !== LOOKUP);
  return files.flatMap((file) =>
    [...withoutComments(read(file)).matchAll(/'(CADENCE\.[^']*)'|"(CADENCE\.[^"]*)"|`(CADENCE\.[^`]*)`/g)].map(
      (match) => mention(file, '', match[1] ?? match[2] ?? match[3]),
    ),
  );
}

/**
 * Returns the keys below a ruleset's own branch: in its rules, in the toolkit, and where the adapter looks one up for
 * any ruleset.
 */
function relativeMentions(ruleset: string): Mention[] {
  const own = `(?:${escaped(branchOf(ruleset))}|CADENCE)\\.`;
  const files = [`src/rulesets/${ruleset}`, 'src/toolkit'].flatMap((folder) => filesBelow(folder, /\.ts$/));
  const rules = files.flatMap((file) =>
    [...withoutComments(read(file)).matchAll(/'([A-Z]\w+\.[\w.-]+)'|`([A-Z]\w+\.[^`]*)`/g)].map((match) =>
      mention(file, own, match[1] ?? match[2]),
    ),
  );
  const tableFiles = filesBelow('src/foundry', /\.ts$/).filter((file) => file !== LOOKUP);
  const table = tableFiles.flatMap((file) =>
    [
      ...withoutComments(read(file)).matchAll(
        /`\$\{branchOf\([^`]*?\)\}\.([^`]*)`|'((?!CADENCE)[A-Z]\w+\.[\w-]+[\w.-]*)'|`((?!CADENCE)[A-Z]\w+\.\$[^`]*)`/g,
      ),
    ].map((match) => mention(file, own, match[1] ?? match[2] ?? match[3])),
  );
  return [...rules, ...table];
}

export const mentions = (rulesets: readonly string[]): Mention[] => [
  ...fullMentions(),
  ...rulesets.flatMap(relativeMentions),
];

/** Returns the reasons that rules give, as written in code. */
export function reasonsGiven(folder: string): string[] {
  const code = filesBelow(folder, /\.ts$/).map((file) => withoutComments(read(file)));
  const given =
    /impossible\(\s*'([\w-]+)'|(?:push\(|\[\s*|\?\s*|:\s*\[\s*)\{ id: '([\w-]+)'(?!, (?:until|label|fields))/g;
  return [...new Set(code.flatMap((text) => [...text.matchAll(given)].map((match) => match[1] ?? match[2])))];
}

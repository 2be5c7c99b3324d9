import { transformSync } from 'esbuild';
import { isSafe } from 'redos-detector';
import { parseAst } from 'rollup/parseAst';
import { describe, expect, it } from 'vitest';
import { filesBelow, read, withoutComments } from './sources';

/**
 * Every pattern in `src` may meet a text of any length: names, descriptions, effects and messages of users have no limit in Foundry. A
 * pattern whose work grows with the square of the text freezes every window, so each is proved to be linear. See docs/testing.md.
 */

/** Patterns that are linear although the checker cannot prove it, each with the proof. */
const PROVED: Readonly<Record<string, string>> = {};

/** The checker does not look into them. */
const LOOKAROUND = /\(\?<?[=!]/;

/** Methods that make a pattern of a text. */
const MAKING_PATTERNS = ['match', 'matchAll', 'search'];

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

function* nodesIn(value: unknown): Iterable<Node> {
  if (Array.isArray(value)) for (const each of value) yield* nodesIn(each);
  else if (isNode(value)) {
    yield value;
    for (const inner of Object.values(value)) if (typeof inner === 'object') yield* nodesIn(inner);
  }
}

interface Found {
  readonly patterns: readonly RegExp[];
  /** Places where a pattern is made of a text. */
  readonly made: readonly string[];
}

/** Returns the patterns of a TypeScript source. */
function patternsIn(code: string): Found {
  const patterns: RegExp[] = [];
  const made: string[] = [];
  for (const node of nodesIn(parseAst(transformSync(code, { loader: 'ts', target: 'esnext' }).code))) {
    const { regex, callee, arguments: given } = node as Node & { regex?: { pattern: string; flags: string } };
    if (node.type === 'Literal' && regex) patterns.push(new RegExp(regex.pattern, regex.flags));
    if (!isNode(callee)) continue;
    if (callee['name'] === 'RegExp') made.push('RegExp');
    const property = callee['property'];
    const name = isNode(property) && property.type === 'Identifier' ? String(property['name']) : '';
    const [first] = given as readonly (Node | undefined)[];
    if (MAKING_PATTERNS.includes(name) && !(first?.type === 'Literal' && 'regex' in first)) made.push(name);
  }
  return { patterns, made };
}

/** Returns what is wrong with a pattern, or null. */
function whyNotLinear(pattern: RegExp): string | null {
  if (LOOKAROUND.test(pattern.source)) return 'looks around, which cannot be checked';
  return isSafe(pattern, { maxScore: 30 }).safe ? null : 'is not proved to be linear';
}

/** Parsing takes long, and most files have a slash only in comments and imports. */
const mayHavePatterns = (code: string): boolean =>
  /\/|RegExp|\.(?:match|search)/.test(withoutComments(code).replaceAll(/^.* from '.*$|import\('[^']*'\)/gm, ''));

const sources = filesBelow('src', /\.ts$/).map((file): [string, string] => [file, read(file)]);
const found = new Map(
  sources.flatMap(([file, code]) => (mayHavePatterns(code) ? [[file, patternsIn(code)] as const] : [])),
);
const all = new Map(
  [...found].flatMap(([file, { patterns }]) => patterns.map((each) => [String(each), { each, file }])),
);

it('every pattern in src is linear', () => {
  const wrong = [...all.values()].flatMap(({ each, file }) => {
    const why = String(each) in PROVED ? null : whyNotLinear(each);
    return why ? [`${file}: ${each} ${why}`] : [];
  });
  expect(wrong).toEqual([]);
  expect(all.size).toBeGreaterThan(20);
});

it('no pattern is made of a text', () => {
  expect([...found].flatMap(([file, { made }]) => made.map((how) => `${file}: ${how}`))).toEqual([]);
});

it('every exception is still needed', () => {
  expect(Object.keys(PROVED).filter((source) => !all.has(source))).toEqual([]);
});

describe('the check', () => {
  it.each<[RegExp, boolean]>([
    [/^\s*(\S.*?)\s+\d$/, false],
    [/<[^>]*>/g, false],
    [/\s+$/, false],
    [/^(a+)+$/, false],
    [/a(?=b+c)/, false],
    [/^[a-z][\w-]*$/, true],
    [/\s+/g, true],
    [/\.value$/, true],
  ])('%s: linear is %s', (pattern, isLinear) => expect(whyNotLinear(pattern) === null).toBe(isLinear));

  it('finds patterns in TypeScript, and not in strings and comments', () => {
    const code = "const a = (b as number) / 2 / c; const s = '/x+/'; // /y+/\nexport const p = [/z+/g, x => /w/];";
    expect(patternsIn(code)).toEqual({ patterns: [/z+/g, /w/], made: [] });
    expect(patternsIn('RegExp(a); new RegExp(b); c.match(d); e.search(f); g.matchAll(/h/g)').made).toEqual([
      ...['RegExp', 'RegExp', 'match', 'search'],
    ]);
  });
});

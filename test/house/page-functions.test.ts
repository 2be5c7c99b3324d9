import { transformSync } from 'esbuild';
import { parseAst } from 'rollup/parseAst';
import { expect, it } from 'vitest';
import { filesBelow, read } from './sources';

type Node = { readonly type: string; readonly [member: string]: any };

/** Methods of Playwright that run a function in a page, and our own that pass one on to them. */
const CARRIERS = /^(evaluate|evaluateHandle|evaluateAll|waitForFunction|addInitScript|until|untilSo|bothUntil)$/;

const files = filesBelow('test/browser', /\.ts$/).filter((file) => !file.endsWith('.d.ts'));

/** Parses a file without its types. */
const parsed = (text: string): Node =>
  parseAst(transformSync(text, { loader: 'ts', format: 'esm' }).code) as unknown as Node;

function* nodesBelow(node: unknown): Generator<Node> {
  if (Array.isArray(node)) {
    for (const each of node) yield* nodesBelow(each);
    return;
  }
  if (node === null || typeof node !== 'object') return;
  if (typeof (node as Node).type === 'string') yield node as Node;
  for (const value of Object.values(node)) if (typeof value === 'object') yield* nodesBelow(value);
}

const isFunction = ({ type }: Node): boolean => type === 'ArrowFunctionExpression' || type === 'FunctionExpression';

function namesOf(pattern: Node | null): string[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((each: Node) => namesOf(each.type === 'Property' ? each.value : each.argument));
    case 'ArrayPattern':
      return pattern.elements.flatMap(namesOf);
    case 'AssignmentPattern':
      return namesOf(pattern.left);
    case 'RestElement':
      return namesOf(pattern.argument);
    default:
      return [];
  }
}

function declaredBelow(node: Node): string[] {
  return [...nodesBelow(node)].flatMap((each) => {
    if (each.type === 'VariableDeclarator') return namesOf(each.id);
    if (each.type === 'FunctionDeclaration') return [each.id.name, ...each.params.flatMap(namesOf)];
    if (isFunction(each)) return each.params.flatMap(namesOf);
    if (each.type === 'CatchClause') return namesOf(each.param);
    return each.type.startsWith('Import') && each.local ? [each.local.name] : [];
  });
}

/** Yields the names read below a node, without members and keys. */
function* readBelow(node: unknown): Generator<string> {
  if (Array.isArray(node)) {
    for (const each of node) yield* readBelow(each);
    return;
  }
  if (node === null || typeof node !== 'object') return;
  const each = node as Node;
  if (each.type === 'Identifier') yield each.name;
  for (const [key, value] of Object.entries(each)) {
    const isName =
      (each.type === 'MemberExpression' && key === 'property') || (each.type === 'Property' && key === 'key');
    if (typeof value === 'object' && !(isName && !each.computed)) yield* readBelow(value);
  }
}

/** Returns what a file passes into pages that is no function there, or uses names missing there. */
function carriedAmiss(text: string): string[] {
  const program = parsed(text);
  const outside = new Set(declaredBelow(program));
  const written = new Set(
    [...nodesBelow(program)].flatMap(({ type, id, init }) =>
      type === 'VariableDeclarator' && (init?.type === 'TemplateLiteral' || typeof init?.value === 'string')
        ? namesOf(id)
        : [],
    ),
  );
  return [...nodesBelow(program)].flatMap((call) => {
    if (call.type !== 'CallExpression') return [];
    const name: string = call.callee.property?.name ?? call.callee.name ?? '';
    if (!CARRIERS.test(name)) return [];
    const [first] = call.arguments as Node[];
    const isText =
      first?.type === 'TemplateLiteral' || typeof first?.value === 'string' || written.has(first?.name as string);
    const faults = isText ? [`${name} of a text`] : [];
    for (const carried of call.arguments.filter(isFunction)) {
      const own = new Set(declaredBelow(carried));
      const lost = [...readBelow(carried)].filter((each) => outside.has(each) && !own.has(each));
      faults.push(...new Set(lost.map((each) => `${name} of a function that needs ${each}`)));
    }
    return faults;
  });
}

it.each(files)('%s passes functions into pages that use only names of the page', (file) => {
  expect(carriedAmiss(read(file))).toEqual([]);
});

it('detects texts and missing names', () => {
  const amiss = (text: string) => carriedAmiss(`import { COMBAT } from './fight';\n${text}`);
  expect(amiss("page.evaluate('game.user.id')")).toEqual(['evaluate of a text']);
  expect(amiss('page.waitForFunction(`game.combats.get($' + '{COMBAT})`)')).toEqual(['waitForFunction of a text']);
  expect(amiss("const SCRIPT = 'game.user.id'; page.evaluate(SCRIPT)")).toEqual(['evaluate of a text']);
  expect(amiss('page.evaluate(() => game.combats.get(COMBAT))')).toEqual(['evaluate of a function that needs COMBAT']);
  expect(amiss('page.evaluate((id) => game.combats.get(id).COMBAT, COMBAT)')).toEqual([]);
  expect(amiss('const f = (each) => { const { COMBAT: of } = each; return of; }; page.evaluate(f)')).toEqual([]);
});

import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { transform } from 'esbuild';
import { parseAst } from 'rollup/parseAst';

const PURE = /[\\/]src[\\/](kernel|encounter|mechanics|rulebook|rulesets)[\\/].*\.ts$/;
/** What a throw yields are dice: it is a generator in earnest. */
const KEPT = 'src/kernel/dice.ts';
/** Where procedures ask: the only place with bare yields. */
const ASKING = 'src/kernel/procedure.ts';

/**
 * An esbuild plugin that builds the rules from the same text without generators: `function*` becomes `function`, `yield* f(x)` becomes
 * `f(x)`, and what is asked is answered where it is asked. For whoever plays many games and has nobody to wait for.
 */
export const atOnce = {
  name: 'at-once',
  setup(build) {
    build.onLoad({ filter: PURE }, async ({ path }) => {
      const file = relative(process.cwd(), path).replaceAll('\\', '/');
      const source = await readFile(path, 'utf8');
      const { code } = await transform(source, { loader: 'ts', target: 'esnext', sourcefile: file });
      return { contents: file === KEPT ? code : withoutGenerators(code, file === ASKING), loader: 'js' };
    });
  },
};

/** The text of a module of rules without generators. Throws where it yields by itself. */
export function withoutGenerators(code, isAsking = false) {
  const edits = [];
  const replace = (start, end, text) => edits.push({ start, end, text });
  walk(parseAst(code), [], (node, parents) => {
    const parent = parents.at(-1);
    if (isFunction(node) && node.generator) {
      // Of `function*` and of `*name` the star is the first one there is.
      const from = parent?.type === 'Property' || parent?.type === 'MethodDefinition' ? parent.start : node.start;
      const star = code.indexOf('*', from);
      replace(star, star + 1, '');
    } else if (node.type === 'YieldExpression') {
      const { argument, delegate, start } = node;
      if (!delegate && !isAsking) throw new Error(`a rule yields by itself: ${code.slice(start, node.end)}`);
      const within = parents.findLast(isFunction);
      const calls = isAsking && within?.id?.name === 'section' && argument.type === 'Identifier';
      replace(start, argument.start, delegate ? '(' : 'answer(');
      replace(argument.end, node.end, '');
      replace(node.end, node.end, calls ? '())' : ')');
    } else if (isAsking && node.type === 'ClassDeclaration' && node.id.name === 'Asking') {
      const whole = parent?.type === 'ExportNamedDeclaration' ? parent : node;
      replace(whole.start, whole.end, '');
      return false;
    } else if (node.type === 'NewExpression' && node.callee.name === 'Asking') {
      replace(node.start, node.callee.start, '');
    } else if (node.type === 'CallExpression' && node.callee.name === 'section') {
      // What stands in a section begins after its mark.
      const [, child] = node.arguments;
      replace(child.start, child.start, '() => (');
      replace(child.end, child.end, ')');
    }
    return true;
  });
  const plain = edited(code, edits);
  return isAsking ? `import { answer, Asking } from './at-once';\nexport { Asking };\n${plain}` : plain;
}

const isFunction = ({ type }) => type === 'FunctionDeclaration' || type === 'FunctionExpression';

function walk(node, parents, visit) {
  if (!visit(node, parents)) return;
  const within = [...parents, node];
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child?.type === 'string') walk(child, within, visit);
}

/** Edits at one place stand in the order made: what is around was found first, so that of two ends the inner is to come first. */
function edited(code, edits) {
  const order = edits.map((edit, at) => ({ ...edit, at }));
  order.sort(
    (a, b) =>
      a.start - b.start || a.end - b.end || (a.text.startsWith(')') || a.text === '())' ? b.at - a.at : a.at - b.at),
  );
  let text = '';
  let done = 0;
  for (const { start, end, text: put } of order) {
    if (start < done) continue;
    text += code.slice(done, start) + put;
    done = end;
  }
  return text + code.slice(done);
}

/** Bundles a module of rules and all it uses without generators. */
export const atOnceOptions = (entry, outfile) => ({
  entryPoints: [entry],
  outfile: join(outfile),
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'es2022',
  plugins: [atOnce],
  logLevel: 'silent',
});

import { describe, expect, it } from 'vitest';
import { RULESETS } from '../../src/rulesets/index';
import { filesBelow, read } from './sources';

/** Files that every ruleset has; docs/architecture.md describes their contents. */
const SKELETON = [
  ...['index', 'manifest', 'schema', 'state', 'stats', 'conditions', 'clock', 'action', 'actions', 'commands'],
  ...[
    'options',
    'state-based',
    'reactions',
    'gear',
    'build',
    'worth',
    'attack/attack',
    'attack/strikes',
    'movement/movement',
  ],
  ...['view/view', 'view/buttons', 'view/card', 'view/odds', 'view/when'],
];

/** What only some games have: files in one of these folders, or one of these files. */
const FOLDERS = ['attack', 'movement', 'magic', 'plan', 'skills', 'turn', 'view'];
const OPTIONAL = ['rest'];

describe.each(Object.keys(RULESETS))('the folder of %s', (ruleset) => {
  const root = `src/rulesets/${ruleset}`;
  const files = filesBelow(root, /\.ts$/).map((file) => file.slice(root.length + 1).replace(/\.ts$/, ''));

  it('has every file of the skeleton', () => {
    expect(SKELETON.filter((file) => !files.includes(file))).toEqual([]);
  });

  it('has its other files in a named folder', () => {
    const others = files.filter((file) => !SKELETON.includes(file) && !OPTIONAL.includes(file));
    expect(others.filter((file) => !FOLDERS.includes(file.split('/').slice(0, -1).join('/')))).toEqual([]);
  });

  it('describes each file in its README', () => {
    const rows = [...read(`${root}/README.md`).matchAll(/^\| `([\w/-]+)\.ts` \| (.+) \|$/gm)];
    expect(rows.map(([, file]) => file).sort()).toEqual([...files].sort());
  });
});

describe('the path of an attack in docs/architecture.md', () => {
  const page = read('docs/architecture.md');
  const table = page.slice(page.indexOf('## The path of an attack'), page.indexOf('## Where to look'));
  const rows = [...table.matchAll(/^\| (.+) \|$/gm)].map(([, row]) => row.split(' | '));
  const [header = [], , ...steps] = rows;
  const ids = header.slice(2).map((name) => name.toLowerCase());

  it('goes through all rulesets', () => {
    expect([...ids].sort()).toEqual(Object.keys(RULESETS).sort());
    expect(steps.length).toBeGreaterThan(5);
  });

  it.each(steps.map(([step, file, ...names]) => ({ step, file, names })))('finds $step', ({ file, names }) => {
    const missing = ids.flatMap((id, at) => {
      const [name = '', own] = [...names[at].matchAll(/`([^`]+)`/g)].map(([, each]) => each).reverse();
      const path = `src/rulesets/${id}/${own ?? file.replaceAll('`', '')}`;
      return new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(read(path)) ? [] : [`${path}: ${name}`];
    });
    expect(missing).toEqual([]);
  });
});

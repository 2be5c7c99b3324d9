import { readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { seededDie } from '../../src/kernel/rng';
import type { ActiveEffect } from './documents';
import type { Globals } from './game-page';
import { Table } from './table';
import { fight } from './world';

const WITHOUT: Record<string, string> = JSON.parse(readFileSync('lang/en.json', 'utf8')).CADENCE.SelfTest.without;

let table: Table | undefined;
afterEach(() => table?.close());

/** A GM's window in a Foundry of which a part is broken. */
async function gmWhere(breaks?: (globals: Globals) => void) {
  const world = await fight('energy', seededDie(3));
  table = await Table.open({ seed: 3, present: ['Gamemaster'], world, ...(breaks && { breaks }) });
  return table.tabs[0];
}
const said = (): string[] => defined(table, 'a table').log.filter((line) => line.includes('reads'));

it('passes in the sandbox, writes nothing, and is not run again in the same versions', async () => {
  const gm = await gmWhere();
  expect(gm.page.lastSelfTest()).toMatchObject({ failed: [], of: expect.stringMatching(/^14\.\d+ \d+\.\d+\.\d+$/) });
  expect(said().filter((line) => Object.values(WITHOUT).some((text) => line.includes(text)))).toEqual([]);
  expect(gm.page.game.combats.contents.map(({ groups }) => groups.size)).toEqual([0]);
  const { of, failed } = defined(gm.page.lastSelfTest(), 'a self-test');
  const remembered = async (result: object) => {
    await gm.page.game.settings.set('cadence', 'selfTest', { failed, ...result });
    gm.reload();
    await defined(table, 'a table').settle();
    return defined(gm.page.lastSelfTest(), 'a self-test').milliseconds;
  };
  expect(await remembered({ of, milliseconds: -1 })).toBe(-1);
  expect(await remembered({ of: '14.359 0.1.0', milliseconds: -1 })).toBeGreaterThanOrEqual(0);
  // A failed check is repeated: the package that caused it may be disabled by then.
  expect(await remembered({ of, failed: ['map'], milliseconds: -1 })).toBeGreaterThanOrEqual(0);
  expect(gm.page.lastSelfTest()?.failed).toEqual([]);
});

const otherClass = (name: string) => (globals: Globals) => {
  Object.assign(Reflect.get(globals.CONFIG, name), { documentClass: Reflect.get(globals, name) });
};

it.each<[part: string, breaks: (globals: Globals) => void, ability?: string]>([
  ['deletion', (globals) => Object.assign(globals, { _del: undefined })],
  ['replacement', (globals) => Object.assign(globals, { _replace: (value: unknown) => value })],
  [
    'partial',
    ({ CONFIG }) => {
      const { documentClass } = CONFIG.Combat;
      documentClass.prototype.updateSource = function ({ system }: { readonly system?: object }) {
        return Object.assign(this._source, {
          system: new documentClass({ type: this.type, system }).toObject().system,
        });
      };
    },
  ],
  [
    'packed',
    ({ CONFIG }) => {
      for (const { schema } of Object.values(CONFIG.Combat.dataModels))
        Object.assign(schema.fields.history.element ?? {}, { initialize: (text: string) => text });
    },
  ],
  ['batch', ({ foundry }) => Object.assign(foundry.documents, { modifyBatch: undefined }), 'batch'],
  ['groups', ({ CONFIG }) => Object.assign(CONFIG.CombatantGroup, { documentClass: undefined }), 'groups'],
  [
    'requests',
    ({ game }) => Object.assign(game.system.documentTypes.ChatMessage.request, { gmOnlyFields: ['refused'] }),
    'requests',
  ],
  ['queries', ({ User }) => Object.assign(User.prototype, { query: undefined })],
  [
    'documents',
    ({ foundry }) => Object.assign(foundry.abstract.Document.prototype, { delete(_a: 1, _b: 2, _c: 3) {} }),
  ],
  ['encounters', otherClass('Combat')],
  ['numbers', otherClass('Actor')],
  ['cards', otherClass('ChatMessage')],
  ['tracker', ({ CONFIG }) => Object.assign(CONFIG.ui, { combat: class {} })],
  ['sheets', ({ CONFIG }) => Object.assign(CONFIG.Actor.sheetClasses, { energy: {} })],
  ['map', ({ CONFIG }) => Object.assign(CONFIG.Token, { rulerClass: class {} })],
  ['conditions', ({ CONFIG }) => void delete CONFIG.ActiveEffect.dataModels.condition],
  [
    'durations',
    ({ CONFIG }) => {
      const core = Object.getPrototypeOf(CONFIG.ActiveEffect.documentClass.prototype);
      Object.defineProperty(core, 'isSuppressed', {
        get(this: ActiveEffect) {
          return this._source.duration.expired;
        },
      });
    },
  ],
  ['compendia', ({ game }) => game.packs.set('a.pack', { metadata: {}, documentName: 'Playlist' })],
])('tells the GM what does not work: %s', async (part, breaks, ability) => {
  const gm = await gmWhere(breaks);
  expect(gm.page.lastSelfTest()?.failed).toContain(part);
  expect(said().join('\n')).toContain(WITHOUT[part]);
  if (ability) expect(gm.page.isAble(ability)).toBe(false);
});

it('has a sentence for every part, and runs every part', () => {
  const source = readFileSync('src/foundry/self-test/probe.ts', 'utf8');
  const parts = [...source.matchAll(/^ {2}\| '(\w+)'/gm)].map(([, part]) => part);
  expect(Object.keys(WITHOUT).sort()).toEqual(parts.sort());
});

it('reports versions, checks, modules and failures, and names no users', async () => {
  const gm = await gmWhere(({ CONFIG }) => Object.assign(CONFIG.ui, { combat: class {} }));
  const { game, submit, reportText } = gm.page;
  const [combat] = game.combats.contents;
  gm.does('asks for what is none', () => submit(combat, { do: 'melee-attack', by: 'absent' }));
  await defined(table, 'a table').settle();
  Object.assign(game.world, { title: 'The drowned vault' });
  const report: string = reportText();
  expect(report).toMatch(/^Cadence \d+\.\d+\.\d+, Foundry 14\.\d+ \(\d+\)$/m);
  expect(report).toContain('energy, ');
  expect(report).toMatch(/^Self-test: tracker \([\d.]+ ms, 14\.\d+ [\d.]+\)$/m);
  expect(report).toContain('Modules: none');
  expect(report).toMatch(/^Last refusals: [a-z-]+/m);
  expect(report).not.toContain('Last refusals: none');
  const names = [
    game.world.title,
    ...[game.users, game.actors].flatMap((each) => each.contents.map(({ name }) => name)),
  ];
  for (const name of names) expect(report).not.toContain(name);
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import type { StoredSource } from '../headless/documents';
import { core, thorough } from '../tiers/tier';
import { ANNS, actor, BOBS, FOE, HostileTable, OPENING, SCENE, token } from './hostile-table';

const OWN = { parentUuid: `Actor.${actor(0)}` };
const EFFECT = 'hurtEffect000000';

/** Keys of changes that would replace a part of the document or one of its methods. */
const KEYS = [
  ...[
    'system',
    'items',
    'effects',
    'statuses',
    'overrides',
    'ownership',
    'type',
    '_id',
    '_source',
    'uuid',
    'prototypeToken',
  ],
  ...[
    'testUserPermission',
    'prepareData',
    'prepareDerivedData',
    'allApplicableEffects',
    'applyActiveEffects',
    'toObject',
  ],
  ...[
    'getRollData',
    'hasPlayerOwner',
    'activeConditions',
    'constructor',
    'constructor.prototype.isOwner',
    '__proto__.x',
  ],
  ...[
    'system.schema',
    'system.toObject',
    'system.parent',
    'system.aura',
    'system._source',
    'system.constructor',
    'schema.fields',
  ],
  ...['items.contents', 'effects.size', 'system.aura.value.x', 'parent', 'collections', 'name', 'img'],
];

const faultsBeside = (hostile: HostileTable) =>
  hostile.table.faults.filter((fault) => !/Cadence \||Failed to initialize/.test(fault));

/** Checks that every window opens, the encounter is complete but for Ann's fighter, and Bob's next action works. */
async function expectAlive(hostile: HostileTable, more: { isThere?: boolean } = {}) {
  for (const tab of hostile.table.tabs) tab.reload();
  await hostile.table.settle();
  expect(hostile.table.tabs.map(({ user, isOpen }) => [user, isOpen])).toEqual(
    hostile.table.tabs.map(({ user }) => [user, true]),
  );
  const { fighters } = hostile.gm.page.encounterOf(hostile.combat);
  expect(Object.keys(fighters)).toEqual(expect.arrayContaining([BOBS, FOE]));
  if (more.isThere) expect(Object.keys(fighters)).toContain(ANNS);
  for (const { page } of hostile.table.tabs) {
    const combat = page.game.combats.get(hostile.combat.id);
    expect(page.windows.trackerContext(page.windows.fightOf(combat))).toBeTruthy();
  }
  const { step } = hostile.combat.system;
  await hostile.commands({ do: 'adjust', by: 'gm', at: BOBS, options: { pool: 'energy', to: (step % 2) + 1 } });
  expect(hostile.combat.system.step).toBe(step + 1);
  expect(faultsBeside(hostile)).toEqual([]);
}

describe('an active effect on the player’s own actor', core, () => {
  let hostile: HostileTable;
  beforeAll(async () => {
    hostile = await HostileTable.open('energy');
  }, OPENING);
  afterAll(() => hostile?.table.close());

  it.each(['override', 'add', 'multiply'])('that would %s parts of the document is skipped', async (type) => {
    const values = [null, 5, 'x', {}, []];
    const changes = KEYS.flatMap((key) => values.map((value) => ({ key, type, value, phase: 'initial', priority: 1 })));
    const late = changes.map((change) => ({ ...change, phase: 'final' }));
    const data = [{ _id: EFFECT, name: 'x', type: 'base', system: { changes: [...changes, ...late] } }];
    const { error } = await hostile.writes({
      type: 'ActiveEffect',
      action: 'create',
      operation: { data, keepId: true, ...OWN },
    });
    expect(error).toBeUndefined();
    await expectAlive(hostile, { isThere: true });
    const mira = hostile.gm.page.game.actors.get(actor(0));
    expect([mira.type, typeof mira.name, typeof mira.img]).toEqual(['energy', 'string', 'string']);
    expect(typeof mira.testUserPermission).toBe('function');
    expect(mira.system.schema).toBeTruthy();
    await hostile.writes({ type: 'ActiveEffect', action: 'delete', operation: { ids: [EFFECT], ...OWN } });
    await expectAlive(hostile, { isThere: true });
  });
});

/** Real servers validate the other fields of a delta; its `system` is data of any kind. T14: common/documents/actor-delta.d.mts */
const DELTAS: readonly (readonly [string, unknown])[] = [
  ['a `toString` that is null', { toString: null }],
  ['methods that are none', { schema: null, toObject: 5, hasOwnProperty: null, constructor: 1, valueOf: null }],
  ['models’ own names', { parent: null, _source: null, prepareBaseData: 1, validate: null, reset: {} }],
  ['pools that are none', { aura: null, stats: 7 }],
  [
    'pools that are objects',
    {
      aura: { value: { toString: null } },
      level: { toString: null },
      overrides: { speed: { valueOf: 1, toString: 1 } },
    },
  ],
];

describe('the player’s own token', thorough, () => {
  let hostile: HostileTable;
  beforeAll(async () => {
    hostile = await HostileTable.open('energy');
  }, OPENING);
  afterAll(() => hostile?.table.close());

  it.each(DELTAS)('with %s in its delta still fights', async (_, system) => {
    const update = (more: object) =>
      hostile.writes({
        type: 'Token',
        action: 'update',
        operation: { updates: [{ _id: token(0), actorLink: false, ...more }], parentUuid: `Scene.${SCENE}` },
      });
    // Core itself throws in an open window that receives an invalid delta.
    await update({ delta: { system: { __$OPERATOR$__: 'ForcedReplacement', value: system } } });
    hostile.table.faults.length = 0;
    await expectAlive(hostile, { isThere: true });
  });
});

describe('the player’s own actor without a token', thorough, () => {
  let hostile: HostileTable;
  beforeAll(async () => {
    hostile = await HostileTable.open('energy');
  }, OPENING);
  afterAll(() => hostile?.table.close());

  it('with a disposition that names a method is neutral', async () => {
    const combat = { parentUuid: `Combat.${hostile.combat.id}` };
    const data = [{ _id: ANNS, type: 'energy', actorId: actor(0) }];
    await hostile.writes({ type: 'Combatant', action: 'delete', operation: { ids: [ANNS], ...combat } });
    const operation = { updates: [{ _id: actor(0), prototypeToken: { disposition: 'toString' } }] };
    await hostile.writes({ type: 'Actor', action: 'update', operation });
    await hostile.writes({ type: 'Combatant', action: 'create', operation: { data, keepId: true, ...combat } });
    expect(hostile.gm.page.encounterOf(hostile.combat).fighters[ANNS].side).toBe('neutral');
  });
});

describe('browser storage', thorough, () => {
  const KEY = (hostile: HostileTable) => `cadence.secrets.${hostile.gm.page.game.world.id}`;
  const STORED = ['null', '5', '"x"', '[]', '{', '{"x":null,"toString":null,"__proto__":null}'];
  let hostile: HostileTable;
  beforeAll(async () => {
    hostile = await HostileTable.open('tempo');
  }, OPENING);
  afterAll(() => hostile?.table.close());

  it.each(STORED)('with %s is read as empty', async (text) => {
    const { local } = hostile.gm as unknown as { local: { setItem(key: string, value: string): void } };
    local.setItem(KEY(hostile), text);
    for (const setting of ['places', 'sheets', 'favorites', 'selfTest', 'bar', 'autoThrow', 'threat'])
      local.setItem(`sandbox.settings.${hostile.gm.page.game.world.id}.cadence.${setting}`, text);
    hostile.gm.reload();
    await hostile.table.settle();
    expect(hostile.gm.isOpen).toBe(true);
    expect(hostile.gm.page.secretAt('x')).toBeNull();
    expect(hostile.gm.page.secretAt('toString')).toBeNull();
    expect(hostile.gm.page.windows.trackerContext(hostile.gm.page.windows.fightOf(hostile.combat))).toBeTruthy();
    expect(faultsBeside(hostile)).toEqual([]);
  });

  it('that is full prevents no window from opening, and secrets last until the next reload', async () => {
    for (const tab of hostile.table.tabs) {
      const { local, session } = tab as unknown as Record<'local' | 'session', { setItem: unknown }>;
      for (const storage of [local, session])
        storage.setItem = () => {
          throw new Error('QuotaExceededError');
        };
      tab.reload();
    }
    await hostile.table.settle();
    expect(hostile.table.tabs.map(({ isOpen }) => isOpen)).toEqual([true, true, true]);
    const { stampOf, remember } = hostile.gm.page;
    const secret = { of: ANNS, state: { plan: 'x' }, salt: 's' };
    expect(hostile.gm.page.secretAt(remember(secret))).toEqual(secret);
    expect(hostile.gm.page.secretAt(stampOf(secret))).toEqual(secret);
    expect(faultsBeside(hostile)).toEqual([]);
  });
});

describe('the GM’s list of unreadable data', thorough, () => {
  let hostile: HostileTable;
  beforeAll(async () => {
    hostile = await HostileTable.open('energy');
  }, OPENING);
  afterAll(() => hostile?.table.close());

  const list = () => hostile.gm.page.windows.unreadable();
  const lines = () => list().map(({ said }) => said);
  const press = async (said: RegExp, what: 'repair' | 'remove') => {
    const entry = list().find((each) => said.test(each.said));
    await hostile.gmDoes(() => entry?.[what]());
  };
  const effect = (changes: object[]) =>
    hostile.writes({
      type: 'ActiveEffect',
      action: 'create',
      operation: { data: [{ _id: EFFECT, name: 'Curse', type: 'base', system: { changes } }], keepId: true, ...OWN },
    });

  it('repairs an effect by removing the changes that cannot be applied', async () => {
    expect(lines()).toEqual([]);
    const change = { type: 'override', value: 5, phase: 'initial', priority: 1 };
    await effect([
      { ...change, key: 'testUserPermission' },
      { ...change, key: 'system.level' },
    ]);
    expect(lines().join()).toMatch(/Curse: .*testUserPermission/);
    await press(/Curse/, 'repair');
    const stored = hostile.table.all('actors').find(({ _id }) => _id === actor(0))?.effects;
    expect(stored?.find(({ _id }) => _id === EFFECT)?.system.changes.map(({ key }) => key)).toEqual(['system.level']);
    expect(lines()).toEqual([]);
  });

  it('deletes an effect', async () => {
    await hostile.writes({ type: 'ActiveEffect', action: 'delete', operation: { ids: [EFFECT], ...OWN } });
    await effect([{ type: 'override', key: 'system', value: null, phase: 'initial', priority: 1 }]);
    await press(/Curse/, 'remove');
    expect(hostile.gm.page.game.actors.get(actor(0)).effects.has(EFFECT)).toBe(false);
    expect(lines()).toEqual([]);
  });

  it('repairs a field of an actor and an entry of a history, and deletes what is no document', async () => {
    const world = hostile.table.whole() as Record<string, StoredSource[]>;
    const mira = world['actors'].find(({ _id }) => _id === actor(0));
    Object.assign(defined(mira, 'an actor').system ?? {}, { level: 'many' });
    const [combat] = world['combats'];
    Object.assign(defined(combat.system?.history, 'a history'), { 1: 'nothing' });
    world['actors'].push({ _id: 'hurtActor0000000', name: '', type: 'energy', system: {} });
    await hostile.table.store(world);
    hostile.gm.reload();
    await hostile.table.settle();
    expect(lines().join('; ')).toMatch(/Level/);
    expect(lines().join('; ')).toMatch(/history\.1/);
    await press(/Level/, 'repair');
    await press(/history\.1/, 'repair');
    expect(lines().join('; ')).not.toMatch(/Level|history/);
    const stored = hostile.table.all('actors').find(({ _id }) => _id === actor(0));
    expect(stored?.system.level).not.toBe('many');
    expect(hostile.table.all('combats')[0].system.history).not.toHaveProperty('1');
    expect(lines().join()).toMatch(/Actor hurtActor/);
    await press(/Actor hurtActor/, 'remove');
    hostile.gm.reload();
    await hostile.table.settle();
    expect(lines()).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Pool } from '../../src/encounter/state';
import { ANN, GAMES, Party } from './party';
import type { Tab } from './tab';
import { Table } from './table';
import { idOf, nothing } from './world';

const HEALTH: Readonly<Record<string, string>> = {
  energy: 'aura',
  clash: 'hp',
  slots: 'hp',
  tempo: 'hp',
  seconds: 'hp',
};

/** What other packages read as hit points: the primary attribute of the system, and `attributes.hp`. */
describe.each(Object.keys(GAMES))('the hit points of %s', (ruleset) => {
  let party: Party;
  let gm: Tab;
  beforeAll(async () => {
    party = await Party.open(ruleset, ['Gamemaster', 'Ann']);
    gm = party.table.tabs[0] as Tab;
  });
  afterAll(() => party?.table.close());

  const actor = () => gm.page.game.actors.get(idOf('Actor', ANN));
  const token = () => gm.page.game.scenes.contents[0].tokens.get(idOf('Token', ANN));
  const read = (path: string) => gm.page.foundry.utils.getProperty(token(), `actor.system.${path}`) as Pool;

  it('are named by the system for the ruleset of the world, and a bar', () => {
    const { system } = gm.page.game;
    expect(system.primaryTokenAttribute).toBe(HEALTH[ruleset]);
    const { bar } = gm.page.CONFIG.Actor.trackableAttributes[ruleset];
    expect([...bar, null]).toContain(system.secondaryTokenAttribute);
    expect(system.secondaryTokenAttribute).not.toBe(system.primaryTokenAttribute);
    expect(read(String(system.primaryTokenAttribute))).toMatchObject({
      value: expect.any(Number),
      max: expect.any(Number),
    });
  });

  it('are at `attributes.hp` too, and follow the pool', async () => {
    const pool = read(HEALTH[ruleset]);
    expect(pool.max).toBeGreaterThan(1);
    expect(read('attributes.hp')).toEqual({ value: pool.value, max: pool.max, min: 0 });
    await party.done(gm, () => actor().update({ [`system.${HEALTH[ruleset]}.value`]: 1 }));
    expect(read('attributes.hp')).toEqual({ value: 1, max: pool.max, min: 0 });
  });

  it('come first in the rows of the tracker, in a color of their own', () => {
    const { windows } = gm.page;
    const { rows } = windows.trackerContext(windows.fightOf(party.combat));
    expect(rows.length).toBeGreaterThan(0);
    for (const { gauges } of rows)
      expect(gauges.map(({ pool, isHealth }) => isHealth && pool)).toEqual([
        HEALTH[ruleset],
        ...gauges.slice(1).map(() => false),
      ]);
  });

  it('are not stored there, and an update changes nothing', async () => {
    const before = read('attributes.hp');
    expect(before).toBeDefined();
    const stats = structuredClone(actor().toObject()._stats);
    await party.done(gm, () => actor().update({ 'system.attributes.hp.value': 0, 'system.attributes.hp.max': 0 }));
    expect(read('attributes.hp')).toEqual(before);
    expect(actor().toObject()._stats).toEqual(stats);
    expect(actor().toObject().system).not.toHaveProperty('attributes');
    expect(() => Object.assign(read('attributes.hp'), { value: 0 })).toThrow(TypeError);
    expect(Object.keys(actor().system)).not.toContain('attributes');
  });

  it('are not changed by an effect on the alias', async () => {
    const before = read('attributes.hp');
    const effect = {
      name: 'Test',
      system: { changes: [{ key: 'system.attributes.hp.max', type: 'add', value: 5, phase: 'initial' }] },
    };
    await party.done(gm, () => actor().createEmbeddedDocuments('ActiveEffect', [effect]));
    expect(read('attributes.hp')).toEqual(before);
  });
});

describe('a world', () => {
  let table: Table;
  beforeAll(async () => {
    table = await Table.open({ seed: 1, present: ['Gamemaster'], world: nothing });
  });
  afterAll(() => table?.close());

  it('without actors or with several rulesets names the hit points that all of them have', async () => {
    const { game, CONFIG } = table.tabs[0].page;
    const named = () => [game.system.primaryTokenAttribute, game.system.secondaryTokenAttribute];
    const settled = async (work: () => unknown): Promise<void> => {
      table.tabs[0]?.does('creates or deletes an actor', work);
      await table.settle();
    };
    const create = (type: string) => settled(() => CONFIG.Actor.documentClass.create({ name: type, type }));
    expect(named()).toEqual(['attributes.hp', null]);
    await create('energy');
    expect(named()).toEqual(['aura', 'stamina']);
    await create('clash');
    expect(named()).toEqual(['attributes.hp', null]);
    await settled(() => game.actors.getName('clash').delete());
    expect(named()).toEqual(['aura', 'stamina']);
  });
});

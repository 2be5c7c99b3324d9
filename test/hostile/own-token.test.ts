import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cellsAlong } from '../../src/toolkit/space/space';
import type { Source } from '../headless/documents';
import { ANNS, actor, COMBAT, FOE, HostileTable, OPENING, SCENE, token } from './hostile-table';

const onScene = { parentUuid: `Scene.${SCENE}` };
const inCombat = { parentUuid: `Combat.${COMBAT}` };

describe('a player’s own token in a running encounter', () => {
  let hostile: HostileTable;
  let before: Partial<Source>;

  const stored = () =>
    hostile.table
      .stored()
      .get(`scenes ${SCENE}`)
      ?.tokens.find(({ _id }) => _id === token(0));
  const here = () => hostile.gm.page.game.scenes.get(SCENE).tokens.get(token(0)).toObject();
  const changes = (data: object, operation: object = {}) =>
    hostile.writes({
      type: 'Token',
      action: 'update',
      operation: { updates: [{ _id: token(0), ...data }], ...onScene, ...operation },
    });
  const withoutStats = ({ _stats: _, _movementHistory: __, ...source }: Source): Partial<Source> => source;

  beforeAll(async () => {
    hostile = await HostileTable.open('energy');
    await hostile.calm();
    // Every field has a value that it can be restored to.
    await hostile.gmDoes((game) =>
      game.scenes.get(SCENE).tokens.get(token(0)).update({ width: 1, height: 1, elevation: 0, hidden: false }),
    );
  }, OPENING);
  beforeEach(() => {
    before = withoutStats(here());
  });
  afterAll(() => hostile?.table.close());

  it.each<[string, object, object?]>([
    ['width', { width: 40 }],
    ['width about its middle', { width: 41, height: 41, x: -20 * 100, y: -20 * 100 }],
    ['height', { height: 0.5 }],
    ['elevation', { elevation: 1e6 }],
    ['side', { disposition: -1 }],
    ['visibility', { hidden: true }],
    ['link to its actor', { actorLink: false }],
    ['actor', { actorId: actor(1) }],
    ['actor, and place', { actorId: null, x: 0, y: 0 }],
    ['level', { level: 'attic00000000000' }],
    ['size in the name of a step', { width: 40 }, { cadence: { step: 2 } }],
  ])('gets its %s restored', async (_, data, operation) => {
    const { x = 0, y = 0 } = before;
    await changes({ ...data, ...('width' in data && 'x' in data && { x: x - 2000, y: y - 2000 }) }, operation);
    expect(withoutStats(here())).toEqual(before);
    const kept = stored();
    for (const key of Object.keys(data) as (keyof Source)[]) expect(kept?.[key], key).toEqual(before[key]);
    expect(hostile.table.faults).toEqual([]);
  });

  it('does not creep, a pixel at a time', async () => {
    const { x = 0 } = before;
    for (let far = 1; far <= 3; far++) await changes({ x: x + far });
    expect(Math.abs(here().x - x)).toBeLessThanOrEqual(1);
    await changes({ x });
  });

  it('stays where it left if its player leaves and comes back in the same round', async () => {
    await hostile.writes({ type: 'Combatant', action: 'delete', operation: { ids: [ANNS], ...inCombat } });
    await changes({ x: 0, y: 0, width: 9 });
    expect(here()).toMatchObject({ x: 0, y: 0, width: 9 });
    const data = [{ _id: ANNS, type: 'energy', actorId: actor(0), tokenId: token(0), sceneId: SCENE }];
    await hostile.writes({ type: 'Combatant', action: 'create', operation: { data, ...inCombat, keepId: true } });
    expect(withoutStats(here())).toEqual(before);
  });

  it('can be changed by the GM', async () => {
    await hostile.gmDoes((game) => game.scenes.get(SCENE).tokens.get(token(0)).update({ width: 2, elevation: 3 }));
    expect(here()).toMatchObject({ width: 2, elevation: 3 });
    await changes({ width: 40 });
    expect(here()).toMatchObject({ width: 2, elevation: 3 });
  });

  it('causes no endless path, with any data in it', async () => {
    hostile.gm.leave();
    await hostile.table.settle();
    await changes({ x: 2e6, y: -2e6, elevation: 1e12, width: 60, height: 60 });
    hostile.gm.reload();
    await hostile.table.settle();
    const begun = performance.now();
    const path = [{ x: 1, y: 1, width: 1, height: 1, elevation: 0, facing: 0 }];
    expect(await hostile.posts(hostile.intent({ do: 'run', by: ANNS, path }))).toBe('no-such-way');
    await hostile.commands({ do: 'place', by: 'gm', at: ANNS, path });
    await hostile.commands({ do: 'push', by: FOE, at: ANNS });
    expect(performance.now() - begun).toBeLessThan(5000);
    expect(hostile.table.faults).toEqual([]);
  });
});

describe('a path between places that are too far apart', () => {
  const at = (x: number, elevation = 0) => ({ x, y: 0, width: 1, height: 1, elevation, facing: 0 });

  it.each(['square', 'hex-rows', 'gridless'] as const)('is followed in a bounded number of steps (%s)', (grid) => {
    for (const far of [at(1e9), at(0, 1e12), at(1e300), at(Number.MAX_VALUE, -Number.MAX_VALUE)]) {
      const cells = cellsAlong({ grid, cell: 1 }, at(0), [far]);
      expect(cells.length).toBeLessThan(3000);
      expect(cells.at(-1)).toBe(far);
    }
  });
});

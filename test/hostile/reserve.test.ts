import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Reserve } from '../../src/encounter/reserve';
import { ANNS, actor, COMBAT, HostileTable, OPENING, SCENE, token } from './hostile-table';

const NEW = 'arrivingArriving';
const RESERVE: Reserve = {
  trigger: { when: 'hand', round: 1 },
  first: [],
  members: [{ fighter: NEW, scene: SCENE, token: token(4), actor: actor(4) }],
};

describe('a reserve that a player wants in the fight', () => {
  let hostile: HostileTable;

  const here = () => ({
    reserve: (hostile.combat.system as unknown as { readonly reserve: Reserve | null }).reserve,
    hidden: (hostile.gm.page.game.scenes.get(SCENE).tokens.get(token(4)).toObject() as { hidden?: boolean }).hidden,
    isIn: hostile.combat.combatants.has(NEW),
  });
  const combatAt = (tab = hostile.gm) => tab.page.game.combats.get(COMBAT);

  beforeAll(async () => {
    hostile = await HostileTable.open('energy');
    await hostile.calm();
    await hostile.gmDoes(async (game) => {
      const combat = game.combats.get(COMBAT);
      const combatant = combat.combatants.find(({ tokenId }) => tokenId === token(4));
      await combatant.delete();
      await game.scenes.get(SCENE).tokens.get(token(4)).update({ hidden: true });
    });
  }, OPENING);
  beforeEach(() => hostile.gmDoes(() => combatAt().update({ system: { reserve: RESERVE } })));
  afterAll(() => hostile?.table.close());

  it.each([
    ['as the GM', { do: 'reinforce', by: 'gm' }, 'not-yours'],
    ['as her fighter', { do: 'reinforce', by: ANNS }, expect.stringMatching(/./)],
  ])('stays away when she gives the command %s', async (_, command, fate) => {
    expect(await hostile.posts(hostile.intent(command))).toEqual(fate);
    expect(await hostile.posts(hostile.intent(command, { force: true }))).toEqual(fate);
    expect(here()).toEqual({ reserve: RESERVE, hidden: true, isIn: false });
  });

  it('keeps its trigger and its members: the server refuses her changes', async () => {
    for (const reserve of [null, { ...RESERVE, trigger: { when: 'round', round: 1 } }]) {
      const operation = { updates: [{ _id: COMBAT, system: { reserve } }] };
      const told = await hostile.writes({ type: 'Combat', action: 'update', operation });
      expect(told.error?.message).toMatch(/permission/);
    }
    expect(here()).toEqual({ reserve: RESERVE, hidden: true, isIn: false });
  });

  it('is in no window of hers', () => {
    const { windows, encounterOf } = hostile.ann.page;
    expect(windows.trackerContext(windows.fightOf(combatAt(hostile.ann)))).toMatchObject({ reserve: null });
    expect(encounterOf(combatAt(hostile.ann))).not.toHaveProperty('reserve');
  });

  it('is dropped where its data are of another shape, and the encounter goes on', async () => {
    await hostile.gmDoes(() =>
      combatAt()
        .update({ system: { reserve: { trigger: 'now', members: [3] } } })
        .catch(() => undefined),
    );
    expect(here().isIn).toBe(false);
    await hostile.commands({ do: 'reinforce', by: 'gm' });
    await hostile.gmDoes(() => combatAt().update({ system: { reserve: RESERVE } }));
    await hostile.commands({ do: 'reinforce', by: 'gm' });
    expect(here()).toEqual({ reserve: null, hidden: false, isIn: true });
    expect(hostile.table.faults).toEqual([]);
  });
});

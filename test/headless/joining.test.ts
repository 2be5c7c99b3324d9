import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ANN, BOB, FOE, GAMES, LAST, Party } from './party';
import type { Tab } from './tab';
import type { StoredWorld } from './table';
import { COMBAT, idOf } from './world';

/** A player adds their own fighter to an encounter, from the button on its sheet, by Foundry's toggle, or from the console. */
describe.each(Object.keys(GAMES))('a player’s fighter joins an encounter of %s by the player’s hand', (ruleset) => {
  let party: Party;
  let gm: Tab;
  let ann: Tab;
  /** The encounter as it is prepared, and as it runs, without Ann's fighter. */
  let prepared: StoredWorld;
  let running: StoredWorld;

  beforeAll(async () => {
    party = await Party.open(ruleset);
    [gm, ann] = party.table.tabs as [Tab, Tab];
    await party.remove(ANN);
    prepared = party.table.whole();
    await party.start();
    running = party.table.whole();
  });
  afterAll(() => party?.table.close());

  const open = async (world: StoredWorld): Promise<void> => {
    await party.table.store(world);
    for (const tab of party.table.tabs) tab.reload();
    await party.arrive();
    await party.done(gm, () => gm.hands.takeReferee(party.combat));
  };
  const actor = (token: number) => ann.hands.game.actors.get(idOf('Actor', token));
  const joins = (token: number): Promise<void> => party.done(ann, () => ann.hands.joinFight(actor(token)));

  describe('that runs', () => {
    beforeEach(() => open(running));
    afterEach(() => party.judge());

    it('and fights on as whoever comes late', async () => {
      const { size } = party.combat.combatants;
      expect(ann.hands.joiningOf(actor(ANN))?.combat.id).toBe(COMBAT);
      await joins(ANN);
      expect(party.combat.combatants.size).toBe(size + 1);
      const mine = party.of(ANN);
      expect([party.combat.combatants.get(mine).type, party.names().includes(mine)]).toEqual([ruleset, true]);
      expect(party.heard(ann)).toBe('');
      const { round } = party.encounter.clock;
      for (let moves = 0; moves < 60 && !party.mayAct(mine) && party.encounter.clock.round < round + 2; moves++)
        await party.play(party.onward()[0]);
      expect(party.mayAct(mine)).toBe(true);
      expect(ann.hands.joiningOf(actor(ANN))).toBeNull();
    });

    it('by the toggle on its token', async () => {
      const token = ann.hands.game.scenes.contents[0].tokens.get(idOf('Token', ANN));
      const combat = ann.hands.joiningOf(actor(ANN))?.combat;
      await party.done(ann, () => ann.hands.CONFIG.Token.documentClass.createCombatants([token], { combat }));
      expect(party.of(ANN)).toBeDefined();
    });

    it('not with another’s fighter, and not twice: the sentence says why', async () => {
      const { length } = party.table.log;
      await joins(FOE);
      expect(party.heard(ann, length)).toMatch(/stays out: only its owners/);
      await joins(ANN);
      await joins(ANN);
      expect(party.heard(ann, length)).toMatch(/is in an encounter already/);
    });

    it('not without a token on a scene of the encounter', async () => {
      await party.done(gm, () => gm.hands.game.scenes.contents[0].tokens.get(idOf('Token', ANN)).delete());
      const { length } = party.table.log;
      await joins(ANN);
      expect(party.heard(ann, length)).toMatch(/no token of .* stands on a scene/);
      expect(party.of(ANN)).toBeUndefined();
    });

    it('not a second time from the console: it is taken out again, and the game master is told', async () => {
      await joins(ANN);
      const { size } = party.combat.combatants;
      const { tokenId, actorId, sceneId } = party.combat.combatants.get(party.of(ANN));
      const { length } = party.table.log;
      const data = { tokenId, actorId, sceneId };
      await party.done(ann, () => party.combatAt(ann).createEmbeddedDocuments('Combatant', [data]));
      expect(party.combat.combatants.size).toBe(size);
      expect(party.heard(gm, length)).toMatch(/added .* to the encounter a second time/);
      await party.done(gm, () => party.combat.createEmbeddedDocuments('Combatant', [data]));
      expect(party.combat.combatants.size).toBe(size + 1);
    });
  });

  it('that is prepared, and is there when it begins', async () => {
    await open(prepared);
    await joins(ANN);
    await party.start();
    expect(party.names()).toContain(party.of(ANN));
    expect([BOB, FOE, LAST].every((token) => party.of(token))).toBe(true);
    await party.judge();
  });

  it('not where there is none', async () => {
    await open(prepared);
    await party.done(gm, () => party.combat.delete());
    const { length } = party.table.log;
    await joins(ANN);
    expect(party.heard(ann, length)).toMatch(/there is no encounter of \w+ where its token stands/);
  });
});

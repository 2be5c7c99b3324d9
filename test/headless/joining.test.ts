import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ANN, BOB, CAL, FOE, GAMES, LAST, Party } from './party';
import type { Tab } from './tab';
import type { StoredWorld } from './table';
import { COMBAT, idOf } from './world';

/** A player adds their own fighter to an encounter by the button on the sheet, Foundry's toggle, or the console. */
describe.each(Object.keys(GAMES))('a player who adds their fighter to an encounter of %s', (ruleset) => {
  let party: Party;
  let gm: Tab;
  let ann: Tab;
  /** The encounter in preparation and running, without Ann's fighter. */
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
    await party.done(gm, () => gm.page.takeReferee(party.combat));
  };
  const actor = (token: number) => ann.page.game.actors.get(idOf('Actor', token));
  const joins = (token: number): Promise<void> => party.done(ann, () => ann.page.joinFight(actor(token)));

  describe('that runs', () => {
    beforeEach(() => open(running));
    afterEach(() => party.judge());

    it('has it fight on as a late joiner', async () => {
      const { size } = party.combat.combatants;
      expect(ann.page.joiningOf(actor(ANN))?.combat.id).toBe(COMBAT);
      await joins(ANN);
      expect(party.combat.combatants.size).toBe(size + 1);
      const mine = party.of(ANN);
      expect([party.combat.combatants.get(mine).type, party.names().includes(mine)]).toEqual([ruleset, true]);
      expect(party.heard(ann)).toBe('');
      const { round } = party.encounter.clock;
      for (let moves = 0; moves < 60 && !party.mayAct(mine) && party.encounter.clock.round < round + 2; moves++)
        await party.play(party.onward()[0]);
      expect(party.mayAct(mine)).toBe(true);
      expect(ann.page.joiningOf(actor(ANN))).toBeNull();
    });

    it('can use the toggle on its token', async () => {
      const token = ann.page.game.scenes.contents[0].tokens.get(idOf('Token', ANN));
      const combat = ann.page.joiningOf(actor(ANN))?.combat;
      await party.done(ann, () => ann.page.CONFIG.Token.documentClass.createCombatants([token], { combat }));
      expect(party.of(ANN)).toBeDefined();
    });

    it('cannot add another’s fighter or add it twice, and reads why', async () => {
      const { length } = party.table.log;
      await joins(FOE);
      expect(party.heard(ann, length)).toMatch(/was not added: only their owners/);
      await joins(ANN);
      await joins(ANN);
      expect(party.heard(ann, length)).toMatch(/is already in an encounter/);
    });

    it('adds it without a token if it has none: it fights without a place', async () => {
      await party.done(gm, () => gm.page.game.scenes.contents[0].tokens.get(idOf('Token', ANN)).delete());
      expect(ann.page.joiningOf(actor(ANN))).toMatchObject({ token: null });
      await joins(ANN);
      const added = party.combat.combatants.find(({ actorId }) => actorId === idOf('Actor', ANN));
      expect([added?.tokenId, added?.type]).toEqual([null, ruleset]);
      expect(party.encounter.fighters[added?.id ?? '']).toMatchObject({ place: null, player: true });
      expect(ann.page.joiningOf(actor(ANN))).toBeNull();
    });

    it('cannot add it again from the console: it is removed, and the GM is notified', async () => {
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

  it('is spared that by the GM, who adds the whole party at once', async () => {
    await open(prepared);
    const scene = gm.page.game.scenes.contents[0];
    await party.remove(BOB);
    await party.done(gm, () => scene.tokens.get(idOf('Token', BOB)).delete());
    const user = gm.page.game.users.contents.find(({ name }) => name === 'Bob');
    await party.remove(FOE);
    await party.done(gm, () => gm.page.joinParty(party.combat));
    const actors = () => party.combat.combatants.map(({ actorId }) => actorId).sort();
    // Who has no token joins if the fighter is a player's own character.
    expect(actors()).toEqual(
      [ANN, CAL, LAST].map((token) => party.combat.combatants.get(party.of(token)).actorId).sort(),
    );
    await party.done(gm, () => user?.update({ character: idOf('Actor', BOB) }));
    await party.done(gm, () => gm.page.joinParty(party.combat));
    expect(actors()).toContain(idOf('Actor', BOB));
    const { length } = party.table.log;
    await party.done(gm, () => gm.page.joinParty(party.combat));
    expect(party.heard(gm, length)).toContain('All of the party');
    expect(party.table.faults).toEqual([]);
  });

  it('that is in preparation has it there at the start', async () => {
    await open(prepared);
    await joins(ANN);
    await party.start();
    expect(party.names()).toContain(party.of(ANN));
    expect([BOB, FOE, LAST].every((token) => party.of(token))).toBe(true);
    await party.judge();
  });

  it('is refused where no encounter exists', async () => {
    await open(prepared);
    await party.done(gm, () => party.combat.delete());
    const { length } = party.table.log;
    await joins(ANN);
    expect(party.heard(ann, length)).toMatch(/their scene has no encounter of \w+\./);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANN, GAMES, Party } from './party';
import { COMBAT, idOf } from './world';

/** API: common/abstract/document.d.mts: `createDocuments` takes plain data and documents alike. */
describe.each(['plain data', 'a document'])('a document made of %s', (kind) => {
  let party: Party;
  beforeAll(async () => {
    party = await Party.open('energy', ['Gamemaster']);
  });
  afterAll(() => party?.table.close());

  const made = (name: 'Actor' | 'Combat' | 'Combatant' | 'Scene', data: object, parent: unknown = null) => {
    const { CONFIG } = party.gm.page;
    return kind === 'plain data' ? data : new CONFIG[name].documentClass(data, { parent });
  };

  it('is an encounter with the given name and scene', async () => {
    const { CONFIG, game } = party.gm.page;
    const scene = game.scenes.contents[0].id;
    const data = { name: 'Ambush', type: 'clash', scene };
    await party.done(party.gm, () => CONFIG.Combat.documentClass.createDocuments([made('Combat', data)]));
    const combat = game.combats.find(
      (each) => each._source.name === 'Ambush' || (each._source.scene === scene && each.type === 'clash'),
    );
    expect([combat?.type, combat?._source.scene]).toEqual(['clash', scene]);
    await party.done(party.gm, () => combat.delete());
  });

  it('is an encounter of the default ruleset without a given subtype', async () => {
    const { CONFIG, game } = party.gm.page;
    const scene = game.scenes.contents[0].id;
    const before = new Set(game.combats.map(({ id }) => id));
    const data = { type: 'base', scene };
    await party.done(party.gm, () => CONFIG.Combat.documentClass.createDocuments([made('Combat', data)]));
    const combat = game.combats.find(({ id }) => !before.has(id));
    expect([combat?.type, combat?._source.scene]).toEqual(['clash', scene]);
    await party.done(party.gm, () => combat.delete());
  });

  it('is a combatant of its encounter’s subtype with the given token', async () => {
    await party.remove(ANN);
    const scene = party.gm.page.game.scenes.contents[0];
    const { id, actorId } = scene.tokens.get(idOf('Token', ANN));
    const data = { tokenId: id, actorId, sceneId: scene.id, name: 'Renamed' };
    const given = made('Combatant', data, party.combat);
    await party.done(party.gm, () => party.combat.createEmbeddedDocuments('Combatant', [given]));
    const { type, name } = party.combat.combatants.get(party.of(ANN)) ?? {};
    expect([type, name]).toEqual(['energy', 'Renamed']);
  });
});

describe('a new encounter', () => {
  let party: Party;
  afterAll(() => party?.table.close());

  it('of each ruleset starts with the initial clock of its rules', async () => {
    party = await Party.open('energy', ['Gamemaster']);
    const { page } = party.gm;
    for (const ruleset of Object.keys(GAMES)) {
      await party.done(party.gm, () => page.CONFIG.Combat.documentClass.create({ type: ruleset }));
      const { system } = page.game.combats.find(({ type, id }) => type === ruleset && id !== COMBAT);
      const { idle } = page.adapterOf(ruleset).ruleset;
      expect(system.clock, ruleset).toEqual(idle);
    }
  });
});

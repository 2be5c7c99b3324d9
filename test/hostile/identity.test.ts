import { afterEach, describe, expect, it } from 'vitest';
import { core, thorough } from '../tiers/tier';
import { ANNS, actor, BOBS, COMBAT, FOE, HostileTable, OPENING, SCENE, token } from './hostile-table';

const inCombat = { parentUuid: `Combat.${COMBAT}` };
const onScene = { parentUuid: `Scene.${SCENE}` };
const PET = 'annsPetActor0000';
const PETS_TOKEN = 'annsPetToken0000';
const PETS = 'annsPetCombatant';

let hostile: HostileTable;
afterEach(() => hostile?.table.close());

async function openHostile(ruleset = 'energy'): Promise<void> {
  hostile = await HostileTable.open(ruleset);
  await hostile.calm();
}

const combatants = () => hostile.combat.combatants.contents;
const ids = (): string[] => combatants().map(({ id }) => id);
const fighters = () => hostile.gm.page.encounterOf(hostile.combat).fighters;

const adds = (data: object) =>
  hostile.writes({
    type: 'Combatant',
    action: 'create',
    operation: { data: [{ type: hostile.ruleset, sceneId: SCENE, ...data }], ...inCombat, keepId: true },
  });
const removes = (id: string) =>
  hostile.writes({ type: 'Combatant', action: 'delete', operation: { ids: [id], ...inCombat } });
const changesToken = (_id: string, changes: object) =>
  hostile.writes({ type: 'Token', action: 'update', operation: { updates: [{ _id, ...changes }], ...onScene } });

/** Runs a callback while no GM is connected; then one connects. */
async function alone(deed: () => Promise<unknown>): Promise<void> {
  hostile.gm.leave();
  await hostile.table.settle();
  await deed();
  hostile.gm.reload();
  await hostile.table.settle();
}

const whilePresent = (deed: () => Promise<unknown>): Promise<unknown> => deed();

/** Gives Ann a second actor with a token; with `fights`, the GM adds it to the encounter. */
async function givePet({ fights = false, link = true } = {}): Promise<void> {
  const { game, CONFIG } = hostile.gm.page;
  const source = game.actors.get(actor(0)).toObject();
  const prototypeToken = { ...source.prototypeToken, actorLink: link };
  await hostile.gmDoes(async () => {
    await CONFIG.Actor.documentClass.create({ ...source, _id: PET, name: 'Pet', prototypeToken }, { keepId: true });
    const data = { _id: PETS_TOKEN, actorId: PET, actorLink: link, disposition: 1, x: 1500, y: 1500 };
    await game.scenes.get(SCENE).createEmbeddedDocuments('Token', [data], { keepId: true });
    if (!fights) return;
    const combatant = { _id: PETS, type: hostile.ruleset, actorId: PET, tokenId: PETS_TOKEN, sceneId: SCENE };
    await hostile.combat.createEmbeddedDocuments('Combatant', [combatant], { keepId: true });
  });
}

const step = async () => {
  const { value, max } = fighters()[FOE].pools.energy;
  await hostile.commands({ do: 'adjust', by: 'gm', at: FOE, options: { pool: 'energy', to: value ? 0 : max } });
};

describe.each([
  ['while a GM is connected', whilePresent],
  ['while no GM is connected', alone],
] as const)('one actor does not act twice if a player %s', thorough, (_, does) => {
  it(
    'adds a combatant of an actor that fights',
    async () => {
      await openHostile();
      const before = ids();
      await does(() => adds({ _id: 'annsDouble000000', actorId: actor(0), tokenId: token(0) }));
      expect(ids()).toEqual(before);
      expect(hostile.table.faults).toEqual([]);
    },
    OPENING,
  );

  it(
    'unlinks the token and adds the actor without it',
    async () => {
      await openHostile();
      const before = ids();
      await does(async () => {
        await changesToken(token(0), { actorLink: false });
        await adds({ _id: 'annsDouble000000', actorId: actor(0) });
      });
      expect(ids()).toEqual(before);
    },
    OPENING,
  );

  it(
    'adds another token of an actor that fights',
    async () => {
      await openHostile();
      await hostile.gmDoes((game) =>
        game.scenes
          .get(SCENE)
          .createEmbeddedDocuments('Token', [{ _id: PETS_TOKEN, actorId: actor(0), actorLink: false }], {
            keepId: true,
          }),
      );
      const before = ids();
      await does(() => adds({ _id: 'annsDouble000000', actorId: actor(0), tokenId: PETS_TOKEN }));
      expect(ids()).toEqual(before);
    },
    OPENING,
  );

  it(
    'gives the token of one fighter the actor of another',
    async () => {
      await openHostile();
      await givePet({ fights: true });
      await step();
      const state = fighters()[ANNS].pools;
      await does(() => changesToken(token(0), { actorId: PET }));
      expect(hostile.combat.combatants.get(ANNS).actor.id).toBe(actor(0));
      expect(fighters()[ANNS].pools).toEqual(state);
      await does(() => changesToken(token(0), { actorId: null, x: 0, y: 0 }));
      expect(hostile.combat.combatants.get(ANNS).actor.id).toBe(actor(0));
    },
    OPENING,
  );
});

describe('a combatant under an id that belonged to another', thorough, () => {
  it(
    'is removed if a player has added it, and the state stays with its fighter',
    async () => {
      await openHostile();
      await givePet();
      await hostile.commands({ do: 'adjust', by: 'gm', at: ANNS, options: { pool: 'energy', to: 0 } });
      const { pools } = fighters()[ANNS];
      await removes(ANNS);
      await adds({ _id: ANNS, actorId: PET, tokenId: PETS_TOKEN });
      expect(ids()).not.toContain(ANNS);
      await step();
      await adds({ _id: 'annsReturn000000', actorId: actor(0), tokenId: token(0) });
      expect(fighters().annsReturn000000.pools).toEqual(pools);
    },
    OPENING,
  );

  it(
    'takes no part while no GM is connected',
    async () => {
      await openHostile();
      await givePet();
      await hostile.commands({ do: 'adjust', by: 'gm', at: ANNS, options: { pool: 'energy', to: 0 } });
      hostile.gm.leave();
      await hostile.table.settle();
      await removes(ANNS);
      await adds({ _id: ANNS, actorId: PET, tokenId: PETS_TOKEN });
      const { page } = hostile.tab('Bob');
      expect(page.encounterOf(page.game.combats.get(COMBAT)).fighters[ANNS]).toBeUndefined();
      hostile.gm.reload();
      await hostile.table.settle();
      expect(ids()).not.toContain(ANNS);
    },
    OPENING,
  );

  it(
    'starts with a new state if the GM has added it',
    async () => {
      await openHostile();
      await givePet();
      const fresh = fighters()[ANNS].pools.energy.value;
      await hostile.commands({ do: 'adjust', by: 'gm', at: ANNS, options: { pool: 'energy', to: fresh - 1 } });
      const data = { _id: ANNS, type: 'energy', actorId: PET, tokenId: PETS_TOKEN, sceneId: SCENE };
      await hostile.gmDoes(async () => {
        await hostile.combat.combatants.get(ANNS).delete();
        await hostile.combat.createEmbeddedDocuments('Combatant', [data], { keepId: true });
      });
      expect(ids()).toContain(ANNS);
      expect(hostile.combat.system.bearers[ANNS].of).toBe(`Actor.${PET}`);
      expect(hostile.combat.system.states[ANNS]).toBeUndefined();
      expect(fighters()[ANNS].name).toBe('Pet');
    },
    OPENING,
  );

  it(
    'does not get an older state of its own actor back',
    async () => {
      await openHostile();
      await step();
      await hostile.commands({ do: 'adjust', by: 'gm', at: ANNS, options: { pool: 'energy', to: 2 } });
      await removes(ANNS);
      await adds({ _id: 'annsReturn000000', actorId: actor(0), tokenId: token(0) });
      const spent = { do: 'adjust', by: 'gm', at: 'annsReturn000000', options: { pool: 'energy', to: 0 } };
      await hostile.commands(spent);
      await removes('annsReturn000000');
      await adds({ _id: ANNS, actorId: actor(0), tokenId: token(0) });
      expect(fighters()[ANNS].pools.energy.value).toBe(0);
      await step();
      expect(fighters()[ANNS].pools.energy.value).toBe(0);
    },
    OPENING,
  );

  it(
    'carries no plan of the former one',
    async () => {
      await openHostile('tempo');
      await givePet();
      const combatant = hostile.gm.page.game.combats.get(COMBAT).combatants.get(ANNS);
      const { stamp } = combatant.system;
      await removes(ANNS);
      hostile.gm.leave();
      await hostile.table.settle();
      await adds({ _id: ANNS, actorId: PET, tokenId: PETS_TOKEN, system: { stamp } });
      const { page } = hostile.tab('Bob');
      expect(page.encounterOf(page.game.combats.get(COMBAT)).fighters[ANNS]).toBeUndefined();
    },
    OPENING,
  );
});

describe('a combatant that the GM changes', core, () => {
  it(
    'stays when several tokens share an actor that a player owns, also after a player has written them',
    async () => {
      await openHostile();
      await givePet({ link: false });
      const tokens = ['annsWolf00000001', 'annsWolf00000002'];
      await hostile.gmDoes(async (game) => {
        const data = tokens.map((_id) => ({ _id, actorId: PET, actorLink: false, disposition: 1 }));
        await game.scenes.get(SCENE).createEmbeddedDocuments('Token', data, { keepId: true });
        const wolves = tokens.map((tokenId) => ({
          _id: tokenId,
          type: 'energy',
          actorId: PET,
          tokenId,
          sceneId: SCENE,
        }));
        await hostile.combat.createEmbeddedDocuments('Combatant', wolves, { keepId: true });
      });
      await hostile.writes({
        type: 'Combatant',
        action: 'update',
        operation: { updates: [{ _id: tokens[1], system: { orders: { 'agile-move': 'pass' } } }], ...inCombat },
      });
      hostile.gm.reload();
      await hostile.table.settle();
      expect(ids()).toEqual(expect.arrayContaining(tokens));
      expect(Object.keys(fighters())).toEqual(expect.arrayContaining(tokens));
    },
    OPENING,
  );

  it(
    'stays when its token gets another actor, and keeps the pools of the round',
    async () => {
      await openHostile();
      await givePet();
      await hostile.commands({ do: 'adjust', by: 'gm', at: ANNS, options: { pool: 'energy', to: 1 } });
      await hostile.gmDoes((game) => game.scenes.get(SCENE).tokens.get(token(0)).update({ actorId: PET }));
      expect(fighters()[ANNS]).toMatchObject({ name: expect.any(String), pools: { energy: { value: 1 } } });
      expect(hostile.combat.combatants.get(ANNS).actor.id).toBe(PET);
      hostile.gm.reload();
      await hostile.table.settle();
      expect(hostile.combat.combatants.get(ANNS).actor.id).toBe(PET);
      expect(fighters()[BOBS]).toBeDefined();
    },
    OPENING,
  );
});

import { afterEach, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { ANNS, actor, COMBAT, combatant, FOE, HostileTable, OPENING, SCENE, token } from './hostile-table';

const inCombat = { parentUuid: `Combat.${COMBAT}` };
const OWN = `Scene.${SCENE}.Token.${token(0)}`;
const FOES = `Scene.${SCENE}.Token.${token(3)}`;
/** In this ruleset players may attack outside encounters. */
const RULESET = 'seconds';
const BLOW = { do: 'attack', with: 'unarmed' };
const SECOND = 'secondActor00000';
const SECOND_TOKEN = 'secondToken00000';
const OTHER = 'otherCombat00000';
const OTHERS = 'otherCombatant00';

/** Sends an action outside encounters, or in an encounter without the target as a combatant. */
const outside = (hostile: HostileTable, command: object, more: object = {}) =>
  hostile.posts(hostile.intent(command, { combat: '', moment: hostile.rules.momentOf(hostile.rules.idle), ...more }));

/** Gives Ann a second actor with a token next to the foe, both made by the GM. */
async function secondActor(hostile: HostileTable): Promise<string> {
  const { game } = hostile.gm.page;
  const source = game.actors.get(actor(0)).toObject();
  await hostile.gmDoes(async () => {
    await hostile.gm.page.CONFIG.Actor.documentClass.create({ ...source, _id: SECOND }, { keepId: true });
    const { x, y } = game.scenes.get(SCENE).tokens.get(token(3))._source;
    const data = { _id: SECOND_TOKEN, actorId: SECOND, actorLink: true, disposition: 1, x: x + 100, y };
    await game.scenes.get(SCENE).createEmbeddedDocuments('Token', [data], { keepId: true });
  });
  return `Scene.${SCENE}.Token.${SECOND_TOKEN}`;
}

let hostile: HostileTable;
afterEach(() => hostile?.table.close());

async function openHostile(): Promise<void> {
  hostile = await HostileTable.open(RULESET);
  await hostile.calm();
}

const held = () => {
  const foe = hostile.gm.page.game.scenes.get(SCENE).tokens.get(token(3));
  return { token: foe.toObject(), actor: foe.actor.toObject(), step: hostile.combat.system.step };
};

describe('a player outside a running encounter', () => {
  it(
    'does not attack its combatants after deleting their own combatant',
    async () => {
      await openHostile();
      await hostile.writes({ type: 'Combatant', action: 'delete', operation: { ids: [ANNS], ...inCombat } });
      const before = held();
      for (const at of [FOES, `Actor.${actor(1)}`])
        for (const by of [OWN, `Actor.${actor(0)}`])
          expect(await outside(hostile, { ...BLOW, by, at })).toMatch(/other-encounter|target-gone|in-encounter/);
      expect(await outside(hostile, { ...BLOW, by: OWN, at: FOES })).toBe('other-encounter');
      expect(held()).toEqual(before);
      expect(hostile.table.faults).toEqual([]);
    },
    OPENING,
  );

  it(
    'does not attack with a second actor that is in no encounter',
    async () => {
      await openHostile();
      const by = await secondActor(hostile);
      const before = held();
      expect(await outside(hostile, { ...BLOW, by, at: FOES })).toBe('other-encounter');
      expect(await outside(hostile, { ...BLOW, by: `Actor.${SECOND}`, at: FOES })).toBe('other-encounter');
      expect(held()).toEqual(before);
    },
    OPENING,
  );

  it(
    'does not act outside after unlinking their token',
    async () => {
      await openHostile();
      const by = await secondActor(hostile);
      const onScene = { parentUuid: `Scene.${SCENE}` };
      hostile.gm.leave();
      await hostile.table.settle();
      await hostile.writes({
        type: 'Token',
        action: 'update',
        operation: { updates: [{ _id: token(0), actorLink: false }], ...onScene },
      });
      hostile.gm.reload();
      await hostile.table.settle();
      expect(await outside(hostile, { ...BLOW, by: `Actor.${actor(0)}`, at: by })).toBe('in-encounter');
    },
    OPENING,
  );

  it(
    'does not attack across from another encounter',
    async () => {
      await openHostile();
      await secondActor(hostile);
      await hostile.gmDoes(async (game) => {
        const combatants = [{ _id: OTHERS, type: RULESET, actorId: SECOND, tokenId: SECOND_TOKEN, sceneId: SCENE }];
        await hostile.gm.page.CONFIG.Combat.documentClass.create(
          { _id: OTHER, type: RULESET, scene: SCENE, combatants },
          { keepId: true },
        );
        await hostile.gm.page.submit(game.combats.get(OTHER), { do: 'start', by: 'gm' });
      });
      await hostile.table.settle();
      const other = hostile.gm.page.game.combats.get(OTHER);
      const moment = hostile.rules.momentOf(other.system.clock);
      const before = held();
      const sent = { ...BLOW, by: OTHERS, at: FOES };
      expect(await hostile.posts(hostile.intent(sent, { combat: OTHER, moment }))).toBe('other-encounter');
      expect(held()).toEqual(before);
    },
    OPENING,
  );

  it(
    'does not continue an exchange whose fighters have joined an encounter meanwhile',
    async () => {
      await openHostile();
      for (const { page } of hostile.table.tabs) await page.game.settings.set('cadence', 'autoThrow', 'never');
      const by = await secondActor(hostile);
      await hostile.gmDoes(() => hostile.combat.combatants.get(FOE).delete());
      expect(await outside(hostile, { ...BLOW, by, at: FOES })).toBe('taken');
      const card = defined(
        hostile.gm.page.game.messages.contents.find(({ system }) => system.combat === '' && system.open),
        'a card',
      );
      const [ask] = defined(card.system.open, 'an open exchange').asks;
      const data = [{ type: RULESET, actorId: actor(3), tokenId: token(3), sceneId: SCENE }];
      await hostile.gmDoes(() => hostile.combat.createEmbeddedDocuments('Combatant', data));
      const answer = hostile.answer(ask.key, [[3]], { combat: card.id, fighter: by });
      expect(await hostile.posts(answer)).toBe('joined-encounter');
      const cut = hostile.intent(
        { do: 'speak', by },
        { combat: card.id, moment: hostile.rules.momentOf(card.system.clock) },
      );
      expect(await hostile.posts(cut)).toBe('joined-encounter');
      expect(card.system.step).toBe(1);
      // The GM can still cancel it.
      await hostile.gmDoes(() => hostile.gm.page.cancelExchange(card));
      expect(card.system.open).toBe(null);
    },
    OPENING,
  );

  it(
    'still attacks a fighter that is in no encounter, and the GM attacks any fighter',
    async () => {
      await openHostile();
      const by = await secondActor(hostile);
      await hostile.gmDoes(() => hostile.combat.combatants.get(FOE).delete());
      expect(await outside(hostile, { ...BLOW, by, at: FOES })).toBe('taken');
      const bobs = `Scene.${SCENE}.Token.${token(1)}`;
      const { messages } = hostile.gm.page.game;
      const cards = messages.size;
      await hostile.gmDoes(() =>
        hostile.gm.page.submit(hostile.gm.page.draftCard(RULESET), { ...BLOW, by, at: bobs }, { force: true }),
      );
      expect(messages.size).toBeGreaterThan(cards);
      expect(hostile.combat.combatants.has(combatant(1))).toBe(true);
    },
    OPENING,
  );
});

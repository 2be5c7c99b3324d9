import { afterEach, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { ANNS, actor, COMBAT, combatant, FOE, OPENING, SCENE, Siege, token } from './siege';

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
const outside = (siege: Siege, command: object, more: object = {}) =>
  siege.posts(siege.intent(command, { combat: '', moment: siege.rules.momentOf(siege.rules.idle), ...more }));

/** Gives Ann a second actor with a token next to the foe, both made by the GM. */
async function secondActor(siege: Siege): Promise<string> {
  const { game } = siege.gm.page;
  const source = game.actors.get(actor(0)).toObject();
  await siege.gmDoes(async () => {
    await siege.gm.page.CONFIG.Actor.documentClass.create({ ...source, _id: SECOND }, { keepId: true });
    const { x, y } = game.scenes.get(SCENE).tokens.get(token(3))._source;
    const data = { _id: SECOND_TOKEN, actorId: SECOND, actorLink: true, disposition: 1, x: x + 100, y };
    await game.scenes.get(SCENE).createEmbeddedDocuments('Token', [data], { keepId: true });
  });
  return `Scene.${SCENE}.Token.${SECOND_TOKEN}`;
}

let siege: Siege;
afterEach(() => siege?.table.close());

async function openSiege(): Promise<void> {
  siege = await Siege.open(RULESET);
  await siege.calm();
}

const held = () => {
  const foe = siege.gm.page.game.scenes.get(SCENE).tokens.get(token(3));
  return { token: foe.toObject(), actor: foe.actor.toObject(), step: siege.combat.system.step };
};

describe('a player outside a running encounter', () => {
  it(
    'does not attack its combatants after deleting their own combatant',
    async () => {
      await openSiege();
      await siege.writes({ type: 'Combatant', action: 'delete', operation: { ids: [ANNS], ...inCombat } });
      const before = held();
      for (const at of [FOES, `Actor.${actor(1)}`])
        for (const by of [OWN, `Actor.${actor(0)}`])
          expect(await outside(siege, { ...BLOW, by, at })).toMatch(/other-encounter|target-gone|in-encounter/);
      expect(await outside(siege, { ...BLOW, by: OWN, at: FOES })).toBe('other-encounter');
      expect(held()).toEqual(before);
      expect(siege.table.faults).toEqual([]);
    },
    OPENING,
  );

  it(
    'does not attack with a second actor that is in no encounter',
    async () => {
      await openSiege();
      const by = await secondActor(siege);
      const before = held();
      expect(await outside(siege, { ...BLOW, by, at: FOES })).toBe('other-encounter');
      expect(await outside(siege, { ...BLOW, by: `Actor.${SECOND}`, at: FOES })).toBe('other-encounter');
      expect(held()).toEqual(before);
    },
    OPENING,
  );

  it(
    'does not act outside after unlinking their token',
    async () => {
      await openSiege();
      const by = await secondActor(siege);
      const onScene = { parentUuid: `Scene.${SCENE}` };
      siege.gm.leave();
      await siege.table.settle();
      await siege.writes({
        type: 'Token',
        action: 'update',
        operation: { updates: [{ _id: token(0), actorLink: false }], ...onScene },
      });
      siege.gm.reload();
      await siege.table.settle();
      expect(await outside(siege, { ...BLOW, by: `Actor.${actor(0)}`, at: by })).toBe('in-encounter');
    },
    OPENING,
  );

  it(
    'does not attack across from another encounter',
    async () => {
      await openSiege();
      await secondActor(siege);
      await siege.gmDoes(async (game) => {
        const combatants = [{ _id: OTHERS, type: RULESET, actorId: SECOND, tokenId: SECOND_TOKEN, sceneId: SCENE }];
        await siege.gm.page.CONFIG.Combat.documentClass.create(
          { _id: OTHER, type: RULESET, scene: SCENE, combatants },
          { keepId: true },
        );
        await siege.gm.page.submit(game.combats.get(OTHER), { do: 'start', by: 'gm' });
      });
      await siege.table.settle();
      const other = siege.gm.page.game.combats.get(OTHER);
      const moment = siege.rules.momentOf(other.system.clock);
      const before = held();
      const sent = { ...BLOW, by: OTHERS, at: FOES };
      expect(await siege.posts(siege.intent(sent, { combat: OTHER, moment }))).toBe('other-encounter');
      expect(held()).toEqual(before);
    },
    OPENING,
  );

  it(
    'does not continue an exchange whose fighters have joined an encounter meanwhile',
    async () => {
      await openSiege();
      for (const { page } of siege.table.tabs) await page.game.settings.set('cadence', 'autoThrow', 'never');
      const by = await secondActor(siege);
      await siege.gmDoes(() => siege.combat.combatants.get(FOE).delete());
      expect(await outside(siege, { ...BLOW, by, at: FOES })).toBe('taken');
      const card = defined(
        siege.gm.page.game.messages.contents.find(({ system }) => system.combat === '' && system.open),
        'a card',
      );
      const [ask] = defined(card.system.open, 'an open exchange').asks;
      const data = [{ type: RULESET, actorId: actor(3), tokenId: token(3), sceneId: SCENE }];
      await siege.gmDoes(() => siege.combat.createEmbeddedDocuments('Combatant', data));
      const answer = siege.answer(ask.key, [[3]], { combat: card.id, fighter: by });
      expect(await siege.posts(answer)).toBe('joined-encounter');
      const cut = siege.intent(
        { do: 'speak', by },
        { combat: card.id, moment: siege.rules.momentOf(card.system.clock) },
      );
      expect(await siege.posts(cut)).toBe('joined-encounter');
      expect(card.system.step).toBe(1);
      // The GM can still cancel it.
      await siege.gmDoes(() => siege.gm.page.cancelExchange(card));
      expect(card.system.open).toBe(null);
    },
    OPENING,
  );

  it(
    'still attacks a fighter that is in no encounter, and the GM attacks any fighter',
    async () => {
      await openSiege();
      const by = await secondActor(siege);
      await siege.gmDoes(() => siege.combat.combatants.get(FOE).delete());
      expect(await outside(siege, { ...BLOW, by, at: FOES })).toBe('taken');
      const bobs = `Scene.${SCENE}.Token.${token(1)}`;
      const { messages } = siege.gm.page.game;
      const cards = messages.size;
      await siege.gmDoes(() =>
        siege.gm.page.submit(siege.gm.page.draftCard(RULESET), { ...BLOW, by, at: bobs }, { force: true }),
      );
      expect(messages.size).toBeGreaterThan(cards);
      expect(siege.combat.combatants.has(combatant(1))).toBe(true);
    },
    OPENING,
  );
});

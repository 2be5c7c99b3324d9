import { seededDie } from '../../src/kernel/rng';
import { GAMES, type Party } from './party';
import { fight, type WorldSource } from './world';

/** The id of the second fight's combat. */
export const OTHER = 'otherCombat00000';

/** Returns the id of the second fight's document that corresponds to one of the first. */
export const otherId = (id: string): string => id.replace('soak', 'othe');

/** Adds a fight of another ruleset on the scene of the party's; its documents have their own ids. */
export async function openBeside(party: Party, ruleset: string): Promise<void> {
  const { gm } = party;
  const { content } = await fight(ruleset, seededDie(3), GAMES[ruleset].cast);
  const { game, CONFIG } = gm.page;
  const scene = game.scenes.contents[0];
  const kept = { keepId: true };
  const users = new Map<string, string>(game.users.map(({ name, id }) => [name, id]));
  const owned = ({ ownership = {}, ...actor }: WorldSource) => ({
    ...actor,
    _id: otherId(actor._id),
    ownership: Object.fromEntries(Object.entries(ownership).map(([name, level]) => [users.get(name) ?? name, level])),
  });
  await party.done(gm, () => CONFIG.Actor.documentClass.createDocuments(content.actors.map(owned), kept));
  const moved = ({ _id, actorId = '', y = 0, ...token }: WorldSource) => ({
    ...token,
    _id: otherId(_id),
    actorId: otherId(actorId),
    y: y + 800,
  });
  await party.done(gm, () => scene.createEmbeddedDocuments('Token', (content.scenes[0].tokens ?? []).map(moved), kept));
  const [{ combatants = [] }] = content.combats;
  const those = combatants.map((each) => ({
    ...each,
    _id: otherId(each._id),
    tokenId: otherId(each.tokenId ?? ''),
    actorId: otherId(each.actorId ?? ''),
    sceneId: scene.id,
  }));
  const combat = { _id: OTHER, type: ruleset, scene: scene.id, combatants: those };
  await party.done(gm, () => CONFIG.Combat.documentClass.create(combat, { keepId: true, keepEmbeddedIds: true }));
}

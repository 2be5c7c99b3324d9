import type { Tab } from '../headless/tab';

interface Seats {
  readonly referee: Tab;
  readonly player: Tab;
  reads(tab: Tab, deed: () => unknown): Promise<string>;
}

/** Returns what a player reads who adds a new fighter, on the scene or not, to an encounter. */
export async function joinsAnew({ referee, player, reads }: Seats, type: string, isPlaced: boolean): Promise<string> {
  const { game, CONFIG } = referee.page;
  const id = 'joinsAnewActor00';
  const ownership = { [player.page.game.user.id]: 3 };
  const prototypeToken = { actorLink: true };
  const data = { _id: id, name: 'Runa', type, ownership, prototypeToken };
  await reads(referee, () => CONFIG.Actor.documentClass.create(data, { keepId: true }));
  const token = { actorId: id, actorLink: true, name: 'Runa', x: 0, y: 0 };
  const [scene] = game.scenes.contents;
  if (isPlaced) await reads(referee, () => scene.createEmbeddedDocuments('Token', [token]));
  const said = await reads(player, () => player.page.joinFight(player.page.game.actors.get(id)));
  const placed = scene.tokens.filter(({ actorId }: { actorId: string }) => actorId === id);
  for (const each of placed) await reads(referee, () => each.delete());
  await reads(referee, () => game.actors.get(id).delete());
  return said;
}

/** Returns what the GM reads when a player adds a combatant of a fighter that already has one. */
export function joinsTwice({ referee, player, reads }: Seats, combat: string, combatant: string): Promise<string> {
  const host = player.page.game.combats.get(combat);
  const { tokenId, actorId, sceneId } = host.combatants.get(combatant);
  const data = { tokenId, actorId, sceneId };
  return reads(referee, () => host.createEmbeddedDocuments('Combatant', [data]));
}

/**
 * Returns what the GM reads when a player adds another actor under the id of a combatant. The combatant is restored
 * afterwards.
 */
export async function joinsUnder(
  { player, referee, reads }: Seats,
  combat: string,
  combatant: string,
  actorId: string,
): Promise<string> {
  const host = player.page.game.combats.get(combat);
  const source = host.combatants.get(combatant).toObject();
  const adds = (data: object) => host.createEmbeddedDocuments('Combatant', [data], { keepId: true });
  await reads(player, () => host.combatants.get(combatant).delete());
  const text = await reads(referee, () => adds({ _id: combatant, actorId }));
  await reads(player, () => adds(source));
  return text;
}

import { adapterOf } from '../../adapters/registry';
import { isRunning, tokenFighterIdOf } from '../../host/exchange-document';
import { disableForeignEffects, putAwaySource } from '../../host/put-away';
import { combatantOf } from '../../host/reader';
import { idOf } from '../../platform/documents';
import { notify } from '../../platform/notice';
import { text } from '../../platform/text';
import { fightOfActor, fightOutside } from '../../views/fight';
import { postHandedOver } from '../chat/handed-over';
import { act } from './act';

/** In a fight this is the ruleset's action, at its price; without one only the GM hands things over there. */
export async function giveItem(item: Item.Implementation, receiver: Actor.Implementation): Promise<void> {
  const giver = item.parent;
  const adapter = adapterOf(receiver.type);
  if (!(giver instanceof Actor) || !adapter) return;
  const names = { item: item.name, giver: giver.name, receiver: receiver.name };
  if (!giver.isOwner) return notify('warn', text('CADENCE.Notice.give.notYours', names));
  const { handOver } = adapter.ruleset.gear;
  const [from, to] = [fightOfActor(giver), fightOfActor(receiver)];
  const isFighting = [giver, receiver].some((actor) => isRunning(combatantOf(actor)?.combat));
  if (isFighting && from && to?.host === from.host && handOver)
    return act(from.host, handOver({ by: from.id, at: to.id, with: idOf(item) }), 'nothing');
  if (isFighting && !game.user.isGM) return notify('warn', text('CADENCE.Notice.give.fighting', names));
  if (receiver.isOwner) return moveItem(item, giver, receiver);
  const outside = handOver && fightOutside(giver);
  if (!outside) return notify('warn', text('CADENCE.Notice.give.notTheirs', names));
  const command = handOver({ by: outside.id, at: tokenFighterIdOf(receiver), with: idOf(item) });
  return act(outside.host, command, 'nothing');
}

/** Creates it first: if the server refuses, nothing is lost. */
async function moveItem(item: Item.Implementation, giver: Actor.Implementation, receiver: Actor.Implementation) {
  const source = putAwaySource(item.toObject() as { system?: Record<string, unknown> });
  const keepId = !receiver.items.has(idOf(item));
  if (!(await createAt(item, receiver, source, keepId))) return;
  await item.delete();
  notify('info', text('CADENCE.Notice.give.given', { item: item.name, giver: giver.name, receiver: receiver.name }));
}

/** Copies an item of a compendium, of the item directory or of another actor. Returns false if it is refused. */
export const copyItem = (item: Item.Implementation, receiver: Actor.Implementation): Promise<boolean> =>
  createAt(item, receiver, item.parent ? item.toObject() : (game.items?.fromCompendium(item) ?? item.toObject()));

async function createAt(
  item: Item.Implementation,
  receiver: Actor.Implementation,
  source: object,
  keepId = false,
): Promise<boolean> {
  const off = disableForeignEffects(source, receiver, item);
  const [created] = await Item.implementation.createDocuments([source as never], { parent: receiver, keepId });
  if (created && off > 0) await postHandedOver(created as Item.Implementation);
  return created !== undefined;
}

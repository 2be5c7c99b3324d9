import { quantityOf } from '../../../encounter/effect';
import { deepEqual } from '../../../kernel/deep-equal';
import { adapterOf } from '../../adapters/registry';
import { isRunning, shownNameOf, tokenFighterIdOf } from '../../host/exchange-document';
import { disableForeignEffects, putAwaySource } from '../../host/put-away';
import { combatantOf } from '../../host/reader';
import { idOf, updateDocument } from '../../platform/documents';
import { notify } from '../../platform/notice';
import { text } from '../../platform/text';
import { fightOfActor, fightOutside } from '../../views/fight';
import { postHandedOver } from '../chat/handed-over';
import { render } from '../ui/templates';
import { act } from './act';

/** Asks how many of a stack, and hands them over. API: DialogV2.input */
export async function askAndGive(item: Item.Implementation, receiver: Actor.Implementation): Promise<void> {
  const most = quantityOf(item.system);
  const count = most > 1 ? await askCount(item.name, most) : most;
  if (count !== null) await giveItem(item, receiver, count);
}

async function askCount(name: string, most: number): Promise<number | null> {
  const dialog: { input(options: object): Promise<unknown> } = foundry.applications.api.DialogV2;
  const given = await dialog.input({
    window: { title: text('CADENCE.App.Gear.giveTitle', { name }) },
    content: await render('actions/give-count', { most }),
    ok: { label: text('CADENCE.App.Gear.give') },
    rejectClose: false,
  });
  return given ? Number((given as { count?: unknown }).count) : null;
}

/**
 * In a fight this is the ruleset's action, at its price; without one only the GM hands things over there.
 * @param count so many of a stack; all by default
 */
export async function giveItem(
  item: Item.Implementation,
  receiver: Actor.Implementation,
  count: number = quantityOf(item.system),
): Promise<void> {
  const giver = item.parent;
  const adapter = adapterOf(receiver.type);
  if (!(giver instanceof Actor) || !adapter) return;
  const most = quantityOf(item.system);
  if (!Number.isInteger(count) || count < Math.min(1, most) || count > most)
    return notify('warn', text('CADENCE.Notice.give.count', { item: item.name, most }));
  const some = count < most ? { count } : {};
  const names = { item: item.name, giver: shownName(giver), receiver: shownName(receiver) };
  if (!giver.isOwner) return notify('warn', text('CADENCE.Notice.give.notYours', names));
  const { handOver } = adapter.ruleset.gear;
  const [from, to] = [fightOfActor(giver), fightOfActor(receiver)];
  const isFighting = [giver, receiver].some((actor) => isRunning(combatantOf(actor)?.combat));
  if (isFighting && from && to?.host === from.host && handOver)
    return act(from.host, handOver({ by: from.id, at: to.id, with: idOf(item), ...some }), 'nothing');
  if (isFighting && !game.user.isGM) return notify('warn', text('CADENCE.Notice.give.fighting', names));
  if (receiver.isOwner) return moveItem(item, giver, receiver, count);
  const outside = handOver && fightOutside(giver);
  if (!outside) return notify('warn', text('CADENCE.Notice.give.notTheirs', names));
  const command = handOver({ by: outside.id, at: tokenFighterIdOf(receiver), with: idOf(item), ...some });
  return act(outside.host, command, 'nothing');
}

/** Players may not read who a disguised fighter is. */
const shownName = (actor: Actor.Implementation): string =>
  shownNameOf({ combatant: combatantOf(actor), token: actor.token, actor });

/** Creates it first: if the server refuses, nothing is lost. */
async function moveItem(
  item: Item.Implementation,
  giver: Actor.Implementation,
  receiver: Actor.Implementation,
  count: number,
) {
  const source = putAwaySource(item.toObject() as { system: Record<string, unknown> });
  const most = quantityOf(item.system);
  const rest = most - count;
  const stack = receiver.items.find((other) => isSameStack(other, source) && quantityOf(other.system) + count <= MOST);
  const keepId = rest === 0 && !receiver.items.has(idOf(item));
  if (rest > 0) source.system['quantity'] = count;
  if (stack) await updateDocument(stack, { 'system.quantity': quantityOf(stack.system) + count });
  else if (!(await createAt(item, receiver, source, keepId))) return;
  if (rest > 0) await updateDocument(item, { 'system.quantity': rest });
  else await item.delete();
  const names = { item: item.name, giver: shownName(giver), receiver: shownName(receiver) };
  notify('info', text('CADENCE.Notice.give.given', names));
}

/** The most that an item may stand for. */
const MOST = 9999;

/** Returns true if items are the same but for their number: they differ in nothing that anyone wrote. */
const isSameStack = (item: Item.Implementation, source: object): boolean =>
  quantityOf(item.system) > 0 &&
  'quantity' in (item.toObject().system as object) &&
  deepEqual(comparable(item.toObject()), comparable(source));

/** Without what says who has it, and where. */
function comparable(source: object): unknown {
  const { _id, _stats, sort, folder, ownership, ...others } = putAwaySource(foundry.utils.deepClone(source)) as Source;
  const { quantity, ...system } = others.system;
  const effects = (others.effects ?? []).map(({ _stats: __, ...effect }) => effect);
  return JSON.parse(JSON.stringify({ ...others, system, effects, from: _stats?.compendiumSource ?? null }));
}

interface Source {
  readonly system: Record<string, unknown>;
  readonly effects?: readonly Record<string, unknown>[];
  readonly _stats?: { readonly compendiumSource?: string | null };
  readonly [key: string]: unknown;
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

import { adapterOf } from '../../adapters/registry';
import { isRunning, tokenFighterIdOf } from '../../host/exchange-document';
import { putAwaySource } from '../../host/put-away';
import { combatantOf } from '../../host/reader';
import { documentAt, idOf } from '../../platform/documents';
import { notify } from '../../platform/notice';
import { text } from '../../platform/text';
import { fightOfActor, fightOutside } from '../../views/fight';
import { isFoe } from '../sheets/sheet-look';
import { act } from './act';

/** Returns true if a dropped item changes hands; all others are copied. The sheet of a prepared foe keeps its items. */
export function isHandedOver(item: Item.Implementation, receiver: Actor.Implementation): boolean {
  const giver = item.parent;
  if (!(giver instanceof Actor) || giver.pack || giver.uuid === receiver.uuid || giver.type !== receiver.type)
    return false;
  const types: readonly string[] = adapterOf(giver.type)?.ruleset.gear.types ?? [];
  return types.includes(item.type) && (giver.isToken || !isFoe(giver));
}

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
  const created = await Item.implementation.createDocuments([source as never], { parent: receiver, keepId });
  if (created.length === 0) return;
  await item.delete();
  notify('info', text('CADENCE.Notice.give.given', { item: item.name, giver: giver.name, receiver: receiver.name }));
}

interface DropData {
  readonly type?: string;
  readonly uuid?: string;
  readonly x?: number;
  readonly y?: number;
}

/** Item Piles gives what is dropped on its piles itself. */
const isPile = ({ flags }: Actor.Implementation): boolean =>
  foundry.utils.getProperty(flags, 'item-piles.data.enabled') === true;

/** Hands an item over that is dropped on the token of another fighter. T13: client/hooks.d.mts, `dropCanvasData` */
function watchDrops(): void {
  const hooks: { on(name: string, listener: (canvas: unknown, data: DropData) => boolean | undefined): number } = Hooks;
  hooks.on('dropCanvasData', (_canvas, { type, uuid = '', x = 0, y = 0 }) => {
    const item = type === 'Item' ? documentAt(uuid) : null;
    const receiver = actorAt(x, y);
    if (!(item instanceof Item) || !receiver || isPile(receiver) || !isHandedOver(item, receiver)) return undefined;
    void giveItem(item, receiver);
    return false;
  });
}

function actorAt(x: number, y: number): Actor.Implementation | null {
  const tokens = (canvas?.tokens?.placeables ?? []).filter(
    ({ visible, document, actor, w, h }) =>
      visible && actor && x >= document.x && x < document.x + w && y >= document.y && y < document.y + h,
  );
  const highest = tokens.sort(
    (a, b) => b.document.elevation - a.document.elevation || b.document.sort - a.document.sort,
  );
  return highest[0]?.actor ?? null;
}

export const ITEM_GIVING = { ready: watchDrops };

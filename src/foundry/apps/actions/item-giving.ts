import { adapterOf } from '../../adapters/registry';
import { documentAt } from '../../platform/documents';
import { isFoe } from '../ui/sheet-look';

/** Returns true if a dropped item changes hands; all others are copied. The sheet of a prepared foe keeps its items. */
export function isHandedOver(item: Item.Implementation, receiver: Actor.Implementation): boolean {
  const giver = item.parent;
  if (!(giver instanceof Actor) || giver.pack || giver.uuid === receiver.uuid || giver.type !== receiver.type)
    return false;
  const types: readonly string[] = adapterOf(giver.type)?.ruleset.gear.types ?? [];
  return types.includes(item.type) && (giver.isToken || !isFoe(giver));
}

/** Loaded on first use. */
export const receiveItem = (item: Item.Implementation, receiver: Actor.Implementation): Promise<void> =>
  import('./give-item').then(({ askAndGive }) => askAndGive(item, receiver));

export const receiveCopy = (item: Item.Implementation, receiver: Actor.Implementation): Promise<boolean> =>
  import('./give-item').then(({ copyItem }) => copyItem(item, receiver));

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
    void receiveItem(item, receiver);
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

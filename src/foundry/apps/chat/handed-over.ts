import { effectsOf } from '../../../encounter/exchange';
import { documentsOf, type ExchangeDocument, isFromGamemaster } from '../../host/exchange-document';
import { enableHandedOver, handedOverEffects } from '../../host/put-away';
import { documentAt, idOf } from '../../platform/documents';
import { notify } from '../../platform/notice';
import { SYSTEM_ID } from '../../platform/settings';
import { text } from '../../platform/text';
import { stepsInForce } from '../../referee/asks/record';
import { combatSystem } from '../../stored/systems';

/** An item that changed hands, and whose effects are off since. */
interface HandedOver {
  readonly uuid: string;
  readonly said: string;
}

function handedOver(item: Item.Implementation | null | undefined): HandedOver[] {
  const off = item ? handedOverEffects(item) : [];
  if (!item || off.length === 0) return [];
  const facts = { item: item.name, name: item.parent?.name ?? '', effects: off.map(({ name }) => name).join(', ') };
  return [{ uuid: item.uuid, said: text('CADENCE.App.HandedOver.off', facts) }];
}

const itemAt = (uuid: unknown): Item.Implementation | null => {
  const found = typeof uuid === 'string' ? documentAt(uuid) : null;
  return found instanceof Item ? found : null;
};

/** Returns the items that the steps of a card handed over, while their effects are off. */
export const handedOverOn = (host: ExchangeDocument, card: string): readonly HandedOver[] =>
  stepsInForce(combatSystem(host))
    .flatMap(({ step }) => (step.card === card ? effectsOf(step.entries) : []))
    .flatMap((effect) =>
      effect.kind === 'item-transferred'
        ? handedOver(documentsOf(host, effect.to).actor?.items.get(effect.newItem))
        : [],
    );

/** Enables the effects of an item that changed hands. */
export async function enableEffectsOf(uuid: string | undefined): Promise<void> {
  const item = itemAt(uuid);
  if (item?.isOwner) await enableHandedOver(item);
}

/** Tells the GMs which effects are off since an item changed hands without a card of its own; to a player, it is a notification. */
export async function postHandedOver(item: Item.Implementation): Promise<void> {
  const [change] = handedOver(item);
  if (!change) return;
  if (!game.user.isGM) return notify('info', change.said);
  const whisper = (game.users?.contents ?? []).filter(({ isGM }) => isGM).map((user) => idOf(user));
  // Names are written on rendering: Foundry would turn a name such as `@Action[…]` in the content into a link.
  const content = text('CADENCE.App.HandedOver.title');
  await ChatMessage.create({ content, whisper, flags: { [SYSTEM_ID]: { [FLAG]: change.uuid } } } as never);
}

const FLAG = 'handedOver';

function watchMessages(): void {
  Hooks.on('renderChatMessageHTML', (message, html) => {
    const uuid: unknown = foundry.utils.getProperty(message.flags, `${SYSTEM_ID}.${FLAG}`);
    if (uuid === undefined || !game.user.isGM || !isFromGamemaster(message)) return;
    const [change] = handedOver(itemAt(uuid));
    if (!change) return;
    const page = html.ownerDocument;
    const said = page.createElement('p');
    const button = page.createElement('button');
    said.textContent = change.said;
    button.type = 'button';
    button.textContent = text('CADENCE.App.HandedOver.switchOn');
    button.addEventListener('click', () => {
      button.disabled = true;
      void enableEffectsOf(change.uuid);
    });
    (html.querySelector('.message-content') ?? html).append(said, button);
  });
}

export const HANDED_OVER = { init: watchMessages };

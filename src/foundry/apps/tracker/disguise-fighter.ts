import { lookup } from '../../../kernel/lookup';
import { adapterOf } from '../../adapters/registry';
import { DISGUISE, disguiseOf } from '../../host/disguise';
import { type ExchangeDocument, hostOf, isCardOfGM, keyOfFighter, trueNameOf } from '../../host/exchange-document';
import { secrecyOn } from '../../host/secrecy';
import { idOf } from '../../platform/documents';
import { SYSTEM_ID } from '../../platform/settings';
import { text } from '../../platform/text';
import { replacement } from '../../platform/v14';
import { cardMessage, undoneMessage } from '../../referee/store/card-message';
import { cardSystem } from '../../stored/systems';
import { render } from '../ui/templates';

const disguiseIn = (combatant: Combatant.Implementation) => disguiseOf({ combatant, token: combatant.token });

/** The flag is the token's, so that it counts outside encounters too. */
const bearerOf = (combatant: Combatant.Implementation): TokenDocument.Implementation | Combatant.Implementation =>
  combatant.token ?? combatant;

/** Asks the GM for the name and portrait that players see. API: DialogV2.input */
export async function askDisguise(combatant: Combatant.Implementation): Promise<void> {
  const dialog: { input(options: object): Promise<unknown> } = foundry.applications.api.DialogV2;
  const unknown = text('CADENCE.App.Disguise.unknown');
  const { name = '', img = '' } = disguiseIn(combatant) ?? {};
  const data = await dialog.input({
    window: { title: text('CADENCE.App.Disguise.title', { name: trueNameOf({ combatant, token: combatant.token }) }) },
    content: await render('tracker/disguise', { name: name === unknown ? '' : name, img, unknown }),
    ok: { label: text('CADENCE.App.Disguise.save') },
    rejectClose: false,
  });
  if (data) await setDisguise(combatant, data);
}

/** Hides who a fighter is from players. */
export async function setDisguise(
  combatant: Combatant.Implementation,
  { name = '', img = '' }: { readonly name?: unknown; readonly img?: unknown },
): Promise<void> {
  const disguise = { name: String(name ?? '').trim(), img: String(img ?? '') };
  await bearerOf(combatant).update({ [`flags.${SYSTEM_ID}.${DISGUISE}`]: disguise } as never);
}

/** Shows players who a fighter is, on older cards too. */
export async function reveal(combatant: Combatant.Implementation): Promise<void> {
  if (!game.user.isGM || !disguiseIn(combatant)) return;
  for (const bearer of [combatant.token, combatant])
    if (bearer?.flags && foundry.utils.hasProperty(bearer.flags, `${SYSTEM_ID}.${DISGUISE}`))
      await bearer.update({ [`flags.${SYSTEM_ID}.${DISGUISE}`]: null } as never);
  const updates = (game.messages?.contents ?? []).flatMap((message) => revealedCard(message, combatant) ?? []);
  if (updates.length > 0) await ChatMessage.implementation.updateDocuments(updates as never);
}

/** Returns the update of a card that knows the fighter, or null. Its text is for log exports and searches, which do not render it. */
function revealedCard(message: ChatMessage.Implementation, combatant: Combatant.Implementation): object | null {
  if (!isCardOfGM(message)) return null;
  const { version, command, entries, names, disguises, combat, undone } = cardSystem(message);
  const exchange = { version, command, entries };
  const ids = [idOf(combatant), combatant.token?.uuid ?? '']
    .map(keyOfFighter)
    .filter((key) => lookup(names, key) !== undefined);
  const speaks = combatant.tokenId !== null && message.speaker.token === combatant.tokenId;
  if (ids.length === 0 && !speaks) return null;
  const host: ExchangeDocument | null = hostOf(combat || message.id);
  const adapter = adapterOf(message.type);
  const messageOf = undone ? undoneMessage : cardMessage;
  const kept = Object.fromEntries(Object.entries(disguises).filter(([key]) => !ids.includes(key)));
  return {
    _id: message.id,
    ...(host && adapter && { content: messageOf(host, adapter, exchange, names, secrecyOn(message)).content }),
    ...(speaks && { 'speaker.alias': trueNameOf({ combatant, token: combatant.token }) }),
    'system.disguises': replacement(kept),
  };
}

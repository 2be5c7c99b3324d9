import { lookup } from '../../../kernel/lookup';
import { askConfirmation } from '../../platform/confirmation';
import { updateDocument } from '../../platform/documents';
import { text } from '../../platform/text';
import { modelOf } from '../../stored/model';
import type { ActorContext } from '../../views/actor-context';
import { act } from '../actions/act';

export async function toggleEquipped(item: Item.Implementation | undefined): Promise<void> {
  if (item) await updateDocument(item, { 'system.equipped': !modelOf(item).equipped });
}

/** Draws or stows an item: by its action if the rules have one now, else on the sheet. */
export async function pressHandIcon(
  item: Item.Implementation | undefined,
  seen: Pick<ActorContext, 'combat' | 'handActions'> | null,
): Promise<void> {
  const action = lookup(seen?.handActions, item?.id ?? '');
  if (!action || !seen?.combat) return toggleEquipped(item);
  await act(seen.combat, action.command, action.needs);
}

export async function confirmDeleteItem(item: Item.Implementation | undefined): Promise<void> {
  if (!item) return;
  const question = foundry.utils.escapeHTML(text('CADENCE.App.Gear.deleteQuestion', { name: item.name }));
  const sure = await askConfirmation({
    window: { title: text('CADENCE.App.Gear.delete') },
    content: `<p>${question}</p>`,
  });
  if (sure) await item.delete();
}

import { updateDocument } from '../../platform/documents';
import { text } from '../../platform/text';
import { modelOf } from '../../stored/model';
import { askConfirmation } from '../ui/templates';

export async function toggleEquipped(item: Item.Implementation | undefined): Promise<void> {
  if (item) await updateDocument(item, { 'system.equipped': !modelOf(item).equipped });
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

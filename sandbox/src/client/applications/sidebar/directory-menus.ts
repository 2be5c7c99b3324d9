import type { ClientDocument } from '../../documents/client-document';
import type { DialogConfig } from '../api/dialog';
import type { MenuEntry } from '../ux/context-menu';
import type { DocumentDirectory } from './document-directory';

const confirm = (config: DialogConfig) => foundry.applications.api.DialogV2.confirm(config);

async function askDelete(doc: ClientDocument | undefined): Promise<void> {
  if (!doc) return;
  const type = game.i18n.localize(`DOCUMENT.${doc.documentName}`);
  const sure = await confirm({
    window: { title: `${game.i18n.format('DOCUMENT.Delete', { type })}: ${doc.name}`, icon: 'fa-solid fa-trash' },
    content: `<p>${game.i18n.format('SIDEBAR.DeleteWarning', { type })}</p>`,
  });
  if (sure) await doc.delete();
}

/** The context menu of a document, with v14's entry keys. */
export function directoryEntryOptions(directory: DocumentDirectory): MenuEntry[] {
  const of = (li: HTMLElement) => directory.collection.get(li.dataset.entryId);
  return [
    {
      label: 'OWNERSHIP.Configure',
      icon: 'fa-solid fa-lock',
      visible: () => game.user.isGM,
      onClick: (_event: Event, li: HTMLElement) => {
        void new foundry.applications.apps.DocumentOwnershipConfig({ document: of(li) }).render({ force: true });
      },
    },
    {
      label: 'SIDEBAR.Duplicate',
      icon: 'fa-regular fa-copy',
      visible: (li: HTMLElement) => game.user.isGM || (of(li)?.isOwner === true && directory._canCreateEntry()),
      onClick: (_event: Event, li: HTMLElement) => {
        const doc = of(li);
        return doc?.clone({ name: game.i18n.format('DOCUMENT.CopyOf', { name: doc.name }) }, { save: true });
      },
    },
    {
      label: 'SIDEBAR.ClearFolder',
      icon: 'fa-solid fa-folder',
      visible: (li: HTMLElement) => game.user.isGM && !!of(li)?.folder,
      onClick: (_event: Event, li: HTMLElement) => of(li)?.update({ folder: null }),
    },
    {
      label: 'SIDEBAR.Delete',
      icon: 'fa-solid fa-trash',
      visible: (li: HTMLElement) => !!of(li)?.canUserModify(game.user, 'delete'),
      onClick: (_event: Event, li: HTMLElement) => askDelete(of(li)),
    },
  ];
}

export function folderOptions(_directory: DocumentDirectory): MenuEntry[] {
  const of = (header: HTMLElement) =>
    game.folders.get(header.closest<HTMLElement>('[data-folder-id]')!.dataset.folderId);
  const visible = () => game.user.isGM;
  return [
    {
      label: 'FOLDER.Rename',
      icon: 'fa-solid fa-pen-to-square',
      visible,
      onClick: async (_event: Event, header: HTMLElement) => {
        const folder = of(header);
        const input = foundry.applications.fields.createTextInput({
          name: 'name',
          value: folder?.name,
          autofocus: true,
        });
        const data = await foundry.applications.api.DialogV2.input({
          window: { title: 'FOLDER.Rename' },
          content: input.outerHTML,
        });
        if (data?.['name']) await folder?.update({ name: data['name'] });
      },
    },
    {
      label: 'FOLDER.Remove',
      icon: 'fa-solid fa-trash',
      visible,
      onClick: (_event: Event, header: HTMLElement) => askDelete(of(header)),
    },
  ];
}

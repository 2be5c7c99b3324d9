import { render, templatePart } from '../apps/ui/templates';
import { type Context, HandlebarsWindow, openSheet, type RenderOptions } from '../apps/ui/window-bases';
import { askConfirmation } from '../platform/confirmation';
import { notify } from '../platform/notice';
import { SYSTEM_ID } from '../platform/settings';
import { text } from '../platform/text';
import { listUnreadable, type UnreadableEntry } from './repair';
import { findUnreadable, unreadablePaths } from './unreadable';

/** Lists unreadable data for the GM to open, repair or delete. */
export class UnreadableWindow extends HandlebarsWindow {
  static override DEFAULT_OPTIONS: object = {
    id: `${SYSTEM_ID}-settings-unreadable`,
    classes: ['cadence', 'cadence-unreadable'],
    position: { width: 560, height: 'auto' },
    window: {
      title: 'CADENCE.App.Unreadable.title',
      icon: 'fa-solid fa-file-circle-xmark',
      contentClasses: ['standard-form'],
    },
    actions: {
      openDocument: UnreadableWindow.onOpen,
      repairDocument: UnreadableWindow.onRepair,
      deleteDocument: UnreadableWindow.onDelete,
    },
  };

  static override PARTS = { list: templatePart('migration/unreadable-window', ['.cadence-unreadable__list']) };

  protected override async _prepareContext(options: RenderOptions): Promise<Context> {
    const context = await super._prepareContext(options);
    const entries = listEntries().map(({ key, said, document, repair }) => ({
      key,
      said,
      canRepair: repair !== null,
      canOpen: document !== null && document.documentName !== 'ChatMessage',
    }));
    return Object.assign(context, { entries });
  }

  static async onOpen(this: UnreadableWindow, _event: Event, button: HTMLElement): Promise<void> {
    await openSheet(entryOf(button)?.document as { sheet: unknown } | null | undefined);
  }

  static async onRepair(this: UnreadableWindow, _event: Event, button: HTMLElement): Promise<void> {
    const entry = entryOf(button);
    if (entry?.repair) await this.#change(entry, 'askRepair', entry.repair);
  }

  static async onDelete(this: UnreadableWindow, _event: Event, button: HTMLElement): Promise<void> {
    const entry = entryOf(button);
    if (entry) await this.#change(entry, 'askDelete', entry.remove);
  }

  async #change(
    { said }: UnreadableEntry,
    question: 'askRepair' | 'askDelete',
    change: () => Promise<unknown>,
  ): Promise<void> {
    const content = await render('migration/unreadable-window-ask', {
      said: text(`CADENCE.App.Unreadable.${question}`, { name: said }),
    });
    const dialog = {
      classes: ['cadence', 'cadence-confirm'],
      window: { title: text('CADENCE.App.Unreadable.title') },
      content,
      modal: true,
    };
    if (!(await askConfirmation(dialog))) return;
    try {
      await change();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      notify('error', text('CADENCE.App.Unreadable.failed', { name: said, why }));
    }
    await this.render();
  }
}

const listEntries = (): UnreadableEntry[] =>
  listUnreadable(
    findUnreadable().map((found) => ({ ...found, paths: found.document ? unreadablePaths(found.document) : [] })),
  );

const entryOf = (button: HTMLElement): UnreadableEntry | undefined => {
  const key = button.closest<HTMLElement>('[data-entry]')?.dataset['entry'];
  return listEntries().find((entry) => entry.key === key);
};

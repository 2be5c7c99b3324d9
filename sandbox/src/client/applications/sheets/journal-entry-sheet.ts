import { DocumentSheetV2 } from '../api/document-sheet';
import { HandlebarsApplicationMixin } from '../api/handlebars-application';
import { TextEditor } from '../ux/text-editor';

/** A journal entry to be read, a page at a time. T13: client/applications/sheets/journal/journal-entry-sheet.d.mts */
export class JournalEntrySheet extends HandlebarsApplicationMixin(DocumentSheetV2) {
  static DEFAULT_OPTIONS: any = {
    classes: ['journal-sheet', 'journal-entry'],
    window: { icon: 'fa-solid fa-book-open', resizable: true },
    position: { width: 820, height: 640 },
    actions: { goToPage: JournalEntrySheet.onGoToPage },
  };

  static PARTS = {
    sidebar: { template: 'templates/journal/toc.hbs', scrollable: [''] },
    pages: { template: 'templates/journal/pages.hbs', scrollable: [''] },
  };

  pageId: string | null = null;

  static onGoToPage(this: JournalEntrySheet, _event: Event, target: HTMLElement): void {
    this.goToPage(target.dataset.pageId!);
  }

  get title(): string {
    return this.document.name;
  }

  /** T13: `_pages`: those that may be seen, in their order. */
  get readable(): any[] {
    return this.document.pages.contents
      .filter((page: any) => page.testUserPermission(game.user, 'OBSERVER'))
      .sort((a: any, b: any) => a.sort - b.sort);
  }

  goToPage(pageId: string): void {
    this.pageId = pageId;
    void this.render();
  }

  _configureRenderOptions(options: any): void {
    super._configureRenderOptions(options);
    if (options.pageId) this.pageId = options.pageId;
  }

  async _prepareContext(options: any): Promise<any> {
    const context = await super._prepareContext(options);
    const pages = this.readable;
    const shown = pages.find(({ id }) => id === this.pageId) ?? pages[0];
    const content = shown
      ? await TextEditor.implementation.enrichHTML(shown.text.content, { relativeTo: shown, secrets: shown.isOwner })
      : '';
    return Object.assign(context, {
      pages: pages.map(({ id, name }) => ({ id, name, active: id === shown?.id })),
      page: shown && { id: shown.id, name: shown.name, titled: shown.title.show, content },
    });
  }

  /** A new page is read from its beginning. */
  async _onRender(context: any, options: any): Promise<void> {
    await super._onRender(context, options);
    // Nothing of it is edited here, so nothing of it is disabled either.
    this._toggleDisabled(false);
    const view = this.parts.pages as HTMLElement;
    if (view.dataset.pageId !== this.#read) view.scrollTop = 0;
    this.#read = view.dataset.pageId;
  }

  #read: string | undefined;
}

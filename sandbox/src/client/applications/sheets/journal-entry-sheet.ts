import type { JournalEntry, JournalEntryPage } from '../../documents/journal-entry';
import { DocumentSheetV2 } from '../api/document-sheet';
import type { Part } from '../api/handlebars-application';
import { HandlebarsApplicationMixin } from '../api/handlebars-application';
import type { GivenOptions, RenderContext, RenderOptions } from '../api/options';
import { TextEditor } from '../ux/text-editor';

/** Shows a journal entry one page at a time. T13: client/applications/sheets/journal/journal-entry-sheet.d.mts */
export class JournalEntrySheet extends HandlebarsApplicationMixin(DocumentSheetV2) {
  static override DEFAULT_OPTIONS: GivenOptions = {
    classes: ['journal-sheet', 'journal-entry'],
    window: { icon: 'fa-solid fa-book-open', resizable: true },
    position: { width: 820, height: 640 },
    actions: { goToPage: JournalEntrySheet.onGoToPage },
  };

  static override PARTS: Record<string, Part> = {
    sidebar: { template: 'templates/journal/toc.hbs', scrollable: [''] },
    pages: { template: 'templates/journal/pages.hbs', scrollable: [''] },
  };

  pageId: string | null = null;

  static onGoToPage(this: JournalEntrySheet, _event: Event, target: HTMLElement): void {
    this.goToPage(target.dataset.pageId!);
  }

  override get title(): string {
    return this.document.name;
  }

  override get document(): JournalEntry {
    return super.document as JournalEntry;
  }

  /** T13: `_pages`: the pages the user may see, in order. */
  get readable(): JournalEntryPage[] {
    return this.document.pages.contents
      .filter((page) => page.testUserPermission(game.user, 'OBSERVER'))
      .sort((a, b) => a.sort - b.sort);
  }

  goToPage(pageId: string): void {
    this.pageId = pageId;
    void this.render();
  }

  override _configureRenderOptions(options: RenderOptions): void {
    super._configureRenderOptions(options);
    if (typeof options['pageId'] === 'string') this.pageId = options['pageId'];
  }

  override async _prepareContext(options: RenderOptions): Promise<RenderContext> {
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

  /** Scrolls a newly opened page to the top. */
  override async _onRender(context: RenderContext, options: RenderOptions): Promise<void> {
    await super._onRender(context, options);
    // The sheet is read-only, so its controls stay enabled.
    this._toggleDisabled(false);
    const view = this.parts['pages']!;
    if (view.dataset.pageId !== this.#read) view.scrollTop = 0;
    this.#read = view.dataset.pageId;
  }

  #read: string | undefined;
}

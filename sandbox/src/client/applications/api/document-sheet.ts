import { applicationTheme } from '../theme';
import type { FormDataExtended } from '../ux/form-data-extended';
import { ApplicationV2 } from './application';

/** A window about one document. T13: client/applications/api/document-sheet.d.mts */
export class DocumentSheetV2 extends ApplicationV2 {
  static override DEFAULT_OPTIONS: any = {
    id: '{id}',
    classes: ['sheet'],
    tag: 'form',
    document: null,
    viewPermission: 1,
    editPermission: 3,
    canCreate: false,
    sheetConfig: true,
    window: {
      controls: [
        {
          icon: 'fa-solid fa-lock',
          label: 'OWNERSHIP.Configure',
          action: 'configureOwnership',
          visible(this: DocumentSheetV2) {
            return game.user.isGM && !this.document.isEmbedded && !this.document.pack;
          },
        },
      ],
    },
    actions: {
      configureOwnership: DocumentSheetV2.#onConfigureOwnership,
      copyUuid: DocumentSheetV2.#onCopyUuid,
    },
    form: {
      handler: DocumentSheetV2.#onSubmitDocumentForm,
      submitOnChange: false,
      closeOnSubmit: false,
    },
    position: { width: 560 },
  };

  readonly #document: any;

  constructor(options: any = {}, ...legacy: any[]) {
    super(DocumentSheetV2._migrateConstructorParams(options, legacy));
    this.#document = this.options.document;
  }

  /** `new Sheet(document, options)` was V1's form; V2's is one object. */
  static _migrateConstructorParams(first: any, [options = {}]: any[]): any {
    return first?.documentName ? { ...options, document: first } : first;
  }

  static async #onConfigureOwnership(this: DocumentSheetV2): Promise<void> {
    const { DocumentOwnershipConfig } = foundry.applications.apps;
    await new DocumentOwnershipConfig({ document: this.document }).render({ force: true });
  }

  static #onCopyUuid(this: DocumentSheetV2): void {
    void game.clipboard?.copyPlainText?.(this.document.uuid);
  }

  static async #onSubmitDocumentForm(
    this: DocumentSheetV2,
    event: SubmitEvent,
    form: HTMLFormElement,
    formData: FormDataExtended,
    { updateData, ...options }: any = {},
  ): Promise<void> {
    if (!this.isEditable) return;
    const submitData = this._prepareSubmitData(event, form, formData, updateData);
    await this._processSubmitData(event, form, submitData, options);
  }

  get document(): any {
    return this.#document;
  }

  override get title(): string {
    const { constructor: cls, name, id } = this.document;
    const type = game.i18n.localize(cls.metadata?.label ?? `DOCUMENT.${this.document.documentName}`);
    return `${type}: ${name || id}`;
  }

  get isVisible(): boolean {
    return this.document.testUserPermission(game.user, this.options.viewPermission);
  }

  get isEditable(): boolean {
    const { document } = this;
    if (document.pack && game.packs.get(document.pack)?.locked) return false;
    return document.testUserPermission(game.user, this.options.editPermission);
  }

  protected override _initializeApplicationOptions(options: any): any {
    const merged = super._initializeApplicationOptions(options);
    const { document } = merged;
    merged.uniqueId = `${this.constructor.name}-${document.uuid.replaceAll('.', '-')}`;
    return merged;
  }

  protected override *_headerControlsButtons(): Generator<any> {
    for (const control of super._headerControlsButtons()) {
      if (control.ownership !== undefined && !this.document.testUserPermission(game.user, control.ownership)) continue;
      yield control;
    }
  }

  protected override async _prepareContext(options: any): Promise<any> {
    const context = await super._prepareContext(options);
    const { document } = this;
    return Object.assign(context, {
      document,
      source: document._source,
      fields: document.schema.fields,
      editable: this.isEditable,
      user: game.user,
      rootId: document.collection?.has?.(document.id) ? this.id : foundry.utils.randomID(),
    });
  }

  protected override async _renderFrame(options: any): Promise<HTMLElement> {
    const frame = await super._renderFrame(options);
    const theme = this.document.getFlag?.('core', 'sheetTheme');
    const chosen = theme === 'light' || theme === 'dark' ? theme : null;
    if (chosen && this.hasFrame) {
      frame.classList.remove(`theme-${applicationTheme()}`);
      frame.classList.add(`theme-${chosen}`);
      frame.dataset.ownTheme = '';
    }
    return frame;
  }

  protected _toggleDisabled(disabled: boolean): void {
    for (const element of (this.form?.elements ?? []) as Iterable<any>) {
      const ours = element.closest('.window-header') === null && !element.closest('[data-application-part] nav.tabs');
      if (ours) element.disabled = disabled;
    }
  }

  protected override _canRender(_options: any): false | undefined {
    if (this.isVisible) return undefined;
    const name = game.i18n.localize(this.document.constructor.metadata?.label ?? this.document.documentName);
    throw new Error(game.i18n.format('SHEETS.DocumentSheetPrivate', { type: name }));
  }

  protected override async _onFirstRender(context: any, options: any): Promise<void> {
    await super._onFirstRender(context, options);
    this.document.apps[this.id] = this;
  }

  protected override async _onRender(context: any, options: any): Promise<void> {
    await super._onRender(context, options);
    this.element.classList.toggle('editable', this.isEditable);
    this.element.classList.toggle('locked', !this.isEditable);
    if (!this.isEditable) this._toggleDisabled(true);
  }

  protected override _onClose(options: any): void {
    super._onClose(options);
    delete this.document.apps[this.id];
  }

  protected override _onChangeForm(config: any, event: Event): void {
    super._onChangeForm(config, event);
  }

  protected _processFormData(_event: Event | null, _form: HTMLFormElement, formData: FormDataExtended): any {
    return foundry.utils.expandObject(formData.object);
  }

  protected _prepareSubmitData(event: Event, form: HTMLFormElement, formData: FormDataExtended, updateData?: any): any {
    const submitData = this._processFormData(event, form, formData);
    if (updateData) foundry.utils.mergeObject(submitData, updateData, { applyOperators: true, performDeletions: true });
    this.document.validate?.({ changes: submitData, clean: true, fallback: false });
    return submitData;
  }

  protected async _processSubmitData(_event: Event, _form: HTMLFormElement, submitData: any, options: any = {}) {
    const { document } = this;
    if (document.collection?.has?.(document.id) ?? true) await document.update(submitData, options);
    else if (this.options.canCreate)
      await document.constructor.create(submitData, { ...options, parent: document.parent });
    else throw new Error(`Document creation from ${this.constructor.name} is not supported.`);
  }
}

import type { Data } from '../../../shared/data';
import type { Document } from '../../abstract/document';
import type { OperationOptions } from '../../abstract/operations';
import type { ClientDocument } from '../../documents/client-document';
import { applicationTheme } from '../theme';
import type { FormDataExtended } from '../ux/form-data-extended';
import { ApplicationV2 } from './application';
import type {
  ApplicationOptions,
  CloseOptions,
  FormOptions,
  GivenOptions,
  HeaderControl,
  RenderContext,
  RenderOptions,
} from './options';

/** T13: client/applications/api/document-sheet.d.mts */
export class DocumentSheetV2 extends ApplicationV2 {
  static override DEFAULT_OPTIONS: GivenOptions = {
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

  readonly #document: ClientDocument;

  constructor(options: GivenOptions | ClientDocument = {}, ...legacy: GivenOptions[]) {
    super(DocumentSheetV2._migrateConstructorParams(options, legacy));
    this.#document = this.options['document'] as ClientDocument;
  }

  /** Accepts V1's arguments `new Sheet(document, options)`; V2 takes one object. */
  static _migrateConstructorParams(first: GivenOptions | ClientDocument, [options = {}]: GivenOptions[]): GivenOptions {
    return 'documentName' in first ? { ...options, document: first } : first;
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
    { updateData, ...options }: OperationOptions & { updateData?: object } = {},
  ): Promise<void> {
    if (!this.isEditable) return;
    const submitData = this._prepareSubmitData(event, form, formData, updateData);
    await this._processSubmitData(event, form, submitData, options);
  }

  get document(): ClientDocument {
    return this.#document;
  }

  override get title(): string {
    const { name, id } = this.document;
    const { metadata } = this.document.constructor as typeof Document;
    const type = game.i18n.localize(metadata?.label ?? `DOCUMENT.${this.document.documentName}`);
    return `${type}: ${name || id}`;
  }

  get isVisible(): boolean {
    return this.document.testUserPermission(game.user, Number(this.options['viewPermission']));
  }

  get isEditable(): boolean {
    const { document } = this;
    if (document.pack && game.packs.get(document.pack)?.locked) return false;
    return document.testUserPermission(game.user, Number(this.options['editPermission']));
  }

  protected override _initializeApplicationOptions(options: GivenOptions): ApplicationOptions {
    const merged = super._initializeApplicationOptions(options);
    const document = merged['document'] as ClientDocument;
    merged.uniqueId = `${this.constructor.name}-${document.uuid.replaceAll('.', '-')}`;
    return merged;
  }

  protected override *_headerControlsButtons(): Generator<HeaderControl> {
    for (const control of super._headerControlsButtons()) {
      if (control.ownership !== undefined && !this.document.testUserPermission(game.user, control.ownership)) continue;
      yield control;
    }
  }

  protected override async _prepareContext(options: RenderOptions): Promise<RenderContext> {
    const context = await super._prepareContext(options);
    const { document } = this;
    return Object.assign(context, {
      document,
      source: document._source,
      fields: document.schema.fields,
      editable: this.isEditable,
      user: game.user,
      rootId: document.collection?.has(document.id!) ? this.id : foundry.utils.randomID(),
    });
  }

  protected override async _renderFrame(options: RenderOptions): Promise<HTMLElement> {
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
    for (const element of (this.form?.elements ?? []) as Iterable<HTMLInputElement>) {
      const ours = element.closest('.window-header') === null && !element.closest('[data-application-part] nav.tabs');
      if (ours) element.disabled = disabled;
    }
  }

  protected override _canRender(_options: RenderOptions): false | undefined {
    if (this.isVisible) return undefined;
    const name = game.i18n.localize(
      (this.document.constructor as typeof Document).metadata?.label ?? this.document.documentName,
    );
    throw new Error(game.i18n.format('SHEETS.DocumentSheetPrivate', { type: name }));
  }

  protected override async _onFirstRender(context: RenderContext, options: RenderOptions): Promise<void> {
    await super._onFirstRender(context, options);
    this.document.apps[this.id] = this;
  }

  protected override async _onRender(context: RenderContext, options: RenderOptions): Promise<void> {
    await super._onRender(context, options);
    this.element.classList.toggle('editable', this.isEditable);
    this.element.classList.toggle('locked', !this.isEditable);
    if (!this.isEditable) this._toggleDisabled(true);
  }

  protected override _onClose(options: CloseOptions): void {
    super._onClose(options);
    delete this.document.apps[this.id];
  }

  protected override _onChangeForm(config: FormOptions, event: Event): void {
    super._onChangeForm(config, event);
  }

  protected _processFormData(_event: Event | null, _form: HTMLFormElement, formData: FormDataExtended): Data {
    return foundry.utils.expandObject(formData.object);
  }

  protected _prepareSubmitData(
    event: Event,
    form: HTMLFormElement,
    formData: FormDataExtended,
    updateData?: object,
  ): Data {
    const submitData = this._processFormData(event, form, formData);
    if (updateData) foundry.utils.mergeObject(submitData, updateData, { applyOperators: true, performDeletions: true });
    this.document.validate?.({ changes: submitData, clean: true, fallback: false });
    return submitData;
  }

  protected async _processSubmitData(
    _event: Event,
    _form: HTMLFormElement,
    submitData: Data,
    options: OperationOptions = {},
  ) {
    const { document } = this;
    if (document.collection?.has(document.id!) ?? true) await document.update(submitData, options);
    else if (this.options['canCreate'])
      await (document.constructor as typeof Document).create(submitData, { ...options, parent: document.parent });
    else throw new Error(`Document creation from ${this.constructor.name} is not supported.`);
  }
}

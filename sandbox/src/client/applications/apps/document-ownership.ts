import { DocumentSheetV2 } from '../api/document-sheet';
import type { Part } from '../api/handlebars-application';
import { HandlebarsApplicationMixin } from '../api/handlebars-application';
import type { GivenOptions, RenderContext, RenderOptions } from '../api/options';
import type { FormDataExtended } from '../ux/form-data-extended';

const LEVELS = { INHERIT: -1, NONE: 0, LIMITED: 1, OBSERVER: 2, OWNER: 3 };

/** T13: client/applications/apps/document-ownership.d.mts */
export class DocumentOwnershipConfig extends HandlebarsApplicationMixin(DocumentSheetV2) {
  static override DEFAULT_OPTIONS: GivenOptions = {
    classes: ['document-ownership'],
    viewPermission: 3,
    window: { icon: 'fa-solid fa-file-lock', contentClasses: ['standard-form'] },
    position: { width: 420 },
    form: { handler: DocumentOwnershipConfig.onSubmit, closeOnSubmit: true },
    sheetConfig: false,
  };

  static override PARTS: Record<string, Part> = {
    ownership: { template: 'templates/apps/ownership.hbs', scrollable: [''] },
    footer: { template: 'templates/generic/form-footer.hbs' },
  };

  static async onSubmit(
    this: DocumentOwnershipConfig,
    _event: Event,
    _form: HTMLFormElement,
    formData: FormDataExtended,
  ): Promise<void> {
    const ownership: Record<string, number> = {};
    for (const [user, level] of Object.entries(formData.object)) {
      if (Number(level) >= 0) ownership[user] = Number(level);
    }
    // Replace the record, so that a user reset to the default loses the entry.
    await this.document.update(
      { ownership: foundry.data.operators.ForcedReplacement.create(ownership) },
      { diff: false },
    );
  }

  override get title(): string {
    return `${game.i18n.localize('OWNERSHIP.Title')}: ${this.document.name}`;
  }

  override async _prepareContext(options: RenderOptions): Promise<RenderContext> {
    const context = await super._prepareContext(options);
    const { ownership } = this.document;
    const label = (key: string) => game.i18n.localize(`OWNERSHIP.${key}`);
    const levels = Object.entries(LEVELS).map(([key, value]) => ({ value: String(value), label: label(key) }));
    context['defaults'] = levels.filter(({ value }) => value !== '-1');
    context['levels'] = levels.map((level) => (level.value === '-1' ? { ...level, label: label('DEFAULT') } : level));
    context['currentDefault'] = String(ownership['default'] ?? 0);
    context['users'] = game.users
      .filter((user) => !user.isGM)
      .map((user) => ({
        id: user.id,
        name: user.name,
        color: user.color,
        level: String(ownership[user.id!] ?? -1),
      }));
    context['buttons'] = [{ type: 'submit', icon: 'fa-solid fa-floppy-disk', label: 'OWNERSHIP.Save' }];
    return context;
  }
}

import type { ModuleInfo } from '../../game';
import { ApplicationV2 } from '../api/application';
import type { Part } from '../api/handlebars-application';
import { HandlebarsApplicationMixin } from '../api/handlebars-application';
import type { GivenOptions, RenderContext, RenderOptions } from '../api/options';
import type { FormDataExtended } from '../ux/form-data-extended';

/** T14: client/applications/sidebar/apps/module-management.d.mts */
export class ModuleManagement extends HandlebarsApplicationMixin(ApplicationV2) {
  static readonly SETTING = 'moduleConfiguration';
  static override DEFAULT_OPTIONS: GivenOptions = {
    id: 'module-management',
    tag: 'form',
    window: { title: 'MODMANAGE.Title', icon: 'fa-solid fa-cube', contentClasses: ['standard-form'] },
    position: { width: 680 },
    form: { handler: ModuleManagement.onSubmit, closeOnSubmit: true },
    actions: { deactivateAll: ModuleManagement.onDeactivateAll },
  };
  static override PARTS: Record<string, Part> = {
    body: { template: 'templates/sidebar/apps/module-management.hbs', scrollable: [''] },
    footer: { template: 'templates/generic/form-footer.hbs' },
  };

  get isEditable(): boolean {
    return game.user.can?.('SETTINGS_MODIFY') ?? game.user.isGM;
  }

  static onDeactivateAll(this: ModuleManagement): void {
    for (const box of this.boxes()) if (!box.disabled) box.checked = false;
    this.followRequirements();
  }

  static async onSubmit(_event: Event, _form: HTMLFormElement, { object }: FormDataExtended): Promise<void> {
    const before = game.settings.get('core', ModuleManagement.SETTING) as Record<string, boolean>;
    const chosen = { ...before, ...object };
    await game.settings.set('core', ModuleManagement.SETTING, chosen);
    const changed = game.modules.some(({ id, active }) => id in object && object[id] !== active);
    if (changed) await foundry.applications.settings.SettingsConfig.reloadConfirm({ world: true });
  }

  override async _prepareContext(options: RenderOptions): Promise<RenderContext> {
    const context = await super._prepareContext(options);
    const editable = this.isEditable;
    const modules = game.modules.contents
      .filter(({ active }) => active || editable)
      .map((module) => this.describe(module, editable))
      .sort((a, b) => a.title.localeCompare(b.title, game.i18n.lang));
    const buttons = [
      { type: 'submit', icon: 'fa-solid fa-floppy-disk', label: 'MODMANAGE.Save' },
      { type: 'button', icon: 'fa-solid fa-square', label: 'MODMANAGE.DeactivateAll', action: 'deactivateAll' },
    ];
    return Object.assign(context, { editable, modules, buttons: editable ? buttons : [] });
  }

  override async _onRender(context: RenderContext, options: RenderOptions): Promise<void> {
    await super._onRender(context, options);
    for (const box of this.boxes()) box.addEventListener('change', () => this.followRequirements(box));
  }

  private describe({ id, title, version, description = '', active, authors, packs }: ModuleInfo, editable: boolean) {
    const requires = required(id);
    const absent = requires.filter((other) => !game.modules.has(other) && other !== game.system.id);
    const titles = requires.map((other) => game.modules.get(other)?.title ?? other);
    return {
      id,
      title,
      version,
      active,
      // Packages put HTML here, which Foundry renders; the sandbox shows text.
      description: String(description).replace(/<[^>]*>/g, ''),
      authors: Array.from((authors ?? []) as Iterable<{ name: string }>, ({ name }) => name).join(', '),
      hasPacks: (packs as Set<unknown>).size > 0,
      requires: requires.length ? game.i18n.format('MODMANAGE.Requires', { names: titles.join(', ') }) : '',
      missing: absent.length ? game.i18n.format('MODMANAGE.Missing', { names: absent.join(', ') }) : '',
      disabled: !editable || absent.length > 0,
    };
  }

  private boxes(): HTMLInputElement[] {
    return [...this.element.querySelectorAll('input[type="checkbox"]')] as HTMLInputElement[];
  }

  /**
   * Enabling a module enables its requirements; disabling one disables its dependents. Foundry asks first, in a
   * window: client/applications/settings/dependency-resolution.d.mts
   */
  private followRequirements(changed?: HTMLInputElement): void {
    const boxes = new Map(this.boxes().map((box) => [box.name, box]));
    const bring = (id: string) => {
      for (const other of required(id)) {
        const box = boxes.get(other);
        if (!box || box.checked) continue;
        box.checked = true;
        bring(other);
      }
    };
    if (changed?.checked) bring(changed.name);
    for (let again = true; again; ) {
      const fallen = [...boxes].filter(
        ([id, box]) => box.checked && required(id).some((o) => boxes.get(o)?.checked === false),
      );
      for (const [, box] of fallen) box.checked = false;
      again = fallen.length > 0;
    }
  }
}

const required = (id: string): string[] =>
  Array.from(game.modules.get(id)?.relationships.requires ?? [], ({ id: other }) => other);

import { PACKED_DOCUMENTS } from '../../../../shared/documents';
import { documentClassOf, documentConfig } from '../../../config';
import { CompendiumCollection } from '../../../packs';
import type { Part } from '../../api/handlebars-application';
import { HandlebarsApplicationMixin } from '../../api/handlebars-application';
import type { GivenOptions, RenderContext, RenderOptions } from '../../api/options';
import { Compendium } from '../compendium';
import { AbstractSidebarTab } from '../sidebar-tab';

/** The packs of system and world. T13: client/applications/sidebar/tabs/compendium-directory.d.mts */
export class CompendiumDirectory extends HandlebarsApplicationMixin(AbstractSidebarTab) {
  static override DEFAULT_OPTIONS: GivenOptions = {
    classes: ['directory', 'flexcol'],
    window: { title: 'COMPENDIUM.SidebarTitle', icon: 'fa-solid fa-book-atlas' },
    actions: { openPack: CompendiumDirectory.onOpenPack, createPack: CompendiumDirectory.onCreatePack },
  };
  static override tabName = 'compendium';
  static override PARTS: Record<string, Part> = {
    header: { template: 'templates/sidebar/tabs/compendium-header.hbs' },
    packs: { template: 'templates/sidebar/tabs/compendium.hbs', scrollable: [''] },
  };

  static async onOpenPack(_event: Event, target: HTMLElement): Promise<void> {
    const collection = game.packs.get(target.closest<HTMLElement>('[data-pack]')!.dataset.pack);
    if (collection) await Compendium.open(collection);
  }

  /** Asks for label and type of a new world compendium. */
  static async onCreatePack(): Promise<void> {
    const { createFormGroup, createSelectInput, createTextInput } = foundry.applications.fields;
    const options = PACKED_DOCUMENTS.map((value) => ({ value, label: documentClassOf(value).metadata.label }));
    const groups = [
      {
        label: 'DOCUMENT.FIELDS.name.label',
        input: createTextInput({ name: 'label', autofocus: true, required: true }),
      },
      { label: 'DOCUMENT.FIELDS.type.label', input: createSelectInput({ name: 'type', options, localize: true }) },
    ];
    const data = await foundry.applications.api.DialogV2.input({
      window: { title: 'COMPENDIUM.Create', icon: 'fa-solid fa-book-atlas' },
      content: groups.map((group) => createFormGroup({ ...group, localize: true }).outerHTML).join(''),
      rejectClose: false,
    });
    if (data) await CompendiumCollection.createCompendium({ label: String(data['label']), type: String(data['type']) });
  }

  override async _onFirstRender(context: RenderContext, options: RenderOptions): Promise<void> {
    await super._onFirstRender(context, options);
    const of = (li: HTMLElement) => game.packs.get(li.dataset.pack);
    const entries = [
      {
        label: 'COMPENDIUM.ToggleLocked',
        icon: 'fa-solid fa-lock',
        visible: () => game.user.isGM,
        onClick: (_event: Event, li: HTMLElement) => of(li)?.configure({ locked: !of(li)?.locked }),
      },
    ];
    this._createContextMenu(() => entries, '.directory-item[data-pack]', { hookName: 'getCompendiumContextOptions' });
  }

  /** Shows buttons only to users who may create compendia. */
  override _configureRenderParts(options: RenderOptions): Record<string, Part> {
    const { header, ...parts } = super._configureRenderParts(options);
    return game.user.isGM && header ? { header, ...parts } : parts;
  }

  override async _prepareContext(options: RenderOptions): Promise<RenderContext> {
    const context = await super._prepareContext(options);
    const packs = game.packs
      .filter((pack) => pack.visible !== false)
      .map((pack) => {
        const { metadata } = pack;
        const type = pack.documentName;
        return {
          id: pack.collection,
          title: game.i18n.localize(pack.title),
          type: game.i18n.localize(documentClassOf(type).metadata.labelPlural),
          icon: documentConfig(type)?.sidebarIcon ?? 'fa-solid fa-book',
          source: metadata.packageName,
          locked: pack.locked,
        };
      });
    packs.sort((a, b) => a.title.localeCompare(b.title));
    return Object.assign(context, { packs });
  }
}

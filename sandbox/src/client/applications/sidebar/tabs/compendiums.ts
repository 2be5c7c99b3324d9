import { PACKED_DOCUMENTS } from '../../../../shared/documents';
import { CompendiumCollection } from '../../../packs';
import { HandlebarsApplicationMixin } from '../../api/handlebars-application';
import { Compendium } from '../compendium';
import { AbstractSidebarTab } from '../sidebar-tab';

/** The packs of system and world. T13: client/applications/sidebar/tabs/compendium-directory.d.mts */
export class CompendiumDirectory extends HandlebarsApplicationMixin(AbstractSidebarTab) {
  static DEFAULT_OPTIONS: any = {
    classes: ['directory', 'flexcol'],
    window: { title: 'COMPENDIUM.SidebarTitle', icon: 'fa-solid fa-book-atlas' },
    actions: { openPack: CompendiumDirectory.onOpenPack, createPack: CompendiumDirectory.onCreatePack },
  };
  static tabName = 'compendium';
  static PARTS = {
    header: { template: 'templates/sidebar/tabs/compendium-header.hbs' },
    packs: { template: 'templates/sidebar/tabs/compendium.hbs', scrollable: [''] },
  };

  static async onOpenPack(_event: Event, target: HTMLElement): Promise<void> {
    const collection = game.packs.get(target.closest<HTMLElement>('[data-pack]')!.dataset.pack);
    await Compendium.open(collection);
  }

  /** Label and type of a new compendium of the world, asked in a dialog. */
  static async onCreatePack(): Promise<void> {
    const { createFormGroup, createSelectInput, createTextInput } = foundry.applications.fields;
    const options = PACKED_DOCUMENTS.map((value) => ({ value, label: getDocumentClass(value).metadata.label }));
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
    if (data) await CompendiumCollection.createCompendium(data);
  }

  async _onFirstRender(context: any, options: any): Promise<void> {
    await super._onFirstRender(context, options);
    const of = (li: HTMLElement) => game.packs.get(li.dataset.pack);
    const entries = [
      {
        label: 'COMPENDIUM.ToggleLocked',
        icon: 'fa-solid fa-lock',
        visible: () => game.user.isGM,
        onClick: (_event: Event, li: HTMLElement) => of(li).configure({ locked: !of(li).locked }),
      },
    ];
    this._createContextMenu(() => entries, '.directory-item[data-pack]', { hookName: 'getCompendiumContextOptions' });
  }

  /** Only who may make compendia has buttons for it. */
  _configureRenderParts(options: any): Record<string, any> {
    const { header, ...parts } = super._configureRenderParts(options);
    return game.user.isGM ? { header, ...parts } : parts;
  }

  async _prepareContext(options: any): Promise<any> {
    const context = await super._prepareContext(options);
    const packs = game.packs
      .filter((pack: any) => pack.visible !== false)
      .map((pack: any) => {
        const { metadata } = pack;
        const type = metadata.type ?? pack.documentName;
        return {
          id: pack.collection ?? metadata.id,
          title: game.i18n.localize(pack.title ?? metadata.label),
          type: game.i18n.localize(getDocumentClass(type).metadata.labelPlural),
          icon: CONFIG[type]?.sidebarIcon ?? 'fa-solid fa-book',
          source: metadata.packageName,
          locked: pack.locked,
        };
      });
    packs.sort((a: any, b: any) => a.title.localeCompare(b.title));
    return Object.assign(context, { packs });
  }
}

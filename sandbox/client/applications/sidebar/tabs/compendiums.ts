import { HandlebarsApplicationMixin } from '../../api/handlebars-application';
import { Compendium } from '../compendium';
import { AbstractSidebarTab } from '../sidebar-tab';

/** The packs of system and world. T13: client/applications/sidebar/tabs/compendium-directory.d.mts */
export class CompendiumDirectory extends HandlebarsApplicationMixin(AbstractSidebarTab) {
  static DEFAULT_OPTIONS: any = {
    classes: ['directory', 'flexcol'],
    window: { title: 'COMPENDIUM.SidebarTitle', icon: 'fa-solid fa-book-atlas' },
    actions: { openPack: CompendiumDirectory.onOpenPack },
  };
  static tabName = 'compendium';
  static PARTS = { packs: { template: 'templates/sidebar/tabs/compendium.hbs', scrollable: [''] } };

  static async onOpenPack(_event: Event, target: HTMLElement): Promise<void> {
    const collection = game.packs.get(target.closest<HTMLElement>('[data-pack]')!.dataset.pack);
    await Compendium.open(collection);
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

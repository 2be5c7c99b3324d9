import { EFFECT_ACTIONS, effectsContext } from './effects';
import { readLists, sectionsOf } from './fields';
import { adapterOfItem } from './item-kind';
import { dropOtherParts, LIMITED_PARTS, limitedContext } from './limited';
import { type Context, HandlebarsItemSheet, type Part, type RenderOptions } from './sheet-bases';
import { part } from './templates';
import { keepUnfit, leaveOutUnfit } from './unfit';

/** The one item sheet: its inputs are made from the model of the item's subtype, so a new subtype needs no template. */
export class CadenceItemSheet extends HandlebarsItemSheet {
  static override DEFAULT_OPTIONS = {
    classes: ['cadence', 'cadence-sheet', 'cadence-sheet--item'],
    position: { width: 600, height: 'auto' },
    window: { resizable: true, contentClasses: ['standard-form'] },
    form: { submitOnChange: true },
    actions: { editImage: CadenceItemSheet.onEditImage, ...EFFECT_ACTIONS },
  };

  static override PARTS = {
    header: part('apps/item-header'),
    body: part('apps/item-body', ['']),
  };

  protected override _configureRenderParts(options: RenderOptions): Record<string, Part> {
    return this.item.limited ? { ...LIMITED_PARTS } : super._configureRenderParts(options);
  }

  protected override async _prepareContext(options: RenderOptions): Promise<Context> {
    const kind = game.i18n.localize(`TYPES.Item.${this.item.type}`);
    // Nothing but what is shown: a context is handed to every module's hook.
    if (this.item.limited) return (await limitedContext(this.item, 'description', kind)) as never;
    const context = await super._prepareContext(options);
    const system = this.item.system as unknown as Context;
    const field = system.schema?.fields?.description;
    const { TextEditor } = foundry.applications.ux;
    return Object.assign(context, {
      item: this.item,
      kind,
      effects: effectsContext(this.item, this.isEditable),
      sections: sectionsOf(this.item.system as never, {
        source: this.item._source.system as object,
        skip: new Set<string>(),
        rootId: this.id,
        disabled: !this.isEditable,
      }),
      description: field && {
        field,
        value: system.description ?? '',
        enriched: await TextEditor.implementation.enrichHTML(system.description ?? '', {
          secrets: this.item.isOwner,
          relativeTo: this.item,
        } as never),
      },
    }) as never;
  }

  protected override _prepareSubmitData(event: never, form: never, formData: never, updateData: never): never {
    const data = (formData as { object: Record<string, unknown> }).object;
    readLists(this.item.system as never, data);
    leaveOutUnfit(this.item, form, data);
    return super._prepareSubmitData(event, form, formData, updateData) as never;
  }

  protected override _syncPartState(partId: string, next: HTMLElement, prior: HTMLElement, state: object): void {
    super._syncPartState(partId, next, prior, state);
    keepUnfit(next, prior);
  }

  protected override async _onRender(context: Context, options: RenderOptions): Promise<void> {
    await super._onRender(context, options);
    const ruleset = adapterOfItem(this.item)?.ruleset.id;
    if (ruleset) this.element.dataset.ruleset = ruleset;
    dropOtherParts(this);
  }

  static async onEditImage(this: CadenceItemSheet): Promise<void> {
    const picker = new foundry.applications.apps.FilePicker.implementation({
      type: 'image',
      current: this.item.img ?? '',
      callback: (img: string) => void this.item.update({ img }),
    } as never);
    // Without an argument it opens where the present file lies. T14: client/applications/apps/file-picker.d.mts
    await picker.browse();
  }
}

import { modelOf } from '../../stored/model';
import { carryOverInvalid, readLists, removeInvalid, sectionsOf } from '../ui/fields';
import { withoutControls } from '../ui/prose';
import { templatePart } from '../ui/templates';
import {
  type Context,
  dropOtherParts,
  enrich,
  HandlebarsItemSheet,
  LIMITED_PARTS,
  limitedContext,
  pickImage,
  type RenderOptions,
  rulesetOfItem,
  type SubmittedForm,
  type TemplatePart,
} from '../ui/window-bases';
import { EFFECT_ACTIONS, effectsContext } from './effects';

/** The item sheet of every subtype, with inputs from its model, so that a new subtype needs no template. */
export class CadenceItemSheet extends HandlebarsItemSheet {
  static override DEFAULT_OPTIONS = {
    classes: ['cadence', 'cadence-sheet', 'cadence-sheet--item'],
    position: { width: 600, height: 'auto' },
    window: { resizable: true, contentClasses: ['standard-form'] },
    form: { submitOnChange: true },
    actions: { editImage: CadenceItemSheet.onEditImage, ...EFFECT_ACTIONS },
  };

  static override PARTS = {
    header: templatePart('sheets/item-sheet-header'),
    body: templatePart('sheets/item-sheet-body', ['']),
  };

  protected override _configureRenderParts(options: RenderOptions): Record<string, TemplatePart> {
    return this.item.limited ? { ...LIMITED_PARTS } : super._configureRenderParts(options);
  }

  protected override async _prepareContext(options: RenderOptions): Promise<Context> {
    const kind = game.i18n.localize(`TYPES.Item.${this.item.type}`);
    // Only public facts: every module's hook gets the context.
    if (this.item.limited) return limitedContext(this.item, 'description', kind);
    const context = await super._prepareContext(options);
    const system = modelOf(this.item);
    const field = system.schema?.fields?.description;
    return Object.assign(context, {
      item: this.item,
      kind,
      effects: effectsContext(this.item, this.isEditable),
      sections: sectionsOf(system, {
        source: this.item._source.system,
        skip: new Set<string>(),
        rootId: this.id,
        disabled: !this.isEditable,
        rulesetId: rulesetOfItem(this.item)?.id ?? '',
      }),
      description: field && {
        field,
        value: withoutControls(system.description ?? ''),
        enriched: await enrich(system.description ?? '', this.item, this.item.isOwner),
      },
    });
  }

  protected override _prepareSubmitData(
    event: Event,
    form: HTMLFormElement,
    entered: SubmittedForm,
    updateData?: object,
  ) {
    readLists(modelOf(this.item), entered.object);
    removeInvalid(this.item, form, entered.object);
    return super._prepareSubmitData(event, form, entered, updateData);
  }

  protected override _syncPartState(partId: string, next: HTMLElement, prior: HTMLElement, state: object): void {
    super._syncPartState(partId, next, prior, state);
    carryOverInvalid(next, prior);
  }

  protected override async _onRender(context: Context, options: RenderOptions): Promise<void> {
    await super._onRender(context, options);
    const ruleset = rulesetOfItem(this.item)?.id;
    if (ruleset) this.element.dataset.ruleset = ruleset;
    dropOtherParts(this);
  }

  static async onEditImage(this: CadenceItemSheet): Promise<void> {
    await pickImage(this.item);
  }
}

import type { Data } from '../../../shared/data';
import type { EffectChange } from '../../data/fields/change';
import type { ActiveEffect } from '../../documents/active-effect';
import { DocumentSheetV2 } from '../api/document-sheet';
import type { Part } from '../api/handlebars-application';
import { HandlebarsApplicationMixin } from '../api/handlebars-application';
import type { GivenOptions, RenderContext, RenderOptions } from '../api/options';
import type { FormDataExtended } from '../ux/form-data-extended';

const UNITS = ['years', 'months', 'days', 'hours', 'minutes', 'seconds', 'rounds', 'turns'];
const TYPES = ['add', 'subtract', 'multiply', 'override', 'upgrade', 'downgrade', 'custom'];
const PHASES = ['initial', 'final'];

const choices = (ids: string[], chosen: unknown, labelOf: (id: string) => string) =>
  ids.map((id) => ({ id, label: labelOf(id), selected: id === chosen }));

/** A minimal sheet: name, enabled, duration and changes. T14: client/applications/sheets/active-effect-config.d.mts */
export class ActiveEffectConfig extends HandlebarsApplicationMixin(DocumentSheetV2) {
  static override DEFAULT_OPTIONS: GivenOptions = {
    classes: ['active-effect-config'],
    window: { contentClasses: ['standard-form'] },
    position: { width: 560 },
    form: { closeOnSubmit: true },
  };

  static override PARTS: Record<string, Part> = {
    form: { template: 'templates/sheets/active-effect-config.hbs' },
    footer: { template: 'templates/generic/form-footer.hbs' },
  };

  /** Core's tabs, which systems extend (SR5). The sandbox shows all in one form. */
  static override TABS = {
    sheet: {
      tabs: [
        { id: 'details', icon: 'fa-solid fa-book' },
        { id: 'duration', icon: 'fa-solid fa-clock' },
        { id: 'changes', icon: 'fa-solid fa-gears' },
      ],
      initial: 'details',
    },
  };

  override get document(): ActiveEffect {
    return super.document as ActiveEffect;
  }

  override async _prepareContext(options: RenderOptions): Promise<RenderContext> {
    const context = await super._prepareContext(options);
    const { _source: source } = this.document;
    const rows = [...this.stored, { key: '', type: 'add', value: '', phase: 'initial' }];
    return Object.assign(context, {
      onItem: this.document.parent?.documentName === 'Item',
      units: choices(UNITS, source.duration.units, (id) => `EFFECT.DURATION.UNITS.${id}`),
      rows: rows.map(({ key, type, value, phase }) => ({
        key,
        value: typeof value === 'string' ? value : JSON.stringify(value),
        types: choices(TYPES, type, (id) => `EFFECT.CHANGES.TYPES.${id}`),
        phases: choices(PHASES, phase, (id) => `EFFECT.PHASES.${id}`),
      })),
      buttons: [{ type: 'submit', icon: 'fa-solid fa-floppy-disk', label: 'SETTINGS.Save' }],
    });
  }

  private get stored(): Partial<EffectChange>[] {
    const { changes } = (this.document._source.system ?? {}) as { changes?: EffectChange[] };
    return changes ?? [];
  }

  /** Ignores rows without a key. */
  override _prepareSubmitData(
    event: Event,
    form: HTMLFormElement,
    formData: FormDataExtended,
    updateData?: object,
  ): Data {
    const rows = [...form.querySelectorAll<HTMLElement>('[data-change]')].map((row) =>
      Object.fromEntries(
        [...row.querySelectorAll<HTMLInputElement>('[data-of]')].map((input) => [
          input.dataset['of'],
          input.value.trim(),
        ]),
      ),
    );
    const priorities = this.stored;
    const changes = rows
      .map((row, at) => ({ ...row, priority: priorities[at]?.priority ?? null }))
      .filter((row) => 'key' in row && row.key);
    const submitted = super._prepareSubmitData(event, form, formData, updateData);
    return { ...submitted, system: { ...(submitted['system'] as Data | undefined), changes } };
  }
}

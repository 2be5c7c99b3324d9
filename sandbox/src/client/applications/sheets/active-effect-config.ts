import { DocumentSheetV2 } from '../api/document-sheet';
import { HandlebarsApplicationMixin } from '../api/handlebars-application';

const UNITS = ['years', 'months', 'days', 'hours', 'minutes', 'seconds', 'rounds', 'turns'];
const TYPES = ['add', 'subtract', 'multiply', 'override', 'upgrade', 'downgrade', 'custom'];
const PHASES = ['initial', 'final'];

const choices = (ids: string[], chosen: unknown, labelOf: (id: string) => string) =>
  ids.map((id) => ({ id, label: labelOf(id), selected: id === chosen }));

/** The least of it: name, on and off, how long, and what it changes. T14: client/applications/sheets/active-effect-config.d.mts */
export class ActiveEffectConfig extends HandlebarsApplicationMixin(DocumentSheetV2) {
  static DEFAULT_OPTIONS: any = {
    classes: ['active-effect-config'],
    window: { contentClasses: ['standard-form'] },
    position: { width: 560 },
    form: { closeOnSubmit: true },
  };

  static PARTS = {
    form: { template: 'templates/sheets/active-effect-config.hbs' },
    footer: { template: 'templates/generic/form-footer.hbs' },
  };

  async _prepareContext(options: any): Promise<any> {
    const context = await super._prepareContext(options);
    const { _source: source } = this.document;
    const rows = [...(source.system?.changes ?? []), { key: '', type: 'add', value: '', phase: 'initial' }];
    return Object.assign(context, {
      onItem: this.document.parent?.documentName === 'Item',
      units: choices(UNITS, source.duration.units, (id) => `EFFECT.DURATION.UNITS.${id}`),
      rows: rows.map(({ key, type, value, phase }: any) => ({
        key,
        value: typeof value === 'string' ? value : JSON.stringify(value),
        types: choices(TYPES, type, (id) => `EFFECT.CHANGES.TYPES.${id}`),
        phases: choices(PHASES, phase, (id) => `EFFECT.PHASES.${id}`),
      })),
      buttons: [{ type: 'submit', icon: 'fa-solid fa-floppy-disk', label: 'SETTINGS.Save' }],
    });
  }

  /** A row without a key is none. */
  _prepareSubmitData(event: any, form: HTMLFormElement, formData: any, updateData: any): any {
    const rows = [...form.querySelectorAll<HTMLElement>('[data-change]')].map((row) =>
      Object.fromEntries(
        [...row.querySelectorAll<HTMLInputElement>('[data-of]')].map((input) => [
          input.dataset['of'],
          input.value.trim(),
        ]),
      ),
    );
    const priorities = this.document._source.system?.changes ?? [];
    const changes = rows
      .map((row, at) => ({ ...row, priority: priorities[at]?.priority ?? null }))
      .filter(({ key }: any) => key);
    const submitted = super._prepareSubmitData(event, form, formData, updateData);
    return { ...submitted, system: { ...submitted.system, changes } };
  }
}

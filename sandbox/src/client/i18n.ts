import type { Data } from '../shared/data';
import { mergeObject } from '../shared/objects';
import { getProperty } from '../shared/property';

/** Translations. T14: client/helpers/localization.d.mts; v14 (I#13357): `localize` takes data as `format` does. */
export class Localization {
  lang = 'en';
  defaultModule = 'core';
  translations: Data = {};
  _fallback: Data = {};

  /** Loads the core's translations, then the system's files for the language, in the manifest's order. */
  async setLanguage(lang: string, files: string[], load: (path: string) => Promise<object> | object) {
    this.lang = lang;
    this.translations = {};
    for (const path of files) {
      try {
        mergeObject(this.translations, await load(path));
      } catch (error) {
        console.error(`Could not load the language file ${path}`, error);
      }
    }
  }

  has(key: string, fallback = true): boolean {
    return this.find(key, fallback) !== undefined;
  }

  localize(key: string, data?: Record<string, unknown>): string {
    const text = this.find(key) ?? key;
    return data ? this.fill(text, data) : text;
  }

  format(key: string, data: Record<string, unknown> = {}): string {
    return this.fill(this.find(key) ?? String(key), data);
  }

  sortObjects<T extends object>(list: T[], key: string & keyof T): T[] {
    const text = (entry: T) => this.localize(String(entry[key] ?? ''));
    return list.sort((a, b) => text(a).localeCompare(text(b), this.lang));
  }

  getListFormatter({ style = 'long', type = 'conjunction' }: Intl.ListFormatOptions = {}) {
    return new Intl.ListFormat(this.lang, { style, type });
  }

  private find(key: string, fallback = true): string | undefined {
    if (typeof key !== 'string' || !key) return undefined;
    const own = getProperty(this.translations, key);
    if (typeof own === 'string') return own;
    const other = fallback ? getProperty(this._fallback, key) : undefined;
    return typeof other === 'string' ? other : undefined;
  }

  private fill(text: string, data: Record<string, unknown>): string {
    return text.replace(/\{([^{}]+)\}/g, (placeholder, name) => (name in data ? String(data[name]) : placeholder));
  }
}

/** The client's `game.i18n`. */
export const i18n = new Localization();
export const localize = (key: string, data?: Record<string, unknown>) => i18n.localize(key, data);

/** The part of a field that localization uses. A full import would load the documents. */
interface LocalizedField extends LocalizedSchema {
  name: string | undefined;
  label: string;
  hint: string;
  placeholder: string;
  options: Record<string, unknown>;
  model?: { LOCALIZATION_PREFIXES?: string[] };
  element?: LocalizedField;
}

interface LocalizedSchema {
  fields?: Record<string, LocalizedField>;
}

interface LocalizedModel {
  LOCALIZATION_PREFIXES?: string[];
  schema: object;
}

/**
 * Sets labels and hints of a model's fields from `PREFIX.FIELDS.<path>.label` and `.hint`.
 * T14: client/helpers/localization.d.mts localizeDataModel
 */
export function localizeDataModel(
  model: LocalizedModel,
  { prefixes = [], prefixPath = '' }: { prefixes?: string[]; prefixPath?: string } = {},
) {
  const all = [...(model.LOCALIZATION_PREFIXES ?? []), ...prefixes];
  localizeSchema(model.schema, all, prefixPath);
}

export function localizeSchema(schema: LocalizedSchema, prefixes: string[], path: string) {
  for (const field of Object.values(schema.fields ?? {}))
    localizeField(field, prefixes, path ? `${path}.${field.name}` : String(field.name));
}

function localizeField(field: LocalizedField, prefixes: string[], path: string) {
  for (const word of ['label', 'hint', 'placeholder'] as const) {
    if (field[word] && i18n.has(field[word])) field[word] = i18n.localize(field[word]);
    const key = prefixes.map((prefix) => `${prefix}.FIELDS.${path}.${word}`).find((candidate) => i18n.has(candidate));
    if (key && !field.options[word]) field[word] = i18n.localize(key);
  }
  if (field.model?.LOCALIZATION_PREFIXES?.length && field.fields)
    localizeSchema(field, field.model.LOCALIZATION_PREFIXES, '');
  else if (field.fields) localizeSchema(field, prefixes, path);
  const { element } = field;
  if (element?.options) {
    localizeField(element, prefixes, `${path}.element`);
    if (element.fields) localizeSchema(element, prefixes, path);
  }
}

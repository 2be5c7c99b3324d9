import type { Data, DocumentData } from '../shared/data';
import { TYPED_DOCUMENTS } from '../shared/documents';
import { touchedField } from '../shared/gm-only';
import { ForcedReplacement } from '../shared/operators';
import { sanitizeHTML } from './sanitize';

export interface SubtypeFields {
  htmlFields?: string[];
  filePathFields?: Record<string, string[]>;
  gmOnlyFields?: string[];
}

/** Core fields that hold HTML. T14: HTMLField in common/documents/*.d.mts */
const CORE_HTML: Record<string, string[]> = {
  ChatMessage: ['content', 'flavor'],
  ActiveEffect: ['description'],
  JournalEntryPage: ['text.content'],
  TableResult: ['description'],
};

/**
 * The server's knowledge of a system's data: subtype names and three lists of fields, from the manifest's
 * `documentTypes`. T14: common/packages/sub-types.d.mts
 */
export class Subtypes {
  private declared: Record<string, Record<string, SubtypeFields>> = {};

  constructor(private readonly system: Record<string, Record<string, SubtypeFields>> = {}) {
    this.declareModules([]);
  }

  /**
   * Replaces the subtypes of modules, which the server prefixes with the module's id
   * (foundryvtt.com/article/module-sub-types, "The Module Manifest").
   */
  declareModules(
    modules: readonly { id: string; documentTypes: Record<string, Record<string, SubtypeFields>> }[],
  ): void {
    this.declared = {};
    for (const [documentName, types] of Object.entries(this.system)) this.declared[documentName] = { ...types };
    for (const { id, documentTypes } of modules)
      for (const [documentName, types] of Object.entries(documentTypes)) {
        const prefixed = Object.entries(types).map(([type, fields]) => [`${id}.${type}`, fields]);
        this.declared[documentName] = { ...this.declared[documentName], ...Object.fromEntries(prefixed) };
      }
  }

  /** `base` always exists. */
  names(documentName: string): string[] {
    return ['base', ...Object.keys(this.declared[documentName] ?? {}).filter((name) => name !== 'base')];
  }

  check(documentName: string, type: unknown): void {
    if (!TYPED_DOCUMENTS.has(documentName) || this.names(documentName).includes(type as string)) return;
    throw new Error(`"${type}" is not a valid type for the ${documentName} Document class`);
  }

  /** Whether a subtype has fields reserved for GMs. */
  reserves(documentName: string, type: string | undefined): boolean {
    return this.gmOnlyFields(documentName, type).length > 0;
  }

  private gmOnlyFields(documentName: string, type: string | undefined): string[] {
    return this.fieldsOf(documentName, type)?.gmOnlyFields ?? [];
  }

  private fieldsOf(documentName: string, type: string | undefined): SubtypeFields | undefined {
    return type === undefined ? undefined : this.declared[documentName]?.[type];
  }

  /** Returns the GM-only field that the data touches, or undefined. */
  gmOnly(documentName: string, type: string | undefined, data: DocumentData, recursive = true): string | undefined {
    const fields = this.gmOnlyFields(documentName, type);
    if (!('system' in data)) return undefined;
    return touchedField(recursive ? data.system : new ForcedReplacement(data.system), fields);
  }

  /** Sanitizes HTML fields in place. */
  sanitize(documentName: string, type: string | undefined, data: DocumentData): void {
    for (const path of CORE_HTML[documentName] ?? []) clean(data, path.split('.'));
    for (const path of this.fieldsOf(documentName, type)?.htmlFields ?? []) clean(data.system, path.split('.'));
  }
}

function clean(container: unknown, [part, ...rest]: string[]): void {
  const inside = container instanceof ForcedReplacement ? container.value : container;
  if (inside === null || typeof inside !== 'object' || part === undefined) return;
  const values = inside as Data;
  for (const key of part === '*' ? Object.keys(values) : [part]) {
    const value = values[key];
    const text = value instanceof ForcedReplacement ? value.value : value;
    if (rest.length) clean(text, rest);
    else if (typeof text === 'string') {
      const safe = sanitizeHTML(text);
      if (value instanceof ForcedReplacement) Object.assign(value, { value: safe });
      else values[key] = safe;
    }
  }
}

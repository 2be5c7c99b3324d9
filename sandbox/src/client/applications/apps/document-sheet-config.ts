import { notInSandbox } from '../../../shared/not-in-sandbox';
import type { DocumentStatics } from '../../abstract/document';
import { documentConfig } from '../../config';
import type { ClientDocument } from '../../documents/client-document';
import type { DocumentSheetV2 } from '../api/document-sheet';
import { PlainSheet } from '../sheets/plain-sheet';

type Registration = {
  types?: string[];
  makeDefault?: boolean;
  label?: string | (() => string);
  themes?: unknown;
  canBeDefault?: boolean;
  canConfigure?: boolean;
};

const typesOf = (documentName: string, wished?: string[]): string[] =>
  wished ??
  game?.documentTypes?.[documentName] ??
  Object.keys(documentConfig(documentName)?.typeLabels ?? { base: '' });

// Calls in `init` may come before the subtypes are known. They are repeated afterwards.
const waiting: (() => void)[] = [];
let ready = false;

/** The registry of sheets. T13: client/applications/apps/document-sheet-config.d.mts */
export class DocumentSheetConfig {
  static registerSheet(
    documentClass: DocumentStatics,
    scope: string,
    sheetClass: typeof DocumentSheetV2,
    options: Registration = {},
  ): void {
    const run = () => register(documentClass.documentName, scope, sheetClass, options);
    if (ready || options.types) run();
    else waiting.push(run);
  }

  static unregisterSheet(
    documentClass: DocumentStatics,
    scope: string,
    sheetClass: typeof DocumentSheetV2,
    { types }: { types?: string[] } = {},
  ): void {
    const { documentName } = documentClass;
    const run = () => {
      for (const type of typesOf(documentName, types)) {
        delete documentConfig(documentName)?.sheetClasses?.[type]?.[`${scope}.${sheetClass.name}`];
      }
    };
    if (ready) run();
    else waiting.push(run);
  }

  /** Call at setup, when the world's subtypes are known. */
  static initializeSheets(): void {
    ready = true;
    for (const run of waiting.splice(0)) run();
  }

  /** Returns a document's sheet class: its own choice, else the default of its type, else the first. */
  static getSheetClass(document: ClientDocument): typeof DocumentSheetV2 {
    const { documentName, type } = document;
    const config = documentConfig(documentName);
    if (config?.sheetClass) return config.sheetClass;
    const classes = config?.sheetClasses?.[type ?? 'base'] ?? {};
    const own = document.getFlag('core', 'sheetClass');
    const list = Object.values(classes);
    const chosen = classes[String(own)] ?? list.find((entry) => entry.default) ?? list[0];
    return chosen?.cls ?? PlainSheet;
  }

  /** T14: client/applications/apps/document-sheet-config.d.mts */
  static getSheetClassesForSubType(documentName: string, subType: string) {
    const entries = Object.values(documentConfig(documentName)?.sheetClasses?.[subType] ?? {});
    const sheetClasses: Record<string, string> = {};
    const defaultClasses: Record<string, string> = {};
    for (const { id, label, canConfigure, canBeDefault } of entries) {
      if (canConfigure !== false) sheetClasses[id] = label ?? id;
      if (canBeDefault !== false) defaultClasses[id] = label ?? id;
    }
    return { sheetClasses, defaultClasses, defaultClass: entries.find((entry) => entry.default)?.id };
  }

  static render = notInSandbox('DocumentSheetConfig#render');
}

function register(
  documentName: string,
  scope: string,
  sheetClass: typeof DocumentSheetV2,
  options: Registration,
): void {
  const { makeDefault = false, label, themes, canBeDefault = true, canConfigure = true } = options;
  const config = documentConfig(documentName)!;
  const id = `${scope}.${sheetClass.name}`;
  config.sheetClasses ??= {};
  for (const type of typesOf(documentName, options.types)) {
    config.sheetClasses[type] ??= {};
    const sheets = config.sheetClasses[type];
    if (makeDefault) for (const entry of Object.values(sheets)) entry.default = false;
    const text = typeof label === 'function' ? label() : (label ?? sheetClass.name);
    sheets[id] = {
      id,
      cls: sheetClass,
      label: text,
      default: makeDefault,
      themes,
      canBeDefault,
      canConfigure,
    };
  }
}

import { notInSandbox } from '../../../shared/not-in-sandbox';
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
  wished ?? game?.documentTypes?.[documentName] ?? Object.keys(CONFIG[documentName]?.typeLabels ?? { base: '' });

// A call in `init` may precede the knowledge of subtypes; it is repeated when they are known.
const waiting: (() => void)[] = [];
let ready = false;

/** Which sheet shows which document. T13: client/applications/apps/document-sheet-config.d.mts */
export class DocumentSheetConfig {
  static registerSheet(documentClass: any, scope: string, sheetClass: any, options: Registration = {}): void {
    const run = () => register(documentClass.documentName, scope, sheetClass, options);
    if (ready || options.types) run();
    else waiting.push(run);
  }

  static unregisterSheet(
    documentClass: any,
    scope: string,
    sheetClass: any,
    { types }: { types?: string[] } = {},
  ): void {
    const { documentName } = documentClass;
    const run = () => {
      for (const type of typesOf(documentName, types)) {
        delete CONFIG[documentName].sheetClasses?.[type]?.[`${scope}.${sheetClass.name}`];
      }
    };
    if (ready) run();
    else waiting.push(run);
  }

  /** Called at setup, when the world's subtypes are known. */
  static initializeSheets(): void {
    ready = true;
    for (const run of waiting.splice(0)) run();
  }

  /** The sheet class for a document: its own choice, then the default of its type, then the first. */
  static getSheetClass(document: any): any {
    const { documentName, type } = document;
    if (CONFIG[documentName]?.sheetClass) return CONFIG[documentName].sheetClass;
    const classes = CONFIG[documentName]?.sheetClasses?.[type ?? 'base'] ?? {};
    const own = document.getFlag?.('core', 'sheetClass');
    const list: any[] = Object.values(classes);
    const chosen = classes[own] ?? list.find((entry) => entry.default) ?? list[0];
    return chosen?.cls ?? PlainSheet;
  }

  static render = notInSandbox('DocumentSheetConfig#render');
}

function register(documentName: string, scope: string, sheetClass: any, options: Registration): void {
  const { makeDefault = false, label, themes, canBeDefault = true, canConfigure = true } = options;
  const config = CONFIG[documentName];
  const id = `${scope}.${sheetClass.name}`;
  config.sheetClasses ??= {};
  for (const type of typesOf(documentName, options.types)) {
    config.sheetClasses[type] ??= {};
    if (makeDefault) for (const entry of Object.values<any>(config.sheetClasses[type])) entry.default = false;
    const text = typeof label === 'function' ? label() : (label ?? sheetClass.name);
    config.sheetClasses[type][id] = {
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

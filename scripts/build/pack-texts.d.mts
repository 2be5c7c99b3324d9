/** In the format of Babele: the label and the names of folders, and by id the texts of each document. */
export interface PackTexts {
  readonly label?: string;
  readonly folders?: Readonly<Record<string, string>>;
  readonly entries: Readonly<Record<string, object | string>>;
}
/** By the name of the file without `.json`. */
export type Files = Readonly<Record<string, PackTexts>>;

export function englishTexts(): Promise<Files>;
export function languagesOfPacks(): Promise<string[]>;
export function translatedTexts(lang: string): Promise<Files>;
/** Returns by file what `dist/pack-names/<lang>.json` holds. */
export function translatedNames(lang: string): Promise<Readonly<Record<string, { readonly label?: string }>>>;
export function compare(
  english: PackTexts,
  translated: PackTexts | undefined,
): { readonly faults: string[]; readonly missing: string[] };
/** Returns a line for each fault in the files of a language. */
export function faultsIn(lang: string, english: Files, translated: Files): Promise<string[]>;
export function missingIn(english: Files, translated: Files): Record<string, 'all' | string[]>;

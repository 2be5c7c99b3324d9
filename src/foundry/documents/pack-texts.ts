import { lookup } from '../../kernel/lookup';

/** The source of a document, or a part of it. */
type Source = Record<string, unknown> & { readonly _id?: string };

/** Where a field of a translation file belongs in a document, as the module Babele describes it. */
type Mapping = string | { readonly path: string; readonly converter?: string; readonly documentType?: string };

export interface PackTexts {
  /** By document name, such as `Actor` and `Item`. */
  readonly mappings: Readonly<Record<string, Readonly<Record<string, Mapping>>>>;
  /** By id: the texts of each document of the compendia. */
  readonly entries: Readonly<Record<string, TextsOfDocument>>;
}

export interface TextsOfDocument {
  readonly [field: string]: string | readonly string[] | TextsOfDocument | undefined;
}

/**
 * Replaces the texts of a document's source and of all documents in it, in place. Texts without a translation stay.
 * Documents of an adventure are documents of other compendia, with the same ids.
 */
export function setTexts(
  source: Source,
  type: string,
  texts: PackTexts,
  entry = lookup(texts.entries, source._id ?? ''),
): void {
  const tokens = type === 'Adventure' ? tokenNames(source) : null;
  for (const [field, mapping] of Object.entries(lookup(texts.mappings, type) ?? {})) {
    const { path, converter, documentType } = typeof mapping === 'string' ? { path: mapping } : mapping;
    const value = foundry.utils.getProperty(source, path);
    const given = entry && lookup(entry, field);
    if (documentType) {
      for (const inner of listOf(value))
        setTexts(inner, documentType, texts, partOf(given, inner._id) ?? lookup(texts.entries, inner._id ?? ''));
    } else if (converter === 'nameCollection') {
      for (const inner of listOf(value)) inner['name'] = textOf(partOf(given, inner['name']), inner['name']);
    } else if (value !== undefined)
      foundry.utils.setProperty(source, path, textOf(converter === 'name' ? entry?.['name'] : given, value));
  }
  if (tokens) renameTokens(source, tokens);
}

const listOf = (value: unknown): Source[] => (Array.isArray(value) ? value : []);

const partOf = (given: TextsOfDocument[string], key: unknown): TextsOfDocument | undefined =>
  isPart(given) ? (lookup(given, String(key)) as TextsOfDocument | undefined) : undefined;

const isPart = (given: TextsOfDocument[string]): given is TextsOfDocument =>
  typeof given === 'object' && !Array.isArray(given);

const textOf = (given: unknown, english: unknown): unknown =>
  given && typeof given === typeof english && Array.isArray(given) === Array.isArray(english) ? given : english;

/** Returns the names of an adventure's tokens by actor. */
const tokenNames = ({ actors }: Source): Map<unknown, string> =>
  new Map(listOf(actors).map((actor) => [actor._id, nameOfToken(actor)]));

const nameOfToken = (actor: Source): string => String(foundry.utils.getProperty(actor, 'prototypeToken.name') ?? '');

/** A token is called as its actor, with a number if there are several. */
function renameTokens({ actors, scenes }: Source, before: Map<unknown, string>): void {
  const after = tokenNames({ actors });
  for (const scene of listOf(scenes))
    for (const token of listOf(scene['tokens'])) {
      const english = before.get(token['actorId']);
      if (english) token['name'] = String(token['name']).replace(english, () => after.get(token['actorId']) ?? english);
    }
}

import { fieldAt } from '../platform/field-path';
import { notify } from '../platform/notice';
import { text } from '../platform/text';

/** API: foundry.data.validation.DataModelValidationFailure. */
interface Failure {
  readonly message?: string;
  readonly fields?: Readonly<Record<string, Failure>>;
  readonly elements?: readonly { readonly id: string | number; readonly failure: Failure }[];
}

export interface ValidatedDocument {
  readonly documentName: string;
  readonly id: string | null;
  readonly uuid: string;
  readonly name?: string | null;
  readonly validationFailures?: { readonly fields: Failure | null; readonly joint: unknown };
  readonly system?: {
    readonly schema?: { getField(path: string): { readonly label?: string } | undefined };
    /** Paths of unreadable packed texts of a GM's card. */
    readonly unreadable?: readonly string[];
  };
  traverseEmbeddedDocuments(): Iterable<[string, ValidatedDocument]>;
  /** Only of tokens. */
  readonly actorLink?: boolean;
  readonly actor?: ValidatedDocument | null;
  readonly _source: {
    readonly delta?: { readonly system?: object | null; readonly items?: readonly { _id: string }[] } | null;
  };
}

interface DocumentSource {
  /** Shown to the GM; missing for the world itself. */
  readonly title?: string;
  readonly documentName: string;
  readonly documents: Iterable<ValidatedDocument>;
  /** Documents that could not be created: only their source has a name. */
  readonly invalidDocumentIds: ReadonlySet<string>;
  nameOf(id: string): string | undefined;
}

/** Names shown at once. */
const MOST = 8;

/** Returns the paths below `system` that cannot be read and count as empty; `''` stands for all of it. */
export function unreadablePaths(document: ValidatedDocument): string[] {
  const { validationFailures, system } = document;
  const failure = validationFailures?.fields?.fields?.['system'];
  return [...(failure ? pathsIn(failure) : []), ...(system?.unreadable ?? [])];
}

const namesOf = (document: ValidatedDocument): string[] =>
  unreadablePaths(document).map((path) => nameOf(document.system, path));

/** Returns the shortest path to each failure: for a list or a record, its own path. */
function pathsIn({ fields = {}, message }: Failure): string[] {
  const inner = Object.entries(fields).flatMap(([key, failure]) =>
    pathsIn(failure).map((path) => (path ? `${key}.${path}` : key)),
  );
  return inner.length > 0 && !message ? inner : [''];
}

/** Returns the label on the sheet, the path for other fields, or an empty text for all of `system`. */
function nameOf(system: ValidatedDocument['system'], path: string): string {
  const label = path && fieldAt(system?.schema, path)?.label;
  return label ? game.i18n.localize(label) : path;
}

/** Notifies the GM of unreadable data in the world, or in the given collections. */
export function notifyUnreadable(sources: readonly DocumentSource[] = worldSources()): void {
  if (!game.user.isGM) return;
  const found = findUnreadable(sources).map(({ said }) => said);
  if (found.length === 0) return;
  const names = found.slice(0, MOST).join('; ');
  const key = found.length > MOST ? 'CADENCE.App.Unreadable.many' : 'CADENCE.App.Unreadable.some';
  const more = found.length - MOST;
  notify('error', text(key, { names, more }), { permanent: true });
}

export interface Unreadable {
  /** Null if the document could not be created. */
  readonly document: ValidatedDocument | null;
  readonly documentName: string;
  readonly id: string;
  readonly said: string;
}

export const findUnreadable = (sources: readonly DocumentSource[] = worldSources()): Unreadable[] =>
  sources.flatMap((source) => [...reportSource(source)]);

type WorldCollection = Iterable<ValidatedDocument> &
  Omit<DocumentSource, 'documents' | 'nameOf'> & { readonly _source: readonly { _id: string; name?: string }[] };

function worldSources(): DocumentSource[] {
  const { items, actors, combats, messages, scenes } = game as unknown as Record<
    'items' | 'actors' | 'combats' | 'messages' | 'scenes',
    WorldCollection
  >;
  return [actors, items, scenes, combats, messages].map((collection) => {
    const { documentName, invalidDocumentIds, _source } = collection;
    const nameOf = (id: string) => _source.find(({ _id }) => _id === id)?.name;
    return { documentName, documents: collection, invalidDocumentIds, nameOf };
  });
}

function* reportSource({
  title,
  documentName,
  documents,
  invalidDocumentIds,
  nameOf,
}: DocumentSource): Generator<Unreadable> {
  for (const id of invalidDocumentIds)
    yield { document: null, documentName, id, said: wholeText(nameOf(id) || `${documentName} ${id}`, title) };
  for (const document of documents) {
    yield* reportDocument(document, title);
    for (const [, inner] of document.traverseEmbeddedDocuments()) {
      yield* reportDocument(inner, title, document.name);
      if (inner.actorLink === false) yield* reportToken(inner, title);
    }
  }
}

/**
 * Reports only data of the token's own delta; the base actor is reported itself. A token makes its actor when it is asked for it (since
 * 14.358, TokenDocument#_onDeltaMaterialized), so one without data of its own is not asked.
 */
function* reportToken(token: ValidatedDocument, title?: string): Generator<Unreadable> {
  const { system, items = [] } = token._source.delta ?? {};
  const hasSystem = Object.keys(system ?? {}).length > 0;
  const actor = hasSystem || items.length > 0 ? token.actor : null;
  if (!actor) return;
  if (hasSystem) yield* reportDocument(actor, title);
  const own = new Set(items.map(({ _id }) => _id));
  for (const [, inner] of actor.traverseEmbeddedDocuments())
    if (own.has(inner.id ?? '')) yield* reportDocument(inner, title, actor.name);
}

/** @param places its parents, the outermost first */
function* reportDocument(document: ValidatedDocument, ...places: (string | null | undefined)[]): Generator<Unreadable> {
  const fields = namesOf(document);
  if (fields.length === 0) return;
  const own = document.name || document.uuid;
  const message = fields.includes('')
    ? wholeText(own, ...places)
    : text('CADENCE.App.Unreadable.fields', { name: joinPlaces(own, ...places), fields: fields.join(', ') });
  yield { document, documentName: document.documentName, id: document.id ?? '', said: message };
}

const wholeText = (name: string, ...places: (string | null | undefined)[]): string =>
  text('CADENCE.App.Unreadable.whole', { name: joinPlaces(name, ...places) });

const joinPlaces = (name: string, ...places: (string | null | undefined)[]): string =>
  [...places.filter(Boolean), name].join(': ');

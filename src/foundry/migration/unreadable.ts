import { notify } from '../platform/notice';
import { text } from '../platform/text';

/** What Foundry found wrong with a value, or with what is in it. API: foundry.data.validation.DataModelValidationFailure. */
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
    /** Paths of the packed texts of a game master's card that cannot be read. */
    readonly unreadable?: readonly string[];
  };
  traverseEmbeddedDocuments(): Iterable<[string, ValidatedDocument]>;
  /** Of a token. */
  readonly actorLink?: boolean;
  readonly actor?: ValidatedDocument | null;
  readonly delta?: {
    readonly _source: { readonly system?: unknown; readonly items?: readonly { _id: string }[] };
  } | null;
}

/** Documents as they are kept somewhere. */
interface Shelf {
  /** What a game master knows it by, where that is not the world itself. */
  readonly title?: string;
  readonly documentName: string;
  readonly documents: Iterable<ValidatedDocument>;
  /** Those of which no document could be made: only their source has a name. */
  readonly invalidDocumentIds: ReadonlySet<string>;
  nameOf(id: string): string | undefined;
}

/** So many documents are named at once. */
const MOST = 8;

/** Paths below `system` of what cannot be read and is taken as if nobody had entered it; an empty one for the whole. */
export function unreadablePaths(document: ValidatedDocument): string[] {
  const { validationFailures, system } = document;
  const failure = validationFailures?.fields?.fields?.['system'];
  return [...(failure ? pathsIn(failure) : []), ...(system?.unreadable ?? [])];
}

const namesOf = (document: ValidatedDocument): string[] =>
  unreadablePaths(document).map((path) => nameOf(document.system, path));

/** The shortest way to each fault: of a list or a record it is enough to name the whole. */
function pathsIn({ fields = {}, message }: Failure): string[] {
  const inner = Object.entries(fields).flatMap(([key, failure]) =>
    pathsIn(failure).map((path) => (path ? `${key}.${path}` : key)),
  );
  return inner.length > 0 && !message ? inner : [''];
}

/** As its sheet calls it; what is on no sheet by its key, and of what cannot be read at all nothing. */
function nameOf(system: ValidatedDocument['system'], path: string): string {
  const label = path && system?.schema?.getField(path)?.label;
  return label ? game.i18n.localize(label) : path;
}

/** Tells the game master what in the world, or in a part of it, cannot be read, and where; the world goes on without it. */
export function notifyUnreadable(shelves: readonly Shelf[] = worldShelves()): void {
  if (!game.user.isGM) return;
  const found = findUnreadable(shelves).map(({ said }) => said);
  if (found.length === 0) return;
  const names = found.slice(0, MOST).join('; ');
  const key = found.length > MOST ? 'CADENCE.App.Unreadable.many' : 'CADENCE.App.Unreadable.some';
  const more = found.length - MOST;
  notify('error', text(key, { names, more }), { permanent: true });
}

/** Something that cannot be read. */
export interface Unreadable {
  /** Null where no document could be made of it. */
  readonly document: ValidatedDocument | null;
  readonly documentName: string;
  readonly id: string;
  readonly said: string;
}

export const findUnreadable = (shelves: readonly Shelf[] = worldShelves()): Unreadable[] =>
  shelves.flatMap((shelf) => [...unreadable(shelf)]);

type WorldCollection = Iterable<ValidatedDocument> &
  Omit<Shelf, 'documents' | 'nameOf'> & { readonly _source: readonly { _id: string; name?: string }[] };

function worldShelves(): Shelf[] {
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

function* unreadable({ title, documentName, documents, invalidDocumentIds, nameOf }: Shelf): Generator<Unreadable> {
  for (const id of invalidDocumentIds)
    yield { document: null, documentName, id, said: whole(nameOf(id) || `${documentName} ${id}`, title) };
  for (const document of documents) {
    yield* said(document, title);
    for (const [, inner] of document.traverseEmbeddedDocuments()) {
      yield* said(inner, title, document.name);
      if (inner.actor && inner.actorLink === false) yield* saidOfToken(inner, inner.actor, title);
    }
  }
}

/** Of a token's own actor what it has for itself; the rest is its actor's, and said there. */
function* saidOfToken(token: ValidatedDocument, actor: ValidatedDocument, title?: string): Generator<Unreadable> {
  const { system, items = [] } = token.delta?._source ?? {};
  if (system !== undefined) yield* said(actor, title);
  const own = new Set(items.map(({ _id }) => _id));
  for (const [, inner] of actor.traverseEmbeddedDocuments())
    if (own.has(inner.id ?? '')) yield* said(inner, title, actor.name);
}

/** @param places what it lies in, from the outermost */
function* said(document: ValidatedDocument, ...places: (string | null | undefined)[]): Generator<Unreadable> {
  const fields = namesOf(document);
  if (fields.length === 0) return;
  const own = document.name || document.uuid;
  const said = fields.includes('')
    ? whole(own, ...places)
    : text('CADENCE.App.Unreadable.fields', { name: within(own, ...places), fields: fields.join(', ') });
  yield { document, documentName: document.documentName, id: document.id ?? '', said };
}

const whole = (name: string, ...places: (string | null | undefined)[]): string =>
  text('CADENCE.App.Unreadable.whole', { name: within(name, ...places) });

const within = (name: string, ...places: (string | null | undefined)[]): string =>
  [...places.filter(Boolean), name].join(': ');

import { text } from './text';

/** What Foundry found wrong with a value, or with what is in it. API: foundry.data.validation.DataModelValidationFailure. */
interface Failure {
  readonly message?: string;
  readonly fields?: Readonly<Record<string, Failure>>;
  readonly elements?: readonly { readonly id: string | number; readonly failure: Failure }[];
}

interface Checked {
  readonly id: string | null;
  readonly uuid: string;
  readonly name?: string | null;
  readonly validationFailures?: { readonly fields: Failure | null; readonly joint: unknown };
  readonly system?: { readonly schema?: { getField(path: string): { readonly label?: string } | undefined } };
  traverseEmbeddedDocuments(): Iterable<[string, Checked]>;
  /** Of a token. */
  readonly actorLink?: boolean;
  readonly actor?: Checked | null;
  readonly delta?: {
    readonly _source: { readonly system?: unknown; readonly items?: readonly { _id: string }[] };
  } | null;
}

interface Kept extends Iterable<Checked> {
  readonly invalidDocumentIds: ReadonlySet<string>;
  readonly documentName: string;
}

/** So many documents are named at once. */
const MOST = 8;

/** What of a document's data cannot be read and is taken as if nobody had entered it: the names of its fields, as its sheet has them. */
export function unreadableFields({ validationFailures, system }: Checked): string[] {
  const failure = validationFailures?.fields?.fields?.['system'];
  if (!failure) return [];
  return pathsIn(failure).map((path) => nameOf(system, path));
}

/** The shortest way to each fault: of a list or a record it is enough to name the whole. */
function pathsIn({ fields = {}, message }: Failure): string[] {
  const inner = Object.entries(fields).flatMap(([key, failure]) =>
    pathsIn(failure).map((path) => (path ? `${key}.${path}` : key)),
  );
  return inner.length > 0 && !message ? inner : [''];
}

/** As its sheet calls it; what is on no sheet by its key, and of what cannot be read at all nothing. */
function nameOf(system: Checked['system'], path: string): string {
  const label = path && system?.schema?.getField(path)?.label;
  return label ? game.i18n!.localize(label) : path;
}

/** Tells the game master what in the world cannot be read, and where; the world goes on without it. */
export function tellUnreadable(): void {
  if (!game.user!.isGM) return;
  const found = [...unreadable()];
  if (found.length === 0) return;
  const names = found.slice(0, MOST).join('; ');
  const key = found.length > MOST ? 'CADENCE.App.Unreadable.many' : 'CADENCE.App.Unreadable.some';
  const more = found.length - MOST;
  ui.notifications!.error(text(key, { names, more }), { permanent: true });
}

function* unreadable(): Generator<string> {
  const { items, actors, combats, messages, scenes } = game as unknown as Record<string, Kept>;
  for (const collection of [actors!, items!, scenes!, combats!, messages!]) {
    for (const id of collection.invalidDocumentIds)
      yield text('CADENCE.App.Unreadable.whole', { name: wholeName(collection, id) });
    for (const document of collection) {
      yield* said(document);
      for (const [, inner] of document.traverseEmbeddedDocuments()) {
        yield* said(inner, document);
        if (inner.actor && inner.actorLink === false) yield* saidOfToken(inner, inner.actor);
      }
    }
  }
}

/** Of a token's own actor what it has for itself; the rest is its actor's, and said there. */
function* saidOfToken(token: Checked, actor: Checked): Generator<string> {
  const { system, items = [] } = token.delta?._source ?? {};
  if (system !== undefined) yield* said(actor);
  const own = new Set(items.map(({ _id }) => _id));
  for (const [, inner] of actor.traverseEmbeddedDocuments()) if (own.has(inner.id!)) yield* said(inner, actor);
}

/** Of what could not become a document only its source can be asked. */
function wholeName({ documentName }: Kept, id: string): string {
  const collection = game.collections!.get(documentName as never) as unknown as {
    _source: readonly { _id: string; name?: string }[];
  };
  return collection._source.find(({ _id }) => _id === id)?.name ?? `${documentName} ${id}`;
}

function* said(document: Checked, inside?: Checked): Generator<string> {
  const fields = unreadableFields(document);
  if (fields.length === 0) return;
  const own = document.name || document.uuid;
  const name = inside?.name ? `${inside.name}: ${own}` : own;
  if (fields.includes('')) yield text('CADENCE.App.Unreadable.whole', { name });
  else yield text('CADENCE.App.Unreadable.fields', { name, fields: fields.join(', ') });
}

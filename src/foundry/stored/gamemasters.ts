import { gamemasterTerms, type Tenure, type Tenures } from '../platform/hidden-settings';
import { readServerTime } from '../platform/server-clock';

/** What the server writes of a document: when, and by which user. */
interface Stamped {
  readonly _stats?: {
    readonly modifiedTime?: number | null | undefined;
    readonly lastModifiedBy?: string | null | undefined;
  };
}

/** Since before roles were recorded. */
const ALWAYS = -1;

/** The terms as this window saw roles change since it was ready, or null before that. */
let known: Tenures | null = null;

/** Whether the last write of a document was by a user who was a GM at that moment, as this window saw it arrive. */
const lastWrites = new WeakMap<object, boolean>();

/** Records who wrote a document. Call for each creation and update, in the order of the server. */
export function noteWrite(document: object, userId: string): void {
  lastWrites.set(document, game.users?.get(userId)?.isGM === true);
}

/**
 * Returns true if the last write of a document was by a user who was a GM then. The role of today proves nothing: a former GM may have
 * written it since, and a new one as a player.
 * @param author counts as the last writer of a document without stamps
 */
export function isWrittenByGamemaster(document: Stamped, author?: string | null): boolean {
  const { lastModifiedBy, modifiedTime } = document._stats ?? {};
  return lastWrites.get(document) ?? wasGamemaster(lastModifiedBy ?? author, modifiedTime);
}

/**
 * Returns true if the user was a GM at a moment.
 * @param at server time, as stamped by the server; without it, the role of today counts
 */
export function wasGamemaster(userId: string | null | undefined, at: number | null | undefined): boolean {
  const id = userId ?? '';
  const terms = termsOf(known ?? withRoles(gamemasterTerms(), false), id);
  if (typeof at !== 'number' || terms.length === 0) return game.users?.get(id)?.isGM === true;
  // Stamps are in milliseconds: at the moment of the change itself, nothing is proven.
  return terms.some(({ from, until }) => at > from && (until === undefined || at < until));
}

const termsOf = (terms: Tenures, userId: string): readonly Tenure[] =>
  (Object.hasOwn(terms, userId) ? terms[userId] : undefined) ?? [];

/**
 * Returns the terms with the roles of today. Users who are gone stay as they are, because they write nothing any more.
 * @param isSeen this window sees the change of a role; otherwise it happened while the window was closed
 */
function withRoles(terms: Tenures, isSeen: boolean): Tenures {
  const isFirst = Object.keys(terms).length === 0;
  const changed = (game.users?.contents ?? []).flatMap((user): [string, readonly Tenure[]][] => {
    const id = user.id ?? '';
    const before = termsOf(terms, id);
    const last = before.at(-1);
    const isOpen = last !== undefined && last.until === undefined;
    if (user.isGM === isOpen) return [];
    if (!isOpen) return [[id, [...before, { from: isFirst ? ALWAYS : timeOfChange(user) }]]];
    // A former GM may have changed their own user since: then the time of the change is unknown, and nothing of the term counts.
    const isKnown = isSeen || (user._stats.lastModifiedBy ?? id) !== id;
    return [[id, [...before.slice(0, -1), { from: last.from, until: isKnown ? timeOfChange(user) : last.from }]]];
  });
  return changed.length > 0 ? { ...terms, ...Object.fromEntries(changed) } : terms;
}

const timeOfChange = ({ _stats }: User.Implementation): number => _stats.modifiedTime ?? Math.round(readServerTime());

/** Notes the roles as they are now, and returns the terms to store, or null if they are stored already. */
export function noteRoles(): Tenures | null {
  const stored = gamemasterTerms();
  known = withRoles(known ?? stored, known !== null);
  return foundry.utils.objectsEqual(stored, known) ? null : known;
}

import { type ExchangeDocument, isCard, isDraft, isFromGamemaster } from '../host/exchange-document';
import { idOf } from '../platform/documents';
import { pack, unpack } from '../platform/packed';
import { SYSTEM_ID } from '../platform/settings';
import { type BatchOperation, isSupported } from '../platform/v14';
import { combatSystem } from '../stored/systems';
import { isRecord } from '../stored/validators';
import { saltOf, storeSalt } from './claim-salts';
import { CLIENT_ID } from './lease';
import { readTraces, type Trace } from './trace';

/**
 * Who is writing the next step, and what it would leave. It is there before anything of the step is, so that of two windows only one writes,
 * and another can take back what a window left half done.
 */
export interface Claim {
  readonly step: number;
  readonly user: string;
  readonly client: string;
  readonly traces: readonly Trace[];
  /** Salts the sums in the traces. It is not stored with the claim, and null in a browser that did not make the claim. */
  readonly salt: string | null;
  /** Set where the step undoes the one before it, which reached the host without all of its documents. */
  readonly repairs?: Repair;
}

/** What the step before would have left. */
export interface Repair {
  readonly traces: readonly Trace[];
  readonly salt: string | null;
  /** The tab that claimed it. */
  readonly client: string;
  /** Seconds by which the step moved the time of the world. */
  readonly delta: number;
}

/** Marks of steps that are done are kept for so long: a window that lags behind finds its own step taken. */
const KEPT_MARKS = 3;
const MARK = 'cadenceStep';
const NOTHING = { user: '', client: '', traces: [], salt: null };

/** An id that only one step of an encounter has. */
const markOf = (step: number): string => `${MARK}${String(step).padStart(5, '0')}`;

/** Whether a group of combatants marks a step that is not done: it is being written, or was begun and given up. */
export const isUnfinishedMark = ({ id, parent }: CombatantGroup.Implementation): boolean =>
  parent !== null && (id ?? '').startsWith(MARK) && (id ?? '') > markOf(combatSystem(parent).step);

/** A game master's window wrote it, so it may be long. */
const LONGEST = 1_000_000;
/** Bytes a claim may unpack to; more would keep the window busy for longer than 100 ms. */
const LARGEST = 4_000_000;

export const createClaim = (
  step: number,
  traces: readonly Trace[],
  salt: string | null,
  repairs: Repair | null = null,
): Claim => ({
  step,
  traces,
  salt,
  user: game.user.id,
  client: CLIENT_ID,
  ...(repairs && { repairs }),
});

/** Encounters bear it as an empty group of combatants; cards, and encounters where that does not work, as a text. */
const bearsGroups = (host: ExchangeDocument): host is Combat.Implementation => !isCard(host) && isSupported('groups');

/** The document as it is now: a card that was only a draft may have been written since. */
export const currentDocument = (host: ExchangeDocument): ExchangeDocument =>
  isCard(host) ? (game.messages?.get(host.id ?? '') ?? host) : host;

/** The claim on the next step; null where nobody is writing it. */
export const claimOf = (host: ExchangeDocument): Claim | null =>
  claimAt(host, combatSystem(currentDocument(host)).step + 1);

/** Whether a step has been begun here that nobody has brought to its end. */
export const hasUnfinishedStep = (host: ExchangeDocument): boolean => claimOf(host) !== null;

/** The claim on a step, whether it has been written meanwhile or not. */
export function claimAt(host: ExchangeDocument, step: number): Claim | null {
  const now = currentDocument(host);
  const text = bearsGroups(now) ? textOf(now, step) : textOn(now);
  return text === null ? null : read(host, text, step);
}

/** A card's claim counts only if a game master wrote it. Of a Combat the server lets nobody else write `system`. */
const textOn = (host: ExchangeDocument): string | null =>
  isCard(host) && !isDraft(host) && !isFromGamemaster(host) ? null : combatSystem(host).writing || null;

/**
 * When the step at which an encounter stands was claimed, by the server's clock; null where no mark of it is kept.
 * API: CombatantGroup#_stats.
 */
export function claimedSince(host: ExchangeDocument): number | null {
  const now = currentDocument(host);
  return bearsGroups(now) ? (now.groups.get(markOf(combatSystem(now).step))?._stats.createdTime ?? null) : null;
}

function textOf({ groups }: Combat.Implementation, step: number): string | null {
  const group = groups.get(markOf(step));
  if (!group || !isByGamemaster(group)) return null;
  const { writing } = ((group.flags as Record<string, unknown>)[SYSTEM_ID] ?? {}) as { writing?: unknown };
  return typeof writing === 'string' ? writing : '';
}

// T14: common/documents/combatant-group.d.mts: its owner may update it, and `ownership` is a field of its own.
const isByGamemaster = ({ _stats }: CombatantGroup.Implementation): boolean => {
  const last = (_stats as { lastModifiedBy?: string | null } | undefined)?.lastModifiedBy;
  return !last || game.users?.get(last)?.isGM === true;
};

/** An unreadable claim counts as one without traces, made by a tab that has closed. */
function read(host: ExchangeDocument, text: string, step: number): Claim {
  try {
    const claim = unpack(text, LONGEST, LARGEST);
    if (!isRecord(claim)) return { ...NOTHING, step };
    const { user, repairs } = claim;
    const own = { ...readLeft(host, step, claim), step, user: String(user) };
    if (!isRecord(repairs)) return own;
    return { ...own, repairs: { ...readLeft(host, step - 1, repairs), delta: Number(repairs['delta']) || 0 } };
  } catch {
    return { ...NOTHING, step };
  }
}

function readLeft(
  host: ExchangeDocument,
  step: number,
  stored: Readonly<Record<string, unknown>>,
): Pick<Repair, 'client' | 'traces' | 'salt'> {
  const client = String(stored['client']);
  return { client, traces: readTraces(stored['traces']), salt: saltOf(host, step, client) };
}

/**
 * The operation that makes a claim. Creating what is there is refused by the database itself, so of several windows one makes it.
 * @param draft a card that is not written yet; its id is the same in every window that would write it
 */
export function claimOperation(host: ExchangeDocument, claim: Claim, draft: object | null): BatchOperation {
  const { salt, repairs, ...told } = claim;
  if (salt !== null) storeSalt(host, claim.step, claim.client, salt);
  const writing = pack({ ...told, ...(repairs && { repairs: { ...repairs, salt: null } }) });
  if (bearsGroups(host)) {
    const data = [{ _id: markOf(claim.step), flags: { [SYSTEM_ID]: { writing } } }];
    return { action: 'create', documentName: 'CombatantGroup', parent: host, data, keepId: true, render: false };
  }
  if (!draft) return update(host, writing);
  const { system } = draft as { system: object };
  const data = [{ ...draft, system: { ...system, writing } }];
  return { action: 'create', documentName: 'ChatMessage', data, keepId: true };
}

/** Whether an update only claims a step of a card or an encounter, or lets go of it: of that nobody reads anything. */
export function isClaimOnly(changed: object | null | undefined): boolean {
  const { system, _id, _stats, ...other } = (changed ?? {}) as Record<string, object>;
  return Object.keys(other).length === 0 && Object.keys(system ?? {}).join() === 'writing';
}

const update = (host: ExchangeDocument, writing: string): BatchOperation => ({
  action: 'update',
  documentName: isCard(host) ? 'ChatMessage' : 'Combat',
  updates: [{ _id: host.id, system: { writing } }],
  render: false,
});

/** The operation that takes a claim away of which nothing stands. */
export function releaseOperation(host: ExchangeDocument, { step }: Claim): BatchOperation {
  const now = currentDocument(host);
  if (bearsGroups(now)) return { ...marksOf(now), action: 'delete', ids: [markOf(step)], render: false };
  // A card on which nothing has happened was made with its claim.
  if (isCard(now) && combatSystem(now).step === 0)
    return { action: 'delete', documentName: 'ChatMessage', ids: [idOf(now)] };
  return update(now, '');
}

const marksOf = (parent: Combat.Implementation) => ({ documentName: 'CombatantGroup', parent });

/** What goes with a step that is written: marks of steps long done. */
export function forgetOperations(host: ExchangeDocument, step: number): BatchOperation[] {
  if (!bearsGroups(host)) return [];
  const ids = host.groups.map(idOf).filter((id) => id.startsWith(MARK) && id <= markOf(step - KEPT_MARKS));
  return ids.length > 0 ? [{ ...marksOf(host), action: 'delete', ids, render: false }] : [];
}

import { type ExchangeDocument, isCard, isDraft, isFromGamemaster } from '../../host/exchange-document';
import { idOf } from '../../platform/documents';
import { pack, unpack } from '../../platform/packed';
import { SYSTEM_ID } from '../../platform/settings';
import { type BatchOperation, isSupported } from '../../platform/v14';
import { isWrittenByGamemaster } from '../../stored/gamemasters';
import { MOST_CLAIM } from '../../stored/schemas';
import { combatSystem } from '../../stored/systems';
import { isRecord } from '../../stored/validators';
import { saltOf, storeSalt } from './claim-salts';
import { CLIENT_ID } from './lease';
import { type OperationTrace, readTraces } from './trace';

/**
 * The note that a step is being written, and what it would leave. It precedes the step, so that only one window writes, and another can
 * undo a half-written step.
 */
export interface Claim {
  readonly step: number;
  readonly user: string;
  readonly client: string;
  readonly traces: readonly OperationTrace[];
  /** Salts the hashes in the traces. Null in a browser that did not make the claim. */
  readonly salt: string | null;
  /** Set if this step undoes the one before it, which reached the host without all of its documents. */
  readonly repairs?: Repair;
}

/** What the previous step would have left. */
export interface Repair {
  readonly traces: readonly OperationTrace[];
  readonly salt: string | null;
  readonly client: string;
  /** Seconds by which the step moved the world time. */
  readonly delta: number;
}

/** Marks of finished steps kept, so that a window that lags behind finds its own step taken. */
const KEPT_MARKS = 3;
const MARK = 'cadenceStep';
const NO_CLAIM = { user: '', client: '', traces: [], salt: null };

const markOf = (step: number): string => `${MARK}${String(step).padStart(5, '0')}`;

/** Returns true if these groups of combatants only claim steps, which no view depends on. */
export const areMarks = (ids: readonly unknown[]): boolean => ids.every((id) => String(id).startsWith(MARK));

/** Returns true if a group of combatants marks a step that is being written or was abandoned. */
export const isUnfinishedMark = ({ id, parent }: CombatantGroup.Implementation): boolean =>
  parent !== null && (id ?? '').startsWith(MARK) && (id ?? '') > markOf(combatSystem(parent).step);

/** Bytes of an unpacked claim; more would block the window for over 100 ms. */
const MOST_BYTES = 4_000_000;

export const createClaim = (
  step: number,
  traces: readonly OperationTrace[],
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

/** Encounters store the claim as an empty group of combatants; cards, and encounters without that ability, as text. */
const usesGroups = (host: ExchangeDocument): host is Combat.Implementation => !isCard(host) && isSupported('groups');

/** Returns the document as it is now: a draft card may have been written since. */
export const currentDocument = (host: ExchangeDocument): ExchangeDocument =>
  isCard(host) ? (game.messages?.get(host.id ?? '') ?? host) : host;

export const claimOf = (host: ExchangeDocument): Claim | null =>
  claimAt(host, combatSystem(currentDocument(host)).step + 1);

export const hasUnfinishedStep = (host: ExchangeDocument): boolean => claimOf(host) !== null;

export function claimAt(host: ExchangeDocument, step: number): Claim | null {
  const now = currentDocument(host);
  const text = usesGroups(now) ? groupText(now, step) : systemText(now);
  return text === null ? null : parseClaim(host, text, step);
}

/** A card's claim counts only if a GM wrote it. Only GMs may write `system` of a Combat. */
const systemText = (host: ExchangeDocument): string | null =>
  isCard(host) && !isDraft(host) && !isFromGamemaster(host) ? null : combatSystem(host).writing || null;

/** Returns when the current step of an encounter was claimed, in server time, or null if its mark is gone. API: CombatantGroup#_stats. */
export function claimedSince(host: ExchangeDocument): number | null {
  const now = currentDocument(host);
  return usesGroups(now) ? (now.groups.get(markOf(combatSystem(now).step))?._stats.createdTime ?? null) : null;
}

function groupText({ groups }: Combat.Implementation, step: number): string | null {
  const group = groups.get(markOf(step));
  if (!group) return null;
  // Its id is taken, so the next referee has to remove it; what it says does not count.
  if (!isByGamemaster(group)) return '';
  const { writing } = ((group.flags as Record<string, unknown>)[SYSTEM_ID] ?? {}) as { writing?: unknown };
  return typeof writing === 'string' ? writing : '';
}

// T14: common/documents/combatant-group.d.mts: its owner may update it, and `ownership` is a field of its own.
const isByGamemaster = (group: CombatantGroup.Implementation): boolean =>
  !(group._stats as { lastModifiedBy?: string | null } | undefined)?.lastModifiedBy || isWrittenByGamemaster(group);

/** An unreadable claim counts as one without traces, made by a tab that has closed. */
function parseClaim(host: ExchangeDocument, text: string, step: number): Claim {
  try {
    const claim = unpack(text, MOST_CLAIM, MOST_BYTES);
    if (!isRecord(claim)) return { ...NO_CLAIM, step };
    const { user, repairs } = claim;
    const own = { ...readRepair(host, step, claim), step, user: String(user) };
    if (!isRecord(repairs)) return own;
    return { ...own, repairs: { ...readRepair(host, step - 1, repairs), delta: Number(repairs['delta']) || 0 } };
  } catch {
    return { ...NO_CLAIM, step };
  }
}

function readRepair(
  host: ExchangeDocument,
  step: number,
  stored: Readonly<Record<string, unknown>>,
): Pick<Repair, 'client' | 'traces' | 'salt'> {
  const client = String(stored['client']);
  return { client, traces: readTraces(stored['traces']), salt: saltOf(host, step, client) };
}

/**
 * Returns the operation that makes a claim. The database refuses a second document with the same id, so only one window succeeds.
 * @param draft an unwritten card; its id is the same in every window that would write it
 */
export function claimOperation(host: ExchangeDocument, claim: Claim, draft: object | null): BatchOperation {
  const { salt, repairs, ...stored } = claim;
  if (salt !== null) storeSalt(host, claim.step, claim.client, salt);
  const writing = pack({ ...stored, ...(repairs && { repairs: { ...repairs, salt: null } }) });
  if (usesGroups(host)) {
    const data = [{ _id: markOf(claim.step), flags: { [SYSTEM_ID]: { writing } } }];
    return { action: 'create', documentName: 'CombatantGroup', parent: host, data, keepId: true, render: false };
  }
  if (!draft) return writingOperation(host, writing);
  const { system } = draft as { system: object };
  const data = [{ ...draft, system: { ...system, writing } }];
  return { action: 'create', documentName: 'ChatMessage', data, keepId: true };
}

/** Returns true if an update only claims or releases a step, which no view depends on. */
export function isClaimOnly(changed: object | null | undefined): boolean {
  const { system, _id, _stats, ...other } = (changed ?? {}) as Record<string, object>;
  return Object.keys(other).length === 0 && Object.keys(system ?? {}).join() === 'writing';
}

const writingOperation = (host: ExchangeDocument, writing: string): BatchOperation => ({
  action: 'update',
  documentName: isCard(host) ? 'ChatMessage' : 'Combat',
  updates: [{ _id: host.id, system: { writing } }],
  render: false,
});

export function releaseOperation(host: ExchangeDocument, { step }: Claim): BatchOperation {
  const now = currentDocument(host);
  if (usesGroups(now)) return { ...groupTarget(now), action: 'delete', ids: [markOf(step)], render: false };
  // A card without a step was created by its claim.
  if (isCard(now) && combatSystem(now).step === 0)
    return { action: 'delete', documentName: 'ChatMessage', ids: [idOf(now)] };
  return writingOperation(now, '');
}

const groupTarget = (parent: Combat.Implementation) => ({ documentName: 'CombatantGroup', parent });

/** Returns the operations that delete the marks of old steps. */
export function forgetOperations(host: ExchangeDocument, step: number): BatchOperation[] {
  if (!usesGroups(host)) return [];
  const ids = host.groups.map(idOf).filter((id) => id.startsWith(MARK) && id <= markOf(step - KEPT_MARKS));
  return ids.length > 0 ? [{ ...groupTarget(host), action: 'delete', ids, render: false }] : [];
}

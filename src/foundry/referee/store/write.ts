import { type ExchangeDocument, isAvailable } from '../../host/exchange-document';
import { notify } from '../../platform/notice';
import { BlockedError, LateError, NotWrittenError, OvertakenError } from '../../platform/refusals';
import { text } from '../../platform/text';
import { type BatchOperation, modifyBatch } from '../../platform/v14';
import { combatSystem } from '../../stored/systems';
import { forgetGone } from '../requests/requests';
import {
  type Claim,
  claimAt,
  claimedSince,
  claimOf,
  claimOperation,
  createClaim,
  currentDocument,
  forgetOperations,
  type Repair,
  releaseOperation,
} from './claim';
import { CLIENT_ID, isClientAlive, isReferee, lastMessageTime, PING_TIMEOUT } from './lease';
import type { OperationTrace } from './trace';
import { isWritten, tracesOf, undoOperations, wasNeverWritten } from './undo-trace';

/** Attempts to undo an incomplete step. */
const TRIES = 3;

/**
 * Writes operations as one step, completely or not at all: claims the step, which only one window can; sends everything, the host last;
 * compares the documents and undoes an incomplete write.
 * @param draft the data of a card that is not written yet
 * @throws OvertakenError if another window was faster, BlockedError if a module prevents the step, LateError if the server answers too late,
 * NotWrittenError if it refuses the step
 */
export async function write(
  host: ExchangeDocument,
  step: number,
  operations: readonly BatchOperation[],
  draft: object | null = null,
): Promise<void> {
  await assertUnclaimed(host);
  const salt = foundry.utils.randomID();
  const traces = tracesOf(operations, salt);
  await claimStep(host, createClaim(step, traces, salt), draft);
  const isWhole = (): boolean => traces.every(isWritten) && (stepOf(host) === step || !isAvailable(host));
  // A failure to delete old marks does not affect the step.
  let outcome = await send([...operations, ...forgetOperations(host, step)], step);
  let rest: readonly BatchOperation[] | null = operations;
  while (!isWhole()) {
    rest = await withoutWithdrawn(rest, outcome);
    if (!rest || stepOf(host) >= step || !(await undoTraces(ownTraces(traces, outcome), step, salt))) break;
    outcome = await send(rest, step);
  }
  if (isWhole()) return;
  const left = ownTraces(traces, outcome);
  const delta = operations.find(({ worldTime }) => worldTime)?.worldTime?.delta ?? 0;
  if (stepOf(host) === step) await undoReachedStep(host, step, { traces: left, salt, client: CLIENT_ID, delta });
  else await abandonClaim(host, createClaim(step, left, salt));
  throw outcome.why(traces);
}

/** Without requests that their authors deleted since the claim: a player who could prevent the step would get new dice. */
async function withoutWithdrawn(
  operations: readonly BatchOperation[],
  { refusal }: Outcome,
): Promise<BatchOperation[] | null> {
  const requests = operations.flatMap(({ action, documentName, ids = [] }) =>
    action === 'delete' && documentName === 'ChatMessage' ? ids : [],
  );
  await forgetGone(
    requests.flatMap((id) => game.messages?.get(id) ?? []),
    refusal,
  );
  const isGone = (id: string): boolean => !game.messages?.has(id);
  const isWithdrawn = ({ action, documentName, ids = [] }: BatchOperation): boolean =>
    action === 'delete' && documentName === 'ChatMessage' && ids.some(isGone);
  if (!operations.some(isWithdrawn)) return null;
  return operations.flatMap((operation) => {
    if (!isWithdrawn(operation)) return [operation];
    const ids = (operation.ids ?? []).filter((id) => !isGone(id));
    return ids.length > 0 ? [{ ...operation, ids }] : [];
  });
}

/** Without documents that others deleted meanwhile, such as requests. */
const ownTraces = (traces: readonly OperationTrace[], { deleted }: Outcome): OperationTrace[] =>
  traces.filter(({ done, id }) => done !== 'deleted' || deleted.has(id));

const stepOf = (host: ExchangeDocument): number => combatSystem(currentDocument(host)).step;

/** If the step is claimed: repairs it if its window has closed, and throws, because the caller's judgement is out of date. */
async function assertUnclaimed(host: ExchangeDocument): Promise<void> {
  if (!claimOf(host)) return;
  await repair(host);
  throw new OvertakenError('another window has begun this step');
}

async function claimStep(host: ExchangeDocument, newClaim: Claim, draft: object | null): Promise<void> {
  const sentAt = Date.now();
  const outcome = await send([claimOperation(host, newClaim, draft)], newClaim.step);
  const existing = claimOf(host);
  const isNext = stepOf(host) === newClaim.step - 1;
  if (existing?.client === CLIENT_ID && isNext) {
    // A window that waited this long may count as gone, and another may be repairing its claim.
    const isLate = Date.now() - sentAt >= PING_TIMEOUT / 2;
    // Another window may have taken over meanwhile.
    const isOurs = isReferee(currentDocument(host));
    if (!isLate && isOurs) return;
    await release(host, existing);
    if (!isOurs) throw new OvertakenError('another window has become the referee');
    throw new LateError(text('CADENCE.Notice.refused.slow'));
  }
  // The claim existed already, or others have advanced meanwhile.
  if (existing || !isNext) {
    if (!isNext && claimAt(host, newClaim.step)?.client === CLIENT_ID) await release(host, newClaim);
    throw new OvertakenError(`another window has claimed step ${newClaim.step}`);
  }
  throw outcome.whyNone();
}

/** Undoes what remains of a claimed step and releases the claim. Returns true if nothing remains. */
async function abandonClaim(host: ExchangeDocument, abandoned: Claim): Promise<boolean> {
  const isClear = await undoTraces(abandoned.traces, abandoned.step, abandoned.salt);
  await release(host, abandoned);
  if (!isClear) notifyLeft(abandoned);
  return isClear;
}

async function undoTraces(traces: readonly OperationTrace[], step: number, salt: string | null): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries++) {
    const undo = undoOperations(traces, salt);
    if (undo.length === 0) return true;
    await send(undo, step);
  }
  return undoOperations(traces, salt).length === 0;
}

/** Undoes a step that the host reached incompletely. Step numbers are never reused, so the undo is the next step. */
async function undoReachedStep(host: ExchangeDocument, step: number, repairs: Repair): Promise<void> {
  const { traces, salt, delta } = repairs;
  const next = step + 1;
  const undo = undoOperations(traces, salt).map((operation) => withStepNumber(host, operation, next, -delta));
  const last = undo.filter(({ updates }) => isOf(host, updates));
  const saltOfNext = foundry.utils.randomID();
  const newClaim = createClaim(next, tracesOf(undo, saltOfNext), saltOfNext, repairs);
  // A module that blocks the claim does not prevent the repair; another window that has advanced does.
  const isOvertaken = await claimStep(host, newClaim, null).then(
    () => false,
    (error: unknown) => error instanceof OvertakenError,
  );
  if (isOvertaken) return notifyLeft(repairs);
  await send([...undo.filter((operation) => !last.includes(operation)), ...last], next);
  const isBack = stepOf(host) === next;
  if (!isBack && claimOf(host)?.client === CLIENT_ID) await release(host, newClaim);
  const others = traces.filter(({ id }) => id !== host.id);
  if (!isBack || undoOperations(others, salt).length > 0) notifyLeft(repairs);
}

const isOf = (host: ExchangeDocument, updates: BatchOperation['updates'] = []): boolean =>
  (updates as readonly { _id: string }[]).some(({ _id }) => _id === host.id);

function withStepNumber(
  host: ExchangeDocument,
  operation: BatchOperation,
  step: number,
  delta: number,
): BatchOperation {
  const { updates } = operation;
  if (!updates || !isOf(host, updates)) return operation;
  return {
    ...operation,
    worldTime: { delta },
    updates: updates.map((update) => ({ ...update, 'system.step': step })),
  };
}

async function release(host: ExchangeDocument, claim: Claim): Promise<void> {
  await send([releaseOperation(host, claim)], claim.step);
}

/**
 * Undoes a step that this window, or a closed one, could not finish. An open window finishes its own step.
 * @returns true if the next step can be claimed
 */
export async function repair(host: ExchangeDocument): Promise<boolean> {
  const left = claimOf(host);
  if (!left) return repairReachedStep(host);
  if (left.client !== CLIENT_ID) {
    if (await isClientAlive(left)) return claimOf(host) === null;
    await new Promise((resolve) => setTimeout(resolve, lastMessageTime(left)));
  }
  const now = claimOf(host);
  if (now?.client !== left.client || now.step !== left.step) return now === null;
  const hadBegun = undoOperations(left.traces, left.salt).length > 0;
  const isClear = await abandonClaim(host, left);
  // It was undoing the previous step, which is still incomplete.
  if (isClear && left.repairs) await undoReachedStep(host, left.step - 1, left.repairs);
  if (isClear && (hadBegun || left.repairs)) notify('warn', text('CADENCE.Notice.halfDone', { name: nameOf(left) }));
  return claimOf(host) === null;
}

/**
 * Reached steps that this tab has tried to undo. Each release of a claim asks for another repair, so a second attempt could repeat forever.
 */
const attempted = new Set<string>();

/** Undoes the current step if its window closed before it noticed that a part was refused. */
async function repairReachedStep(host: ExchangeDocument): Promise<boolean> {
  const left = incompleteClaim(host);
  const attempt = `${host.id}.${left?.step}`;
  if (!left || attempted.has(attempt)) return true;
  attempted.add(attempt);
  // Its own window may be about to repair it.
  if (left.client !== CLIENT_ID && (await isClientAlive(left)))
    await new Promise((resolve) => setTimeout(resolve, PING_TIMEOUT));
  if (claimOf(host) || incompleteClaim(host)?.step !== left.step) return claimOf(host) === null;
  await undoReachedStep(host, left.step, { traces: left.traces, salt: left.salt, client: left.client, delta: 0 });
  if (stepOf(host) > left.step) notify('warn', text('CADENCE.Notice.halfDone', { name: nameOf(left) }));
  return claimOf(host) === null;
}

export const isLastStepIncomplete = (host: ExchangeDocument): boolean => incompleteClaim(host) !== null;

function incompleteClaim(host: ExchangeDocument): Claim | null {
  const since = claimedSince(host);
  const existing = since === null ? null : claimAt(host, stepOf(host));
  return existing?.traces.some((trace) => wasNeverWritten(trace, since ?? 0)) ? existing : null;
}

const nameOf = ({ user }: Claim): string => game.users?.get(user)?.name ?? text('CADENCE.App.gamemaster');

function notifyLeft({ traces, salt }: Pick<Claim, 'traces' | 'salt'>): void {
  const left = undoOperations(traces, salt).map(
    ({ documentName, parent }) => (parent as { name?: string } | null)?.name ?? documentName,
  );
  if (left.length > 0) notify('error', text('CADENCE.Notice.halfLeft', { names: [...new Set(left)].join(', ') }));
}

/** The result of sent operations that the documents do not show. */
interface Outcome {
  /** The server's error, or null. */
  readonly refusal: unknown;
  readonly deleted: ReadonlySet<string>;
  why(traces: readonly OperationTrace[]): Error;
  whyNone(): Error;
}

const PRE = { create: 'preCreate', update: 'preUpdate', delete: 'preDelete' } as const;

/**
 * Sends operations as part of a step; the mark identifies them to our document hooks. An operation that our hook did not see was blocked by
 * a module, because our hook is called last.
 */
async function send(operations: readonly BatchOperation[], step: number): Promise<Outcome> {
  const passed = new Set<string>();
  const deleted = new Set<string>();
  const passes = (document: { id: string }): void => void passed.add(document.id);
  const deletes = (document: { id: string }, _options: object, userId: string): void => {
    if (userId === game.user.id) deleted.add(document.id);
  };
  const listeners = [...new Set(operations.map(({ action, documentName }) => `${PRE[action]}${documentName}`))].map(
    (hook) => listen(hook, passes),
  );
  const names = new Set(operations.flatMap(({ action, documentName }) => (action === 'delete' ? [documentName] : [])));
  for (const name of names) listeners.push(listen(`delete${name}`, deletes));
  const marked = operations.map((operation) => ({ ...operation, turnEvents: false, cadence: { step } }));
  let refusal: unknown = null;
  await modifyBatch(marked).catch((error: unknown) => {
    refusal = error;
  });
  for (const stop of listeners) stop();
  const message = refusal instanceof Error ? refusal.message : refusal === null ? '' : String(refusal);
  const refused = (): Error =>
    new NotWrittenError(message || text('CADENCE.Notice.refused.silently'), { cause: refusal });
  return {
    refusal,
    deleted,
    why: (traces) =>
      refusal === null && traces.some((trace) => !isWritten(trace) && !passed.has(trace.id))
        ? new BlockedError('a hook prevented the step')
        : refused(),
    whyNone: () => (refusal === null && passed.size === 0 ? new BlockedError('a hook prevented the step') : refused()),
  };
}

type HookHandler = (document: { id: string }, options: object, userId: string) => void;

/** Returns the function that removes the hook. */
function listen(hook: string, handler: HookHandler): () => void {
  // The types know only Foundry's own hooks.
  const hooks: { on(name: string, handler: HookHandler): number; off(name: string, id: number): unknown } = Hooks;
  const id = hooks.on(hook, handler);
  return () => void hooks.off(hook, id);
}

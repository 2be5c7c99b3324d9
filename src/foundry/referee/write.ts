import { type ExchangeDocument, isAvailable } from '../host/exchange-document';
import { notify } from '../platform/notice';
import { BlockedError, NotWrittenError, OvertakenError } from '../platform/refusals';
import { text } from '../platform/text';
import { type BatchOperation, modifyBatch } from '../platform/v14';
import { combatSystem } from '../stored/systems';
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
import { CLIENT_ID, isClientAlive, isReferee, PING_TIMEOUT } from './lease';
import { isWritten, type Trace, tracesOf, undoOperations, wasNeverWritten } from './trace';

/** How often it is tried to take back what stands of a step. */
const TRIES = 3;

/**
 * Writes operations as one step, wholly or not at all, whatever Foundry makes of a batch of which it refuses a part. First the step is claimed,
 * which only one window can; then everything is sent at once, the host last; then the documents show what has become of it, and what is not
 * whole is taken back. Throws OvertakenError where another window was faster, BlockedError where a module prevents it, and NotWrittenError
 * where the server has refused it; in each case nothing of it stands.
 * @param draft where the host is a card that is not written yet, what it is made from
 */
export async function write(
  host: ExchangeDocument,
  step: number,
  operations: readonly BatchOperation[],
  draft: object | null = null,
): Promise<void> {
  await clear(host);
  const salt = foundry.utils.randomID();
  const traces = tracesOf(operations, salt);
  await claim(host, createClaim(step, traces, salt), draft);
  const isWhole = (): boolean => traces.every(isWritten) && (stepOf(host) === step || !isAvailable(host));
  // Whatever becomes of old marks, it keeps nothing from being written.
  let outcome = await send([...operations, ...forgetOperations(host, step)], step);
  const withdrawn = isWhole() ? null : withoutWithdrawn(operations);
  if (withdrawn && stepOf(host) < step && (await takeBack(ours(traces, outcome), step, salt)))
    outcome = await send(withdrawn, step);
  if (isWhole()) return;
  const left = ours(traces, outcome);
  const delta = operations.find(({ worldTime }) => worldTime)?.worldTime?.delta ?? 0;
  if (stepOf(host) === step) await takeBackReached(host, step, { traces: left, salt, client: CLIENT_ID, delta });
  else await giveUp(host, createClaim(step, left, salt));
  throw outcome.why(traces);
}

/**
 * The operations without the requests that their authors have deleted since the step was claimed; null where none is missing. A claimed step is
 * written without them: a player who could prevent it would get new dice.
 */
function withoutWithdrawn(operations: readonly BatchOperation[]): BatchOperation[] | null {
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

/** Without what was deleted by somebody else meanwhile, such as a request by its author. */
const ours = (traces: readonly Trace[], { deleted }: Outcome): Trace[] =>
  traces.filter(({ done, id }) => done !== 'deleted' || deleted.has(id));

const stepOf = (host: ExchangeDocument): number => combatSystem(currentDocument(host)).step;

/** Does work that writes a step once more where the server has refused it: it is done on what there is now. */
export async function retryOnce<T>(work: () => Promise<T>, isOver: () => boolean = () => false): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof NotWrittenError) || isOver()) throw error;
    return work();
  }
}

/** Before a step is claimed: another window may be writing it, or have left it half done. */
async function clear(host: ExchangeDocument): Promise<void> {
  if (!claimOf(host)) return;
  // What was judged here was judged on a step that is under way, or was half done until now.
  await repair(host);
  throw new OvertakenError('another window has begun this step');
}

async function claim(host: ExchangeDocument, wanted: Claim, draft: object | null): Promise<void> {
  const asked = Date.now();
  const outcome = await send([claimOperation(host, wanted, draft)], wanted.step);
  const made = claimOf(host);
  const isNext = stepOf(host) === wanted.step - 1;
  if (made?.client === CLIENT_ID && isNext) {
    // Whoever was waited for longer is taken for gone: somebody may be mending what was never written.
    const isLate = Date.now() - asked >= PING_TIMEOUT / 2;
    // Another window may have taken over meanwhile.
    const isOurs = isReferee(currentDocument(host));
    if (!isLate && isOurs) return;
    await release(host, made);
    if (!isOurs) throw new OvertakenError('another window has become the referee');
    throw new NotWrittenError(text('CADENCE.Notice.refused.slow'));
  }
  // It was there already, or others have gone on meanwhile.
  if (made || !isNext) {
    if (!isNext && claimAt(host, wanted.step)?.client === CLIENT_ID) await release(host, wanted);
    throw new OvertakenError(`step ${wanted.step} is another's`);
  }
  throw outcome.whyNone();
}

/** Takes back what stands of a claimed step, and the claim. @returns whether nothing of it stands */
async function giveUp(host: ExchangeDocument, given: Claim): Promise<boolean> {
  const isClear = await takeBack(given.traces, given.step, given.salt);
  await release(host, given);
  if (!isClear) tellLeft(given);
  return isClear;
}

async function takeBack(traces: readonly Trace[], step: number, salt: string | null): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries++) {
    const back = undoOperations(traces, salt);
    if (back.length === 0) return true;
    await send(back, step);
  }
  return undoOperations(traces, salt).length === 0;
}

/** The number of a step is not given twice, so a step that was reached but is not whole is taken back by the next one. */
async function takeBackReached(host: ExchangeDocument, step: number, repairs: Repair): Promise<void> {
  const { traces, salt, delta } = repairs;
  const next = step + 1;
  const back = undoOperations(traces, salt).map((operation) => numbered(host, operation, next, -delta));
  const last = back.filter(({ updates }) => isOf(host, updates));
  const saltOfNext = foundry.utils.randomID();
  const wanted = createClaim(next, tracesOf(back, saltOfNext), saltOfNext, repairs);
  // A module that prevents the claim does not keep this from being mended; another window that has gone on does.
  const isTaken = await claim(host, wanted, null).then(
    () => false,
    (error: unknown) => error instanceof OvertakenError,
  );
  if (isTaken) return tellLeft(repairs);
  await send([...back.filter((operation) => !last.includes(operation)), ...last], next);
  const isBack = stepOf(host) === next;
  if (!isBack && claimOf(host)?.client === CLIENT_ID) await release(host, wanted);
  const others = traces.filter(({ id }) => id !== host.id);
  if (!isBack || undoOperations(others, salt).length > 0) tellLeft(repairs);
}

const isOf = (host: ExchangeDocument, updates: BatchOperation['updates'] = []): boolean =>
  (updates as readonly { _id: string }[]).some(({ _id }) => _id === host.id);

function numbered(host: ExchangeDocument, operation: BatchOperation, step: number, delta: number): BatchOperation {
  const { updates } = operation;
  if (!updates || !isOf(host, updates)) return operation;
  return {
    ...operation,
    worldTime: { delta },
    updates: updates.map((update) => ({ ...update, 'system.step': step })),
  };
}

async function release(host: ExchangeDocument, given: Claim): Promise<void> {
  await send([releaseOperation(host, given)], given.step);
}

/**
 * Takes a step back that was begun by a window that has gone, or that this one could not bring to its end. One whose window is still there is
 * its own to end. @returns whether the next step can be claimed
 */
export async function repair(host: ExchangeDocument): Promise<boolean> {
  const left = claimOf(host);
  if (!left) return mendReached(host);
  if (left.client !== CLIENT_ID) {
    if (await isClientAlive(left)) return claimOf(host) === null;
    // What it has sent last may still be in the server's hands.
    await new Promise((resolve) => setTimeout(resolve, PING_TIMEOUT));
  }
  const now = claimOf(host);
  if (now?.client !== left.client || now.step !== left.step) return now === null;
  const hadBegun = undoOperations(left.traces, left.salt).length > 0;
  const isClear = await giveUp(host, left);
  // It was undoing the step before, which still stands half done.
  if (isClear && left.repairs) await takeBackReached(host, left.step - 1, left.repairs);
  if (isClear && (hadBegun || left.repairs)) notify('warn', text('CADENCE.Notice.halfDone', { name: nameOf(left) }));
  return claimOf(host) === null;
}

/** Reached steps that this tab has tried to undo. Each release of a claim asks for another repair, so a second attempt could repeat for ever. */
const attempted = new Set<string>();

/** Undoes the step at which the host stands where its window was closed before it noticed that a part of the step was refused. */
async function mendReached(host: ExchangeDocument): Promise<boolean> {
  const left = reachedHalfDone(host);
  const attempt = `${host.id}.${left?.step}`;
  if (!left || attempted.has(attempt)) return true;
  attempted.add(attempt);
  // Its own window may be about to repair it.
  if (left.client !== CLIENT_ID && (await isClientAlive(left)))
    await new Promise((resolve) => setTimeout(resolve, PING_TIMEOUT));
  if (claimOf(host) || reachedHalfDone(host)?.step !== left.step) return claimOf(host) === null;
  await takeBackReached(host, left.step, { traces: left.traces, salt: left.salt, client: left.client, delta: 0 });
  if (stepOf(host) > left.step) notify('warn', text('CADENCE.Notice.halfDone', { name: nameOf(left) }));
  return claimOf(host) === null;
}

/** Whether the step at which the host stands lacks a part, and its window has not repaired it. */
export const isLastStepIncomplete = (host: ExchangeDocument): boolean => reachedHalfDone(host) !== null;

function reachedHalfDone(host: ExchangeDocument): Claim | null {
  const since = claimedSince(host);
  const made = since === null ? null : claimAt(host, stepOf(host));
  return made?.traces.some((trace) => wasNeverWritten(trace, since ?? 0)) ? made : null;
}

const nameOf = ({ user }: Claim): string => game.users?.get(user)?.name ?? text('CADENCE.App.gamemaster');

/** Says what could not be taken back, by the names of the documents. */
function tellLeft({ traces, salt }: Pick<Claim, 'traces' | 'salt'>): void {
  const left = undoOperations(traces, salt).map(
    ({ documentName, parent }) => (parent as { name?: string } | null)?.name ?? documentName,
  );
  if (left.length > 0) notify('error', text('CADENCE.Notice.halfLeft', { names: [...new Set(left)].join(', ') }));
}

/** What is known of operations that were sent beside what the documents say. */
interface Outcome {
  /** Documents this user has deleted. */
  readonly deleted: ReadonlySet<string>;
  why(traces: readonly Trace[]): Error;
  whyNone(): Error;
}

const PRE = { create: 'preCreate', update: 'preUpdate', delete: 'preDelete' } as const;

/**
 * Sends operations as part of a step; our own document hooks know them by their mark. Whether they were refused is not believed, only why: what
 * no hook has let pass was prevented by a module, for ours is the last to hear.
 */
async function send(operations: readonly BatchOperation[], step: number): Promise<Outcome> {
  const passed = new Set<string>();
  const deleted = new Set<string>();
  const passes = (document: { id: string }): void => void passed.add(document.id);
  const deletes = (document: { id: string }, _options: object, userId: string): void => {
    if (userId === game.user.id) deleted.add(document.id);
  };
  const heard = [...new Set(operations.map(({ action, documentName }) => `${PRE[action]}${documentName}`))].map(
    (hook) => listen(hook, passes),
  );
  const names = new Set(operations.flatMap(({ action, documentName }) => (action === 'delete' ? [documentName] : [])));
  for (const name of names) heard.push(listen(`delete${name}`, deletes));
  const marked = operations.map((operation) => ({ ...operation, turnEvents: false, cadence: { step } }));
  let refusal: unknown = null;
  await modifyBatch(marked).catch((error: unknown) => {
    refusal = error;
  });
  for (const stop of heard) stop();
  const said = refusal instanceof Error ? refusal.message : refusal === null ? '' : String(refusal);
  const refused = (): Error => new NotWrittenError(said || text('CADENCE.Notice.refused.silently'), { cause: refusal });
  return {
    deleted,
    why: (traces) =>
      refusal === null && traces.some((trace) => !isWritten(trace) && !passed.has(trace.id))
        ? new BlockedError('a hook prevented the step')
        : refused(),
    whyNone: () => (refusal === null && passed.size === 0 ? new BlockedError('a hook prevented the step') : refused()),
  };
}

type Heard = (document: { id: string }, options: object, userId: string) => void;

/** @returns what ends it */
function listen(hook: string, heard: Heard): () => void {
  // The typed hooks know Foundry's own names only.
  const hooks: { on(name: string, heard: Heard): number; off(name: string, id: number): unknown } = Hooks;
  const id = hooks.on(hook, heard);
  return () => void hooks.off(hook, id);
}

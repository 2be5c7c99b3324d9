import { type Host, openHosts } from '../host';
import { isReferee, openFault } from '../referee';
import { checkLease } from '../referee/lease';
import { lookAgain } from '../referee/play';
import { inTurn } from '../referee/queue';
import { allAdapters } from '../registry';
import { dataVersion, setDataVersion } from '../settings';
import { text } from '../text';
import { deletion, showProgress } from '../v14';
import type { StoredChange } from './change';
import { type Keeping, type Kept, type Outdated, outdatedIn } from './outdated';

/** The version that knew of no versions: what a world says that says nothing. */
const FIRST = '0.1.0';

/**
 * Brings the world up to date, once for each new version of Cadence: in the window of the active game master, where something stored has
 * an older shape. Everybody reads it in its new shape already; here it is written. Whatever breaks off in between is done again
 * the next time, and what cannot be written stays as it was and is named.
 */
export async function bringUpToDate(): Promise<void> {
  const { version } = game.system!;
  const stored = dataVersion() || FIRST;
  if (game.user!.isGM && foundry.utils.isNewerVersion(stored, version))
    ui.notifications!.error(text('CADENCE.Migration.newer', { stored, version }), { permanent: true });
  if (!foundry.utils.isNewerVersion(version, stored) || !mayMigrate()) return;
  const changes = allAdapters()
    .flatMap((adapter) => adapter.changes ?? [])
    .filter(({ since }) => foundry.utils.isNewerVersion(since, stored));
  const failed = [...(await writeAll(outdatedIn(world(), changes), version)), ...(await migratePacks(changes))];
  tellStopped(await stoppedExchanges());
  if (failed.length > 0) tellFailed(failed);
  else await setDataVersion(version);
}

// An assistant may be the active game master and yet have no right to the world's settings.
const mayMigrate = (): boolean => game.user!.isActiveGM && game.user!.can('SETTINGS_MODIFY');

function world(): Keeping {
  const { items, actors, combats, messages, scenes } = game as unknown as Record<string, Iterable<never>>;
  return { documents: [...items!, ...actors!, ...combats!, ...messages!], scenes: scenes! };
}

/** Writes what is outdated and shows how far it has come. @returns what could not be written */
async function writeAll(outdated: readonly Outdated[], version: string): Promise<Kept[]> {
  if (outdated.length === 0) return [];
  const progress = showProgress(text('CADENCE.Migration.running', { version }));
  const failed: Kept[] = [];
  for (const [at, each] of outdated.entries()) {
    if (!(await isWritten(each))) failed.push(each.document);
    progress.update({ pct: (at + 1) / outdated.length });
  }
  const count = outdated.length - failed.length;
  ui.notifications!.info(text('CADENCE.Migration.done', { version, count }));
  return failed;
}

async function isWritten({ document, system, drops }: Outdated): Promise<boolean> {
  const gone = Object.fromEntries(drops.map((key) => [key, deletion()]));
  try {
    // What is in memory is new already: a difference to it would be empty. Nothing comes back where another package forbids it.
    return (await document.update({ system: { ...system, ...gone } }, { diff: false, render: false })) !== undefined;
  } catch (error) {
    console.warn(`Cadence | ${document.uuid} could not be brought up to date`, error);
    return false;
  }
}

interface WorldPack extends Iterable<never> {
  readonly locked: boolean;
  readonly metadata: { readonly packageType: string; readonly type: string };
  getDocuments(): Promise<Iterable<never>>;
  configure(changes: { locked: boolean }): Promise<unknown>;
}

/** The world's own compendia; those of packages come with their packages. @returns what could not be written */
async function migratePacks(changes: readonly StoredChange[]): Promise<Kept[]> {
  const failed: Kept[] = [];
  for (const pack of game.packs as unknown as Iterable<WorldPack>) {
    const { packageType, type } = pack.metadata;
    if (packageType !== 'world' || changes.length === 0 || !['Actor', 'Item', 'Scene'].includes(type)) continue;
    const documents = await pack.getDocuments();
    const keeping = type === 'Scene' ? { documents: [], scenes: documents } : { documents, scenes: [] };
    const outdated = outdatedIn(keeping, changes);
    const { locked } = pack;
    if (outdated.length === 0) continue;
    if (locked) await pack.configure({ locked: false });
    for (const each of outdated) if (!(await isWritten(each))) failed.push(each.document);
    if (locked) await pack.configure({ locked: true });
  }
  return failed;
}

/** Exchanges that were under way and that today's rules cannot follow; each now waits for the game master. */
async function stoppedExchanges(): Promise<Host[]> {
  const stopped: Host[] = [];
  for (const host of openHosts()) {
    await checkLease(host);
    await inTurn(async () => {
      if (openFault(host) !== null || !isReferee(host)) return;
      await lookAgain(host);
      if (openFault(host) !== null) stopped.push(host);
    });
  }
  return stopped;
}

function tellStopped(hosts: readonly Host[]): void {
  if (hosts.length === 0) return;
  ui.notifications!.warn(text('CADENCE.Migration.stopped', { count: hosts.length }), { permanent: true });
}

function tellFailed(failed: readonly Kept[]): void {
  const names = failed.map(({ name, uuid }) => name || uuid).join(', ');
  ui.notifications!.error(text('CADENCE.Migration.failed', { names }), { permanent: true });
}

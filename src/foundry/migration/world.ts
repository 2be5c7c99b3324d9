import type { StoredChange } from '../../toolkit/define/stored-change';
import { allRulesets } from '../adapters/registry';
import { type ExchangeDocument, openHosts } from '../host/exchange-document';
import { dataVersion, setDataVersion } from '../platform/hidden-settings';
import { notify } from '../platform/notice';
import { text } from '../platform/text';
import { deletion, type ProgressNotice, showProgress } from '../platform/v14';
import { isReferee, openFault } from '../referee';
import { enqueue } from '../referee/seat/queue';
import { checkLease } from '../referee/store/lease';
import { STORED_CHANGES } from '../stored/changes';
import { type MigratableDocument, type OutdatedDocument, outdatedIn } from './outdated';
import { packTargets, relockPack } from './packs';
import type { MigrationTarget } from './target';

/**
 * Writes all data stored in an older shape. An interrupted migration runs again at the next start; failed documents stay unchanged and are
 * reported.
 */
export async function migrateWorld(stored: string): Promise<void> {
  const { version } = game.system;
  const changes = [...STORED_CHANGES, ...allRulesets().flatMap(({ changes = [] }) => changes)].filter(({ since }) =>
    foundry.utils.isNewerVersion(since, stored),
  );
  await relockPack();
  const failed = await writeAll([worldTarget(), ...packTargets(changes)], changes, version);
  notifyStopped(await stoppedExchanges());
  if (failed.length > 0) notifyFailed(failed);
  else
    await setDataVersion(version).catch((error: unknown) => {
      // If two GMs migrate at once, the other may have stored the version already.
      if (dataVersion() !== version) throw error;
    });
}

function worldTarget(): MigrationTarget {
  const { items, actors, combats, messages, scenes } = game as unknown as Record<
    'items' | 'actors' | 'combats' | 'messages' | 'scenes',
    Iterable<never>
  >;
  return {
    title: game.world.title,
    load: async () => ({ documents: [...items, ...actors, ...combats, ...messages], scenes }),
    open: (write) => write(),
  };
}

/** Writes outdated documents and shows the progress. Returns the names of those that failed. */
async function writeAll(
  places: readonly MigrationTarget[],
  changes: readonly StoredChange[],
  version: string,
): Promise<string[]> {
  const failed: string[] = [];
  let progress: ProgressNotice | null = null;
  let count = 0;
  for (const [at, place] of places.entries())
    try {
      const outdated = outdatedIn(await place.load(), changes);
      if (outdated.length === 0) continue;
      progress ??= showProgress(text('CADENCE.Migration.running', { version }));
      await place.open(async () => {
        for (const [before, each] of outdated.entries()) {
          if (await isWritten(each)) count++;
          else failed.push(nameOf(each.document));
          progress?.update({ pct: (at + (before + 1) / outdated.length) / places.length });
        }
      });
    } catch (error) {
      console.warn(`Cadence | ${place.title} could not be brought up to date`, error);
      failed.push(place.title);
    }
  if (progress) notify('info', text('CADENCE.Migration.done', { version, count }));
  progress?.update({ pct: 1 });
  return failed;
}

async function isWritten({ document, system, drops, beside }: OutdatedDocument): Promise<boolean> {
  const deletions = Object.fromEntries(drops.map((key) => [key, deletion()]));
  try {
    // The source in memory is converted already, so a diff would be empty. The result is undefined if another package prevents the update.
    const written = { ...beside, system: { ...system, ...deletions } };
    return (await document.update(written, { diff: false, render: false })) !== undefined;
  } catch (error) {
    console.warn(`Cadence | ${document.uuid} could not be brought up to date`, error);
    return false;
  }
}

/** Returns open exchanges that the current rules cannot replay; they wait for the GM. */
async function stoppedExchanges(): Promise<ExchangeDocument[]> {
  const stopped: ExchangeDocument[] = [];
  for (const host of openHosts()) {
    await checkLease(host);
    await enqueue(async ({ recheckOpenAsk }) => {
      if (openFault(host) !== null || !isReferee(host)) return;
      await recheckOpenAsk(host);
      if (openFault(host) !== null) stopped.push(host);
    });
  }
  return stopped;
}

function notifyStopped(hosts: readonly ExchangeDocument[]): void {
  if (hosts.length === 0) return;
  notify('warn', text('CADENCE.Migration.stopped', { count: hosts.length }), { permanent: true });
}

function notifyFailed(failed: readonly string[]): void {
  notify('error', text('CADENCE.Migration.failed', { names: failed.join(', ') }), { permanent: true });
}

function nameOf({ name, uuid, pack }: MigratableDocument): string {
  const title = pack && game.packs.get(pack)?.title;
  return title ? `${title}: ${name || uuid}` : name || uuid;
}

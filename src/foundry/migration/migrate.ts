import { dataVersion, FIRST_VERSION } from '../platform/hidden-settings';
import { notify } from '../platform/notice';
import { text } from '../platform/text';

/**
 * Brings the world up to date, once for each new version of Cadence: in the window of the active game master, where something stored has
 * an older shape. Everybody reads it in its new shape already; here it is written. What does it is fetched when there is something to do.
 */
export async function migrateIfNeeded(): Promise<void> {
  const { version } = game.system;
  const stored = dataVersion() || FIRST_VERSION;
  if (game.user.isGM && foundry.utils.isNewerVersion(stored, version))
    notify('error', text('CADENCE.Migration.newer', { stored, version }), { permanent: true });
  if (!foundry.utils.isNewerVersion(version, stored) || !mayMigrate()) return;
  const { migrateWorld } = await import('./world');
  await migrateWorld(stored);
}

// An assistant may be the active game master and yet have no right to the world's settings.
const mayMigrate = (): boolean => game.user.isActiveGM && game.user.can('SETTINGS_MODIFY');

export const MIGRATION = { ready: () => void migrateIfNeeded() };

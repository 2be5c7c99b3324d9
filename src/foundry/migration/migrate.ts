import { dataVersion } from '../platform/hidden-settings';
import { notify } from '../platform/notice';
import { text } from '../platform/text';

/** The version before versions were stored, assumed for a world without one. */
const FIRST_VERSION = '0.1.0';

/**
 * Migrates the world once for each new version of Cadence, on the active GM's client. Old data is converted on every read; this writes it.
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

// An assistant may be the active GM without permission for the world's settings.
const mayMigrate = (): boolean => game.user.isActiveGM && game.user.can('SETTINGS_MODIFY');

export const MIGRATION = { ready: () => void migrateIfNeeded() };

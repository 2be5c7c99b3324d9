import type { RulesetManifest } from '../../toolkit/define/manifest';
import { CONDITIONS } from './conditions';
import { ROUND_SECONDS, SCHEMA, SETTINGS } from './schema';

export const MANIFEST: RulesetManifest = {
  schema: SCHEMA,
  settings: SETTINGS,
  conditions: CONDITIONS,
  roundSeconds: ROUND_SECONDS,
  load: async () => (await import('./index')).tempo,
};

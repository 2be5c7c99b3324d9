import type { Described } from '../toolkit/define/manifest';
import type { RulesetId } from '.';
import { CONDITIONS as CLASH_CONDITIONS } from './clash/conditions';
import { SCHEMA as CLASH, ROUND_SECONDS as CLASH_ROUND, SETTINGS as CLASH_SETTINGS } from './clash/schema';
import { CONDITIONS as ENERGY_CONDITIONS } from './energy/conditions';
import { SCHEMA as ENERGY, ROUND_SECONDS as ENERGY_ROUND, SETTINGS as ENERGY_SETTINGS } from './energy/schema';
import { CONDITIONS as SECONDS_CONDITIONS } from './seconds/conditions';
import { SCHEMA as SECONDS, ROUND_SECONDS as SECONDS_ROUND, SETTINGS as SECONDS_SETTINGS } from './seconds/schema';
import { CONDITIONS as SLOTS_CONDITIONS } from './slots/conditions';
import { SCHEMA as SLOTS, ROUND_SECONDS as SLOTS_ROUND, SETTINGS as SLOTS_SETTINGS } from './slots/schema';
import { CONDITIONS as TEMPO_CONDITIONS } from './tempo/conditions';
import { SCHEMA as TEMPO, ROUND_SECONDS as TEMPO_ROUND, SETTINGS as TEMPO_SETTINGS } from './tempo/schema';

/**
 * What of each ruleset has to be there from the beginning; its rules come when a world first needs them. A ruleset without its entry here does
 * not compile.
 */
export const DESCRIBED: Readonly<Record<RulesetId, Described>> = {
  clash: {
    schema: CLASH,
    settings: CLASH_SETTINGS,
    conditions: CLASH_CONDITIONS,
    roundSeconds: CLASH_ROUND,
    load: async () => (await import('./clash/index')).clash,
  },
  energy: {
    schema: ENERGY,
    settings: ENERGY_SETTINGS,
    conditions: ENERGY_CONDITIONS,
    roundSeconds: ENERGY_ROUND,
    load: async () => (await import('./energy/index')).energy,
  },
  seconds: {
    schema: SECONDS,
    settings: SECONDS_SETTINGS,
    conditions: SECONDS_CONDITIONS,
    roundSeconds: SECONDS_ROUND,
    load: async () => (await import('./seconds/index')).seconds,
  },
  slots: {
    schema: SLOTS,
    settings: SLOTS_SETTINGS,
    conditions: SLOTS_CONDITIONS,
    roundSeconds: SLOTS_ROUND,
    load: async () => (await import('./slots/index')).slots,
  },
  tempo: {
    schema: TEMPO,
    settings: TEMPO_SETTINGS,
    conditions: TEMPO_CONDITIONS,
    roundSeconds: TEMPO_ROUND,
    load: async () => (await import('./tempo/index')).tempo,
  },
};

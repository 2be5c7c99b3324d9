import type { Adapter } from '../foundry/adapter';
import { adapterFor } from '../foundry/adapters/of-schema';
import { RULESETS, type RulesetId } from '.';
import { SCHEMA as CLASH } from './clash/schema';
import { SCHEMA as ENERGY } from './energy/schema';
import { SCHEMA as SECONDS } from './seconds/schema';
import { SCHEMA as SLOTS } from './slots/schema';
import { SCHEMA as TEMPO } from './tempo/schema';

/** What ties each ruleset to Foundry. A ruleset without its line here does not compile. */
export const ADAPTERS: Readonly<Record<RulesetId, Adapter>> = {
  clash: adapterFor(RULESETS.clash, CLASH),
  energy: adapterFor(RULESETS.energy, ENERGY),
  seconds: adapterFor(RULESETS.seconds, SECONDS),
  slots: adapterFor(RULESETS.slots, SLOTS),
  tempo: adapterFor(RULESETS.tempo, TEMPO),
};

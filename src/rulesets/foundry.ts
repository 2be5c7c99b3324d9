import type { Adapter } from '../foundry/adapter';
import { adapterFor } from '../foundry/adapters/of-schema';
import { RULESETS, type RulesetId } from '.';
import { clashAdapter } from './clash/foundry';
import { SCHEMA as ENERGY } from './energy/rules/schema';
import { secondsAdapter } from './seconds/foundry';
import { slotsAdapter } from './slots/foundry';
import { tempoAdapter } from './tempo/foundry';

/** What ties each ruleset to Foundry. A ruleset without its line here does not compile. */
export const ADAPTERS: Readonly<Record<RulesetId, Adapter>> = {
  clash: clashAdapter,
  energy: adapterFor(RULESETS.energy, ENERGY),
  seconds: secondsAdapter,
  slots: slotsAdapter,
  tempo: tempoAdapter,
};

import type { Adapter } from '../foundry/adapter';
import type { RulesetId } from '.';
import { clashAdapter } from './clash/foundry';
import { energyAdapter } from './energy/foundry';
import { slotsAdapter } from './slots/foundry';
import { tempoAdapter } from './tempo/foundry';

/** What ties each ruleset to Foundry. A ruleset without its line here does not compile. */
export const ADAPTERS: Readonly<Record<RulesetId, Adapter>> = {
  energy: energyAdapter,
  clash: clashAdapter,
  slots: slotsAdapter,
  tempo: tempoAdapter,
};

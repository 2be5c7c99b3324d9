import type { Adapter } from '../foundry/adapter';
import type { RulesetId } from '.';
import { clashAdapter } from './clash/foundry';
import { energyAdapter } from './energy/foundry';
import { secondsAdapter } from './seconds/foundry';
import { slotsAdapter } from './slots/foundry';
import { tempoAdapter } from './tempo/foundry';

/** What ties each ruleset to Foundry. A ruleset without its line here does not compile. */
export const ADAPTERS: Readonly<Record<RulesetId, Adapter>> = {
  clash: clashAdapter,
  energy: energyAdapter,
  seconds: secondsAdapter,
  slots: slotsAdapter,
  tempo: tempoAdapter,
};

import { register, start } from './foundry/register';
import { RULESETS } from './rulesets';
import { ADAPTERS } from './rulesets/foundry';

Hooks.once('init', () => {
  register(Object.values(ADAPTERS));
  // Written once for macros and other packages, read nowhere in our own code.
  Object.assign(globalThis, { cadence: { rulesets: RULESETS } });
});
Hooks.once('ready', start);

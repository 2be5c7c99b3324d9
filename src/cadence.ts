import { adapterFor } from './foundry/adapters/of-schema';
import { rulesetsOfPackages } from './foundry/adapters/registry';
import { actNamed } from './foundry/apps';
import { register, start } from './foundry/register';
import { RULESETS } from './rulesets';
import { ADAPTERS } from './rulesets/foundry';
import { TOOLS } from './tools';

Hooks.once('init', () => {
  const others = rulesetsOfPackages(Object.keys(ADAPTERS), { rulesets: RULESETS, ...TOOLS, act: actNamed });
  register([...Object.values(ADAPTERS), ...others.map(({ ruleset, schema }) => adapterFor(ruleset, schema))]);
  // Written once for macros, read nowhere in our own code.
  Object.assign(globalThis, { cadence: (game.system as unknown as { api: object }).api });
});
Hooks.once('ready', start);

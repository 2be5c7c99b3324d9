import { rulesetsOfPackages } from './foundry/adapters/packages';
import { actNamed } from './foundry/apps';
import * as fields from './foundry/fields';
import { storedReader } from './foundry/prepared';
import { register, start } from './foundry/register';
import { RULESETS } from './rulesets';
import { ADAPTERS } from './rulesets/foundry';
import { TOOLS } from './tools';

Hooks.once('init', () => {
  const own = Object.values(ADAPTERS);
  const others = rulesetsOfPackages(own, { rulesets: RULESETS, ...TOOLS, fields, storedReader, act: actNamed });
  register([...own, ...others]);
  // Written once for macros, read nowhere in our own code.
  Object.assign(globalThis, { cadence: (game.system as unknown as { api: object }).api });
});
Hooks.once('ready', start);

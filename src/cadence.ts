import { declaredBy, describedBy } from './foundry/adapters/of-schema';
import { rulesetsOfPackages, rulesOf } from './foundry/adapters/registry';
import { actNamed, bringIn } from './foundry/apps';
import { register, start } from './foundry/register';
import { DESCRIBED } from './rulesets/foundry';
import { TOOLS } from './toolkit';

Hooks.once('init', () => {
  const rules = async (id: string) => (await rulesOf(id))?.ruleset ?? null;
  const others = rulesetsOfPackages(Object.keys(DESCRIBED), { ...TOOLS, rules, act: actNamed, bringIn });
  const described = others.map(({ ruleset, schema }) => describedBy(ruleset, schema));
  register([...Object.values(DESCRIBED), ...described].map(declaredBy));
  // Written once for macros, read nowhere in our own code.
  Object.assign(globalThis, { cadence: (game.system as unknown as { api: object }).api });
});
Hooks.once('ready', start);

import { adapterOfManifest } from './foundry/adapters/of-schema';
import { rulesetsOfPackages, rulesOf } from './foundry/adapters/registry';
import { actNamed } from './foundry/apps/actions/named-action';
import { bringIn } from './foundry/apps/tracker/tracker';
import { register, start } from './foundry/register';
import { MANIFESTS } from './rulesets/manifests';
import { TOOLS } from './toolkit';
import { manifestOf } from './toolkit/define/manifest';

Hooks.once('init', () => {
  const rules = async (id: string) => (await rulesOf(id))?.ruleset ?? null;
  const own = MANIFESTS.map(({ schema }) => schema.id);
  const others = rulesetsOfPackages(own, { ...TOOLS, rules, act: actNamed, bringIn });
  const manifests = [...MANIFESTS, ...others.map(({ ruleset, schema }) => manifestOf(ruleset, schema))];
  register(manifests.map(adapterOfManifest));
  // Macros use this global; our own code does not.
  Object.assign(globalThis, { cadence: (game.system as unknown as { api: object }).api });
});
Hooks.once('ready', start);

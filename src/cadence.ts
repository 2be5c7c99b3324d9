import { adapterOfManifest } from './foundry/adapters/manifest-adapter';
import { collectPackageRulesets, loadAdapter } from './foundry/adapters/registry';
import { API } from './foundry/api';
import { registerFeatures, startFeatures } from './foundry/register';
import { MANIFESTS } from './rulesets/manifests';
import { TOOLS } from './toolkit';
import { manifestOf } from './toolkit/define/manifest';

Hooks.once('init', () => {
  const loadRules = async (id: string) => (await loadAdapter(id))?.ruleset ?? null;
  const builtInIds = MANIFESTS.map(({ schema }) => schema.id);
  const packageRulesets = collectPackageRulesets(builtInIds, {
    ...TOOLS,
    rules: loadRules,
    ...API,
  });
  const manifests = [...MANIFESTS, ...packageRulesets.map(({ ruleset, schema }) => manifestOf(ruleset, schema))];
  registerFeatures(manifests.map(adapterOfManifest));
  // Macros use this global; our own code does not.
  Object.assign(globalThis, { cadence: (game.system as unknown as { api: object }).api });
});
Hooks.once('ready', startFeatures);

import type { UnloadedAdapter } from '../adapters/adapter';
import { branchOf, text } from '../platform/text';
import { defaultRuleset } from '../platform/world-settings';

/** API: combat-tracker-dock, scripts/systems.js. */
interface DockAttribute {
  /** A path below the actor's `system`. */
  readonly attr: string;
  readonly icon: string;
  readonly units: string;
}

/** API: combat-tracker-dock, scripts/main.js `CONFIG.combatTrackerDock`. */
interface DockConfig {
  defaultAttributesConfig(): Record<string, readonly DockAttribute[]>;
}

/** Shows the pools of the world's ruleset on the portraits of "Carousel Combat Tracker", until the GM chooses others. */
function registerAttributes(rulesets: readonly UnloadedAdapter[]): void {
  const extend = (dock: DockConfig): void => {
    const others = dock.defaultAttributesConfig.bind(dock);
    // Called at `ready`, when texts and settings are available.
    dock.defaultAttributesConfig = () => ({ ...others(), [game.system.id]: attributesOf(rulesets) });
  };
  // The order of both `init` functions depends on the module.
  const { combatTrackerDock } = CONFIG as unknown as { combatTrackerDock?: DockConfig };
  if (combatTrackerDock) extend(combatTrackerDock);
  else Hooks.once('combat-tracker-dock-init', extend);
}

const ICONS = ['fa-solid fa-heart', 'fa-solid fa-bolt'];
const OTHER_ICON = 'fa-solid fa-circle-half-stroke';

/** Returns the pools that are stored on actors and have a name, those of the token bars first. */
function attributesOf(rulesets: readonly UnloadedAdapter[]): DockAttribute[] {
  const { id, pools, bars = [] } = rulesets.find((each) => each.id === defaultRuleset()) ?? { id: '', pools: {} };
  const rank = (path: string): number => bars.indexOf(path.replace(/\.value$/, '')) + 1 || bars.length + 1;
  return Object.entries(pools)
    .filter(([pool, { document }]) => document === 'actor' && game.i18n.has(labelOf(id, pool)))
    .sort(([, a], [, b]) => rank(a.path) - rank(b.path))
    .map(([pool, { path }], at) => ({
      attr: path,
      icon: ICONS[at] ?? OTHER_ICON,
      units: text(labelOf(id, pool)),
    }));
}

const labelOf = (ruleset: string, pool: string): string => `${branchOf(ruleset)}.Pool.${pool}`;

export const COMBAT_TRACKER_DOCK = { init: registerAttributes };

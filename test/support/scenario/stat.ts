import type { FighterInput, Ruleset } from '../../../src/encounter/ruleset';
import type { Encounter, Fighter } from '../../../src/encounter/state';
import type { Source } from './source';

/**
 * Changes a value on a fighter's sheet, such as `str` or `overrides.evasion`, and derives again; keeps the fighter's
 * state.
 * Throws ScenarioError if the ruleset rejects it.
 */
export function enterStat(
  path: string,
  value: Source,
  sheets: Record<string, FighterInput>,
  encounter: Encounter,
  ruleset: Ruleset,
): void {
  const [id, ...keys] = path.split('.');
  const sheet = sheets[id];
  if (!sheet || keys.length === 0) value.fail(`${path} is nothing on the sheet of a fighter, such as mira.str`);
  const entered: FighterInput = { ...sheet, base: withEntry(sheet.base, keys, value.value()) };
  let fighter: Fighter;
  try {
    fighter = ruleset.fighter(entered, encounter.settings);
  } catch (error) {
    if (error instanceof RangeError) value.fail(`${id}: ${error.message}`);
    throw error;
  }
  sheets[id] = entered;
  const present = encounter.fighters[id];
  const pools = Object.entries(fighter.pools).map(([pool, { max }]) => [
    pool,
    { value: present.pools[pool]?.value ?? max, max },
  ]);
  encounter.fighters[id] = { ...present, stats: fighter.stats, pools: Object.fromEntries(pools) };
}

function withEntry(base: unknown, [key, ...rest]: readonly string[], value: unknown): Record<string, unknown> {
  const record = (base ?? {}) as Record<string, unknown>;
  return { ...record, [key]: rest.length > 0 ? withEntry(record[key], rest, value) : value };
}

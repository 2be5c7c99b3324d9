import type { FoeRoles } from '../../../toolkit/define/foe-roles';
import { allRulesets } from '../../adapters/registry';
import { notify } from '../../platform/notice';
import { text } from '../../platform/text';
import { isRecord } from '../../stored/validators';

/** By ruleset. They are fetched once. */
const tables = new Map<string, FoeRoles>();

/** Returns a ruleset's foes by role, or null if the file cannot be read; the user is told. */
export async function loadFoeRoles(rulesetId: string): Promise<FoeRoles | null> {
  const known = tables.get(rulesetId);
  const path = allRulesets().find(({ id }) => id === rulesetId)?.roles;
  if (known || !path) return known ?? null;
  try {
    const response = await fetch(foundry.utils.getRoute(path));
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    const table: unknown = await response.json();
    if (!isTable(table)) throw new TypeError(`${path} is no table of roles`);
    tables.set(rulesetId, table);
    return table;
  } catch (error) {
    console.error('Cadence | foes by role could not be read', error);
    notify('error', text('CADENCE.App.QuickFoe.unreadable', { path }));
    return null;
  }
}

/** Whether a file, which may be of another package, is a table with roles and grades. */
const isTable = (read: unknown): read is FoeRoles => {
  const { ranks, roles, grading } = isRecord(read) ? read : {};
  return Number.isInteger(ranks) && isRecord(roles) && isRecord(grading);
};

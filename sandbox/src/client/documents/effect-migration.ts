import type { Data } from '../../shared/data';
import { isPlainObject } from '../../shared/types-of';

/** v13's modes by number. */
export const MODES = ['custom', 'multiply', 'add', 'downgrade', 'upgrade', 'override'];

/** Converts v13's shape to v14's: changes, duration and start. T14: common/documents/active-effect.d.mts migrateData */
export function migrateEffect(source: Data): Data {
  if (source['icon'] && !source['img']) source['img'] = source['icon'];
  delete source['icon'];
  const { changes } = source;
  if (Array.isArray(changes)) {
    source['system'] ??= {};
    (source['system'] as Data)['changes'] ??= changes;
    delete source['changes'];
  }
  const { system } = source;
  if (isPlainObject(system) && Array.isArray(system['changes']))
    system['changes'] = system['changes'].map(migrateChange);
  const { duration } = source;
  if (isPlainObject(duration) && !('value' in duration)) migrateDuration(source, duration);
  return source;
}

/**
 * Converts a numeric mode, and a value that is JSON: SR5 creates effects with `value: '0'` in `system.changes` and reads the
 * number.
 */
function migrateChange(change: unknown): unknown {
  if (!isPlainObject(change)) return change;
  const { mode, value, type, ...rest } = change;
  const known = type ?? (mode === undefined ? undefined : (MODES[Number(mode)] ?? 'add'));
  return { ...rest, ...(known !== undefined && { type: known }), ...('value' in change && { value: parsed(value) }) };
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function migrateDuration(source: Data, duration: Data) {
  const units = (['rounds', 'turns', 'seconds'] as const).find((unit) => Number.isFinite(duration[unit]));
  const started = ['startTime', 'startRound', 'startTurn', 'combat'].some((key) => duration[key] != null);
  if (started) {
    const { startTime: time = null, startRound: round = null, startTurn: turn = null, combat = null } = duration;
    source['start'] ??= { combat, round, turn, time };
  }
  const v13 = ['rounds', 'turns', 'seconds', 'startTime', 'startRound', 'startTurn', 'combat'];
  if (!v13.some((key) => key in duration)) return;
  const value = units ? duration[units] : null;
  for (const key of v13) delete duration[key];
  if (units) Object.assign(duration, { units, value });
}

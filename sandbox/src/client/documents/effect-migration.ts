import type { Data } from '../../shared/data';
import { isPlainObject } from '../../shared/types-of';

const MODES = ['custom', 'multiply', 'add', 'downgrade', 'upgrade', 'override'];

/** Converts v13's shape to v14's: changes, duration and start. T14: common/documents/active-effect.d.mts migrateData */
export function migrateEffect(source: Data): Data {
  if (source['icon'] && !source['img']) source['img'] = source['icon'];
  delete source['icon'];
  const { changes } = source;
  if (Array.isArray(changes)) {
    source['system'] ??= {};
    const system = source['system'] as Data;
    system['changes'] ??= changes.map(migrateChange);
    delete source['changes'];
  }
  const { duration } = source;
  if (isPlainObject(duration) && !('value' in duration)) migrateDuration(source, duration);
  return source;
}

function migrateChange({ mode, value, type, ...rest }: Data): Data {
  let parsed = value;
  if (typeof value === 'string' && /^[[{"]|^(true|false|null|-?\d+(\.\d+)?)$/.test(value)) {
    try {
      parsed = JSON.parse(value);
    } catch {
      parsed = value;
    }
  }
  return { phase: 'initial', priority: null, ...rest, type: type ?? MODES[Number(mode)] ?? 'add', value: parsed };
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

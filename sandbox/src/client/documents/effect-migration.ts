const MODES = ['custom', 'multiply', 'add', 'downgrade', 'upgrade', 'override'];

/** The shape of v13 read as that of v14: changes, duration and start. T14: common/documents/active-effect.d.mts migrateData */
export function migrateEffect(source: any): any {
  if (source.icon && !source.img) source.img = source.icon;
  delete source.icon;
  if (Array.isArray(source.changes)) {
    source.system ??= {};
    source.system.changes ??= source.changes.map(migrateChange);
    delete source.changes;
  }
  const duration = source.duration;
  if (duration && typeof duration === 'object' && !('value' in duration)) migrateDuration(source, duration);
  return source;
}

function migrateChange({ mode, value, type, ...rest }: any): any {
  let parsed = value;
  if (typeof value === 'string' && /^[[{"]|^(true|false|null|-?\d+(\.\d+)?)$/.test(value)) {
    try {
      parsed = JSON.parse(value);
    } catch {
      parsed = value;
    }
  }
  return { phase: 'initial', priority: null, ...rest, type: type ?? MODES[mode] ?? 'add', value: parsed };
}

function migrateDuration(source: any, duration: any) {
  const units = (['rounds', 'turns', 'seconds'] as const).find((unit) => Number.isFinite(duration[unit]));
  const started = ['startTime', 'startRound', 'startTurn', 'combat'].some((key) => duration[key] != null);
  if (started) {
    const { startTime: time = null, startRound: round = null, startTurn: turn = null, combat = null } = duration;
    source.start ??= { combat, round, turn, time };
  }
  const v13 = ['rounds', 'turns', 'seconds', 'startTime', 'startRound', 'startTurn', 'combat'];
  if (!v13.some((key) => key in duration)) return;
  const value = units ? duration[units] : null;
  for (const key of v13) delete duration[key];
  if (units) Object.assign(duration, { units, value });
}

import type { StoredSetting } from '../shared/data';
import { randomID } from '../shared/utils';
import type { DocumentOperation, DocumentOperationResponse } from '../shared/wire';
import { type Environment, stats } from './environment';

/**
 * An update with `worldTime: {delta}` advances the world's clock (API: hookEvents.combatTurn). Users without
 * permission to change settings may do that with a combat's turn.
 */
export function advanceTime(env: Environment, worldTime: DocumentOperation['worldTime']): DocumentOperationResponse[] {
  const delta = Number(worldTime?.delta ?? 0);
  if (!Number.isFinite(delta) || delta === 0) return [];
  const known = env.tx.all('settings').find((setting) => setting.key === 'core.time' && !setting.user);
  const before: StoredSetting = known ?? { _id: randomID(), key: 'core.time', value: '0', user: null, flags: {} };
  const source = { ...before, value: JSON.stringify(Number(JSON.parse(before.value ?? '0')) + delta) };
  source._stats = stats(env, before._stats, !known);
  env.tx.put('settings', source._id, source);
  const action = known ? 'update' : 'create';
  const operation = { parentUuid: null, pack: null, modifiedTime: env.now };
  return [{ type: 'Setting', action, operation, result: [source], userId: env.user._id, broadcast: true }];
}

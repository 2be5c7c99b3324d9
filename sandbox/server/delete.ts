import { canUserModify } from '../shared/permissions';
import type { DocumentOperationRequest } from '../shared/wire';
import { containerOf, subjectOf } from './container';
import { type Environment, permissionContext } from './environment';

/**
 * Deletes documents in the transaction; what is embedded in them goes with them. Returns their ids.
 * ASSUMPTION A1: an id that does not exist fails the operation, and with it the whole batch.
 */
export function remove(env: Environment, { type, operation }: DocumentOperationRequest): string[] {
  const container = containerOf(env.tx, type, operation.parentUuid);
  const ids = operation.deleteAll ? container.ids() : (operation.ids ?? []);
  const context = permissionContext(env.tx);
  for (const id of ids) {
    const source = container.get(id);
    if (!source) throw new Error(`${type} "${id}" does not exist!`);
    const subject = { documentName: type, source, parent: subjectOf(container.parent) };
    const allowed = canUserModify(env.user, 'delete', subject, {}, context);
    if (allowed !== true) throw new Error(allowed);
    if (type === 'User' && id === env.user._id) throw new Error('You may not delete yourself');
    container.remove(id);
  }
  return ids;
}

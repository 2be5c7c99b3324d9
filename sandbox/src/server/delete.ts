import type { DocumentOperationRequest } from '../shared/wire';
import { containerOf, subjectOf } from './container';
import { assertMay, type Environment } from './environment';

/**
 * Deletes documents in the transaction, with their embedded ones. Returns their ids.
 * ASSUMPTION A1: an id that does not exist fails the operation, and with it the whole batch.
 */
export function remove(env: Environment, { type, operation }: DocumentOperationRequest): string[] {
  const container = containerOf(env, type, operation.parentUuid);
  const ids = operation.deleteAll ? container.ids() : (operation.ids ?? []);
  for (const id of ids) {
    const source = container.get(id);
    if (!source) throw new Error(`${type} "${id}" does not exist!`);
    const subject = { documentName: type, source, parent: subjectOf(container.parent) };
    assertMay(env, 'delete', subject);
    if (type === 'User' && id === env.user._id) throw new Error('You may not delete yourself');
    container.remove(id);
  }
  return ids;
}

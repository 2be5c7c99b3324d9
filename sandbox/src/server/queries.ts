import type { Server, Socket } from 'socket.io';
import { hasPermission } from '../shared/permissions';
import type { QueryAnswer, QueryRequest } from '../shared/wire';
import { permissionContext } from './environment';
import { Transaction } from './transaction';
import type { World } from './world';

const failed = (message: string): QueryAnswer => ({ error: { name: 'Error', message } });
export const roomOf = (userId: string) => `user:${userId}`;

/**
 * Sends a query to the addressee's sockets; the first answer counts. I#11235, wiki development/api/sockets.md.
 * ASSUMPTION A6. Without a timeout it waits until the addressee leaves.
 */
export async function query(io: Server, world: World, socket: Socket, request: QueryRequest): Promise<QueryAnswer> {
  const asker = world.store.collection('users').get(socket.data.userId);
  if (!asker) return failed(`User "${socket.data.userId}" does not exist!`);
  const target = world.store.collection('users').get(request?.userId);
  const { rolePermissions } = permissionContext(new Transaction(world.store));
  if (!hasPermission(asker, 'QUERY_USER', rolePermissions)) {
    return failed(`User ${asker.name} lacks permission to query other users`);
  }
  if (!target) return failed(`User "${request?.userId}" does not exist!`);
  const sockets = [...io.sockets.sockets.values()].filter(
    (other) => other.id !== socket.id && other.rooms.has(roomOf(target._id)),
  );
  if (!sockets.length) return failed(`User ${target.name} is not connected`);
  const { queryId, queryName, data, timeout } = request;
  // The server sets the sender and ignores the request's.
  const delivery = { queryId, queryName, data, timeout, userId: asker._id };
  const answers = sockets.map((other) => ask(other, delivery, timeout));
  return Promise.any(answers).catch(() => failed(`The query "${queryName}" was not answered by ${target.name}`));
}

function ask(socket: Socket, delivery: unknown, timeout?: number): Promise<QueryAnswer> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error('gone'));
    const timer = timeout ? setTimeout(gone, timeout) : undefined;
    socket.once('disconnect', gone);
    socket.emit('userQuery', delivery, (answer: QueryAnswer) => {
      clearTimeout(timer);
      socket.off('disconnect', gone);
      resolve(answer ?? { data: undefined });
    });
  });
}

import type { Server, Socket } from 'socket.io';
import type { StoredMessage } from '../shared/data';
import { isGM, type PermissionUser } from '../shared/permissions';
import type { DocumentOperationRequest, DocumentOperationResponse } from '../shared/wire';
import { variant } from '../variants';
import type { World } from './world';

/** The fields of a message that decide its audience. */
type Addressed = Pick<StoredMessage, '_id' | 'author'> & { readonly whisper?: readonly string[] };

/** The audience of messages before an operation that may change it, by id. */
export type Before = ReadonlyMap<string, Addressed>;

const isFor = (user: PermissionUser, { whisper = [], author }: Addressed): boolean =>
  whisper.length === 0 || isGM(user) || author === user._id || whisper.includes(user._id!);

/** Filters the messages that a user may receive. */
export const messagesFor = <T extends Addressed>(user: PermissionUser, messages: readonly T[]): T[] =>
  messages.filter((message) => variant('whispers') === 'to-all' || isFor(user, message));

const isOnMessages = ({ type, operation }: DocumentOperationRequest): boolean =>
  type === 'ChatMessage' && !operation?.pack;

/** Returns the audience of messages that requests change or delete. Call before they are applied. */
export function addressedIn(world: World, requests: readonly DocumentOperationRequest[]): Before {
  if (variant('whispers') === 'to-all' || !requests.some((request) => request && isOnMessages(request)))
    return new Map();
  const all: Addressed[] = [...world.store.collection('messages').values()];
  return new Map(all.map(({ _id, whisper, author }) => [_id, { _id, whisper: [...(whisper ?? [])], author }]));
}

/** Sends responses to all clients but one, each filtered for its user. */
export function tellOthers(
  io: Server,
  world: World,
  sender: Socket,
  before: Before,
  responses: readonly DocumentOperationResponse[],
  send: (socket: Pick<Socket, 'emit'>, heard: readonly DocumentOperationResponse[]) => void,
): void {
  if (variant('whispers') === 'to-all') {
    send(sender.to('joined') as unknown as Socket, responses);
    return;
  }
  for (const socket of io.sockets.sockets.values()) {
    if (socket.id === sender.id || !socket.rooms.has('joined')) continue;
    const user = world.store.collection('users').get(socket.data.userId);
    const heard = user ? responses.flatMap((response) => heardBy(world, user, before, response)) : [];
    if (heard.length > 0) send(socket, heard);
  }
}

/** Filters a response for a user: messages for others are removed, and messages that become readable are created. */
function heardBy(
  world: World,
  user: PermissionUser,
  before: Before,
  response: DocumentOperationResponse,
): DocumentOperationResponse[] {
  if (!isOnMessages(response)) return [response];
  const now = world.store.collection('messages');
  const current = (id: string): StoredMessage | undefined => {
    const message = now.get(id);
    return message && isFor(user, message) ? message : undefined;
  };
  const had = (id: string): boolean => before.has(id) && isFor(user, before.get(id)!);
  const some = (action: DocumentOperationResponse['action'], result: unknown[]): DocumentOperationResponse[] =>
    result.length > 0 ? [{ ...response, action, result }] : [];
  const { action, result } = response;
  if (action === 'create') return some('create', messagesFor(user, result as StoredMessage[]));
  if (action === 'delete') return some('delete', (result as string[]).filter(had));
  const changes = result as StoredMessage[];
  const ids = changes.map(({ _id }) => _id);
  return [
    ...some(
      'update',
      changes.filter(({ _id }) => had(_id) && current(_id)),
    ),
    ...some(
      'create',
      ids.flatMap((id) => (had(id) ? [] : (current(id) ?? []))).map((message) => structuredClone(message)),
    ),
    ...some(
      'delete',
      ids.filter((id) => had(id) && !current(id)),
    ),
  ];
}

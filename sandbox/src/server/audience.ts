import type { Server, Socket } from 'socket.io';
import { isGM, type PermissionUser } from '../shared/permissions';
import type { DocumentOperationRequest, DocumentOperationResponse } from '../shared/wire';
import { variant } from '../variants';
import type { World } from './world';

/** Who a message is for, as far as the server looks at it. */
interface Addressed {
  readonly _id: string;
  readonly whisper?: readonly string[];
  readonly author?: string;
}

/** By id, whom messages were for before an operation that may change it. */
export type Before = ReadonlyMap<string, Addressed>;

const isFor = (user: PermissionUser, { whisper = [], author }: Addressed): boolean =>
  whisper.length === 0 || isGM(user) || author === user._id || whisper.includes(user._id!);

/** Messages as a user is sent them. */
export const messagesFor = <T extends Addressed>(user: PermissionUser, messages: readonly T[]): T[] =>
  messages.filter((message) => variant('whispers') === 'to-everybody' || isFor(user, message));

const isOnMessages = ({ type, operation }: DocumentOperationRequest): boolean =>
  type === 'ChatMessage' && !operation?.pack;

/** Whom the messages are for that requests change or delete. To be asked before they are carried out. */
export function addressedIn(world: World, requests: readonly DocumentOperationRequest[]): Before {
  if (variant('whispers') === 'to-everybody' || !requests.some((request) => request && isOnMessages(request)))
    return new Map();
  const all: Addressed[] = [...world.store.collection('messages').values()];
  return new Map(all.map(({ _id, whisper, author }) => [_id, { _id, whisper: [...(whisper ?? [])], author: author! }]));
}

/** Sends responses to everybody but one, to each what they may hear of it. */
export function tellOthers(
  io: Server,
  world: World,
  sender: Socket,
  before: Before,
  responses: readonly DocumentOperationResponse[],
  send: (socket: Pick<Socket, 'emit'>, heard: readonly DocumentOperationResponse[]) => void,
): void {
  if (variant('whispers') === 'to-everybody') {
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

/** What a user hears of one response: of messages that are not for them nothing, and who comes to read one has it made. */
function heardBy(
  world: World,
  user: PermissionUser,
  before: Before,
  response: DocumentOperationResponse,
): DocumentOperationResponse[] {
  if (!isOnMessages(response)) return [response];
  const now = world.store.collection('messages');
  const had = (id: string): boolean => before.has(id) && isFor(user, before.get(id)!);
  const has = (id: string): boolean => now.has(id) && isFor(user, now.get(id));
  const some = (action: DocumentOperationResponse['action'], result: unknown[]): DocumentOperationResponse[] =>
    result.length > 0 ? [{ ...response, action, result }] : [];
  const { action, result } = response;
  if (action === 'create') return some('create', messagesFor(user, result));
  if (action === 'delete') return some('delete', result.filter(had));
  const ids = result.map(({ _id }) => _id);
  return [
    ...some(
      'update',
      result.filter(({ _id }) => had(_id) && has(_id)),
    ),
    ...some(
      'create',
      ids.filter((id) => !had(id) && has(id)).map((id) => structuredClone(now.get(id))),
    ),
    ...some(
      'delete',
      ids.filter((id) => had(id) && !has(id)),
    ),
  ];
}

import type { Server, Socket } from 'socket.io';
import type { StoredMessage } from '../shared/data';
import { isGM } from '../shared/permissions';
import type {
  BatchRequest,
  BrowseFilesRequest,
  DocumentOperationRequest,
  DocumentOperationResponse,
  ManageCompendiumRequest,
  QueryRequest,
  WireError,
} from '../shared/wire';
import { variant } from '../variants';
import { addressedIn, messagesFor, tellOthers } from './audience';
import { browseFiles } from './files';
import { joinData, worldPayload } from './payload';
import { query, roomOf } from './queries';
import type { World } from './world';

type Ack = ((...args: unknown[]) => void) | undefined;

/** Attaches a world to its sockets. wiki development/api/sockets.md; MCP `src/foundry/` for the join flow. */
export function listen(io: Server, world: World): void {
  io.on('connection', (socket) => {
    const sessionId = String(socket.handshake.query['session'] ?? '');
    const userId = world.sessions.userOf(sessionId);
    socket.emit('session', { userId, sessionId: userId ? sessionId : null });
    socket.on('getJoinData', (ack: Ack) => ack?.(joinData(world, userId)));
    if (userId && world.store.collection('users').has(userId)) welcome(io, world, socket, userId);
  });
}

function welcome(io: Server, world: World, socket: Socket, userId: string): void {
  socket.data.userId = userId;
  void socket.join([roomOf(userId), 'joined']);
  const others = () => socket.to('joined');
  if (world.presence.enter(userId, socket.id)) others().emit('userActivity', userId, { active: true });
  socket.on('disconnect', () => {
    if (world.presence.leave(userId, socket.id)) io.to('joined').emit('userActivity', userId, { active: false });
  });

  socket.on('world', (ack: Ack) => ack?.(worldPayload(world, userId)));
  socket.on('time', (ack: Ack) => ack?.(Date.now()));
  socket.on('modifyDocument', (request: DocumentOperationRequest, ack: Ack) => one(io, world, socket, request, ack));
  socket.on('modifyDocumentBatch', (request: BatchRequest, ack: Ack) => batch(io, world, socket, request, ack));
  socket.on('manageCompendium', (request: ManageCompendiumRequest, ack: Ack) => manage(world, socket, request, ack));
  socket.on('manageFiles', async (request: BrowseFilesRequest, ack: Ack) => {
    ack?.(
      await browseFiles(world, userOf(world, userId), request ?? {}).catch((error) => ({ error: wireError(error) })),
    );
  });
  socket.on('userQuery', async (request: QueryRequest, ack: Ack) => {
    ack?.(await query(io, world, socket, request).catch((error) => ({ error: wireError(error) })));
  });
  // Foundry's clients put their user first; the server replaces it with the sender.
  socket.on('userActivity', (...args) =>
    others().emit(
      'userActivity',
      userId,
      args.find((arg) => typeof arg === 'object'),
    ),
  );
  socket.on('pause', (paused: boolean, ...args) => {
    if (mayAdminister(world, userId)) world.paused = Boolean(paused);
    const ack = args.at(-1);
    if (typeof ack === 'function') ack(world.paused);
    others().emit('pause', world.paused, { userId, broadcast: true });
  });
  // T14: client/applications/settings/config.d.mts reloadConfirm with `world`; requires the permission to change
  // settings.
  socket.on('reload', () => mayAdminister(world, userId) && others().emit('reload'));
  relay(world, socket, userId);
}

const userOf = (world: World, userId: string) => world.store.collection('users').get(userId);

/** False for a user who was deleted while connected. */
function mayAdminister(world: World, userId: string): boolean {
  const user = userOf(world, userId);
  return user !== undefined && isGM(user);
}

/**
 * Relays events `system.<id>` and `module.<id>` of packages with `socket: true` to all other clients; the ack means
 * the server received it. Handlers get the sender's id last: socketlib, src/socketlib.js `_onSocketReceived(message, senderId)`.
 */
function relay(world: World, socket: Socket, userId: string): void {
  if (world.manifest.socket) relayEvent(socket, `system.${world.manifest.id}`, userId);
  for (const { manifest } of world.modules.active)
    if (manifest.socket) relayEvent(socket, `module.${manifest.id}`, userId);
}

function relayEvent(socket: Socket, event: string, userId: string): void {
  socket.on(event, (...args) => {
    const ack = typeof args.at(-1) === 'function' ? args.pop() : undefined;
    socket.to('joined').emit(event, ...args, userId);
    ack?.(...args);
  });
}

/** Acknowledges the request and broadcasts the same response to all others. */
async function one(io: Server, world: World, socket: Socket, request: DocumentOperationRequest, ack: Ack) {
  const { userId } = socket.data;
  try {
    const before = addressedIn(world, [request]);
    const [response, ...further] = await modify(world, userId, 'modifyDocument', [request]);
    const { action, type, operation, result } = response!;
    if (action === 'get' && type === 'ChatMessage' && !operation.pack)
      response!.result = messagesFor(world.store.existingUser(userId), result as StoredMessage[]);
    ack?.(response);
    if (response!.broadcast && action !== 'get')
      tellOthers(io, world, socket, before, [response!], (to, heard) => {
        for (const each of heard) to.emit('modifyDocument', each);
      });
    announce(io, further);
  } catch (error) {
    // Only these fields, because the request may be malformed.
    const { type, action } = request ?? {};
    ack?.({ type, action, userId, broadcast: false, result: [], error: wireError(error) });
  }
}

async function batch(io: Server, world: World, socket: Socket, request: BatchRequest, ack: Ack) {
  const { userId } = socket.data;
  try {
    const operations = request?.operations;
    if (!Array.isArray(operations)) throw new Error('A batch must have a list of operations');
    const before = addressedIn(world, operations);
    const outcome = await modifyBatch(world, userId, operations);
    const among = variant('sideEffects') === 'in-results' ? outcome.sideEffects : [];
    const done = [...outcome.responses.filter(({ error }) => !error), ...among];
    const told = done.filter(({ broadcast, action }) => broadcast && action !== 'get');
    if (told.length > 0)
      tellOthers(io, world, socket, before, told, (to, results) => to.emit('modifyDocumentBatch', { userId, results }));
    if (outcome.error && variant('batchError') === 'rejects') {
      // The sender receives the written changes as the others do.
      if (told.length > 0) socket.emit('modifyDocumentBatch', { userId, results: told });
      ack?.({ userId, results: [], error: wireError(outcome.error) });
    } else if (variant('batchError') === 'resolves-to-errors')
      ack?.({ userId, results: [...outcome.responses, ...among] });
    else ack?.({ userId, results: done });
    announce(io, outcome.sideEffects.slice(among.length));
  } catch (error) {
    ack?.({ userId, results: [], error: wireError(error) });
  }
}

/** Answers and broadcasts like a document operation. */
async function manage(world: World, socket: Socket, request: ManageCompendiumRequest, ack: Ack) {
  const { userId } = socket.data;
  try {
    const response = {
      userId,
      request,
      result: await world.operations.manage(world.store.existingUser(userId), request),
    };
    ack?.(response);
    socket.to('joined').emit('manageCompendium', response);
  } catch (error) {
    ack?.({ userId, request, error: wireError(error) });
  }
}

/** Sends changes that the server made by itself to the sender too. */
function announce(io: Server, responses: DocumentOperationResponse[]): void {
  for (const response of responses) io.to('joined').emit('modifyDocument', response);
}

async function modify(world: World, userId: string, event: string, requests: DocumentOperationRequest[]) {
  const user = userOf(world, userId);
  try {
    if (!user) throw new Error(`User "${userId}" does not exist!`);
    const responses = await world.operations.modify(user, requests);
    world.stats.record(userId, event, requests);
    if (responses.some(({ type }) => type === 'Setting')) followModules(world);
    return responses;
  } catch (error) {
    world.stats.record(userId, event, requests, (error as Error).message);
    throw error;
  }
}

/** Applies the module setting. A switched module affects clients that load the world afterwards. */
function followModules(world: World): void {
  world.modules.follow(world.store);
  world.subtypes.declareModules(world.modules.active.map(({ manifest }) => manifest));
}

async function modifyBatch(world: World, userId: string, requests: DocumentOperationRequest[]) {
  const user = userOf(world, userId);
  if (!user) throw new Error(`User "${userId}" does not exist!`);
  const outcome = await world.operations.modifyBatch(user, requests);
  world.stats.record(userId, 'modifyDocumentBatch', requests, outcome.error?.message);
  return outcome;
}

const wireError = (error: unknown): WireError => {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return { name, message };
};

import { defined } from '../../src/kernel/defined';

/**
 * socket.io without a network: what the server and the clients of the sandbox use of it, with every message in a queue of its own
 * connection and direction. Whoever holds the wires says which queue is next; within one the order stands, as socket.io promises.
 */
type Listener = (...args: unknown[]) => void;

/** What is on its way: an event with its arguments, or the answer to one. JSON, so that nobody shares an object with anybody. */
export interface Message {
  readonly event: string | null;
  readonly args: string;
  readonly id: number | null;
}

class Listeners {
  private readonly all = new Map<string, Listener[]>();
  /** A listener declares what it expects; the other end sends it. */
  on<Args extends unknown[]>(event: string, listener: (...args: Args) => void): this {
    this.all.set(event, [...(this.all.get(event) ?? []), listener as Listener]);
    return this;
  }
  once<Args extends unknown[]>(event: string, listener: (...args: Args) => void): this {
    const once = (...args: Args) => {
      this.off(event, once);
      listener(...args);
    };
    return this.on(event, once);
  }
  off<Args extends unknown[]>(event: string, listener: (...args: Args) => void): this {
    this.all.set(
      event,
      (this.all.get(event) ?? []).filter((each) => each !== listener),
    );
    return this;
  }
  heard(event: string, args: unknown[]): void {
    for (const listener of this.all.get(event) ?? []) listener(...args);
  }
}

/** One end of a connection: the server's socket, or a client's transport. */
class End extends Listeners {
  other!: End;
  connected = true;
  readonly incoming: Message[] = [];
  private readonly waiting = new Map<number, Listener>();
  private count = 0;

  emit(event: string, ...args: unknown[]): this {
    const ack = typeof args.at(-1) === 'function' ? (args.pop() as Listener) : null;
    const id = ack ? ++this.count : null;
    if (ack && id !== null) this.waiting.set(id, ack);
    this.send({ event, args: JSON.stringify(args), id });
    return this;
  }

  private send(message: Message): void {
    if (this.connected) this.other.incoming.push(message);
  }

  /** Hands the oldest message to whoever listens. */
  receive(): Message {
    const message = defined(this.incoming.shift(), 'a message');
    const { event, args, id } = message;
    const values = JSON.parse(args) as unknown[];
    if (event === null) {
      const acknowledged = defined(id, 'an id');
      const ack = this.waiting.get(acknowledged);
      this.waiting.delete(acknowledged);
      ack?.(...values);
      return message;
    }
    if (id !== null)
      values.push((...answer: unknown[]) => this.send({ event: null, args: JSON.stringify(answer), id }));
    this.heard(event, values);
    return message;
  }
}

class ServerSocket extends End {
  readonly data: Record<string, unknown> = {};
  readonly rooms = new Set<string>();
  readonly handshake: { query: Record<string, string> };

  constructor(
    private readonly io: Wires,
    readonly id: string,
    session: string,
  ) {
    super();
    this.handshake = { query: { session } };
  }

  join(rooms: string | string[]): void {
    for (const room of [rooms].flat()) this.rooms.add(room);
  }

  to(room: string) {
    return this.io.room(room, this);
  }
}

/** The server's side of it all, in the place of `Server` of socket.io. */
export class Wires extends Listeners {
  readonly sockets = { sockets: new Map<string, ServerSocket>() };
  private count = 0;

  room(room: string, but?: ServerSocket) {
    const members = () =>
      [...this.sockets.sockets.values()].filter((socket) => socket !== but && socket.rooms.has(room));
    return { emit: (event: string, ...args: unknown[]) => void members().map((socket) => socket.emit(event, ...args)) };
  }

  to(room: string) {
    return this.room(room);
  }

  /** A new connection, as the browser of that session makes it. */
  connect(session: string): Wire {
    const server = new ServerSocket(this, `socket${++this.count}`, session);
    const client = new End();
    server.other = client;
    client.other = server;
    this.sockets.sockets.set(server.id, server);
    this.heard('connection', [server]);
    return new Wire(client, server, () => this.sockets.sockets.delete(server.id));
  }
}

/** A connection, with what is on its way in both directions. */
export class Wire {
  constructor(
    readonly client: End,
    private readonly server: ServerSocket,
    private readonly forget: () => void,
  ) {}

  /** How many messages the client has had. */
  received = 0;

  /** The directions in which something is on its way. */
  get laden(): ('up' | 'down')[] {
    if (!this.client.connected) return [];
    return [
      ...(this.server.incoming.length > 0 ? (['up'] as const) : []),
      ...(this.client.incoming.length > 0 ? (['down'] as const) : []),
    ];
  }

  /** Delivers the oldest message of that direction. @returns that message */
  deliver(direction: 'up' | 'down'): Message {
    if (direction === 'down') this.received++;
    return (direction === 'up' ? this.server : this.client).receive();
  }

  /** The connection is gone, and with it whatever was on its way. */
  cut(): void {
    if (!this.client.connected) return;
    this.client.connected = false;
    this.server.connected = false;
    this.client.incoming.length = 0;
    this.server.incoming.length = 0;
    this.forget();
    this.server.heard('disconnect', []);
  }
}

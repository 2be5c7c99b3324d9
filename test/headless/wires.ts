import { defined } from '../../src/kernel/defined';

/**
 * A replacement for socket.io without a network. Each connection and direction has its own queue.
 * The test chooses the next queue; within one the order is kept, as socket.io guarantees.
 */
type Listener = (...args: unknown[]) => void;

/** A message under way: an event with its arguments, or an acknowledgment. JSON, so that ends share no objects. */
export interface Message {
  readonly event: string | null;
  readonly args: string;
  readonly id: number | null;
}

class Listeners {
  private readonly all = new Map<string, Listener[]>();
  /** A listener declares the arguments it expects. */
  on<Args extends unknown[]>(event: string, listener: (...args: Args) => void): this {
    this.all.set(event, [...(this.all.get(event) ?? []), listener as Listener]);
    return this;
  }
  once<Args extends unknown[]>(event: string, listener: (...args: Args) => void): this {
    const wrapper = (...args: Args) => {
      this.off(event, wrapper);
      listener(...args);
    };
    return this.on(event, wrapper);
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

  /** Passes the oldest message to its listeners. */
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

/** Replaces the `Server` of socket.io. */
export class Wires extends Listeners {
  readonly sockets = { sockets: new Map<string, ServerSocket>() };
  private count = 0;

  room(room: string, except?: ServerSocket) {
    const members = () =>
      [...this.sockets.sockets.values()].filter((socket) => socket !== except && socket.rooms.has(room));
    return { emit: (event: string, ...args: unknown[]) => void members().map((socket) => socket.emit(event, ...args)) };
  }

  to(room: string) {
    return this.room(room);
  }

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

/** A connection with its messages in both directions. */
export class Wire {
  constructor(
    readonly client: End,
    private readonly server: ServerSocket,
    private readonly forget: () => void,
  ) {}

  received = 0;

  /** The directions with messages under way. */
  get laden(): ('up' | 'down')[] {
    if (!this.client.connected) return [];
    return [
      ...(this.server.incoming.length > 0 ? (['up'] as const) : []),
      ...(this.client.incoming.length > 0 ? (['down'] as const) : []),
    ];
  }

  /** Delivers the oldest message of a direction. @returns that message */
  deliver(direction: 'up' | 'down'): Message {
    if (direction === 'down') this.received++;
    return (direction === 'up' ? this.server : this.client).receive();
  }

  /** Closes the connection and drops its messages. */
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

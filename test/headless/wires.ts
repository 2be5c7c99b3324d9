import { defined } from '../../src/kernel/defined';
import type { Clock } from './clock';

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

/** What a message takes to its other end, in milliseconds, and the clock that tells it. */
export interface Delay {
  readonly clock: Clock;
  milliseconds: number;
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
  private readonly incoming: (Message & { readonly due: number })[] = [];
  private readonly waiting = new Map<number, Listener>();
  private count = 0;

  constructor(private readonly delay: Delay) {
    super();
  }

  /** Whether a message has arrived. */
  get isLaden(): boolean {
    return (this.incoming[0]?.due ?? Number.POSITIVE_INFINITY) <= this.delay.clock.now;
  }

  drop(): void {
    this.incoming.length = 0;
  }

  emit(event: string, ...args: unknown[]): this {
    const ack = typeof args.at(-1) === 'function' ? (args.pop() as Listener) : null;
    const id = ack ? ++this.count : null;
    if (ack && id !== null) this.waiting.set(id, ack);
    this.send({ event, args: JSON.stringify(args), id });
    return this;
  }

  private send(message: Message): void {
    const { clock, milliseconds } = this.delay;
    if (!this.connected) return;
    this.other.incoming.push({ ...message, due: clock.now + milliseconds });
    // The clock stops at its arrival.
    if (milliseconds > 0) clock.set(this, () => undefined, milliseconds);
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
    delay: Delay,
  ) {
    super(delay);
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

  constructor(private readonly delay: Delay) {
    super();
  }

  room(room: string, except?: ServerSocket) {
    const members = () =>
      [...this.sockets.sockets.values()].filter((socket) => socket !== except && socket.rooms.has(room));
    return { emit: (event: string, ...args: unknown[]) => void members().map((socket) => socket.emit(event, ...args)) };
  }

  to(room: string) {
    return this.room(room);
  }

  connect(session: string): Wire {
    const server = new ServerSocket(this, `socket${++this.count}`, session, this.delay);
    const client = new End(this.delay);
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

  /** The directions in which a message has arrived. */
  get pending(): ('up' | 'down')[] {
    if (!this.client.connected) return [];
    return [...(this.server.isLaden ? (['up'] as const) : []), ...(this.client.isLaden ? (['down'] as const) : [])];
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
    this.client.drop();
    this.server.drop();
    this.forget();
    this.server.heard('disconnect', []);
  }
}

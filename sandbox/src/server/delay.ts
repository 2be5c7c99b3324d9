import type { Server } from 'socket.io';

/** Runs messages in their order, each after the delay that applies when it comes. */
function inOrder(delay: () => number): (run: () => void) => void {
  let waiting = 0;
  let tail: Promise<unknown> = Promise.resolve();
  return (run) => {
    const milliseconds = delay();
    if (milliseconds === 0 && waiting === 0) return run();
    waiting++;
    const isDue = new Promise((resolve) => setTimeout(resolve, milliseconds));
    tail = tail
      .then(() => isDue)
      .then(() => {
        waiting--;
        run();
      });
  };
}

/**
 * Lets the messages of all sockets arrive later, in both directions, acknowledgments included. Engine.IO: a socket emits `data` for a message of
 * its client, and Socket.IO sends with `write`.
 * @returns a function that sets the delay in milliseconds
 */
export function delayMessages(io: Server): (milliseconds: number) => void {
  let delay = 0;
  io.engine.on('connection', (connection: Connection) => {
    const [up, down] = [inOrder(() => delay), inOrder(() => delay)];
    const { emit, write } = connection;
    connection.emit = (event, ...args) => {
      if (event !== 'data') return emit.call(connection, event, ...args);
      up(() => emit.call(connection, event, ...args));
      return true;
    };
    connection.write = (...args) => {
      down(() => write.apply(connection, args));
      return connection;
    };
  });
  return (milliseconds) => {
    delay = milliseconds;
  };
}

interface Connection {
  emit(event: string, ...args: unknown[]): boolean;
  write(...args: unknown[]): Connection;
}

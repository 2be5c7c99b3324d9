/** Connected users: a user is active while one of their sockets is connected. */
export class Presence {
  private readonly sockets = new Map<string, Set<string>>();

  /** True when this is the user's first socket. */
  enter(userId: string, socketId: string): boolean {
    const present = this.sockets.get(userId) ?? new Set();
    this.sockets.set(userId, present.add(socketId));
    return present.size === 1;
  }

  /** True when this was the user's last socket. */
  leave(userId: string, socketId: string): boolean {
    const present = this.sockets.get(userId);
    if (!present?.delete(socketId) || present.size) return false;
    return this.sockets.delete(userId);
  }

  isActive(userId: string): boolean {
    return this.sockets.has(userId);
  }

  get active(): string[] {
    return [...this.sockets.keys()];
  }
}

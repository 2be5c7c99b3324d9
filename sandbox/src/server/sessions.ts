import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Users by session cookie, in memory as in Foundry: after a restart, all users join again. */
export class Sessions {
  private readonly users = new Map<string, string | null>();

  create(userId: string | null = null): string {
    const id = randomBytes(12).toString('hex');
    this.users.set(id, userId);
    return id;
  }

  has(id: string | undefined): id is string {
    return id !== undefined && this.users.has(id);
  }

  userOf(id: string | undefined): string | null {
    return (id && this.users.get(id)) || null;
  }

  /**
   * Signs a user in. Another user's session stays valid, so that an open tab continues to work; the browser gets a new
   * one.
   */
  signIn(id: string | undefined, userId: string): string {
    const present = this.userOf(id);
    if (!this.has(id) || (present && present !== userId)) return this.create(userId);
    this.users.set(id, userId);
    return id;
  }
}

/** Returns the `session` cookie of a request. */
export function sessionOf(request: IncomingMessage): string | undefined {
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim().split('='));
  return cookies.find(([name]) => name === 'session')?.[1];
}

/** Readable by scripts, because Foundry's client passes it to the socket itself (MCP `src/foundry/auth.ts`). */
export const sessionCookie = (id: string) => `session=${id}; Path=/; SameSite=Strict`;

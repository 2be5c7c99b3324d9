import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import type { DocumentData } from '../shared/data';

const hash = (password: string, salt: string) => scryptSync(password, salt, 32).toString('hex');

/** Returns the stored form of a password; an empty one admits any client, as in Foundry. */
export function passwordFields(password: unknown): { password: string; passwordSalt: string } {
  if (typeof password !== 'string' || password === '') return { password: '', passwordSalt: '' };
  const passwordSalt = randomBytes(16).toString('hex');
  return { password: hash(password, passwordSalt), passwordSalt };
}

export function passwordFits(user: { password?: string; passwordSalt?: string }, given: unknown): boolean {
  if (!user.password) return true;
  if (typeof given !== 'string') return false;
  return timingSafeEqual(Buffer.from(hash(given, user.passwordSalt ?? '')), Buffer.from(user.password));
}

/** Removes passwords, which must never leave the server. */
export function publicUser<T extends DocumentData>(user: T): T {
  const shown = { ...user };
  for (const secret of ['password', 'passwordSalt']) Reflect.deleteProperty(shown, secret);
  return shown;
}

import type { UserActivity } from '../../../shared/wire';
import type { User } from '../../documents/user';
import type { Canvas } from '../canvas';
import type { Token } from '../placeables/token';
import { UserTargets } from '../placeables/tokens/targets';

/** Sends this user's targets to the other clients. T13: User#broadcastActivity. */
export function broadcastTargets(): void {
  game.user.broadcastActivity({ targets: targetsOf(game.user).ids });
}

/** Follows the targets of other users: socket event `userActivity` (userId, { targets }), foundry-api 14. */
export function watchActivity(canvas: Canvas): void {
  for (const user of game.users?.values() ?? []) targetsOf(user);
  game.socket?.on('userActivity', (userId: string, { targets, active, cursor, ping }: UserActivity = {}) => {
    const user = game.users.get(userId);
    if (!user || user.isSelf) return;
    if (active === false) followTargets(canvas, user, []);
    else if (targets) followTargets(canvas, user, targets);
    if (cursor && ping?.scene === canvas.scene?.id && canvas.ready) canvas.controls.drawPing(cursor, user.color);
  });
}

function followTargets(canvas: Canvas, user: User, ids: string[]): void {
  const targets = targetsOf(user);
  const wanted = new Set(ids.flatMap((id) => canvas.tokens.get(id) ?? []));
  const changed = new Set([...targets, ...wanted]);
  for (const token of [...targets]) if (!wanted.has(token)) removeTarget(user, token);
  for (const token of wanted) addTarget(user, token);
  for (const token of changed) token.refresh();
}

export function targetsOf(user: User): UserTargets {
  if (!(user.targets instanceof UserTargets)) user.targets = new UserTargets(user);
  return user.targets;
}

export function addTarget(user: User, token: Token): void {
  token.targeted.add(user);
  targetsOf(user).add(token);
}

export function removeTarget(user: User, token: Token): void {
  token.targeted.delete(user);
  targetsOf(user).delete(token);
}

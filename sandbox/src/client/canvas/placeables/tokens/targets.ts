import type { User } from '../../../documents/user';
import type { Token } from '../token';
/** A user's targets. T13: client/canvas/placeables/tokens/targets.d.mts. */
export class UserTargets extends Set<Token> {
  user: User;

  constructor(user: User) {
    super();
    this.user = user;
  }

  get ids(): string[] {
    return [...this].map((token) => token.id);
  }

  override add(token: Token): this {
    if (this.has(token)) return this;
    super.add(token);
    Hooks.callAll('targetToken', this.user, token, true);
    return this;
  }

  override delete(token: Token): boolean {
    if (!super.delete(token)) return false;
    Hooks.callAll('targetToken', this.user, token, false);
    return true;
  }

  override clear(): void {
    for (const token of [...this]) this.delete(token);
  }
}

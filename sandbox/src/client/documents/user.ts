import type { Data, StoredUser } from '../../shared/data';
import { ForcedReplacement } from '../../shared/operators';
import { hasPermission, isGM } from '../../shared/permissions';
import { randomID } from '../../shared/uuid';
import type { UserActivity } from '../../shared/wire';
import type { ModelContext } from '../abstract/data-model';
import type { DocumentMetadata } from '../abstract/document';
import { Document } from '../abstract/document';
import type { OperationOptions } from '../abstract/operations';
import { UserTargets } from '../canvas/placeables/tokens/targets';
import type { DataField } from '../data/fields/base';
import { ColorField, DocumentIdField, FilePathField, ObjectField, StringField } from '../data/fields/index';
import { game } from '../game';
import { answerQuery } from '../queries';
import { dispatch } from '../socket';
import type { Actor } from './actor';
import { ClientDocumentMixin } from './client-document';
import { common } from './common-fields';
import type { Macro } from './macro';

/** T14: common/documents/user.d.mts */
export class BaseUser extends Document {
  static override metadata: DocumentMetadata = Object.freeze({
    ...Document.metadata,
    name: 'User',
    label: 'DOCUMENT.User',
    labelPlural: 'DOCUMENT.Users',
    collection: 'users',
  });

  declare _source: StoredUser;
  declare role: number;
  declare avatar: string | null;
  declare character: Actor | null;
  declare color: string;
  declare pronouns: string;
  declare hotbar: Record<string, string>;
  declare permissions: Record<string, boolean>;

  static override defineSchema(): Record<string, DataField> {
    return {
      _id: common.id(),
      name: common.name(),
      role: common.number(1, { integer: true, min: 0, max: 4 }),
      password: new StringField({ required: true, blank: true, initial: '' }),
      avatar: new FilePathField({ categories: ['IMAGE'] }),
      character: new DocumentIdField({ readonly: false }),
      color: new ColorField({ required: true, nullable: false, initial: '#28cc94' }),
      pronouns: new StringField({ required: true }),
      hotbar: new ObjectField(),
      permissions: new ObjectField(),
      flags: common.flags(),
      _stats: common.stats(),
    };
  }
}

/** T14: client/documents/user.d.mts */
export class User extends ClientDocumentMixin(BaseUser) {
  declare active: boolean;
  declare targets: UserTargets;
  declare viewedScene: string | null;

  override _configure(options: ModelContext = {}): void {
    super._configure(options);
    for (const [key, value] of Object.entries({ active: false, targets: new UserTargets(this), viewedScene: null })) {
      Object.defineProperty(this, key, { value, writable: true, enumerable: false, configurable: true });
    }
  }

  override prepareDerivedData() {
    const id = this._source.character;
    Object.defineProperty(this, 'character', {
      get: () => (id ? (game['actors']?.get(id) ?? null) : null),
      set: () => undefined,
      configurable: true,
      enumerable: true,
    });
    this.avatar = (this._source['avatar'] as string | null) ?? this.character?.img ?? 'icons/svg/mystery-man.svg';
  }

  get isGM(): boolean {
    return isGM(this);
  }

  get isSelf(): boolean {
    return game['userId'] === this.id;
  }

  get isBanned(): boolean {
    return this.role === 0;
  }

  get isActiveGM(): boolean {
    return game['users'].activeGM === this;
  }

  get border(): string {
    return this.color;
  }

  /**
   * True for the user whom all clients choose: the first for whom the condition holds.
   * T14: client/documents/collections/users.d.mts
   */
  isDesignated(condition: (user: User) => boolean): boolean {
    return game['users'].getDesignatedUser(condition) === this;
  }

  hasRole(role: string | number, { exact = false } = {}): boolean {
    const names: Record<string, number> = { NONE: 0, PLAYER: 1, TRUSTED: 2, ASSISTANT: 3, GAMEMASTER: 4 };
    const wanted = typeof role === 'string' ? names[role]! : role;
    return exact ? this.role === wanted : this.role >= wanted;
  }

  hasPermission(permission: string): boolean {
    return hasPermission(this, permission, game['settings']?.permissions?.() ?? {});
  }

  can(action: string | number): boolean {
    return typeof action === 'string' && !['PLAYER', 'TRUSTED', 'ASSISTANT', 'GAMEMASTER', 'NONE'].includes(action)
      ? this.hasPermission(action)
      : this.hasRole(action);
  }

  broadcastActivity(activity: UserActivity = {}) {
    if (this.isSelf) game['socket'].emit('userActivity', activity);
  }

  /** T14: client/documents/user.d.mts; null clears the slot; without a slot, the first free one is used. */
  async assignHotbarMacro(
    macro: Macro | null,
    slot?: number | string,
    { fromSlot }: { fromSlot?: number | string } = {},
  ): Promise<this | undefined> {
    const hotbar: Record<string, string> = { ...(this._source['hotbar'] as Record<string, string>) };
    const free = Array.from({ length: 50 }, (_, index) => index + 1).find((number) => !(number in hotbar));
    const at = Number(slot ?? free);
    if (!(at >= 1 && at <= 50)) throw new Error('Invalid Hotbar slot requested');
    if (macro) hotbar[at] = macro.id!;
    else delete hotbar[at];
    if (fromSlot && Number(fromSlot) !== at) delete hotbar[fromSlot];
    return this.update({ hotbar: new ForcedReplacement(hotbar) });
  }

  override _onUpdate(changed: Data, options: OperationOptions, userId: string): void {
    super._onUpdate(changed, options, userId);
    if (changed['hotbar'] !== undefined && this.isSelf) globalThis.ui?.hotbar?.render?.();
  }

  /**
   * Queries another user's client; arguments and result are JSON. Without a timeout it waits until that user leaves.
   * T14: client/documents/user.d.mts `query`; foundry-wiki development/api/sockets.md; I#11235.
   */
  async query(queryName: string, data: unknown, { timeout }: { timeout?: number } = {}): Promise<unknown> {
    if (!game['user'].hasPermission('QUERY_USER')) throw new Error('You do not have permission to query another User');
    if (!this.active) throw new Error(`User "${this.name}" [${this.id}] is not active and cannot be queried`);
    const payload = JSON.parse(JSON.stringify(data ?? null));
    if (this.isSelf)
      return JSON.parse(JSON.stringify((await answerQuery(queryName, payload, this.id!, timeout)) ?? null));
    const asked = dispatch('userQuery', { queryId: randomID(), queryName, userId: this.id!, data: payload, timeout });
    const answer = timeout ? await Promise.race([asked, expired(this, queryName, timeout)]) : await asked;
    if (answer.error) throw new Error(answer.error.message);
    return answer.data;
  }
}

function expired(user: User, queryName: string, timeout: number): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(
      () => reject(new Error(`Query "${queryName}" to User "${user.name}" timed out after ${timeout}ms`)),
      timeout,
    );
  });
}

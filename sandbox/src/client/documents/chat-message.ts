import type { Data, DocumentData } from '../../shared/data';
import type { ModelContext } from '../abstract/data-model';
import type { DocumentMetadata } from '../abstract/document';
import { Document } from '../abstract/document';
import type { OperationOptions } from '../abstract/operations';
import { logCompatibilityWarning } from '../compatibility';
import { CONFIG } from '../config';
import type { DataField } from '../data/fields/base';
import * as fields from '../data/fields/index';
import { Roll } from '../dice/roll';
import { game } from '../game';
import type { Actor } from './actor';
import type { RenderOptions } from './chat-render';
import { renderMessage } from './chat-render';
import { ClientDocumentMixin } from './client-document';
import { common } from './common-fields';
import { type Speaker, type SpeakerOptions, speakerOf } from './speaker';
import type { User } from './user';

/** A stored message: rolls are JSON, users are ids. */
type ChatMessageSource = DocumentData & {
  content: string;
  flavor: string;
  style: number;
  emote: boolean;
  rolls: string[];
  whisper: string[];
  blind: boolean;
};

/** T14: common/documents/chat-message.d.mts; foundry-api.md section 9 */
export class BaseChatMessage extends Document {
  static override metadata: DocumentMetadata = Object.freeze({
    ...Document.metadata,
    name: 'ChatMessage',
    label: 'DOCUMENT.ChatMessage',
    labelPlural: 'DOCUMENT.ChatMessages',
    collection: 'messages',
    hasTypeData: true,
  });

  declare _source: ChatMessageSource;
  declare style: number;
  declare author: User | null;
  declare timestamp: number;
  declare title: string;
  declare flavor: string;
  declare content: string;
  declare speaker: Speaker;
  declare whisper: string[];
  declare blind: boolean;
  declare rolls: Roll[];
  declare sound: string | null;
  declare emote: boolean;

  static override defineSchema(): Record<string, DataField> {
    const id = () => new fields.DocumentIdField({ readonly: false });
    return {
      _id: common.id(),
      type: common.type('base'),
      system: common.system(this),
      style: common.number(0, { choices: [0, 1, 2, 3] }),
      author: new fields.DocumentIdField({ readonly: false, initial: () => game['user']?.id ?? null }),
      timestamp: common.number(0, { initial: Date.now }),
      title: new fields.StringField({ required: false }),
      flavor: new fields.HTMLField(),
      content: new fields.HTMLField({ textSearch: true }),
      speaker: new fields.SchemaField({
        scene: id(),
        actor: id(),
        token: id(),
        alias: new fields.StringField(),
      }),
      whisper: new fields.ArrayField(new fields.DocumentIdField({ readonly: false, nullable: false })),
      blind: new fields.BooleanField(),
      rolls: new fields.ArrayField(new fields.JSONField({ validate: isRoll })),
      sound: new fields.FilePathField({ categories: ['AUDIO'] }),
      emote: new fields.BooleanField(),
      flags: common.flags(),
      _stats: common.stats(),
    };
  }

  static override migrateData(source: Data): Data {
    if (Array.isArray(source['rolls']))
      source['rolls'] = source['rolls'].map((roll: unknown) =>
        roll instanceof Roll ? JSON.stringify(roll.toJSON()) : roll,
      );
    return super.migrateData(source);
  }
}

function isRoll(json: unknown): void {
  if (typeof json !== 'string' || !JSON.parse(json).class) throw new Error('must be a serialized Roll');
}

/** T14: client/documents/chat-message.d.mts */
export class ChatMessage extends ClientDocumentMixin(BaseChatMessage) {
  static getSpeaker(options: SpeakerOptions = {}): Speaker {
    return speakerOf(options);
  }

  static getSpeakerActor({ scene, actor, token }: Partial<Speaker>): Actor | null {
    const spoken = token && scene ? game['scenes']?.get(scene)?.tokens.get(token)?.actor : null;
    return spoken ?? (actor ? game['actors']?.get(actor) : null) ?? null;
  }

  /** Returns user ids for "gm", "players", or names of users or their characters. */
  static getWhisperRecipients(name: string): User[] {
    const key = name.toLowerCase();
    if (['gm', 'dm'].includes(key)) return game['users'].filter((user) => user.isGM);
    if (key === 'players') return game['users'].players;
    return game['users'].filter((user) =>
      [user.name, user.character?.name].some((known) => known?.toLowerCase() === key),
    );
  }

  /** v14: `messageMode` of message data. T14: CONFIG.ChatMessage.modes */
  static applyMode<M extends object>(data: M, mode: string): M {
    const gms = () => game['users'].filter((user) => user.isGM).map((user) => user.id);
    if (mode === 'public' || mode === 'ic') Object.assign(data, { whisper: [], blind: false });
    else if (mode === 'gm') Object.assign(data, { whisper: gms(), blind: false });
    else if (mode === 'blind') Object.assign(data, { whisper: gms(), blind: true });
    else if (mode === 'self') Object.assign(data, { whisper: [game['user'].id], blind: false });
    else throw new Error(`"${mode}" is not a registered ChatMessage mode`);
    CONFIG['ChatMessage'].modes[mode]?.handler?.(data);
    return data;
  }

  override _initialize(options: ModelContext = {}): void {
    super._initialize(options);
    const author = this._source.author;
    Object.defineProperty(this, 'author', {
      get: () => game['users']?.get(author) ?? null,
      set: () => undefined,
      configurable: true,
      enumerable: true,
    });
  }

  override prepareDerivedData() {
    this.rolls = this._source.rolls.map((json) => Roll.fromJSON(json));
    this.whisper = [...this._source.whisper];
  }

  get isAuthor(): boolean {
    return game['user'].id === this._source.author;
  }

  get isRoll(): boolean {
    return this._source.rolls.length > 0;
  }

  get alias(): string {
    return this.speaker.alias || this.speakerActor?.name || this.author?.name || '';
  }

  get speakerActor(): Actor | null {
    return ChatMessage.getSpeakerActor(this.speaker);
  }

  get whisperedTo(): User[] {
    return this._source.whisper.flatMap((id) => game['users'].get(id) ?? []);
  }

  /** Hides other users' whispers, except rolls, which show that they were made. */
  override get visible(): boolean {
    const { whisper, author } = this._source;
    if (whisper.length === 0) return true;
    const concerned = whisper.includes(game['userId']) || author === game['user'].id;
    return this.isRoll ? true : concerned;
  }

  get isContentVisible(): boolean {
    const { whisper, blind, author } = this._source;
    if (!this.isRoll) return this.visible;
    if (whisper.length === 0) return true;
    if (whisper.includes(game['userId'])) return true;
    return author === game['user'].id && !blind;
  }

  applyMode(mode: string) {
    this.updateSource(ChatMessage.applyMode({}, mode));
  }

  /** @deprecated since 14, until 16. T14: client/documents/chat-message.d.mts */
  applyRollMode(rollMode: string) {
    logCompatibilityWarning('ChatMessage#applyRollMode is deprecated in favor of ChatMessage#applyMode', {
      since: 14,
      until: 16,
      once: true,
    });
    this.applyMode(rollMode.replace(/roll$/, '') || 'public');
  }

  override getRollData(): Data {
    return this.speakerActor?.getRollData() ?? {};
  }

  async renderHTML(options: RenderOptions = {}): Promise<HTMLElement> {
    return renderMessage(this, options);
  }

  override async _preCreate(data: Data, options: OperationOptions, user: User): Promise<boolean | void> {
    if ((await super._preCreate(data, options, user)) === false) return false;
    const mode = options.messageMode;
    if (mode) this.applyMode(mode);
    if (!data['timestamp']) this.updateSource({ timestamp: Date.now() });
  }

  override _onCreate(data: Data, options: OperationOptions, userId: string): void {
    super._onCreate(data, options, userId);
    if (this.visible) void globalThis.ui?.chat?.postOne?.(this, { notify: options.notify ?? true });
  }

  // The log re-renders regardless of options: I#13720, "never calls updateMessage with any options regardless of the
  // update options".
  override _onUpdate(changed: Data, options: OperationOptions, userId: string): void {
    const { chat } = globalThis.ui ?? {};
    if (this.visible) void chat?.updateMessage?.(this);
    else chat?.deleteMessage?.(this.id!);
    super._onUpdate(changed, options, userId);
  }

  override _onDelete(options: OperationOptions, userId: string): void {
    super._onDelete(options, userId);
    globalThis.ui?.chat?.deleteMessage?.(this.id!, options);
  }
}

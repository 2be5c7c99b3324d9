import type { Data } from '../../shared/data';
import { notInSandbox } from '../../shared/not-in-sandbox';
import type { DocumentMetadata } from '../abstract/document';
import { Document } from '../abstract/document';
import type { OperationOptions } from '../abstract/operations';
import type { Token } from '../canvas/placeables/token';
import { CONFIG } from '../config';
import type { DataField } from '../data/fields/base';
import { DocumentIdField } from '../data/fields/index';
import { game } from '../game';
import type { Actor } from './actor';
import { ClientDocumentMixin } from './client-document';
import { common } from './common-fields';
import type { Speaker } from './speaker';
import type { User } from './user';

/** T14: common/documents/macro.d.mts, client/documents/macro.d.mts Schema */
export class BaseMacro extends Document {
  static override metadata: DocumentMetadata = Object.freeze({
    ...Document.metadata,
    name: 'Macro',
    label: 'DOCUMENT.Macro',
    labelPlural: 'DOCUMENT.Macros',
    collection: 'macros',
  });

  declare author: string | null;
  declare scope: string;
  declare command: string;

  static override defineSchema(): Record<string, DataField> {
    return {
      _id: common.id(),
      name: common.name(),
      type: common.text({ initial: 'chat' }),
      author: new DocumentIdField({ readonly: false }),
      img: common.img('icons/svg/dice-target.svg'),
      scope: common.text({ initial: 'global' }),
      command: common.text({ initial: '', blank: true }),
      folder: common.folder(),
      sort: common.sort(),
      ownership: common.ownership(),
      flags: common.flags(),
      _stats: common.stats(),
    };
  }
}

const AsyncFunction = (async () => undefined).constructor as new (
  ...args: string[]
) => (...given: unknown[]) => Promise<unknown>;

interface MacroScope {
  speaker?: Speaker;
  token?: Token;
  actor?: Actor;
  [name: string]: unknown;
}

/** T14: client/documents/macro.d.mts; the sandbox only runs scripts. */
export class Macro extends ClientDocumentMixin(BaseMacro) {
  get canExecute(): boolean {
    return this.canUserExecute(game['user']);
  }

  canUserExecute(user: User): boolean {
    return this.testUserPermission(user, 'LIMITED') && (this.type !== 'script' || user.can('MACRO_SCRIPT'));
  }

  /** Passes a script its variables: speaker, actor, token, character, scope. */
  async execute(scope: MacroScope = {}): Promise<unknown> {
    const { ui, canvas } = globalThis;
    if (this.type !== 'script') return notInSandbox(`a macro of type "${this.type}"`)();
    if (!this.canExecute) {
      ui.notifications.warn(`You do not have permission to execute Macro "${this.name}".`);
      return undefined;
    }
    const speaker = scope.speaker ?? CONFIG['ChatMessage'].documentClass.getSpeaker();
    const token = scope.token ?? canvas?.tokens?.get(speaker.token ?? '') ?? null;
    const actor = scope.actor ?? game['actors'].get(speaker.actor) ?? null;
    const run = new AsyncFunction('speaker', 'actor', 'token', 'character', 'scope', this.command);
    try {
      return await run.call(this, speaker, actor, token, game['user'].character, scope);
    } catch (error) {
      ui.notifications.error('There was an error in your macro syntax. See the console (F12) for details');
      console.error(error);
      return undefined;
    }
  }

  /** Also renders the hotbar. */
  override _onUpdate(changed: Data, options: OperationOptions, userId: string): void {
    super._onUpdate(changed, options, userId);
    globalThis.ui?.hotbar?.render?.();
  }

  override _onDelete(options: OperationOptions, userId: string): void {
    super._onDelete(options, userId);
    globalThis.ui?.hotbar?.render?.();
  }
}

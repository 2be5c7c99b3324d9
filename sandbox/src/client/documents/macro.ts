import { notInSandbox } from '../../shared/not-in-sandbox';
import { Document } from '../abstract/document';
import { DocumentIdField } from '../data/fields/index';
import { game } from '../game';
import { ClientDocumentMixin } from './client-document';
import { common } from './common-fields';

/** T14: common/documents/macro.d.mts, client/documents/macro.d.mts Schema */
export class BaseMacro extends Document {
  static override metadata = Object.freeze({
    ...Document.metadata,
    name: 'Macro',
    label: 'DOCUMENT.Macro',
    labelPlural: 'DOCUMENT.Macros',
    collection: 'macros',
  });

  static override defineSchema(): Record<string, any> {
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
) => (...given: any[]) => Promise<any>;

/** T14: client/documents/macro.d.mts; of its types the sandbox runs scripts alone. */
export class Macro extends ClientDocumentMixin(BaseMacro) {
  get canExecute(): boolean {
    return this.canUserExecute(game['user']);
  }

  canUserExecute(user: any): boolean {
    return this.testUserPermission(user, 'LIMITED') && (this.type !== 'script' || user.can('MACRO_SCRIPT'));
  }

  /** With the names a script finds: speaker, actor, token, character, scope. */
  async execute(scope: any = {}): Promise<any> {
    const { ui, canvas, ChatMessage } = globalThis as any;
    if (this.type !== 'script') return notInSandbox(`a macro of type "${this.type}"`)();
    if (!this.canExecute) {
      ui.notifications.warn(`You do not have permission to execute Macro "${this.name}".`);
      return undefined;
    }
    const speaker = scope.speaker ?? ChatMessage.implementation.getSpeaker();
    const token = scope.token ?? canvas?.tokens?.get(speaker.token) ?? null;
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

  /** The hotbar shows it. */
  _onUpdate(changed: any, options: any, userId: string) {
    super._onUpdate(changed, options, userId);
    (globalThis as any).ui?.hotbar?.render?.();
  }

  _onDelete(options: any, userId: string) {
    super._onDelete(options, userId);
    (globalThis as any).ui?.hotbar?.render?.();
  }
}

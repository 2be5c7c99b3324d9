import { isRulesetType } from '../adapters/registry';
import { frameRequest, type RenderHTMLOptions } from '../apps/chat/message-frame';
import { noteChange } from '../host/changes';
import { disguiseOf } from '../host/disguise';
import { hostOf, isFromGamemaster, writerOf } from '../host/exchange-document';
import { combatantOf } from '../host/reader';
import { isAware, secrecyOn } from '../host/secrecy';
import { notify, notifyOnce } from '../platform/notice';
import { text } from '../platform/text';
import type { StepMark } from '../platform/v14';
import { forgetSecrecy, isOpening, openedCardData } from '../referee/play/open-card';
import { facesIn } from '../referee/requests/request-shape';
import { isClaimOnly } from '../referee/store/claim';
import { STEP_HOOK } from '../referee/store/step-hook';
import { noteWrite } from '../stored/gamemasters';
import { removeHarmfulKeys } from '../stored/harmful-keys';
import { forgetRequest, isRequest, requestSystem } from '../stored/request';
import { combatSystem } from '../stored/systems';

export class CadenceMessage extends ChatMessage {
  /** API: DataModel.migrateData */
  static override migrateData(source: Record<string, unknown>) {
    return super.migrateData(removeHarmfulKeys(source));
  }

  /** A disguised fighter speaks under the name that players know. API: ChatMessage.getSpeaker */
  static override getSpeaker(options?: Parameters<typeof ChatMessage.getSpeaker>[0]) {
    const speaker = super.getSpeaker(options);
    const token = game.scenes?.get(speaker.scene ?? '')?.tokens.get(speaker.token ?? '') ?? null;
    const actor = game.actors?.get(speaker.actor ?? '') ?? null;
    const combatant = token || !actor ? null : combatantOf(actor);
    const disguise = disguiseOf({ combatant, token });
    return disguise ? { ...speaker, alias: disguise.name } : speaker;
  }

  override prepareBaseData(): void {
    super.prepareBaseData();
    forgetRequest(this);
    // Foundry makes a copy of a message before it is sent; a new one is told by its hook.
    if (game.messages?.get(this.id ?? '') === this) noteChange();
  }

  /**
   * Renders a request in an ordinary message; messages of the subtype ask their model. API: ChatMessage#renderHTML, which dnd5e
   * overrides too (module/documents/chat-message.mjs).
   */
  override async renderHTML(options: RenderHTMLOptions = {}): Promise<HTMLElement> {
    if (this.type !== 'base' || !isRequest(this)) return super.renderHTML(options as never);
    const html = await frameRequest(this, options);
    // Foundry passes no context either when a model renders the message.
    const hooks: { callAll(name: string, ...facts: unknown[]): unknown } = Hooks;
    hooks.callAll('renderChatMessageHTML', this, html);
    return html;
  }

  /** Answers, and commands that the referee is about to accept, are not listed. Waiting commands are; refused ones for author and GM only. */
  override get visible(): boolean {
    if (isRequest(this) && !this.#isListed()) return false;
    // Foundry lists private rolls for all users as an anonymous roll, but a card also names the action. API: ChatMessage#visible.
    if (isRulesetType(this.type) && this.whisper.length > 0) {
      const secrecy = secrecyOn(this);
      return secrecy ? isAware(secrecy) : this.isAuthor || this.whisper.includes(game.user.id);
    }
    return super.visible;
  }

  #isListed(): boolean {
    const { combat, command, refused } = requestSystem(this);
    if (refused.length > 0) return this.isAuthor || game.user.isGM;
    const host = hostOf(combat);
    const waits = !game.users?.activeGM || (host !== null && combatSystem(host).open !== null);
    return command !== null && waits;
  }

  /**
   * Refuses a GM's update of a message that looks like a GM's and is not, because the update would vouch for its content. A player wrote it,
   * or a former GM has changed a card of their own.
   */
  protected override async _preUpdate(
    changed: ChatMessage.UpdateData,
    options: ChatMessage.Database.PreUpdateOptions,
    user: User.Implementation,
  ): Promise<boolean | void> {
    const isForged = isRulesetType(this.type)
      ? !isFromGamemaster(this)
      : isRequest(this) && this.author?.isGM === true && writerOf(this) === null;
    if (isForged && user.isGM) {
      notifyOnce('warn', `posing ${this.id}`, text('CADENCE.Notice.posing'));
      return false;
    }
    // A step writes the audience itself.
    if (!(options as { cadence?: StepMark }).cadence && isOpening(this, changed))
      foundry.utils.mergeObject(changed, openedCardData(this));
    return super._preUpdate(changed, options, user);
  }

  /** Rolled dice cannot be undone by deleting their request. */
  protected override async _preDelete(
    options: ChatMessage.Database.PreDeleteOptions & { cadence?: StepMark },
    user: User.Implementation,
  ): Promise<boolean | void> {
    const isWaiting = isRequest(this) && requestSystem(this).refused.length === 0;
    if (!options.cadence && isWaiting && !user.isGM && facesIn(this).length > 0) {
      notify('warn', text('CADENCE.Reason.dice-bound'));
      return false;
    }
    return super._preDelete(options, user);
  }

  protected override _onCreate(data: never, options: never, userId: string): void {
    noteWrite(this, userId);
    super._onCreate(data, options, userId);
    this.#callStepHook(data);
  }

  protected override _onUpdate(changed: never, options: never, userId: string): void {
    noteWrite(this, userId);
    // Foundry would rerender it with any options (core issue 13720).
    if (isClaimOnly(changed)) return;
    super._onUpdate(changed, options, userId);
    if (userId === game.user.id) void forgetSecrecy(this, changed);
    this.#callStepHook(changed);
  }

  /** A card that hosts its exchange is the last document of a step's batch, so the step is complete. */
  #callStepHook({ system }: { system?: { step?: number } }): void {
    if (!system?.step || hostOf(this.id) !== this) return;
    Hooks.callAll(STEP_HOOK, this);
  }
}

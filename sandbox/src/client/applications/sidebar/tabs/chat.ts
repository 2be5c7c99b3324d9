import { messageOf } from '../../../../shared/errors';
import type { ChatMessage } from '../../../documents/chat-message';
import type { Speaker } from '../../../documents/speaker';
import type { Part } from '../../api/handlebars-application';
import { HandlebarsApplicationMixin } from '../../api/handlebars-application';
import type { GivenOptions, RenderContext, RenderOptions } from '../../api/options';
import type { MenuEntry } from '../../ux/context-menu';
import { AbstractSidebarTab } from '../sidebar-tab';
import { MESSAGE_PATTERNS, messageData, modeOf, parseCommand } from './chat-commands';

const BATCH = 100;
const NOTIFY_FOR = 5000;

type MessageOptions = Parameters<ChatMessage['renderHTML']>[0];

/** `before` is the id of the next message. `notify` also shows the message beside the sidebar. */
interface PostOptions {
  before?: string | undefined;
  notify?: boolean;
}

/** T13: client/applications/sidebar/tabs/chat.d.mts */
export class ChatLog extends HandlebarsApplicationMixin(AbstractSidebarTab) {
  static override DEFAULT_OPTIONS: GivenOptions = {
    classes: ['flexcol'],
    window: { title: 'CHAT.Title', icon: 'fa-solid fa-comments' },
    actions: {
      deleteMessage: ChatLog.onDeleteMessage,
      dismissMessage: ChatLog.onDismissMessage,
      expandRoll: ChatLog.onExpandRoll,
      flush: ChatLog.onFlush,
      jumpToBottom: ChatLog.onJumpToBottom,
      messageMode: ChatLog.onMessageMode,
    },
  };
  static override tabName = 'chat';
  static MESSAGE_PATTERNS = MESSAGE_PATTERNS;
  static override PARTS: Record<string, Part> = {
    log: { template: 'templates/sidebar/tabs/chat/log.hbs' },
    input: { template: 'templates/sidebar/tabs/chat/input.hbs' },
  };

  #history: string[] = [];
  #historyAt = -1;

  static parse = parseCommand;

  get logElement(): HTMLElement {
    return this.element.querySelector('.chat-log')!;
  }

  get isAtBottom(): boolean {
    const scroll = this.element?.querySelector('.chat-scroll');
    return !scroll || scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 60;
  }

  override async _preparePartContext(
    partId: string,
    context: RenderContext,
    options: RenderOptions,
  ): Promise<RenderContext> {
    await super._preparePartContext(partId, context, options);
    if (partId !== 'input') return context;
    const current = game.settings.settings.has('core.messageMode')
      ? game.settings.get('core', 'messageMode')
      : 'public';
    context['modes'] = Object.entries(CONFIG.ChatMessage.modes)
      .filter(([id]) => id !== 'ic')
      .map(([id, { label, icon }]) => ({ id, label, icon, active: id === current }));
    context['isGM'] = game.user.isGM;
    return context;
  }

  override async _onFirstRender(context: RenderContext, options: RenderOptions): Promise<void> {
    await super._onFirstRender(context, options);
    this._createContextMenu(this._getEntryContextOptions, '.message[data-message-id]', {
      hookName: 'getChatMessageContextOptions',
      parentClassHooks: false,
    });
    await this.renderBatch(BATCH);
    // T14: ChatLog#_onClickNotification
    if (!this.isPopout) {
      const area = document.getElementById('chat-notifications');
      area?.addEventListener('click', (event) => this._onClickNotification(event));
    }
    if (this.isPopout) return;
    for (const hook of ['collapseSidebar', 'changeSidebarTab']) Hooks.on(hook, () => this.#placeInput());
    this.#placeInput();
  }

  override _attachPartListeners(partId: string, element: HTMLElement, options: RenderOptions): void {
    super._attachPartListeners(partId, element, options);
    if (partId === 'log') {
      element.addEventListener('scroll', () => this.#toggleJump());
    } else
      element
        .querySelector('textarea')!
        .addEventListener('keydown', (event: KeyboardEvent) => this._onChatKeyDown(event));
  }

  override _onActivate(): void {
    super._onActivate();
    this.scrollBottom();
    document.querySelector('#chat-notifications .chat-log')?.replaceChildren();
  }

  #toggleJump(): void {
    const jump = this.element.querySelector('.jump-to-bottom') as HTMLElement | null;
    if (jump) jump.hidden = this.isAtBottom;
  }

  // Moves the input to the notifications while the chat is hidden. T14: ChatLog#_toggleNotifications
  #placeInput(): void {
    const input = this.parts['input']!;
    if (ui.sidebar.expanded && this.active) this.element.append(input);
    else document.getElementById('chat-notifications')?.append(input);
  }

  async renderBatch(size: number): Promise<void> {
    const log = this.logElement;
    const shown = new Set(
      [...log.querySelectorAll<HTMLElement>('[data-message-id]')].map((li) => li.dataset.messageId),
    );
    const messages = game.messages.contents.filter((message) => message.visible && !shown.has(message.id!));
    const batch = messages.slice(-size);
    const rendered = await Promise.all(batch.map((message) => this.#renderMessage(message)));
    log.prepend(...rendered.filter((li): li is HTMLElement => !!li));
    this.scrollBottom();
  }

  async #renderMessage(message: ChatMessage, options: MessageOptions = {}): Promise<HTMLElement | null> {
    try {
      const canDelete = message.canUserModify(game.user, 'delete');
      const html = await message.renderHTML({ canDelete, ...options });
      // It may have been deleted during rendering.
      return game.messages.has(message.id!) ? html : null;
    } catch (error) {
      console.error(`Chat message ${message.id} could not be shown`, error);
      ui.notifications.error(`Chat message ${message.id}: ${messageOf(error)}`, { console: false });
      return null;
    }
  }

  /** Adds a new message in the order of the messages. */
  async postOne(message: ChatMessage, options: PostOptions = {}): Promise<void> {
    if (message.visible) await this.#postOne(message, options);
  }

  async #postOne(message: ChatMessage, { before, notify = false }: PostOptions = {}): Promise<void> {
    if (!this.rendered) return;
    const bottom = this.isAtBottom;
    const html = await this.#renderMessage(message);
    if (!html) return;
    const log = this.logElement;
    log.querySelector(`[data-message-id="${CSS.escape(message.id!)}"]`)?.remove();
    const next = before && log.querySelector(`[data-message-id="${CSS.escape(before)}"]`);
    if (next) next.before(html);
    else log.append(html);
    if (bottom || message.isAuthor) this.scrollBottom();
    if (!this.isPopout) {
      if (notify) await this.notify(message);
      await this.popout?.postOne(message, { before });
    }
  }

  /**
   * Re-renders a message in every place, and adds it if missing. Does not check visibility, like 13.350 to 14.363:
   * I#14429.
   */
  async updateMessage(message: ChatMessage, notify = false): Promise<void> {
    if (!this.rendered) return;
    const selector = `.message[data-message-id="${CSS.escape(message.id!)}"]`;
    const shown = [
      ...document.querySelectorAll(`#chat ${selector}, #chat-popout ${selector}, #chat-notifications ${selector}`),
    ];
    if (!this.logElement.querySelector(selector))
      await this.#postOne(message, { before: this.#successor(message), notify });
    else {
      const bottom = this.isAtBottom;
      for (const li of shown) {
        const html = await this.#renderMessage(message);
        if (html) li.replaceWith(html);
      }
      if (bottom) this.scrollBottom();
      if (notify) await this.notify(message);
    }
  }

  #successor(message: ChatMessage): string | undefined {
    const all = game.messages.contents;
    return all.slice(all.indexOf(message) + 1).find((one) => one.visible)?.id ?? undefined;
  }

  deleteMessage(id: string, { deleteAll = false }: { deleteAll?: boolean } = {}): void {
    const selector = deleteAll ? '.message' : `.message[data-message-id="${CSS.escape(id)}"]`;
    for (const li of document.querySelectorAll(
      `#chat ${selector}, #chat-popout ${selector}, #chat-notifications ${selector}`,
    )) {
      li.remove();
    }
  }

  /** Shows a message briefly beside the sidebar while the chat is hidden. */
  async notify(message: ChatMessage): Promise<void> {
    if (this.active && ui.sidebar.expanded) return;
    const area = document.querySelector('#chat-notifications .chat-log');
    const html = area && (await this.#renderMessage(message, { canClose: true }));
    if (!html) return;
    area.append(html);
    while (area.childElementCount > 3) area.firstElementChild!.remove();
    // T14: ChatLog.NOTIFY_DURATION. An element re-rendered meanwhile is a different one, and stays: core issue 12290.
    setTimeout(() => html.remove(), NOTIFY_FOR);
  }

  scrollBottom(_options: object = {}): Promise<void> {
    const scroll = this.element?.querySelector('.chat-scroll');
    if (scroll) scroll.scrollTop = scroll.scrollHeight;
    return Promise.resolve();
  }

  /** Sends a typed line. A hook `chatMessage` that returns false takes it over. */
  async processMessage(message: string, { speaker }: { speaker?: Speaker } = {}): Promise<ChatMessage | undefined> {
    const text = message.trim();
    if (!text) return undefined;
    const cls = CONFIG.ChatMessage.documentClass;
    const from = speaker ?? cls.getSpeaker();
    if (Hooks.call('chatMessage', this, text, { user: game.user.id, speaker: from }) === false) return undefined;
    const [command, match] = parseCommand(text);
    if (command === 'invalid') throw new Error(game.i18n.format('CHAT.InvalidCommand', { command: match[1] }));
    const messageMode = modeOf(command);
    if (messageMode) {
      const [formula, flavor] = match[1]!.split('#').map((part) => part.trim());
      const data = game.user.character?.getRollData() ?? {};
      const roll = await Roll.create(formula ?? '', data).evaluate();
      return roll.toMessage({ speaker: from, flavor }, { messageMode });
    }
    return cls.create(messageData(command, match, from));
  }

  async _onChatKeyDown(event: KeyboardEvent): Promise<void> {
    const textarea = event.currentTarget as HTMLTextAreaElement;
    event.stopPropagation();
    if ((event.key === 'ArrowUp' || event.key === 'ArrowDown') && this.#recall(textarea, event.key))
      event.preventDefault();
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    const message = textarea.value;
    textarea.value = '';
    this.#historyAt = -1;
    try {
      await this.processMessage(message);
      if (message.trim()) this.#history.unshift(message);
    } catch (error) {
      textarea.value ||= message;
      ui.notifications.error(messageOf(error));
    }
  }

  #recall(textarea: HTMLTextAreaElement, key: string): boolean {
    if (textarea.value && this.#history[this.#historyAt] !== textarea.value) return false;
    const at = this.#historyAt + (key === 'ArrowUp' ? 1 : -1);
    if (at >= this.#history.length) return false;
    this.#historyAt = Math.max(at, -1);
    textarea.value = this.#history[this.#historyAt] ?? '';
    return true;
  }

  _getEntryContextOptions(): MenuEntry[] {
    const messageOf = (li: HTMLElement) => game.messages.get(li.dataset.messageId);
    return [
      {
        label: 'CHAT.RevealMessage',
        icon: 'fa-solid fa-eye',
        visible: (li: HTMLElement) => {
          const message = messageOf(li);
          if (!message) return false;
          const isLimited = message.whisper.length > 0 || message.blind;
          return isLimited && (game.user.isGM || message.isAuthor) && message.isContentVisible;
        },
        onClick: (_event: Event, li: HTMLElement) => messageOf(li)?.update({ whisper: [], blind: false }),
      },
      {
        label: 'CHAT.DeleteMessage',
        icon: 'fa-solid fa-trash',
        visible: (li: HTMLElement) => !!messageOf(li)?.canUserModify(game.user, 'delete'),
        onClick: (_event: Event, li: HTMLElement) => messageOf(li)?.delete(),
      },
    ];
  }

  _onClickNotification(event: MouseEvent): void {
    const target = (event.target as HTMLElement).closest<HTMLElement>('.message [data-action]');
    const handler = target && this.options.actions[target.dataset.action!];
    if (typeof handler === 'function') handler.call(this as never, event as never, target as never);
  }

  static onDeleteMessage(_event: Event, target: HTMLElement): void {
    const li = target.closest<HTMLElement>('[data-message-id]')!;
    void game.messages.get(li.dataset.messageId)?.delete();
  }

  static onDismissMessage(_event: Event, target: HTMLElement): void {
    target.closest('[data-message-id]')?.remove();
  }

  static onExpandRoll(_event: Event, target: HTMLElement): void {
    target.classList.toggle('expanded');
    target.setAttribute('aria-expanded', String(target.classList.contains('expanded')));
  }

  static async onFlush(): Promise<void> {
    const title = game.i18n.localize('CHAT.FlushTitle');
    const sure = await foundry.applications.api.DialogV2.confirm({
      window: { title, icon: 'fa-solid fa-trash' },
      content: `<p>${game.i18n.localize('CHAT.FlushWarning')}</p>`,
    });
    if (sure) await CONFIG.ChatMessage.documentClass.deleteDocuments([], { deleteAll: true });
  }

  static onJumpToBottom(this: ChatLog): void {
    void this.scrollBottom();
  }

  static async onMessageMode(this: ChatLog, _event: Event, target: HTMLElement): Promise<void> {
    await game.settings.set('core', 'messageMode', target.dataset.messageMode);
    for (const button of this.parts['input']!.querySelectorAll('[data-message-mode]')) {
      button.setAttribute('aria-pressed', String(button === target));
    }
  }
}

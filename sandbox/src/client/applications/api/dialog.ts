import type { Data } from '../../../shared/data';
import { escapeHTML } from '../../../shared/html';
import type { User } from '../../documents/user';
import { cleanHTML } from '../ux/clean-html';
import { FormDataExtended } from '../ux/form-data-extended';
import { ApplicationV2 } from './application';
import type { ApplicationOptions, GivenOptions, RenderContext, RenderOptions } from './options';

type Button = {
  action: string;
  label: string;
  icon?: string;
  class?: string;
  type?: string;
  default?: boolean;
  disabled?: boolean;
  callback?: (event: Event, button: HTMLButtonElement, dialog: DialogV2) => unknown;
};

/** T13: DialogV2.Configuration, DialogV2WaitOptions */
export interface DialogConfig extends GivenOptions {
  content?: string | HTMLElement;
  buttons?: Button[];
  modal?: boolean;
  rejectClose?: boolean;
  close?: (event: Event, dialog: DialogV2) => unknown;
  render?: (event: Event, dialog: DialogV2) => unknown;
  submit?: (result: unknown, dialog: DialogV2) => unknown;
}

type PromptConfig = DialogConfig & { ok?: Partial<Button> };
type DialogType = 'prompt' | 'confirm' | 'wait' | 'input';

const formObject = (_event: Event, button: HTMLButtonElement) => new FormDataExtended(button.form!).object;

const buttonFrom = (defaults: Button, wishes: Partial<Button> | undefined): Button => ({
  ...defaults,
  ...(wishes ?? {}),
});

/** T13: client/applications/api/dialog.d.mts */
export class DialogV2 extends ApplicationV2 {
  static override DEFAULT_OPTIONS: GivenOptions = {
    id: 'dialog-{id}',
    classes: ['dialog'],
    tag: 'dialog',
    form: { closeOnSubmit: true },
    window: { frame: true, positioned: true, minimizable: false },
    position: { width: 400 },
    actions: {},
    content: '',
    buttons: [],
    modal: false,
  };

  protected override _initializeApplicationOptions(options: GivenOptions): ApplicationOptions {
    const merged = super._initializeApplicationOptions(options);
    const buttons = merged['buttons'] as Button[];
    if (!buttons.length) throw new Error('You must define at least one entry in options.buttons');
    merged['buttons'] = Object.fromEntries(
      buttons.map((button) => {
        const { action, label, callback } = button;
        if (!action || !label) throw new Error(`Every button of a dialog needs an action and a label`);
        merged.actions[action] = DialogV2._onClickButton;
        if (callback && typeof callback !== 'function')
          throw new Error(`Button "${action}": callback is not a function`);
        return [action, button];
      }),
    );
    return merged;
  }

  protected override async _renderHTML(_context: RenderContext, _options: RenderOptions): Promise<HTMLFormElement> {
    const form = document.createElement('form');
    form.className = 'dialog-form standard-form';
    form.autocomplete = 'off';
    const content = document.createElement('div');
    content.className = 'dialog-content standard-form';
    const given = this.options['content'];
    if (given instanceof HTMLElement) content.replaceChildren(given);
    else content.innerHTML = cleanHTML(String(given ?? ''));
    const footer = document.createElement('footer');
    footer.className = 'form-footer';
    footer.innerHTML = this._renderButtons();
    form.append(content, footer);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const submitter = (event as SubmitEvent).submitter as HTMLButtonElement | null;
      const target =
        submitter ?? footer.querySelector<HTMLButtonElement>('button[data-default]') ?? footer.querySelector('button');
      // A click on a submit button is already handled as an action.
      if (!submitter) void this._onSubmit(target!, event as SubmitEvent);
    });
    return form;
  }

  private get buttons(): Record<string, Button> {
    return this.options['buttons'] as Record<string, Button>;
  }

  protected _renderButtons(): string {
    const buttons = Object.values(this.buttons);
    const fallback = buttons.find((button) => button.default) ?? buttons[0];
    return buttons
      .map(({ action, label, icon = '', class: css = '', type = 'submit', disabled, ...button }) => {
        const image = icon ? `<i class="${escapeHTML(icon)}" inert></i>` : '';
        const chosen = button === fallback || action === fallback?.action ? ' autofocus data-default' : '';
        return `<button type="${type}" data-action="${escapeHTML(action)}" class="${escapeHTML(css)}"${chosen}${disabled ? ' disabled' : ''}>
          ${image}<span>${escapeHTML(game.i18n.localize(label))}</span></button>`;
      })
      .join('');
  }

  protected override _replaceHTML(result: HTMLFormElement, content: HTMLElement, _options: RenderOptions): void {
    content.replaceChildren(result);
  }

  protected override _insertElement(element: HTMLElement): void {
    super._insertElement(element);
    if (this.options['modal']) (element as HTMLDialogElement).showModal();
    else (element as HTMLDialogElement).show();
  }

  protected override _attachFrameListeners(): void {
    super._attachFrameListeners();
    this.element.addEventListener('keydown', (event) => this._onKeyDown(event));
    this.element.addEventListener('cancel', (event) => {
      event.preventDefault();
      void this.close();
    });
  }

  protected _onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.repeat) return;
    event.preventDefault();
    event.stopPropagation();
    void this.close();
  }

  protected async _onSubmit(target: HTMLButtonElement, event: Event): Promise<this> {
    event.preventDefault();
    const button = this.buttons[target.dataset.action!]!;
    const result = (await button.callback?.(event, target, this)) ?? button.action;
    await (this.options['submit'] as DialogConfig['submit'])?.(result, this);
    return this.options.form?.closeOnSubmit ? this.close({ submitted: true }) : this;
  }

  protected static _onClickButton(this: DialogV2, event: PointerEvent, target: HTMLButtonElement): void {
    if (target.form && target.type === 'submit' && !target.form.reportValidity()) {
      event.preventDefault();
      return;
    }
    void this._onSubmit(target, event);
  }

  /** Asks yes or no. Resolves to true, false, or null if dismissed. */
  static async confirm({
    yes,
    no,
    buttons = [],
    ...options
  }: DialogConfig & { yes?: Partial<Button>; no?: Partial<Button> } = {}): Promise<unknown> {
    const standard: [Button, Button] = [
      buttonFrom({ action: 'yes', label: 'COMMON.Yes', icon: 'fa-solid fa-check', callback: () => true }, yes),
      buttonFrom(
        { action: 'no', label: 'COMMON.No', icon: 'fa-solid fa-xmark', default: true, callback: () => false },
        no,
      ),
    ];
    if (standard[0].default) standard[1].default = false;
    return this.wait({ buttons: [...standard, ...buttons], ...options });
  }

  /** Shows one button. Resolves to the result of its callback, or to its action. */
  static async prompt({ ok, buttons = [], ...options }: PromptConfig = {}): Promise<unknown> {
    const button = buttonFrom({ action: 'ok', label: 'COMMON.Confirm', icon: 'fa-solid fa-check', default: true }, ok);
    return this.wait({ buttons: [button, ...buttons], ...options });
  }

  /** Shows one button. Resolves to the form's data. */
  static async input({ ok, ...options }: PromptConfig = {}): Promise<Data | null> {
    return (await this.prompt({ ok: { callback: formObject, ...(ok ?? {}) }, ...options })) as Data | null;
  }

  /** Shows a dialog and waits for its answer. If dismissed, resolves to null, or rejects with `rejectClose`. */
  static async wait({ rejectClose = false, close, render, submit, ...options }: DialogConfig = {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const dialog = new this({
        ...options,
        submit: async (result: unknown, app: DialogV2) => {
          await submit?.(result, app);
          resolve(result);
        },
      });
      dialog.addEventListener('close', (event) => {
        // A promise settles once: after a submission this has no effect.
        const answer = close?.(event, dialog);
        if (rejectClose) reject(new Error('Dialog was dismissed without pressing a button.'));
        else resolve(answer ?? null);
      });
      if (typeof render === 'function') dialog.addEventListener('render', (event) => render(event, dialog));
      dialog.render({ force: true }).catch(reject);
    });
  }

  /** Asks another user. Callbacks are not sent. */
  static async query(user: User | string, type: DialogType, config: DialogConfig = {}): Promise<unknown> {
    const target = typeof user === 'string' ? game.users.get(user) : user;
    if (!target) throw new Error(`User "${user}" does not exist!`);
    if (target.isSelf) return this._handleQuery({ type, config });
    return target.query('dialog', { type, config });
  }

  static async _handleQuery({ type, config }: { type: DialogType; config: DialogConfig }): Promise<unknown> {
    if (!['prompt', 'confirm', 'wait', 'input'].includes(type)) throw new Error(`"${type}" is not a dialog type`);
    return this[type](config);
  }
}

import type { Command } from '../../encounter/command';
import { same } from '../../kernel/same';
import { documentsOf, type Host } from '../host/host';
import { notice } from '../platform/notice';
import { text } from '../platform/text';
import { whyNotSend } from '../referee';
import { type Fight, fightFor } from '../views/fight';
import { isInput, targetOf } from '../views/pages';
import { Parts } from '../views/parts';
import { act, readAction } from './act';
import { namesIn } from './ask';
import { busy } from './busy';
import { type Entered, withOptions } from './entered';
import { markUnfit, whyNoNumber } from './fields';
import { type Context, HandlebarsWindow, type RenderOptions } from './sheet-bases';
import { part } from './templates';

const ACTION = '.cadence-action[data-command]';

/** What the drag of an action button calls itself. */
export const ACTION_DRAG = 'cadence.action';

/** Does what a clicked action button says; with Shift held, asks for its options first. */
export async function pressAction(host: Host | null, event: MouseEvent, button: HTMLElement): Promise<void> {
  if (!host) {
    notice('info', text('CADENCE.Notice.noEncounter'));
    return;
  }
  // Whatever stands there after the first click was not what was clicked.
  if (event.detail > 1) return;
  const { command, needs } = readAction(button);
  if (event.shiftKey && button.dataset.options !== undefined) await askOptions(host, command);
  else await busy(button, () => act(host, command, needs));
}

const listening = new WeakSet<HTMLElement>();

/**
 * Opens the options of the action buttons inside `root`, now and later: by the button beside them, the right mouse button, or the
 * menu key; and lets them be dragged, to the hotbar. Safe to repeat.
 */
export function takeOptions(root: HTMLElement, hostOf: () => Host | null | undefined): void {
  if (listening.has(root)) return;
  listening.add(root);
  const open = (event: Event, action: HTMLElement) => {
    const host = hostOf();
    event.preventDefault();
    event.stopPropagation();
    if (host) void askOptions(host, readAction(action).command);
    else notice('info', text('CADENCE.Notice.noEncounter'));
  };
  root.addEventListener('click', (event) => {
    const caret = targetOf(event)?.closest('.cadence-act__more');
    const action = caret?.parentElement?.querySelector<HTMLElement>(ACTION);
    if (action) open(event, action);
  });
  root.addEventListener('dragstart', (event) => {
    const action = targetOf(event)?.closest<HTMLElement>(ACTION);
    const host = hostOf();
    if (!action || !host) return;
    event.stopPropagation();
    event.dataTransfer?.setData('text/plain', JSON.stringify(dragOf(host, action)));
  });
  // Before the menu of a tracker row, which opens wherever the row is clicked.
  root.addEventListener(
    'contextmenu',
    (event) => {
      const action = targetOf(event)?.closest<HTMLElement>(`${ACTION}[data-options]`);
      if (action) open(event, action);
    },
    true,
  );
}

/** What a dragged button says of itself: its action for whoever drops and uses it, not for this fighter alone. */
function dragOf(host: Host, button: HTMLElement): object {
  const { command } = readAction(button);
  const item = command.with && documentsOf(host, command.by).actor?.items.get(command.with)?.name;
  const { do: action, options } = command;
  const named = { ruleset: host.type, do: action, ...(item && { item }), ...(options && { options }) };
  const label = [button.dataset.label, item].filter(Boolean).join(': ');
  return {
    type: ACTION_DRAG,
    named,
    label,
    button: button.dataset.id,
    img: button.querySelector('img')?.getAttribute('src'),
  };
}

const ID = 'cadence-options';

/** Where the options of one command are set. Price, reasons and odds follow what is set, and what happens meanwhile in the fight. */
class OptionsWindow extends HandlebarsWindow {
  static override DEFAULT_OPTIONS = {
    id: ID,
    tag: 'form',
    classes: ['cadence', 'cadence-options'],
    position: { width: 420, height: 'auto' },
    window: { contentClasses: ['standard-form'] },
    form: { handler: OptionsWindow.onSubmit, closeOnSubmit: true },
  };

  static override PARTS = {
    fields: part('apps/options-fields', ['']),
    verdict: part('apps/options-verdict'),
  };

  #command: Command;
  /** What the command came to when it was drawn last. */
  #verdict = '';

  constructor(
    private readonly host: Host,
    command: Command,
  ) {
    super();
    this.#command = command;
  }

  get #fight(): Fight | null {
    return fightFor(this.host, this.#command);
  }

  override get title(): string {
    const fight = this.#fight;
    return fight ? new Parts(fight.adapter.ruleset.id).localize(actionIn(fight, this.#command).label) : '';
  }

  protected override async _prepareContext(options: RenderOptions): Promise<Context> {
    const context = await super._prepareContext(options);
    const fight = this.#fight;
    if (!fight) return context;
    const { host, adapter, encounter } = fight;
    const parts = new Parts(adapter.ruleset.id);
    const button = actionIn(fight, this.#command);
    const action = verdictOn(fight, this.#command);
    this.#verdict = JSON.stringify(action);
    const { by, at } = button.command;
    const name = (id: string) => encounter.fighters[id]?.name ?? namesIn(host)(id);
    return Object.assign(context, {
      action,
      fields: parts.fields(button.fields, this.#command),
      who: encounter.fighters[by] ? name(by) : '',
      whom: at === undefined ? '' : name(at),
    });
  }

  protected override async _onFirstRender(context: Context, options: RenderOptions): Promise<void> {
    await super._onFirstRender(context, options);
    for (const type of ['input', 'change']) this.element.addEventListener(type, () => this.#read());
  }

  protected override async _onRender(context: Context, options: RenderOptions): Promise<void> {
    await super._onRender(context, options);
    const ruleset = this.#fight?.adapter.ruleset.id;
    if (ruleset) this.element.dataset.ruleset = ruleset;
  }

  /** Draws anew what follows the fight, and closes where there is none any more. */
  follow(): void {
    const fight = this.#fight;
    if (!fight) {
      void this.close();
      return;
    }
    // A button that is replaced while it is being pressed is never clicked.
    const verdict = JSON.stringify(verdictOn(fight, this.#command));
    if (verdict === this.#verdict) return;
    this.#verdict = verdict;
    void this.render({ parts: ['verdict'] });
  }

  #read(): void {
    const fight = this.#fight;
    if (!fight) return;
    const entered: Record<string, Entered> = {};
    for (const input of this.element.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-option]'))
      entered[input.dataset.option ?? ''] = isInput(input) && input.type === 'checkbox' ? input.checked : input.value;
    for (const input of this.element.querySelectorAll<HTMLInputElement>('input[type="number"]'))
      markUnfit(input, whyNoNumber(input, input.labels?.[0]?.textContent?.trim() ?? ''));
    const { fields } = actionIn(fight, this.#command);
    this.#command = withOptions(this.#command, fields, entered);
    // What is said of one field may be what another offers.
    if (same(actionIn(fight, this.#command).fields, fields)) this.follow();
    else void this.render();
  }

  static async onSubmit(this: OptionsWindow): Promise<void> {
    this.#read();
    const fight = this.#fight;
    if (!fight) return;
    const { command, needs } = actionIn(fight, this.#command);
    await act(this.host, command, needs);
  }
}

const actionIn = ({ adapter, encounter, viewer }: Fight, command: Command) =>
  adapter.ruleset.views.action(encounter, command, viewer);

/** What the command comes to, in the reader's words. */
const verdictOn = (fight: Fight, command: Command) => {
  const button = actionIn(fight, command);
  return new Parts(fight.adapter.ruleset.id).action(button, whyNotSend(fight.host, button.command.by));
};

/** The same where somebody has asked for it: that there is nothing to say is said. */
export async function askOptions(host: Host, command: Command): Promise<void> {
  if (!(await openOptions(host, command))) notice('info', text('CADENCE.Notice.noOptions'));
}

let shown: OptionsWindow | null = null;

/** Opens the dialog for a command, in place of one that is open for another. @returns false where there is nothing to say of it */
export async function openOptions(host: Host, command: Command): Promise<boolean> {
  const fight = fightFor(host, command);
  if (!fight) return true;
  if (actionIn(fight, command).fields.length === 0) return false;
  await shown?.close({ animate: false });
  shown = new OptionsWindow(host, command);
  await shown.render({ force: true });
  shown.element.querySelector<HTMLElement>('[data-option]')?.focus();
  return true;
}

/** Keeps an open dialog in step with the fight. */
export function refreshOptions(): void {
  if (shown?.rendered) shown.follow();
}

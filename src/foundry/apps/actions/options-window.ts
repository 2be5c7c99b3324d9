import type { Command } from '../../../encounter/command';
import { deepEqual } from '../../../kernel/deep-equal';
import { onChange } from '../../host/changes';
import type { ExchangeDocument } from '../../host/exchange-document';
import { notify } from '../../platform/notice';
import { text } from '../../platform/text';
import { whyNotSend } from '../../referee';
import { fightFor, type LoadedEncounter, targetNamesIn } from '../../views/fight';
import { isInput } from '../../views/pages';
import { Parts } from '../../views/parts';
import { namesIn } from '../asks/ask';
import { invalidNumberText, markInvalid } from '../ui/fields';
import { Redraw } from '../ui/redraw';
import { templatePart } from '../ui/templates';
import { type TypedInput, withOptions } from '../ui/typed-input';
import { type Context, HandlebarsWindow, openWindowOf, type RenderOptions } from '../ui/window-bases';
import { act, CLICK } from './act';

const ID = 'cadence-options';

/** The dialog for the options of a command. Price, reasons and odds follow the options and the fight. */
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
    fields: templatePart('actions/options-window-fields', ['']),
    verdict: templatePart('actions/options-window-verdict'),
  };

  #command: Command;
  #verdict = '';
  /** The target on the button. */
  #target: string | undefined;
  #isSure = false;

  constructor(
    private readonly host: ExchangeDocument,
    command: Command,
  ) {
    super();
    this.#command = command;
  }

  get #fight(): LoadedEncounter | null {
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
    this.#target = at;
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
    this.element.addEventListener('click', ({ shiftKey }) => (this.#isSure = shiftKey), true);
    for (const type of ['input', 'change']) this.element.addEventListener(type, () => this.#read());
  }

  protected override async _onRender(context: Context, options: RenderOptions): Promise<void> {
    await super._onRender(context, options);
    const ruleset = this.#fight?.adapter.ruleset.id;
    if (ruleset) this.element.dataset.ruleset = ruleset;
  }

  /** Rerenders what depends on the fight, and closes without one. */
  follow(): void {
    const fight = this.#fight;
    if (!fight) {
      void this.close();
      return;
    }
    // A button that is replaced while it is pressed never gets a click.
    const verdict = JSON.stringify(verdictOn(fight, this.#command));
    if (verdict === this.#verdict) return;
    this.#verdict = verdict;
    void this.render(actionIn(fight, this.#command).command.at === this.#target ? { parts: ['verdict'] } : {});
  }

  #read(): void {
    const fight = this.#fight;
    if (!fight) return;
    const entered: Record<string, TypedInput> = {};
    for (const input of this.element.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-option]'))
      entered[input.dataset.option ?? ''] = isInput(input) && input.type === 'checkbox' ? input.checked : input.value;
    for (const input of this.element.querySelectorAll<HTMLInputElement>('input[type="number"]'))
      markInvalid(input, invalidNumberText(input, input.labels?.[0]?.textContent?.trim() ?? ''));
    const { fields } = actionIn(fight, this.#command);
    this.#command = withOptions(this.#command, fields, entered);
    if (deepEqual(actionIn(fight, this.#command).fields, fields)) this.follow();
    else void this.render();
  }

  static async onSubmit(this: OptionsWindow): Promise<void> {
    this.#read();
    const fight = this.#fight;
    if (!fight) return;
    const { command, needs } = actionIn(fight, this.#command);
    if (command.at !== this.#target) notify('info', text('CADENCE.Notice.targetChanged'));
    else await act(this.host, command, needs, { ...CLICK, isSure: this.#isSure });
  }
}

const actionIn = ({ adapter, encounter, viewer }: LoadedEncounter, command: Command) =>
  adapter.ruleset.views.action(encounter, command, viewer);

const verdictOn = (fight: LoadedEncounter, command: Command) => {
  const button = actionIn(fight, command);
  const parts = new Parts(fight.adapter.ruleset.id).withNames(targetNamesIn(fight.host));
  return parts.action(button, whyNotSend(fight.host, button.command.by));
};

const drawing = new Redraw(() => openWindowOf(OptionsWindow)?.follow());
onChange(() => {
  if (openWindowOf(OptionsWindow)) void drawing.request();
});

/**
 * Opens the dialog for a command in place of an open one. Resolves to false if the command has no options.
 * @param asksFor an option without which there is nothing to ask
 */
export async function showOptions(host: ExchangeDocument, command: Command, asksFor?: string): Promise<boolean> {
  const fight = fightFor(host, command);
  if (!fight) return true;
  if (!actionIn(fight, command).fields.some(({ key }) => asksFor === undefined || key === asksFor)) return false;
  await openWindowOf(OptionsWindow)?.close({ animate: false });
  const dialog = await new OptionsWindow(host, command).render({ force: true });
  dialog.element.querySelector<HTMLElement>('[data-option]')?.focus();
  return true;
}

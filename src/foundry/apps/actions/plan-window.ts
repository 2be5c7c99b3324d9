import type { DropTarget } from '../../../encounter/view';
import { onChange } from '../../host/changes';
import { text } from '../../platform/text';
import { fightOf, trackerView } from '../../views/fight';
import { iconPath, Parts } from '../../views/parts';
import { Redraw } from '../ui/redraw';
import { templatePart } from '../ui/templates';
import { type Context, HandlebarsWindow, openWindowOf, type RenderOptions } from '../ui/window-bases';
import { cardOf, type PickedCard, performDrop } from './plan-card';

const ID = 'cadence-planner';

/** The dialog for what a card becomes, grouped by cell. */
class LayWindow extends HandlebarsWindow {
  static override DEFAULT_OPTIONS = {
    id: ID,
    classes: ['cadence', 'cadence-planner'],
    position: { width: 440, height: 'auto' },
    actions: { cadencePut: LayWindow.onPut },
  };

  #unwatch = (): void => undefined;

  static override PARTS = { choices: templatePart('actions/plan-layout', ['']) };

  constructor(
    private readonly picked: PickedCard,
    private readonly at?: string,
  ) {
    super();
  }

  get #drops(): readonly DropTarget[] {
    return cardOf(this.picked)?.drops.filter((drop) => this.at === undefined || drop.at === this.at) ?? [];
  }

  override get title(): string {
    const card = cardOf(this.picked);
    return card ? text('CADENCE.App.Plan.choose', { name: card.name }) : '';
  }

  protected override async _prepareContext(options: RenderOptions): Promise<Context> {
    const context = await super._prepareContext(options);
    const card = cardOf(this.picked);
    const fight = fightOf(this.picked.host);
    if (!card || !fight) return context;
    const parts = new Parts(card.ruleset);
    const cells = trackerView(fight).track;
    const places = [...cells.map(({ id }) => id), null];
    const groups = places.map((at) => {
      const cell = cells.find(({ id }) => id === at);
      const drops = this.#drops.filter((drop) => drop.at === at);
      const choices = drops.map(({ label, icon, command }) => ({
        label: parts.localize(label),
        icon: iconPath(icon),
        command: JSON.stringify(command),
      }));
      return { at, when: cell ? parts.localize(cell.label) : '', choices };
    });
    return Object.assign(context, { groups: groups.filter(({ choices }) => choices.length > 0) });
  }

  protected override async _onFirstRender(context: Context, options: RenderOptions): Promise<void> {
    await super._onFirstRender(context, options);
    const drawing = new Redraw(() => this.rendered && void this.render());
    this.#unwatch = onChange(() => void drawing.request());
  }

  protected override _onClose(options: RenderOptions): void {
    this.#unwatch();
    super._onClose(options);
  }

  protected override async _onRender(context: Context, options: RenderOptions): Promise<void> {
    await super._onRender(context, options);
    const ruleset = cardOf(this.picked)?.ruleset;
    if (ruleset) this.element.dataset.ruleset = ruleset;
  }

  static async onPut(this: LayWindow, _event: Event, button: HTMLElement): Promise<void> {
    const drop = this.#drops.find(({ command }) => JSON.stringify(command) === button.dataset.command);
    await this.close({ animate: false });
    if (drop) await performDrop(this.picked, drop);
  }
}

/** Asks what a card becomes. `at` is the cell; any if omitted. */
export async function openChoice(picked: PickedCard, at?: string): Promise<void> {
  await openWindowOf(LayWindow)?.close({ animate: false });
  const choice = await new LayWindow(picked, at).render({ force: true });
  choice.element.querySelector<HTMLElement>('[data-action="cadencePut"]')?.focus();
}

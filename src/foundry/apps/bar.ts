import { adapterOf } from '../adapters/registry';
import { reported } from '../platform/report';
import { barShown, showBar } from '../platform/settings';
import { fightOfActor } from '../views/fight';
import { isElement } from '../views/pages';
import { pressAction, takeOptions } from './action-buttons';
import { recall } from './ask';
import { actorOfBar, type BarContext, barContext } from './bar-context';
import { Floating } from './floating';
import { foretell, forgetOdds } from './foretell';
import { joinFight } from './join';
import { patchParts } from './patch';
import { oneAfterAnother } from './redraw';
import { type Context, openSheet, type RenderOptions } from './sheet-bases';
import { part } from './templates';

/** What is shown, and how. */
type Shown = Omit<BarContext, 'reckon'> & { readonly folded: boolean; readonly all: boolean };

/** The actions of one's fighter, above the hotbar. */
class ActionBar extends Floating {
  static override DEFAULT_OPTIONS = {
    id: 'cadence-bar',
    classes: ['cadence-bar'],
    actions: {
      cadenceAct: (event: PointerEvent, button: HTMLElement) => pressAction(hostHere(), event, button),
      cadenceFold: () => showBar(barShown() === 'folded' ? 'open' : 'folded'),
      cadenceAll: () => {
        all = !all;
        return refreshBar();
      },
      cadenceSheet: () => openSheet(actorOfBar()),
      cadenceAsked: recall,
      cadenceJoin: () => {
        const actor = actorOfBar();
        return actor ? joinFight(actor) : null;
      },
    },
  };

  static override PARTS = { bar: part('apps/bar') };

  shown: Shown | null = null;
  /** The button that has the focus, by its id: it is another element afterwards. */
  #focused: string | undefined;

  protected override async _prepareContext(options: RenderOptions): Promise<Context> {
    const context = await super._prepareContext(options);
    return Object.assign(context, this.shown);
  }

  protected override async _preRender(context: Context, options: RenderOptions): Promise<void> {
    await super._preRender(context, options);
    const active = this.element?.ownerDocument.activeElement;
    this.#focused = isElement(active) && this.element.contains(active) ? active.dataset.id : undefined;
  }

  protected override _replaceHTML(result: Record<string, HTMLElement>, content: HTMLElement, options: RenderOptions) {
    super._replaceHTML(patchParts(this.parts, result), content, options);
  }

  protected override async _onFirstRender(context: Context, options: RenderOptions): Promise<void> {
    await super._onFirstRender(context, options);
    this.element.addEventListener('keydown', step);
    takeOptions(this.element, hostHere);
  }

  protected override async _onRender(context: Context, options: RenderOptions): Promise<void> {
    if (this.shown) this.element.dataset.ruleset = this.shown.ruleset;
    rove(this.element, this.#focused);
    await super._onRender(context, options);
  }
}

let bar: ActionBar | null = null;
/** What was drawn last, so that a step which changes nothing here leaves hover and focus alone. */
let drawn = '';
/** Whether what cannot be done now is shown too. */
let all = false;

/** Draws the action bar above the hotbar, or takes it away where nobody of this user's is in a fight. */
export const refreshBar = oneAfterAnother(async () => {
  const how = barShown();
  const actor = how === 'off' ? null : actorOfBar();
  const seen = actor && adapterOf(actor.type) ? reported(() => barContext(actor), actor) : null;
  if (!seen) {
    drawn = '';
    forgetOdds(ActionBar);
    await bar?.close({ animate: false });
    bar = null;
    return;
  }
  const { reckon, ...context } = seen;
  if (reckon) foretell(ActionBar, reckon.fight, reckon.commands, () => void refreshBar());
  else forgetOdds(ActionBar);
  const shown = { ...context, folded: how === 'folded', all };
  const state = JSON.stringify(shown);
  if (state === drawn && bar?.rendered) return;
  bar ??= new ActionBar();
  bar.shown = shown;
  await bar.render({ force: true });
  drawn = state;
});

const hostHere = () => {
  const actor = actorOfBar();
  return actor ? (fightOfActor(actor)?.host ?? null) : null;
};

const buttonsOf = (bar: Element): HTMLElement[] =>
  [...bar.querySelectorAll<HTMLElement>('.cadence-bar__groups button')].filter((button) => button.checkVisibility());

/** One stop for the Tab key, as in any toolbar: the arrow keys go on from there. */
function rove(bar: HTMLElement, focused: string | undefined): void {
  const buttons = buttonsOf(bar);
  const current = buttons.find(({ dataset }) => dataset.id === focused);
  for (const button of buttons) button.tabIndex = button === (current ?? buttons[0]) ? 0 : -1;
  if (focused !== undefined)
    (current ?? bar.querySelector<HTMLElement>(`[data-id="${CSS.escape(focused)}"]`))?.focus({ preventScroll: true });
}

const WAYS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

function step(event: KeyboardEvent): void {
  const bar = event.currentTarget;
  if (!isElement(bar)) return;
  const buttons = buttonsOf(bar);
  const at = isElement(event.target) ? buttons.indexOf(event.target) : -1;
  const to = at < 0 ? undefined : buttons[WAYS[event.key]?.(at, buttons.length) ?? -1];
  if (!to) return;
  // The arrow keys move tokens otherwise.
  event.preventDefault();
  event.stopPropagation();
  for (const button of buttons) button.tabIndex = button === to ? 0 : -1;
  to.focus();
}

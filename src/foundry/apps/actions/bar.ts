import { lookup } from '../../../kernel/lookup';
import { adapterOf } from '../../adapters/registry';
import { tryOrReport } from '../../platform/data-problems';
import { favoritesOf, rememberFavorites } from '../../platform/hidden-settings';
import { text } from '../../platform/text';
import { barMode, setBarMode } from '../../platform/user-settings';
import { fightOfActor } from '../../views/fight';
import { isElement, isInput } from '../../views/pages';
import { recallPrompts } from '../prompt/ask';
import { FloatingWindow, occupiedBoxes, placeAll, screenOf } from '../ui/floating-window';
import { showToken } from '../ui/on-screen';
import { patchParts } from '../ui/patch';
import { AT_ONCE, Redraw } from '../ui/redraw';
import { templatePart } from '../ui/templates';
import { type Context, openSheet, type RenderOptions } from '../ui/window-bases';
import { ACTION_DRAG, bindActionOptions, pressAction } from './action-buttons';
import { actorOfBar, type BarContext, barContext } from './bar-context';
import { cancelOdds, requestOdds } from './odds-queue';
import { openSuggestions, prepareSuggestions } from './suggest-button';

type BarState = Omit<BarContext, 'reckon'> & { readonly folded: boolean; readonly menu: boolean };

class ActionBar extends FloatingWindow {
  static override DEFAULT_OPTIONS = {
    id: 'cadence-bar',
    classes: ['cadence-bar'],
    actions: {
      cadenceAct: (event: PointerEvent, button: HTMLElement) => pressAction(currentHost(), event, button),
      cadenceFold: () => setBarMode(barMode() === 'folded' ? 'open' : 'folded'),
      cadenceTab: (_: PointerEvent, { dataset }: HTMLElement) => {
        tab = dataset.tab === tab ? '' : (dataset.tab ?? '');
        if (query) setQuery('');
        return refreshBar();
      },
      cadenceMenu: () => {
        menu = !menu;
        return refreshBar();
      },
      cadenceSheet: () => openSheet(actorOfBar()),
      cadenceAsked: recallPrompts,
      cadenceSuggest: openSuggestions,
      cadenceJoin: () => {
        const actor = actorOfBar();
        return actor ? import('./join-fight').then(({ joinFight }) => joinFight(actor)) : null;
      },
    },
  };

  static override PARTS = { bar: templatePart('actions/bar') };

  shown: BarState | null = null;
  #actor: Actor.Implementation | null = null;
  /** Id of the focused button. The element itself changes with every render. */
  #focused: string | undefined;
  #standIn: { readonly id: string | undefined; readonly meant: string } | null = null;

  protected override async _prepareContext(options: RenderOptions): Promise<Context> {
    const context = await super._prepareContext(options);
    return Object.assign(context, this.shown);
  }

  protected override async _preRender(context: Context, options: RenderOptions): Promise<void> {
    await super._preRender(context, options);
    const active = this.element?.ownerDocument.activeElement;
    const id = isElement(active) && this.element.contains(active) ? active.dataset.id : undefined;
    this.#focused = id !== undefined && id === this.#standIn?.id ? this.#standIn.meant : id;
  }

  protected override _replaceHTML(result: Record<string, HTMLElement>, content: HTMLElement, options: RenderOptions) {
    super._replaceHTML(patchParts(this.parts, result), content, options);
  }

  protected override async _onFirstRender(context: Context, options: RenderOptions): Promise<void> {
    await super._onFirstRender(context, options);
    this.element.addEventListener('keydown', onKey);
    this.element.addEventListener('input', onInput);
    for (const type of ['pointerover', 'pointerleave', 'focusin', 'focusout'])
      this.element.addEventListener(type, () => showCaption(this.element));
    this.element.addEventListener('pointerover', prepareSuggestions);
    this.element.addEventListener('wheel', scrollTabs, { passive: true });
    this.element.addEventListener('dragover', (event) => event.preventDefault());
    this.element.addEventListener('drop', onDrop);
    bindActionOptions(this.element, currentHost);
  }

  protected override async _onRender(context: Context, options: RenderOptions): Promise<void> {
    if (this.shown) this.element.dataset.ruleset = this.shown.ruleset;
    const intended = this.#focused;
    const id = setTabStops(this.element, intended)?.dataset.id;
    this.#standIn = intended !== undefined && id !== intended ? { id, meant: intended } : null;
    await super._onRender(context, options);
    showCaption(this.element);
    placeMenu(this.element);
    const actor = actorOfBar();
    const acting = (this.shown?.groups.length ?? 0) > 0 ? actor : null;
    // If the user controls a token, the map is left where it is.
    const isNew = acting !== null && this.#actor !== acting && canvas?.tokens?.controlled.length === 0;
    this.#actor = acting;
    const [token] = isNew ? acting.getActiveTokens(false, true) : [];
    const page = this.element.ownerDocument;
    if (token) void showToken(token, occupiedBoxes(page), screenOf(page)).then(placeAll);
  }
}

let bar: ActionBar | null = null;
/** Compared before rendering, so that an irrelevant step leaves hover and focus alone. */
let drawn = '';
/** The id of the selected tab; empty for all actions. */
let tab = '';
let menu = false;
let query = '';
/** The fight and fighter that tab, menu and search belong to. */
let subject = '';

/** Renders the action bar, or closes it if none of this user's fighters is in a fight. */
export const refreshBar = (): Promise<void> => BAR_REDRAW.request();

const BAR_REDRAW = new Redraw(async () => {
  const how = barMode();
  const actor = how === 'off' ? null : actorOfBar();
  resetFor(actor);
  const seen = actor && adapterOf(actor.type) ? tryOrReport(() => barContext(actor, tab, query), actor) : null;
  if (!seen) {
    drawn = '';
    cancelOdds(ActionBar);
    await bar?.close({ animate: false });
    bar = null;
    return;
  }
  const { reckon, ...context } = seen;
  if (reckon) requestOdds(ActionBar, reckon.fight, reckon.commands, () => void refreshBar());
  else cancelOdds(ActionBar);
  const shown = { ...context, folded: how === 'folded', menu };
  const state = JSON.stringify(shown);
  if (state === drawn && bar?.rendered) return;
  bar ??= new ActionBar();
  bar.shown = shown;
  await bar.render({ force: true });
  drawn = state;
}, AT_ONCE);

/** A search and a tab are for one fighter in one fight. */
function resetFor(actor: Actor.Implementation | null): void {
  const next = actor ? `${fightOfActor(actor)?.host.uuid ?? ''} ${actor.uuid}` : '';
  if (next === subject) return;
  subject = next;
  [tab, menu, query] = ['', false, ''];
  const field = bar?.rendered ? searchField(bar.element) : null;
  if (field) field.value = '';
}

const searchField = (bar: Element): HTMLInputElement | null => bar.querySelector('.cadence-bar__search');

/** Names the hovered or focused action below the icons. */
function showCaption(bar: HTMLElement): void {
  const caption = bar.querySelector('.cadence-bar__caption');
  const button =
    bar.querySelector<HTMLElement>('.cadence-action:hover') ?? bar.querySelector('.cadence-action:focus-visible');
  const key = button?.getAttribute('aria-keyshortcuts');
  const label = button?.ariaLabel ?? '';
  if (caption) caption.textContent = label && key ? text('CADENCE.App.Bar.caption', { label, key }) : label;
}

/** Many tabs scroll sideways with the wheel. */
function scrollTabs({ target, deltaY }: WheelEvent): void {
  const tabs = isElement(target) ? target.closest('.cadence-bar__tablist') : null;
  if (tabs) tabs.scrollLeft += deltaY;
}

/** Opens the menu to the side that has more space. */
function placeMenu(bar: HTMLElement): void {
  const { top, bottom } = bar.getBoundingClientRect();
  const below = bar.ownerDocument.documentElement.clientHeight - bottom;
  const list = bar.querySelector<HTMLElement>('.cadence-bar__menu');
  list?.classList.toggle('cadence-bar__menu--below', below > top);
  list?.style.setProperty('--cadence-menu-room', `${Math.floor(Math.max(top, below)) - MENU_GAP}px`);
}

const MENU_GAP = 16;

const currentHost = () => {
  const actor = actorOfBar();
  return actor ? (fightOfActor(actor)?.host ?? null) : null;
};

const buttonsOf = (bar: Element): HTMLElement[] =>
  [...bar.querySelectorAll<HTMLElement>('.cadence-bar__panel button')].filter((button) => button.checkVisibility());

/**
 * Sets up roving tab stops: one Tab stop, arrow keys within. Returns the button that has the focus now.
 * @param focused id of the button that had the focus
 */
function setTabStops(bar: HTMLElement, focused: string | undefined): HTMLElement | null {
  const buttons = buttonsOf(bar);
  const current = buttons.find(({ dataset }) => dataset.id === focused);
  for (const button of buttons) button.tabIndex = button === (current ?? buttons[0]) ? 0 : -1;
  if (focused === undefined) return null;
  const named = bar.querySelector<HTMLElement>(`[data-id="${CSS.escape(focused)}"]`);
  const next =
    [current, named, ...buttons, bar.querySelector('button')].find((button) => button?.checkVisibility()) ?? null;
  next?.focus({ preventScroll: true });
  return next;
}

const WAYS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

const buttonOf = (bar: Element, selector = ''): HTMLElement | null =>
  bar.querySelector<HTMLElement>(`.cadence-bar__panel .cadence-action[data-command]${selector}`);

export function pressKey(digit: number): boolean {
  const button = bar?.rendered ? buttonOf(bar.element, `[data-digit="${digit}"]`) : null;
  button?.click();
  return button !== null;
}

function onInput({ target }: Event): void {
  if (!isInput(target)) return;
  query = target.value;
  void refreshBar();
}

function onKey(event: KeyboardEvent): void {
  const bar = event.currentTarget;
  if (!isElement(bar) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Escape' && menu) {
    menu = false;
    void refreshBar().then(() => bar.querySelector<HTMLElement>('.cadence-bar__menu-button')?.focus());
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  // A held key acts once; the browser would click a focused button at every repeat.
  const isHeld = event.repeat && !isInput(event.target) && lookup(WAYS, event.key) === undefined;
  if (!isHeld && !(isInput(event.target) ? handleSearchKey(bar, event.key) : handleButtonKey(bar, event))) return;
  event.preventDefault();
  event.stopPropagation();
}

function handleSearchKey(bar: HTMLElement, key: string): boolean {
  if (key === 'Enter') (buttonOf(bar, ':not([aria-disabled])') ?? buttonOf(bar))?.click();
  else if (key === 'ArrowDown') buttonOf(bar)?.focus();
  else if (key !== 'Escape' || !query) return false;
  if (key !== 'ArrowDown') setQuery('');
  return true;
}

function handleButtonKey(bar: HTMLElement, { key, target, shiftKey }: KeyboardEvent): boolean {
  const buttons = buttonsOf(bar);
  const at = isElement(target) ? buttons.indexOf(target) : -1;
  if (at < 0) return isElement(target) && moveTab(target, key);
  const to = buttons[WAYS[key]?.(at, buttons.length) ?? -1];
  if (to) {
    for (const button of buttons) button.tabIndex = button === to ? 0 : -1;
    to.focus();
    return true;
  }
  if (/^[1-9]$/.test(key)) return pressKey(Number(key));
  if (key === '*') toggleFavorite(buttons[at]?.dataset.id);
  else if (!shiftKey && /^\p{L}$/u.test(key)) {
    searchField(bar)?.focus();
    setQuery(key);
  } else return false;
  return true;
}

/** Arrow keys select the neighbor of the focused tab. */
function moveTab(tab: HTMLElement, key: string): boolean {
  const tabs = [...(tab.closest('[role="tablist"]')?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])];
  const to = tabs[WAYS[key]?.(tabs.indexOf(tab), tabs.length) ?? -1];
  to?.focus();
  to?.click();
  return to !== undefined;
}

function setQuery(term: string): void {
  query = term;
  const field = bar ? searchField(bar.element) : null;
  if (field) field.value = term;
  void refreshBar();
}

/** Makes a dropped action a favorite: before the one it was dropped on, or last. A favorite that is dropped elsewhere is removed. */
function onDrop(event: DragEvent): void {
  const dragged = dragOf(event);
  if (dragged === null) return;
  event.preventDefault();
  event.stopPropagation();
  const on = isElement(event.target) ? event.target : null;
  const before = on?.closest<HTMLElement>('.cadence-action')?.dataset.id;
  const isThere = on?.closest('[data-group="favorites"]') !== null;
  const actor = actorOfBar();
  const favorites = actor ? favoritesOf(actor.uuid) : [];
  if (dragged === before) return;
  const others = favorites.filter((id) => id !== dragged);
  const at = isThere && before !== undefined ? others.indexOf(before) : -1;
  const isRemoved = favorites.includes(dragged) && !isThere;
  storeFavorites(isRemoved ? others : others.toSpliced(at < 0 ? others.length : at, 0, dragged));
}

function dragOf({ dataTransfer }: DragEvent): string | null {
  try {
    const { type, button } = JSON.parse(dataTransfer?.getData('text/plain') ?? '');
    return type === ACTION_DRAG && typeof button === 'string' ? button : null;
  } catch {
    return null;
  }
}

function toggleFavorite(id: string | undefined): void {
  const actor = actorOfBar();
  if (!actor || id === undefined) return;
  const favorites = favoritesOf(actor.uuid);
  storeFavorites(favorites.includes(id) ? favorites.filter((each) => each !== id) : [...favorites, id]);
}

function storeFavorites(ids: readonly string[]): void {
  const actor = actorOfBar();
  if (actor) void rememberFavorites(actor.uuid, ids).then(() => refreshBar());
}

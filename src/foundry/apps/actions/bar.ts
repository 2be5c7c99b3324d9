import { deepEqual } from '../../../kernel/deep-equal';
import { lookup } from '../../../kernel/lookup';
import { adapterOf } from '../../adapters/registry';
import { documentsOf } from '../../host/exchange-document';
import { tryOrReport } from '../../platform/data-problems';
import { favoritesOf, rememberFavorites } from '../../platform/hidden-settings';
import { text } from '../../platform/text';
import { barMode, hasWordsInBar, setBarMode } from '../../platform/user-settings';
import { fightOfActor } from '../../views/fight';
import { isElement, isInput, mainPage } from '../../views/pages';
import { turnsOf } from '../../views/turns';
import { recallPrompts } from '../asks/ask';
import { cancelOdds, requestOdds } from '../odds/odds-queue';
import { FloatingWindow, occupiedBoxes, placeAll, screenOf } from '../ui/floating-window';
import { showTokens } from '../ui/on-screen';
import { patchParts } from '../ui/patch';
import { AT_ONCE, Redraw } from '../ui/redraw';
import { templatePart } from '../ui/templates';
import { type Context, openSheet, type RenderOptions } from '../ui/window-bases';
import { ACTION_DRAG, bindActionOptions, pressAction } from './action-buttons';
import { actorOfBar, barContext } from './bar-context';
import { buttonsOf, FocusState } from './bar-focus';
import { AGAIN, type BarLayout } from './bar-places';
import { openSuggestions, prepareSuggestions } from './suggest-button';

type Panel = '' | 'more' | 'rulings';
type BarState = Omit<BarContext, 'awaited' | 'layout'> & { readonly isMore: boolean; readonly isRulings: boolean };

type BarContext = NonNullable<ReturnType<typeof barContext>>;

class ActionBar extends FloatingWindow {
  static override DEFAULT_OPTIONS = {
    id: 'cadence-bar',
    classes: ['cadence-bar'],
    actions: {
      cadenceAct: (event: PointerEvent, button: HTMLElement) => {
        const isPressed = pressAction(currentHost(), event, button);
        if (button.closest('.cadence-bar__lists')) barWindow().closePanel();
        return isPressed;
      },
      cadenceFold: () => setBarMode(barMode() === 'folded' ? 'open' : 'folded'),
      cadencePanel: ActionBar.onPanel,
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
  /** Compared before rendering, so that an irrelevant step leaves hover and focus alone. */
  drawn = '';
  panel: Panel = '';
  query = '';
  layout: BarLayout | null = null;
  space: ReturnType<typeof spaceForActions> | null = null;
  /** The fight and fighter that panel and search belong to, and the phase that the layout belongs to. */
  subject = '';
  phase = '';
  /** In pixels: what one row has beside its actions, with and without names. */
  readonly besideActions = new Map<boolean, number>();
  #actor: Actor.Implementation | null = null;
  /** Whose turn it was at the last rendering, if it was one of the actor's; with its moment. */
  #turn = '';
  #targets = '[]';
  readonly #focus = new FocusState();

  protected override async _prepareContext(options: RenderOptions): Promise<Context> {
    const context = await super._prepareContext(options);
    return Object.assign(context, this.shown);
  }

  protected override async _preRender(context: Context, options: RenderOptions): Promise<void> {
    await super._preRender(context, options);
    this.#focus.note(this.element);
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
    this.#focus.watch(this.element);
    this.element.addEventListener('dragover', (event) => event.preventDefault());
    for (const type of ['dragstart', 'dragend'])
      this.element.addEventListener(type, () =>
        this.element.classList.toggle('cadence-bar--dragging', type === 'dragstart'),
      );
    this.element.addEventListener('drop', onDrop);
    bindActionOptions(this.element, currentHost);
  }

  protected override async _onRender(context: Context, options: RenderOptions): Promise<void> {
    if (this.shown) this.element.dataset.ruleset = this.shown.ruleset;
    this.#focus.restore(this.element);
    await super._onRender(context, options);
    showCaption(this.element);
    placeLists(this.element);
  }

  /** Pans the map when a turn begins or a target is chosen below the bar. */
  showFighters(): void {
    const actor = actorOfBar();
    const turn = turnIn(actor);
    const targets = JSON.stringify(this.shown?.targets ?? []);
    // A token that the user has just selected stays under the pointer.
    const isSelected = actor !== this.#actor && canvas?.tokens?.controlled.length !== 0;
    const isNew = turn !== '' && turn !== this.#turn && !isSelected;
    const isAimed = targets !== this.#targets;
    [this.#actor, this.#turn, this.#targets] = [actor, turn, targets];
    if (!actor || !(isNew || isAimed)) return;
    const page = this.element.ownerDocument;
    void showTokens(tokensAround(actor), occupiedBoxes(page), screenOf(page)).then(placeAll);
  }

  /** The number of actions follows the space. */
  override place(): void {
    super.place();
    const row = this.element.querySelector<HTMLElement>('.cadence-bar__inner--folded');
    const actions = row?.querySelector<HTMLElement>('.cadence-bar__panel');
    const now = row?.querySelector<HTMLElement>('.cadence-bar__cells--now');
    // The search field is only shown while it is used.
    if (row?.checkVisibility() && !row.querySelector(SEARCHING) && actions && now)
      this.besideActions.set(
        !row.matches('.cadence-bar__inner--icons'),
        row.offsetWidth - actions.clientWidth + now.offsetWidth,
      );
    if (!deepEqual(spaceForActions(this), this.space)) void refreshBar();
    this.#focus.returnFocus(this.element);
  }

  protected override _onClose(options: object): void {
    super._onClose(options);
    [this.#actor, this.#turn, this.#targets] = [null, '', '[]'];
    this.#focus.forget();
  }

  get isInUse(): boolean {
    return this.rendered && this.element.matches(':hover, :focus-within');
  }

  closePanel(): void {
    this.panel = '';
    this.setQuery('');
  }

  /** Lists the actions whose labels contain this; none if it is empty. */
  setQuery(term: string): void {
    this.query = term;
    const field = this.rendered ? searchField(this.element) : null;
    if (field) field.value = term;
    void refreshBar();
  }

  static onPanel(this: ActionBar, _: PointerEvent, { dataset }: HTMLElement): Promise<void> {
    const next = dataset.panel as Panel;
    if (this.query || this.panel === next) this.closePanel();
    else this.panel = next;
    return refreshBar();
  }
}

/** Returns an actor's turn: who, and its moment; empty while it has none. */
function turnIn(actor: Actor.Implementation | null): string {
  const fight = actor ? fightOfActor(actor) : null;
  const turn = fight && turnsOf(fight).find(({ id }) => id === fight.id);
  return turn ? JSON.stringify([turn.id, turn.moment]) : '';
}

/** The tokens that the bar should not cover: the actor's own, the user's targets, and the other fighters from near to far. */
function tokensAround(actor: Actor.Implementation): TokenDocument.Implementation[] {
  const fight = fightOfActor(actor);
  const own = fight ? documentsOf(fight.host, fight.id).token : null;
  if (!fight || !own) return [];
  const farFrom = ({ x, y }: TokenDocument.Implementation): number => Math.hypot(x - own.x, y - own.y);
  const others = Object.keys(fight.encounter.fighters)
    .flatMap((id) => documentsOf(fight.host, id).token ?? [])
    .sort((a, b) => farFrom(a) - farFrom(b));
  return [...new Set([own, ...[...game.user.targets].map(({ document }) => document), ...others])];
}

/** Made when it is first needed, and kept. */
let theBar: ActionBar | null = null;

/** The only one; it is closed and rendered again. */
function barWindow(): ActionBar {
  theBar ??= new ActionBar();
  return theBar;
}

/** Renders the action bar, or closes it if none of this user's fighters is in a fight. */
export const refreshBar = (): Promise<void> => BAR_REDRAW.request();

const BAR_REDRAW = new Redraw(async () => {
  const bar = barWindow();
  const how = barMode();
  const actor = how === 'off' ? null : actorOfBar();
  resetFor(bar, actor);
  const { panel, query } = bar;
  bar.space = spaceForActions(bar);
  const view = { ...bar.space, query, layout: bar.layout, more: panel === 'more' };
  const seen = actor && adapterOf(actor.type) ? tryOrReport(() => barContext(actor, view), actor) : null;
  if (!seen) {
    bar.drawn = '';
    cancelOdds(ActionBar);
    await bar.close({ animate: false });
    return;
  }
  const { awaited, layout, ...context } = seen;
  bar.layout = layout;
  if (awaited) requestOdds(ActionBar, awaited.fight, awaited.commands, () => void refreshBar());
  else cancelOdds(ActionBar);
  const shown = { ...context, isMore: panel === 'more', isRulings: panel === 'rulings' };
  const state = JSON.stringify(shown);
  if (state !== bar.drawn || !bar.rendered) {
    bar.shown = shown;
    await bar.render({ force: true });
    bar.drawn = state;
  }
  bar.showFighters();
}, AT_ONCE);

/** A search, a list and the places of actions are for one fighter in one fight. */
function resetFor(bar: ActionBar, actor: Actor.Implementation | null): void {
  const fight = actor ? fightOfActor(actor) : null;
  const next = actor ? `${fight?.host.uuid ?? ''} ${actor.uuid}` : '';
  const isOther = next !== bar.subject;
  const now = fight?.encounter.clock.phase ?? '';
  // A button does not move under the pointer.
  if (isOther || (now !== bar.phase && !bar.isInUse)) {
    bar.layout = null;
    bar.phase = now;
  }
  if (!isOther) return;
  bar.subject = next;
  [bar.panel, bar.query] = ['', ''];
  const field = bar.rendered ? searchField(bar.element) : null;
  if (field) field.value = '';
}

/** In rem: an action with its name and as an icon, with their gaps; the bar at its widest; and where names fit into one row. */
const [NAMED, ICON, WIDEST, ROOMY] = [9.5, 2.55, 61, 44];
/** In rem: the height of a row, and of what is above and below the rows. */
const [ROW, REST] = [2.5, 4.3];
/** In rem: what the end of the turn takes of its row, what one row has beside its actions before it is measured, and its gaps. */
const [END, BESIDE, GAPS] = [8, 20, 0.6];
/** In pixels: what a finger needs, with a gap. */
const FINGER = 47;
/** Below this height in pixels, the bar is one row. */
const LOW = 700;

/** Returns how many actions fit into a row, and how many rows there are. The bar takes at most a third of the height. */
function spaceForActions({ room: free, besideActions }: ActionBar) {
  const { documentElement: root, defaultView } = mainPage();
  const rem = Number.parseFloat(getComputedStyle(root).fontSize) || 16;
  const finger = defaultView?.matchMedia('(pointer: coarse)').matches ? FINGER : 0;
  const room = Math.min(WIDEST * rem, free || Number.POSITIVE_INFINITY);
  const isFolded = barMode() === 'folded' || root.clientHeight < LOW;
  const hasNames = hasWordsInBar() && !(isFolded && room < ROOMY * rem);
  const cell = hasNames ? NAMED * rem : Math.max(ICON * rem, finger);
  const rest = Math.max(REST * rem, 2 * finger + rem);
  // One more row is for what comes and goes.
  const rows = Math.floor((root.clientHeight / 3 - rest) / Math.max(ROW * rem, finger)) - 1;
  const beside = isFolded ? (besideActions.get(hasNames) ?? BESIDE * rem) + GAPS * rem : rem;
  const columns = Math.max(1, Math.floor((room - beside) / cell));
  const end = hasNames ? 1 : Math.ceil((END * rem) / cell);
  return { isFolded, hasNames, columns, end, rows: isFolded ? 1 : Math.max(1, rows) };
}

const SEARCHING = '.cadence-bar__search:is(:focus, :not(:placeholder-shown))';

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

/** Opens a list to the side that has more space. */
function placeLists(bar: HTMLElement): void {
  const { top, bottom } = bar.getBoundingClientRect();
  const below = bar.ownerDocument.documentElement.clientHeight - bottom;
  const list = bar.querySelector<HTMLElement>('.cadence-bar__lists');
  list?.classList.toggle('cadence-bar__lists--below', below > top);
  list?.style.setProperty('--cadence-list-room', `${Math.floor(Math.max(top, below)) - LIST_GAP}px`);
}

const LIST_GAP = 16;

const currentHost = () => {
  const actor = actorOfBar();
  return actor ? (fightOfActor(actor)?.host ?? null) : null;
};

const WAYS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

const foundIn = (bar: Element, selector = ''): HTMLElement | null =>
  bar.querySelector<HTMLElement>(`.cadence-bar__lists .cadence-action[data-command]${selector}`);

export function pressKey(digit: number): boolean {
  const button = theBar?.rendered
    ? theBar.element.querySelector<HTMLElement>(`.cadence-bar__panel [data-digit="${digit}"]`)
    : null;
  button?.click();
  return button !== null;
}

function onInput({ target }: Event): void {
  if (!isInput(target)) return;
  barWindow().query = target.value;
  void refreshBar();
}

function onKey(event: KeyboardEvent): void {
  const bar = event.currentTarget;
  if (!isElement(bar) || event.ctrlKey || event.metaKey || event.altKey) return;
  const { panel, query } = barWindow();
  if (event.key === 'Escape' && panel && !query) {
    const opener = `[data-panel="${panel}"]`;
    barWindow().closePanel();
    void refreshBar().then(() => bar.querySelector<HTMLElement>(opener)?.focus());
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
  if (key === 'Enter') (foundIn(bar, ':not([aria-disabled])') ?? foundIn(bar))?.click();
  else if (key === 'ArrowDown') foundIn(bar)?.focus();
  else if (key !== 'Escape' || !barWindow().query) return false;
  if (key !== 'ArrowDown') barWindow().setQuery('');
  return true;
}

function handleButtonKey(bar: HTMLElement, { key, target, shiftKey }: KeyboardEvent): boolean {
  const buttons = buttonsOf(bar);
  const at = isElement(target) ? buttons.indexOf(target) : -1;
  if (at < 0) return false;
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
    barWindow().setQuery(key);
  } else return false;
  return true;
}

/** Makes a dropped action a favorite: before the one it was dropped on, or last. A favorite that is dropped elsewhere is removed. */
function onDrop(event: DragEvent): void {
  const dragged = dragOf(event);
  if (dragged === null) return;
  event.preventDefault();
  event.stopPropagation();
  const on = isElement(event.target) ? event.target : null;
  const before = on?.closest<HTMLElement>('.cadence-action')?.dataset.id;
  const isThere = Boolean(on?.closest('[data-group="favorites"]'));
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
    return type === ACTION_DRAG && typeof button === 'string' ? button.replace(AGAIN, '') : null;
  } catch {
    return null;
  }
}

function toggleFavorite(shown: string | undefined): void {
  const actor = actorOfBar();
  if (!actor || shown === undefined) return;
  const id = shown.replace(AGAIN, '');
  const favorites = favoritesOf(actor.uuid);
  storeFavorites(favorites.includes(id) ? favorites.filter((each) => each !== id) : [...favorites, id]);
}

function storeFavorites(ids: readonly string[]): void {
  const actor = actorOfBar();
  if (actor) void rememberFavorites(actor.uuid, ids).then(() => refreshBar());
}

import { lookup } from '../../../kernel/lookup';
import { rememberedPlace, rememberPlace } from '../../platform/hidden-settings';
import { targetOf } from '../../views/pages';
import { GAP, placeNear, type ScreenBox, type ScreenPoint, widestFreeSpan } from './place';
import { type Context, HandlebarsWindow, type RenderOptions } from './window-bases';

/** Modules rearrange the interface, so several parents are tried. */
const HOMES = ['ui-bottom', 'interface'];

/**
 * Parts of Foundry's interface that stay free. Ids: templates of the interface as modules for v14 find them (dnd5e, Draw Steel, Combat
 * Tracker Dock).
 */
const FIXED = ['#hotbar', '#sidebar', '#players', '#scene-controls', '#scene-navigation'];
const MESSAGES = ['#chat-notifications .message', '#chat-notifications > :not(.chat-log)'].join();
const CORE = [...FIXED, MESSAGES];

/**
 * What a window above the others steps aside for: a popover lies over every dialog, also over its buttons. API: DialogV2 is a `dialog` of the
 * class `dialog`; forms end in a footer `.form-footer`.
 */
const DIALOGS = 'dialog.application, .application.dialog';
const SUBMITS = '.application .form-footer';

/** Height of the searched band above the hotbar, in pixels. */
const BAND = 160;
/** A screen this wide has space beside the messages. */
const ROOMY = 1200;
const STRIDE = 16;
/** How many times as wide as the lower place a higher one must be. */
const MUCH = 1.25;

/** They stay clear of each other. */
const openWindows = new Set<FloatingWindow>();

/**
 * A frameless window above the hotbar that stays clear of Foundry's interface. Users can move it, and it stays there.
 * API: ApplicationV2, `window.frame` and `window.positioned`.
 */
export class FloatingWindow extends HandlebarsWindow {
  static override DEFAULT_OPTIONS: object = {
    tag: 'section',
    classes: ['cadence'],
    window: { frame: false, positioned: false, minimizable: false },
  };

  /** The width that is free, in pixels; 0 before it is placed. */
  room = 0;
  #watch: AbortController | null = null;
  #sizes: ResizeObserver | null = null;
  #changes: MutationObserver | null = null;
  #windows: MutationObserver | null = null;

  protected get isAbove(): boolean {
    return false;
  }

  /** A window with a higher rank makes way for the others. */
  get rank(): number {
    return Number(this.isAbove);
  }

  /** Boxes it covers only if it would otherwise cover a part of the interface. */
  protected get avoids(): readonly ScreenBox[] {
    return [];
  }

  protected override _insertElement(element: HTMLElement): void {
    const page = element.ownerDocument;
    const home = HOMES.map((id) => page.getElementById(id)).find((each) => each !== null) ?? page.body;
    page.getElementById(element.id)?.remove();
    home.append(element);
    if (this.isAbove && 'showPopover' in element) {
      element.setAttribute('popover', 'manual');
      element.showPopover();
    }
  }

  protected override async _onFirstRender(context: Context, options: RenderOptions): Promise<void> {
    await super._onFirstRender(context, options);
    openWindows.add(this);
    const { element } = this;
    // A transition would falsify the measured position.
    element.style.transitionProperty = 'none';
    this.#watchLayout();
    element.addEventListener('pointerdown', (event) => this.#drag(event));
    element.addEventListener('dblclick', (event) => handleAt(event) && void this.#store(null));
    element.addEventListener('contextmenu', (event) => {
      if (!handleAt(event)) return;
      event.preventDefault();
      void this.#store(null);
    });
    element.addEventListener('keydown', (event) => this.#step(event));
  }

  protected override async _onRender(context: Context, options: RenderOptions): Promise<void> {
    await super._onRender(context, options);
    this.place();
  }

  protected override _onClose(options: object): void {
    super._onClose(options);
    openWindows.delete(this);
    this.#watch?.abort();
    this.#sizes?.disconnect();
    this.#changes?.disconnect();
    this.#windows?.disconnect();
    placeAll();
  }

  #watchLayout(): void {
    const page = this.element.ownerDocument;
    this.#watch = new AbortController();
    page.defaultView?.addEventListener('resize', placeAll, { signal: this.#watch.signal });
    if (this.isAbove) {
      this.#windows = new MutationObserver(() => {
        // A new dialog has no size yet; it is measured when it has one.
        for (const dialog of page.querySelectorAll(DIALOGS)) this.#sizes?.observe(dialog);
        placeAll();
      });
      this.#windows.observe(page.body, { childList: true });
      // A dialog that was dragged.
      page.addEventListener('pointerup', () => boxesIn(page, DIALOGS).length > 0 && placeAll(), {
        signal: this.#watch.signal,
      });
    }
    this.#sizes = new ResizeObserver(placeAll);
    for (const watched of [this.element, ...page.querySelectorAll(FIXED.join())]) this.#sizes.observe(watched);
    const messages = page.getElementById('chat-notifications');
    // A message grows without a mutation when its font or image loads.
    const measure = () => {
      for (const message of page.querySelectorAll(MESSAGES)) this.#sizes?.observe(message);
    };
    this.#changes = new MutationObserver(() => {
      measure();
      placeAll();
    });
    if (messages) this.#changes.observe(messages, { childList: true, subtree: true });
    measure();
  }

  place(): void {
    const { element } = this;
    const page = element.ownerDocument;
    const screen = screenOf(page);
    const others = boxesIn(page, CORE.join());
    // With enough space beside the messages, it does not move with each of them.
    const column = page.getElementById('chat-notifications');
    if (screen.right > ROOMY && column)
      others.push(...boxOf(column).map(({ left, right, bottom }) => ({ left, right, bottom, top: bottom / 2 })));
    const dialogs = this.isAbove ? boxesIn(page, DIALOGS) : [];
    others.push(...dialogs);
    const avoided = [...this.avoids, ...(this.isAbove ? boxesIn(page, SUBMITS) : [])];
    const order = inOrder();
    const earlier = order.slice(0, order.indexOf(this)).flatMap(({ element }) => boxOf(element));
    const hotbar = page.getElementById('hotbar');
    const [below = { ...screen, top: screen.bottom }] = hotbar ? boxOf(hotbar) : [];
    // A little higher, there may be much more space.
    const players = page.getElementById('players');
    const floors = [below, ...(players ? boxOf(players) : [])].filter(({ top }) => top > below.top - STRIDE * 3);
    const [first, second = first] = floors.map(({ top }) => {
      const bottom = Math.min(top, ...earlier.map((box) => box.top)) - GAP;
      const band = { ...screen, left: screen.left + GAP, right: screen.right - GAP, top: bottom - BAND, bottom };
      return { bottom, ...widestFreeSpan(band, others) };
    });
    if (!first || !second) return;
    const { bottom, ...free } = second.right - second.left > (first.right - first.left) * MUCH ? second : first;
    this.room = Math.floor(free.right - free.left);
    element.style.setProperty('--cadence-room', `${this.room}px`);
    const { width, height } = element.getBoundingClientRect();
    const own = rememberedPlace(this.id);
    const center = Math.max(free.left, Math.min((below.left + below.right - width) / 2, free.right - width));
    const at = own
      ? placeNear(fromShares(own, { width, height }, screen), { width, height }, screen, dialogs)
      : placeNear({ x: center, y: bottom - height }, { width, height }, screen, [...others, ...earlier], avoided);
    this.#move(at);
  }

  /** Ancestors may be scaled or moved, so the result is measured. */
  #move({ x, y }: ScreenPoint): void {
    const { style } = this.element;
    Object.assign(style, { left: '0px', top: '0px' });
    const { left, top, width } = this.element.getBoundingClientRect();
    const scale = width / this.element.offsetWidth || 1;
    Object.assign(style, { left: `${(x - left) / scale}px`, top: `${(y - top) / scale}px` });
  }

  #drag(event: PointerEvent): void {
    const handle = event.button === 0 && handleAt(event);
    if (!handle) return;
    const { left, top } = this.element.getBoundingClientRect();
    const [dx, dy] = [event.clientX - left, event.clientY - top];
    const end = new AbortController();
    const on = (type: 'pointermove' | 'pointerup' | 'pointercancel', handler: (event: PointerEvent) => void) =>
      handle.addEventListener(type, handler, { signal: end.signal });
    let moved = false;
    // Otherwise the browser drags a button that has come to where the pointer was pressed.
    this.element.addEventListener('dragstart', refuseDrag, { capture: true, signal: end.signal });
    handle.setPointerCapture(event.pointerId);
    on('pointermove', ({ clientX, clientY }) => {
      moved ||= Math.hypot(clientX - event.clientX, clientY - event.clientY) > 3;
      if (moved) this.#move({ x: clientX - dx, y: clientY - dy });
    });
    on('pointerup', () => {
      end.abort();
      if (moved) void this.#storePosition();
    });
    on('pointercancel', () => {
      end.abort();
      this.place();
    });
  }

  #step(event: KeyboardEvent): void {
    const [dx, dy] = lookup(STEPS, event.key) ?? [];
    if (!handleAt(event) || (dx === undefined && event.key !== 'Home')) return;
    event.preventDefault();
    event.stopPropagation();
    if (dx === undefined || dy === undefined) {
      void this.#store(null);
      return;
    }
    const { left, top } = this.element.getBoundingClientRect();
    this.#move({ x: left + dx * STRIDE, y: top + dy * STRIDE });
    void this.#storePosition();
  }

  #storePosition(): Promise<void> {
    const { left, top, width, height } = this.element.getBoundingClientRect();
    return this.#store(toShares({ x: left, y: top }, { width, height }, screenOf(this.element.ownerDocument)));
  }

  /** @param place null: the automatic position */
  async #store(place: ScreenPoint | null): Promise<void> {
    await rememberPlace(this.id, place);
    placeAll();
  }
}

export const occupiedBoxes = (page: Document): ScreenBox[] =>
  [...page.querySelectorAll<HTMLElement>(CORE.join()), ...[...openWindows].map(({ element }) => element)].flatMap(
    boxOf,
  );

/** Positions all floating windows in order of rank, because each makes way for the earlier ones. */
export function placeAll(): void {
  for (const app of inOrder()) if (app.rendered) app.place();
}

const inOrder = (): FloatingWindow[] => [...openWindows].sort((a, b) => a.rank - b.rank);

function refuseDrag(event: DragEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const handleAt = (event: Event): HTMLElement | null => targetOf(event)?.closest<HTMLElement>('.cadence-grip') ?? null;

const boxesIn = (page: Document, selector: string): ScreenBox[] =>
  [...page.querySelectorAll<HTMLElement>(selector)].flatMap(boxOf);

function boxOf(element: HTMLElement): ScreenBox[] {
  const box = element.getBoundingClientRect();
  return box.width > 0 && box.height > 0 ? [box] : [];
}

export const screenOf = ({ documentElement }: Document): ScreenBox => ({
  left: 0,
  top: 0,
  right: documentElement.clientWidth,
  bottom: documentElement.clientHeight,
});

// Stored as shares of the free space, so that it sits at the same edge on another screen.
const toShares = (
  { x, y }: ScreenPoint,
  { width, height }: { width: number; height: number },
  screen: ScreenBox,
): ScreenPoint => ({
  x: share(x, screen.right - width),
  y: share(y, screen.bottom - height),
});
const fromShares = (
  { x, y }: ScreenPoint,
  { width, height }: { width: number; height: number },
  screen: ScreenBox,
): ScreenPoint => ({
  x: x * Math.max(0, screen.right - width),
  y: y * Math.max(0, screen.bottom - height),
});
const share = (at: number, space: number): number => (space > 0 ? Math.max(0, Math.min(1, at / space)) : 0);

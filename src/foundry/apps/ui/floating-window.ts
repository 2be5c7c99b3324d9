import { rememberedPlace, rememberPlace } from '../../platform/hidden-settings';
import { targetOf } from '../../views/pages';
import { type Box, clampToScreen, GAP, placeNear, type ScreenPoint, widestFreeSpan } from './place';
import { type Context, HandlebarsWindow, type RenderOptions } from './window-bases';

/** Where ours may stand, the first that the page has: others rearrange the interface. */
const HOMES = ['ui-bottom', 'interface'];

/** What of Foundry's must stay free. Ids: templates of the interface as modules for v14 find them (dnd5e, Draw Steel, Combat Tracker Dock). */
const FIXED = ['#hotbar', '#sidebar', '#players', '#scene-controls', '#scene-navigation'];
const MESSAGES = ['#chat-notifications .message', '#chat-notifications > :not(.chat-log)'].join();
const CORE = [...FIXED, MESSAGES];

/** How high the band above the hotbar is in which room is looked for. */
const BAND = 160;
/** A screen this wide has room beside the column of new messages. */
const ROOMY = 1200;
/** How far an arrow key moves it. */
const STRIDE = 16;

/** Everything of ours that floats, in the order in which it takes its place: later ones make way for earlier ones. */
const standing = new Set<FloatingWindow>();

/**
 * A window without a frame that stands above the hotbar and clear of Foundry's own interface, wherever that is; people may move it, and it
 * stays there. API: ApplicationV2, `window.frame` and `window.positioned`.
 */
export class FloatingWindow extends HandlebarsWindow {
  static override DEFAULT_OPTIONS: object = {
    tag: 'section',
    classes: ['cadence'],
    window: { frame: false, positioned: false, minimizable: false },
  };

  #watch: AbortController | null = null;
  #sizes: ResizeObserver | null = null;
  #changes: MutationObserver | null = null;

  /** Whether it stands over windows, too: nobody should overlook it. */
  protected get isAbove(): boolean {
    return false;
  }

  /** Place among others: a higher one makes way. */
  get rank(): number {
    return Number(this.isAbove);
  }

  /** What it covers only if it would otherwise cover a part of the interface. */
  protected get avoids(): readonly Box[] {
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
    standing.add(this);
    const { element } = this;
    // It is measured where it has been put, not on its way there.
    element.style.transitionProperty = 'none';
    this.#follow();
    element.addEventListener('pointerdown', (event) => this.#drag(event));
    element.addEventListener('dblclick', (event) => handleAt(event) && void this.#keep(null));
    element.addEventListener('contextmenu', (event) => {
      if (!handleAt(event)) return;
      event.preventDefault();
      void this.#keep(null);
    });
    element.addEventListener('keydown', (event) => this.#step(event));
  }

  protected override async _onRender(context: Context, options: RenderOptions): Promise<void> {
    await super._onRender(context, options);
    this.place();
  }

  protected override _onClose(options: object): void {
    super._onClose(options);
    standing.delete(this);
    this.#watch?.abort();
    this.#sizes?.disconnect();
    this.#changes?.disconnect();
    placeAll();
  }

  /** Takes its place anew whenever the interface around it or its own size changes. */
  #follow(): void {
    const page = this.element.ownerDocument;
    this.#watch = new AbortController();
    page.defaultView?.addEventListener('resize', placeAll, { signal: this.#watch.signal });
    this.#sizes = new ResizeObserver(placeAll);
    for (const watched of [this.element, ...page.querySelectorAll(FIXED.join())]) this.#sizes.observe(watched);
    // New messages come and go beside the sidebar.
    const messages = page.getElementById('chat-notifications');
    // A message grows without a change of its nodes when its font or picture arrives.
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

  /** Puts it where it was moved to, or else where it covers nothing. */
  place(): void {
    const { element } = this;
    const page = element.ownerDocument;
    const screen = screenOf(page);
    const others = [...page.querySelectorAll<HTMLElement>(CORE.join())].flatMap(boxOf);
    // Where there is room enough beside it, it does not move with every message.
    const column = page.getElementById('chat-notifications');
    if (screen.right > ROOMY && column)
      others.push(...boxOf(column).map(({ left, right, bottom }) => ({ left, right, bottom, top: bottom / 2 })));
    const order = inOrder();
    const earlier = order.slice(0, order.indexOf(this)).flatMap(({ element }) => boxOf(element));
    const hotbar = page.getElementById('hotbar');
    const [below = { ...screen, top: screen.bottom }] = hotbar ? boxOf(hotbar) : [];
    const bottom = Math.min(below.top, ...earlier.map(({ top }) => top)) - GAP;
    const free = widestFreeSpan(
      { ...screen, left: screen.left + GAP, right: screen.right - GAP, top: bottom - BAND, bottom },
      [...others],
    );
    element.style.setProperty('--cadence-room', `${Math.floor(free.right - free.left)}px`);
    const { width, height } = element.getBoundingClientRect();
    const own = rememberedPlace(this.id);
    const center = Math.max(free.left, Math.min((below.left + below.right - width) / 2, free.right - width));
    const at = own
      ? clampToScreen(fromShares(own, { width, height }, screen), { width, height }, screen)
      : placeNear({ x: center, y: bottom - height }, { width, height }, screen, [...others, ...earlier], this.avoids);
    this.#move(at);
  }

  /** Whatever stands around it may be scaled or moved, so where it comes to lie is measured. */
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
    const on = (type: 'pointermove' | 'pointerup' | 'pointercancel', does: (event: PointerEvent) => void) =>
      handle.addEventListener(type, does, { signal: end.signal });
    let moved = false;
    handle.setPointerCapture(event.pointerId);
    on('pointermove', ({ clientX, clientY }) => {
      moved ||= Math.hypot(clientX - event.clientX, clientY - event.clientY) > 3;
      if (moved) this.#move({ x: clientX - dx, y: clientY - dy });
    });
    on('pointerup', () => {
      end.abort();
      if (moved) void this.#keepHere();
    });
    on('pointercancel', () => {
      end.abort();
      this.place();
    });
  }

  #step(event: KeyboardEvent): void {
    const [dx, dy] = STEPS[event.key] ?? [];
    if (!handleAt(event) || (dx === undefined && event.key !== 'Home')) return;
    // The arrow keys move tokens otherwise.
    event.preventDefault();
    event.stopPropagation();
    if (dx === undefined || dy === undefined) {
      void this.#keep(null);
      return;
    }
    const { left, top } = this.element.getBoundingClientRect();
    this.#move({ x: left + dx * STRIDE, y: top + dy * STRIDE });
    void this.#keepHere();
  }

  #keepHere(): Promise<void> {
    const { left, top, width, height } = this.element.getBoundingClientRect();
    return this.#keep(toShares({ x: left, y: top }, { width, height }, screenOf(this.element.ownerDocument)));
  }

  /** @param place null: where it would stand by itself */
  async #keep(place: ScreenPoint | null): Promise<void> {
    await rememberPlace(this.id, place);
    placeAll();
  }
}

/** What a window had better not lie over: Foundry's interface, and what of ours floats. */
export const occupiedBoxes = (page: Document): Box[] =>
  [...page.querySelectorAll<HTMLElement>(CORE.join()), ...[...standing].map(({ element }) => element)].flatMap(boxOf);

/** Places all of ours, each after those it makes way for: the place of a later one depends on where an earlier one has been put. */
export function placeAll(): void {
  for (const app of inOrder()) if (app.rendered) app.place();
}

/** What comes and goes makes way for what stays. */
const inOrder = (): FloatingWindow[] => [...standing].sort((a, b) => a.rank - b.rank);

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const handleAt = (event: Event): HTMLElement | null => targetOf(event)?.closest<HTMLElement>('.cadence-grip') ?? null;

/** Nothing, for what is not shown. */
function boxOf(element: HTMLElement): Box[] {
  const box = element.getBoundingClientRect();
  return box.width > 0 && box.height > 0 ? [box] : [];
}

export const screenOf = ({ documentElement }: Document): Box => ({
  left: 0,
  top: 0,
  right: documentElement.clientWidth,
  bottom: documentElement.clientHeight,
});

// Kept as shares of the room there is, so that it stands at the same edge on another screen.
const toShares = (
  { x, y }: ScreenPoint,
  { width, height }: { width: number; height: number },
  screen: Box,
): ScreenPoint => ({
  x: share(x, screen.right - width),
  y: share(y, screen.bottom - height),
});
const fromShares = (
  { x, y }: ScreenPoint,
  { width, height }: { width: number; height: number },
  screen: Box,
): ScreenPoint => ({
  x: x * Math.max(0, screen.right - width),
  y: y * Math.max(0, screen.bottom - height),
});
const share = (at: number, room: number): number => (room > 0 ? Math.max(0, Math.min(1, at / room)) : 0);

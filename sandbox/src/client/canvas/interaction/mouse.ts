import type { WallDocument } from '../../documents/wall';
import type { Canvas } from '../canvas';
import type { Token } from '../placeables/token';
import { TokenDrag } from './drag';
import { refusedByPause } from './pause';

interface Press {
  button: number;
  at: { x: number; y: number };
  token: Token | null;
  door: WallDocument | undefined;
  moved: boolean;
}

const DRAG = 6;
const DOUBLE = 350;
const point = (event: MouseEvent) => ({ x: event.clientX, y: event.clientY });

/**
 * The mouse on the board: left clicks select, open and target; left drags move tokens or draw a marquee; the right
 * button pans; the wheel zooms. T13: client/canvas/interaction/mouse-handler.d.mts gives the workflow's names.
 */
export class Mouse {
  /** In scene coordinates. */
  position = { x: 0, y: 0 };
  #canvas: Canvas;
  #press: Press | null = null;
  #drag: TokenDrag | null = null;
  #last: { token: Token | null; button: number; time: number } = { token: null, button: -1, time: 0 };

  constructor(canvas: Canvas) {
    this.#canvas = canvas;
    const { view } = canvas;
    view.addEventListener('pointerdown', (event: PointerEvent) => this.#onDown(event));
    view.addEventListener('pointerleave', () => this.#hover(null));
    view.addEventListener('contextmenu', (event: Event) => event.preventDefault());
    view.addEventListener('wheel', (event: WheelEvent) => this.#onWheel(event), { passive: false });
    window.addEventListener('pointermove', (event) => this.#onMove(event));
    window.addEventListener('pointerup', (event) => this.#onUp(event));
    window.addEventListener('keydown', (event) => event.key === 'Escape' && this.cancel());
  }

  /** Cancels the current gesture. */
  cancel(): void {
    this.#drag?.cancel();
    this.#drag = null;
    this.#press = null;
    this.#canvas.controls.marquee(null);
    this.#canvas.regions._cancelPlacement();
  }

  #scene(event: MouseEvent) {
    return this.#canvas.canvasCoordinatesFromClient(point(event));
  }

  #onDown(event: PointerEvent): void {
    if (!this.#canvas.ready) return;
    (document.activeElement as HTMLElement | null)?.blur();
    if (this.#canvas.regions.isPlacing) return;
    if (this.#drag) {
      // Between waypoints no button is down: the next left click continues the drag, a right click removes a waypoint.
      if (event.button === 2 && !this.#drag.removeWaypoint()) this.cancel();
      return;
    }
    this.#canvas.view.setPointerCapture(event.pointerId);
    const door = this.#canvas.walls.doorAt(this.#scene(event));
    this.#press = {
      button: event.button,
      at: point(event),
      door,
      token: door ? null : this.#canvas.tokens.at(this.#scene(event)),
      moved: false,
    };
  }

  #onMove(event: PointerEvent): void {
    if (!this.#canvas.ready) return;
    this.position = this.#scene(event);
    if (this.#canvas.regions.isPlacing) {
      this.#canvas.regions._onPlacementMove(this.position, event);
      return;
    }
    if (this.#drag) {
      this.#drag.move(this.position, event);
      return;
    }
    const press = this.#press;
    if (!press) {
      if (event.target === this.#canvas.view) this.#hover(this.#canvas.tokens.at(this.position));
      return;
    }
    const [dx, dy] = [event.clientX - press.at.x, event.clientY - press.at.y];
    if (!press.moved && Math.hypot(dx, dy) < DRAG) return;
    const first = !press.moved;
    press.moved = true;
    if (press.button === 2) this.#pan(press, event);
    else if (press.button === 0) this.#dragLeft(press, event, first);
  }

  #dragLeft(press: Press, event: PointerEvent, first: boolean): void {
    const start = this.#canvas.canvasCoordinatesFromClient(press.at);
    if (!press.token) this.#canvas.controls.marquee({ from: start, to: this.position });
    if (!first || !press.token?._canDrag(game.user, event) || refusedByPause()) return;
    this.#drag = new TokenDrag(this.#canvas, press.token, start);
    this.#drag.move(this.position, event);
  }

  #pan(press: Press, event: PointerEvent): void {
    const { pivot, scale } = this.#canvas.stage;
    const [dx, dy] = [event.clientX - press.at.x, event.clientY - press.at.y];
    press.at = point(event);
    this.#canvas.pan({ x: pivot.x - dx / scale.x, y: pivot.y - dy / scale.x });
  }

  #onUp(event: PointerEvent): void {
    const press = this.#press;
    this.#press = null;
    if (!this.#canvas.ready) return;
    if (this.#canvas.regions.isPlacing) this.#place(event);
    else if (this.#drag) {
      if (event.button === 0) this.#endDrag(event);
    } else if (press && event.button === press.button) {
      if (!press.moved) this.#click(press, event);
      else if (press.button === 0 && !press.token) this.#select(event);
    }
  }

  /** A left click confirms the placement, a right click skips it. foundryvtt issue 13988 */
  #place(event: PointerEvent): void {
    if (event.target !== this.#canvas.view) return;
    const { regions } = this.#canvas;
    if (event.button === 0) regions._onPlacementConfirm(event);
    if (event.button === 2) regions._onPlacementSkip(event);
  }

  /** With Ctrl (or Cmd), adds a waypoint and continues the drag. */
  #endDrag(event: PointerEvent): void {
    const drag = this.#drag!;
    if (event.ctrlKey || event.metaKey) {
      drag.addWaypoint();
      return;
    }
    this.#drag = null;
    drag.drop();
  }

  #select(event: PointerEvent): void {
    const { controls, tokens, activeTool } = this.#canvas;
    const area = controls.area;
    controls.marquee(null);
    if (!area) return;
    const options = { releaseOthers: !event.shiftKey };
    if (activeTool === 'target') tokens.targetObjects(area, options);
    else tokens.selectObjects(area, options);
  }

  #click(press: Press, event: PointerEvent): void {
    const { token, button, door } = press;
    if (door) {
      if (button === 0) this.#canvas.walls._onClickDoor(door);
      if (button === 2) this.#canvas.walls._onRightClickDoor(door);
      return;
    }
    const now = performance.now();
    const twice = token && this.#last.token === token && this.#last.button === button && now - this.#last.time < DOUBLE;
    this.#last = { token: twice ? null : token, button, time: now };
    if (button === 0) {
      if (!token) this.#canvas.tokens._onClickLeft(event);
      else if (twice) token._onClickLeft2(event);
      else token._onClickLeft(event);
    }
    if (button === 2 && token) {
      token._onClickRight(event);
      if (twice) token._onClickRight2(event);
    }
  }

  #hover(token: Token | null): void {
    const before = this.#canvas.tokens.hover;
    if (before === token) return;
    before?._onHoverOut();
    token?._onHoverIn();
    const draggable = token?._canDrag(game.user);
    this.#canvas.view.style.cursor = token ? (draggable ? 'grab' : 'pointer') : '';
  }

  #onWheel(event: WheelEvent): void {
    event.preventDefault();
    if (this.#canvas.regions.isPlacing) this.#canvas.regions._onPlacementWheel(event);
    else if (this.#drag) this.#drag.lift(event.deltaY < 0 ? 1 : -1);
    else if (this.#canvas.ready) this.#canvas.zoomAt(point(event), event.deltaY < 0 ? 1.08 : 1 / 1.08);
  }
}

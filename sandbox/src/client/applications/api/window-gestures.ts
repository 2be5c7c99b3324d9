import type { Position } from './position';

interface Windowed {
  element: HTMLElement;
  position: Position;
  minimized: boolean;
  options: { window: { resizable: boolean; minimizable: boolean } };
  setPosition(position: object): unknown;
  minimize(): Promise<void>;
  maximize(): Promise<void>;
}

type Origin = { x: number; y: number; left: number; top: number; width: number; height: number };

function gesture(app: Windowed, handle: HTMLElement, move: (origin: Origin, event: PointerEvent) => object) {
  handle.addEventListener('pointerdown', (down) => {
    if (down.button !== 0 || (down.target as HTMLElement).closest('button, [data-action]')) return;
    const { offsetWidth: width, offsetHeight: height } = app.element;
    const origin = {
      x: down.clientX,
      y: down.clientY,
      left: app.position.left ?? 0,
      top: app.position.top ?? 0,
      width,
      height,
    };
    const view = app.element.ownerDocument.defaultView!;
    const onMove = (event: PointerEvent) => {
      app.element.classList.add('dragging');
      app.setPosition(move(origin, event));
    };
    const onUp = () => {
      app.element.classList.remove('dragging');
      view.removeEventListener('pointermove', onMove);
    };
    view.addEventListener('pointermove', onMove);
    view.addEventListener('pointerup', onUp, { once: true });
    view.addEventListener('pointercancel', onUp, { once: true });
  });
}

/** Binds dragging by the header, resizing by the handle, and minimizing by a double click on the header. */
export function bindWindowGestures(app: Windowed, header: HTMLElement, resize?: HTMLElement): void {
  gesture(app, header, (origin, event) => ({
    left: origin.left + event.clientX - origin.x,
    top: origin.top + event.clientY - origin.y,
  }));
  if (resize) {
    gesture(app, resize, (origin, event) => ({
      width: origin.width + event.clientX - origin.x,
      height: origin.height + event.clientY - origin.y,
    }));
  }
  header.addEventListener('dblclick', (event) => {
    if (!app.options.window.minimizable || (event.target as HTMLElement).closest('button')) return;
    void (app.minimized ? app.maximize() : app.minimize());
  });
}

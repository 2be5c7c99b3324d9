import type { ApplicationV2 } from '../api/application';
import { bindWindowGestures } from '../api/window-gestures';

/** Makes an application draggable by a handle. T13: client/applications/ux/draggable.d.mts */
export class Draggable {
  static get implementation(): typeof Draggable {
    return CONFIG?.ux?.Draggable ?? Draggable;
  }

  constructor(
    readonly app: ApplicationV2,
    readonly element: HTMLElement,
    readonly handle: HTMLElement | false,
    resizable: boolean | object = false,
  ) {
    const grip = handle || element;
    grip.classList.add('draggable');
    let corner: HTMLElement | undefined;
    if (resizable) {
      corner = element.ownerDocument.createElement('div');
      corner.className = 'window-resize-handle';
      element.append(corner);
    }
    bindWindowGestures(app, grip, corner);
  }
}

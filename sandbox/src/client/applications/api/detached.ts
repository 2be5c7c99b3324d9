import type { ApplicationV2 } from './application';
import { EventEmitter } from './event-emitter';

/**
 * Opens a browser window for an application, with the page's styles. T14: client/applications/api/application.d.mts,
 * `attachWindow` and `detachWindow`; the element moves into another document with its content.
 */
function openDetached(id: string, title: string, size: { width: number; height: number }): Window {
  const opened = window.open('', id, `popup,width=${Math.round(size.width)},height=${Math.round(size.height)}`);
  if (!opened) throw new Error(`The browser did not open a window for ${id}`);
  const { document: page } = opened;
  page.title = title;
  page.documentElement.lang = document.documentElement.lang;
  const base = page.createElement('base');
  base.href = document.baseURI;
  const styles = document.querySelectorAll('link[rel="stylesheet"], style');
  page.head.replaceChildren(base, ...[...styles].map((style) => page.importNode(style, true)));
  page.body.className = document.body.className;
  page.body.replaceChildren();
  return opened;
}

/** The part of an application that handles detached windows. */
export class Detachable extends EventEmitter {
  #opened: Window | null = null;

  async detachWindow(_options: object = {}): Promise<this> {
    const app = this as object as ApplicationV2;
    if (app.element && !this.#opened) this.#opened = detach(app);
    return this;
  }

  async attachWindow(_options: object = {}): Promise<this> {
    const opened = this.#opened;
    this.#opened = null;
    if (opened) attach(this as object as ApplicationV2, opened);
    return this;
  }

  _closeDetached(): void {
    const opened = this.#opened;
    this.#opened = null;
    opened?.close();
  }

  _onAttach(_from: Document, _to: Document): void {}
  _onDetach(_from: Document, _to: Document): void {}
}

/** Moves an application and its children into a browser window. Closing that window closes them. */
function detach(app: ApplicationV2): Window {
  const { element } = app;
  const from: Document = element.ownerDocument;
  const opened = openDetached(app.id, app.title, { width: element.offsetWidth, height: element.offsetHeight });
  app.window.windowId = app.id;
  moveTo(app, opened.document);
  app._onDetach(from, opened.document);
  opened.addEventListener('pagehide', () => {
    if (app.element?.ownerDocument === opened.document) void app.close({ animate: false });
  });
  Hooks.callAll('openDetachedWindow', app.id, opened);
  return opened;
}

/** Moves an application back into the page. */
function attach(app: ApplicationV2, opened: Window): void {
  app.window.windowId = undefined;
  moveTo(app, document);
  app._onAttach(opened.document, document);
  Hooks.callAll('closeDetachedWindow', app.id, opened);
  opened.close();
}

function moveTo(app: ApplicationV2, page: Document): void {
  page.body.append(app.element);
  app.element.classList.toggle('detached', page !== document);
  for (const child of app.children.values()) if (child.element) page.body.append(child.element);
  app.setPosition();
}

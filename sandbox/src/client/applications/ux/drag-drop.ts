type Callbacks = Record<string, ((event: DragEvent) => unknown) | undefined>;

interface DragDropConfig {
  dragSelector?: string | null;
  dropSelector?: string | null;
  permissions?: Record<string, (selector: string | null) => boolean>;
  callbacks?: Callbacks;
}

/** T13: client/applications/ux/drag-drop.d.mts */
export class DragDrop {
  static get implementation(): typeof DragDrop {
    return CONFIG?.ux?.DragDrop ?? DragDrop;
  }

  static createDragImage(img: HTMLImageElement, width: number, height: number): HTMLElement {
    const preview = document.createElement('div');
    preview.id = 'drag-preview';
    const copy = document.createElement('img');
    copy.src = img.src;
    Object.assign(copy.style, { width: `${width}px`, height: `${height}px` });
    preview.append(copy);
    document.getElementById('drag-preview')?.remove();
    document.body.append(preview);
    return preview;
  }

  dragSelector: string | null;
  dropSelector: string | null;
  permissions: Record<string, (selector: string | null) => boolean>;
  callbacks: Callbacks;

  constructor({ dragSelector = null, dropSelector = null, permissions = {}, callbacks = {} }: DragDropConfig = {}) {
    this.dragSelector = dragSelector;
    this.dropSelector = dropSelector;
    this.permissions = permissions;
    this.callbacks = callbacks;
  }

  bind(html: HTMLElement): this {
    if (this.can('dragstart', this.dragSelector)) {
      const draggables = this.dragSelector ? html.querySelectorAll<HTMLElement>(this.dragSelector) : [];
      for (const element of draggables) {
        element.draggable = true;
        element.ondragstart = (event) => this._handleDragStart(event);
        element.ondragend = (event) => this._handleDragEnd(event);
      }
    }
    if (this.can('drop', this.dropSelector)) {
      const targets = this.dropSelector ? html.querySelectorAll<HTMLElement>(this.dropSelector) : [html];
      for (const element of targets) {
        element.ondragover = (event) => this._handleDragOver(event);
        element.ondrop = (event) => this._handleDrop(event);
        element.ondragenter = (event) => this._handleDragEnter(event);
        element.ondragleave = (event) => this._handleDragLeave(event);
      }
    }
    return this;
  }

  can(action: string, selector: string | null = null): boolean {
    const test = this.permissions[action];
    return test ? test(selector) : true;
  }

  /** Calls the callback of an action. Item Piles wraps it. */
  callback(event: DragEvent, action: string): void {
    void this.callbacks[action]?.(event);
  }

  protected _handleDragStart(event: DragEvent): void {
    this.callback(event, 'dragstart');
    if (event.dataTransfer?.items.length) event.stopPropagation();
  }

  protected _handleDragEnd(event: DragEvent): void {
    this.callback(event, 'dragend');
  }

  protected _handleDragEnter(event: DragEvent): void {
    this.callback(event, 'dragenter');
  }

  protected _handleDragLeave(event: DragEvent): void {
    this.callback(event, 'dragleave');
  }

  protected _handleDragOver(event: DragEvent): void {
    event.preventDefault();
    this.callback(event, 'dragover');
  }

  protected _handleDrop(event: DragEvent): void {
    event.preventDefault();
    event.stopPropagation();
    this.callback(event, 'drop');
  }
}

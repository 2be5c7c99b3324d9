import { CONFIG } from '../../config';
import { cleanHTML } from '../ux/clean-html';

const DELAY = 400;

const SHOWN = '[data-tooltip], [data-tooltip-text], [data-tooltip-html]';

interface TooltipOptions {
  text?: string;
  html?: string | HTMLElement;
  direction?: string | undefined;
  cssClass?: string | undefined;
  content?: HTMLElement;
}

/**
 * Shows `data-tooltip` (a key or text), `data-tooltip-html`, and icons with `aria-label`.
 * T13: helpers/interaction/tooltip-manager.d.mts
 */
export class TooltipManager {
  static TOOLTIP_DIRECTIONS = { UP: 'UP', DOWN: 'DOWN', LEFT: 'LEFT', RIGHT: 'RIGHT', CENTER: 'CENTER' };

  static LOCKED_TOOLTIP_BUFFER_PX = 50;

  static get implementation(): typeof TooltipManager {
    return CONFIG['ux'].TooltipManager ?? TooltipManager;
  }

  element: HTMLElement | null = null;
  tooltip: HTMLElement = document.createElement('aside');
  #timer: ReturnType<typeof setTimeout> | undefined;

  activateEventListeners(): void {
    this.tooltip.id = 'tooltip';
    this.tooltip.setAttribute('role', 'tooltip');
    this.tooltip.setAttribute('popover', 'manual');
    document.body.append(this.tooltip);
    const enter = (event: Event) => {
      const target = (event.target as HTMLElement).closest?.<HTMLElement>(SHOWN);
      if (target === this.element) return;
      clearTimeout(this.#timer);
      if (this.element) this.deactivate();
      if (target) this.#timer = setTimeout(() => this.activate(target), DELAY);
    };
    // Only the pointer: in core nothing shows tooltips at keyboard focus, and a detached window has its own document.
    document.body.addEventListener('pointerover', enter);
    document.body.addEventListener('pointerdown', ({ button }) => button === 1 || this.deactivate());
    document.body.addEventListener('auxclick', (event) => this._onLockTooltip(event));
    document.body.addEventListener('contextmenu', (event) => {
      const locked = (event.target as HTMLElement).closest<HTMLElement>('.locked-tooltip');
      if (!locked) return;
      event.preventDefault();
      this.dismissLockedTooltip(locked);
    });
    document.body.addEventListener('pointermove', (event) => this.#dismissFar(event));
    document.body.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      this.deactivate();
      this.dismissLockedTooltips();
    });
  }

  /**
   * A middle click locks the tooltip, a right click dismisses it. T14: controls-config.d.mts `tooltip-lock`; dnd5e
   * (module/tooltips.mjs): `.locked-tooltip`
   */
  protected _onLockTooltip(event: MouseEvent): void {
    if (event.button !== 1 || !this.element) return;
    this.lockTooltip();
    event.preventDefault();
  }

  lockTooltip(): HTMLElement {
    const locked = this.tooltip.cloneNode(true) as HTMLElement;
    locked.removeAttribute('id');
    locked.classList.add('locked-tooltip');
    document.body.append(locked);
    locked.showPopover();
    this.deactivate();
    return locked;
  }

  /** T14: LOCKED_TOOLTIP_BUFFER_PX */
  #dismissFar({ clientX, clientY }: PointerEvent): void {
    const far = TooltipManager.LOCKED_TOOLTIP_BUFFER_PX;
    for (const locked of document.querySelectorAll<HTMLElement>('.locked-tooltip')) {
      const { left, right, top, bottom } = locked.getBoundingClientRect();
      const isNear = clientX > left - far && clientX < right + far && clientY > top - far && clientY < bottom + far;
      if (!isNear) this.dismissLockedTooltip(locked);
    }
  }

  dismissLockedTooltip(element: HTMLElement): void {
    element.remove();
  }

  dismissLockedTooltips(): void {
    for (const locked of document.querySelectorAll<HTMLElement>('.locked-tooltip')) this.dismissLockedTooltip(locked);
  }

  activate(element: HTMLElement, { text, html, direction, cssClass, content }: TooltipOptions = {}): void {
    if (!element.isConnected) return;
    const { dataset } = element;
    const markup = html ?? dataset.tooltipHtml;
    const label = text ?? dataset.tooltip ?? '';
    this.tooltip.replaceChildren();
    if (content) this.tooltip.append(content);
    else if (markup) this.tooltip.innerHTML = cleanHTML(String(markup));
    else
      this.tooltip.textContent = label
        ? game.i18n.localize(label)
        : (dataset.tooltipText ?? element.getAttribute('aria-label') ?? '');
    if (!this.tooltip.textContent?.trim()) return;
    this.tooltip.className = `active ${cssClass ?? dataset.tooltipClass ?? ''}`.trim();
    this.element = element;
    element.setAttribute('aria-describedby', 'tooltip');
    this.tooltip.hidePopover();
    this.tooltip.showPopover();
    this.#place(
      element,
      direction ?? element.closest<HTMLElement>('[data-tooltip-direction]')?.dataset.tooltipDirection ?? 'DOWN',
    );
  }

  #place(element: HTMLElement, direction: string): void {
    const box = element.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.tooltip;
    const middle = { x: box.left + (box.width - width) / 2, y: box.top + (box.height - height) / 2 };
    const gap = 6;
    let { x, y } = middle;
    if (direction === 'LEFT') x = box.left - width - gap;
    else if (direction === 'RIGHT') x = box.right + gap;
    else if (direction === 'UP') y = box.top - height - gap;
    else if (direction === 'DOWN')
      y = box.bottom + gap + height > window.innerHeight ? box.top - height - gap : box.bottom + gap;
    this.tooltip.style.left = `${Math.max(4, Math.min(x, window.innerWidth - width - 4))}px`;
    this.tooltip.style.top = `${Math.max(4, Math.min(y, window.innerHeight - height - 4))}px`;
  }

  deactivate(): void {
    clearTimeout(this.#timer);
    this.element?.removeAttribute('aria-describedby');
    this.element = null;
    this.tooltip.className = '';
    if (this.tooltip.isConnected) this.tooltip.hidePopover();
  }
}

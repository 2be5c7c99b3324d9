import { messageOf } from '../../../shared/errors';
import { getTemplate, loadTemplates, renderTemplate } from '../handlebars';
import type { ApplicationV2 } from './application';
import type { CloseOptions, FormOptions, RenderContext, RenderOptions } from './options';
import type { Tab } from './tabs';

export type Part = {
  template: string;
  id?: string;
  root?: boolean;
  classes?: string[];
  templates?: string[];
  scrollable?: string[];
  forms?: Record<string, FormOptions>;
};
type PartState = { scrollPositions: [string, number, number][]; focus?: string };

function focusSelector(element: HTMLElement): string | undefined {
  if (element.id) return `#${CSS.escape(element.id)}`;
  const name = (element as HTMLInputElement).name;
  const tag = element.tagName.toLowerCase();
  if (name) {
    const type = (element as HTMLInputElement).type;
    const value = type === 'radio' ? `[value="${CSS.escape((element as HTMLInputElement).value)}"]` : '';
    return `${tag}[name="${CSS.escape(name)}"]${value}`;
  }
  const data = Object.entries(element.dataset).filter(([key]) => key !== 'tooltip');
  if (!data.length) return undefined;
  const attribute = (key: string) => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return tag + data.map(([key, value]) => `[data-${attribute(key)}="${CSS.escape(value!)}"]`).join('');
}

/**
 * Renders an application from Handlebars templates, part by part.
 * T13: client/applications/api/handlebars-application.d.mts; v14 stores scroll as [selector, top, left].
 */
interface HandlebarsMembers {
  get parts(): Record<string, HTMLElement>;
  _configureRenderParts(options: RenderOptions): Record<string, Part>;
  _preparePartContext(partId: string, context: RenderContext, options: RenderOptions): Promise<RenderContext>;
  _preSyncPartState(partId: string, next: HTMLElement, prior: HTMLElement, state: PartState): void;
  _syncPartState(partId: string, next: HTMLElement, prior: HTMLElement, state: PartState): void;
  _attachPartListeners(partId: string, element: HTMLElement, options: RenderOptions): void;
}

type ApplicationStatics = { [K in Exclude<keyof typeof ApplicationV2, 'prototype'>]: (typeof ApplicationV2)[K] };

/** TypeScript requires `any[]` for the constructor of a mixin. */
type HandlebarsClass = { PARTS: Record<string, Part> } & (new (...args: any[]) => HandlebarsMembers);

export function HandlebarsApplicationMixin<B extends ApplicationStatics & (new (...args: any[]) => ApplicationV2)>(
  Base: B,
): B & HandlebarsClass {
  class HandlebarsApplication extends Base {
    static PARTS: Record<string, Part> = {};

    #parts: Record<string, HTMLElement> = {};
    #config: Record<string, Part> = {};

    get parts(): Record<string, HTMLElement> {
      return this.#parts;
    }

    override _configureRenderOptions(options: RenderOptions): void {
      super._configureRenderOptions(options);
      this.#config = this._configureRenderParts(options);
      const known = Object.keys(this.#config);
      if (options.isFirstRender || !options.parts) options.parts ??= known;
      if (options.isFirstRender) options.parts = known;
      options.parts = options.parts?.filter((part) => known.includes(part));
    }

    _configureRenderParts(_options: RenderOptions): Record<string, Part> {
      const { PARTS } = this.constructor as typeof HandlebarsApplication;
      return Object.fromEntries(Object.entries(PARTS).map(([id, part]) => [id, { ...part }]));
    }

    override async _preRender(context: RenderContext, options: RenderOptions): Promise<void> {
      await super._preRender(context, options);
      const needed = Object.values(this.#config).flatMap((part) => part.templates ?? [part.template]);
      await loadTemplates([...new Set([...needed, ...Object.values(this.#config).map((part) => part.template)])]);
    }

    override async _renderHTML(context: RenderContext, options: RenderOptions): Promise<Record<string, HTMLElement>> {
      const rendered: Record<string, HTMLElement> = {};
      for (const partId of options.parts ?? []) {
        const part = this.#config[partId]!;
        const partContext = await this._preparePartContext(partId, context, options);
        try {
          rendered[partId] = await this.#renderPart(partId, part, partContext);
        } catch (error) {
          throw new Error(`Failed to render template part "${partId}":\n${messageOf(error)}`, { cause: error });
        }
      }
      return rendered;
    }

    async #renderPart(partId: string, part: Part, context: RenderContext): Promise<HTMLElement> {
      await getTemplate(part.template);
      const html = await renderTemplate(part.template, context);
      const holder = document.createElement('template');
      holder.innerHTML = html;
      const elements = [...holder.content.children];
      if (elements.length !== 1) {
        throw new Error(`Template part "${partId}" must render a single HTML element, not ${elements.length}.`);
      }
      const element = elements[0] as HTMLElement;
      element.dataset.applicationPart = partId;
      if (part.id) element.id = `${this.id}-${part.id}`;
      if (part.classes) element.classList.add(...part.classes);
      return element;
    }

    async _preparePartContext(partId: string, context: RenderContext, _options: RenderOptions): Promise<RenderContext> {
      context['partId'] = `${this.id}-${partId}`;
      const { tabs } = context as { tabs?: Record<string, Tab> };
      if (tabs && partId in tabs) context['tab'] = tabs[partId];
      return context;
    }

    override _replaceHTML(result: Record<string, HTMLElement>, content: HTMLElement, options: RenderOptions): void {
      for (const [partId, element] of Object.entries(result)) {
        const part = this.#config[partId]!;
        const prior = this.#parts[partId];
        const state: PartState = { scrollPositions: [] };
        if (prior) this._preSyncPartState(partId, element, prior, state);
        if (part.root) this.#replaceRoot(content, element, partId);
        else if (prior?.isConnected || (prior && content.contains(prior))) prior.replaceWith(element);
        else content.append(element);
        if (!part.root) this.#parts[partId] = element;
        if (prior) this._syncPartState(partId, this.#parts[partId]!, prior, state);
        this._attachPartListeners(partId, this.#parts[partId]!, options);
      }
      for (const partId of Object.keys(this.#parts)) {
        if (partId in this.#config) continue;
        this.#parts[partId]?.remove();
        delete this.#parts[partId];
      }
      this.#order(content);
    }

    #replaceRoot(content: HTMLElement, element: HTMLElement, partId: string): void {
      for (const { name, value } of element.attributes) {
        if (name === 'class') content.classList.add(...element.classList);
        else content.setAttribute(name, value);
      }
      content.replaceChildren(...element.childNodes);
      this.#parts[partId] = content;
    }

    // Parts that _configureRenderParts adds later are placed in the order of the keys.
    #order(content: HTMLElement): void {
      const wanted = Object.keys(this.#config)
        .map((id) => this.#parts[id])
        .filter((element): element is HTMLElement => element?.parentElement === content);
      const present = [...content.children].filter((child) => wanted.includes(child as HTMLElement));
      if (wanted.every((element, index) => element === present[index])) return;
      for (const element of wanted) content.append(element);
    }

    _preSyncPartState(partId: string, _next: HTMLElement, prior: HTMLElement, state: PartState): void {
      const active = prior.ownerDocument.activeElement as HTMLElement | null;
      if (active && active !== prior && prior.contains(active)) state.focus = focusSelector(active);
      for (const selector of this.#config[partId]?.scrollable ?? []) {
        const element = selector === '' ? prior : prior.querySelector(selector);
        if (element) state.scrollPositions.push([selector, element.scrollTop, element.scrollLeft]);
      }
    }

    _syncPartState(_partId: string, next: HTMLElement, _prior: HTMLElement, state: PartState): void {
      if (state.focus) next.querySelector<HTMLElement>(state.focus)?.focus({ preventScroll: true });
      for (const [selector, top, left] of state.scrollPositions) {
        const element = selector === '' ? next : next.querySelector(selector);
        if (element) Object.assign(element, { scrollTop: top, scrollLeft: left });
      }
    }

    _attachPartListeners(partId: string, element: HTMLElement, _options: RenderOptions): void {
      for (const [selector, config] of Object.entries(this.#config[partId]?.forms ?? {})) {
        const form = element.matches(selector) ? element : element.querySelector(selector);
        if (!(form instanceof HTMLFormElement)) continue;
        form.autocomplete = 'off';
        form.addEventListener('submit', (event) => this._onSubmitForm(config, event));
        form.addEventListener('change', (event) => this._onChangeForm(config, event));
      }
    }

    override _tearDown(options: CloseOptions): void {
      super._tearDown(options);
      this.#parts = {};
    }
  }
  return HandlebarsApplication;
}

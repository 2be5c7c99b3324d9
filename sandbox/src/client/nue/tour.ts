import { game } from '../game';

const STATUS = Object.freeze({ UNSTARTED: 'unstarted', IN_PROGRESS: 'in-progress', COMPLETED: 'completed' });

interface TourStep {
  title: string;
  content: string;
  selector?: string;
  restricted?: boolean;
}

interface TourConfig {
  id?: string;
  namespace?: string;
  title: string;
  description?: string;
  restricted?: boolean;
  steps: TourStep[];
}

/** The progress of all tours, by namespace and id. */
const progressOfAll = () => game['settings'].get('core', 'tourProgress') as Record<string, Record<string, number>>;

/** T14: client/nue/tour.d.mts. The browser stores the progress. */
export class Tour {
  static STATUS = STATUS;
  static activeTour: Tour | null = null;
  static get tourInProgress(): boolean {
    return Tour.activeTour !== null;
  }

  config: TourConfig;
  targetElement: HTMLElement | null | undefined;
  fadeElement: HTMLElement | undefined;
  overlayElement: HTMLElement | undefined;
  #tip: HTMLElement | undefined;
  #stepIndex: number | null = -1;

  constructor(config: TourConfig, { id, namespace }: { id?: string; namespace?: string } = {}) {
    this.config = structuredClone(config);
    if (id) this.config.id = id;
    if (namespace) this.config.namespace = namespace;
  }

  get id(): string {
    return this.config.id ?? '';
  }
  set id(value: string) {
    if (this.config.id && this.config.id !== value) throw new Error('The Tour has already been assigned an ID.');
    this.config.id = value;
  }
  get namespace(): string {
    return this.config.namespace ?? '';
  }
  set namespace(value: string) {
    if (this.config.namespace && this.config.namespace !== value)
      throw new Error('The Tour has already been assigned a namespace.');
    this.config.namespace = value;
  }
  get key(): string {
    return `${this.namespace}.${this.id}`;
  }
  get title(): string {
    return game['i18n'].localize(this.config.title);
  }
  get description(): string {
    return game['i18n'].localize(this.config.description ?? '');
  }
  get steps(): TourStep[] {
    return this.config.steps.filter((step) => !step.restricted || game['user'].isGM);
  }
  get currentStep(): TourStep | null {
    return this.#stepIndex === null || this.#stepIndex === -1 ? null : (this.steps[this.#stepIndex] ?? null);
  }
  get stepIndex(): number | null {
    return this.#stepIndex;
  }
  get hasNext(): boolean {
    return this.#stepIndex !== null && this.#stepIndex < this.steps.length - 1;
  }
  get hasPrevious(): boolean {
    return (this.#stepIndex ?? 0) > 0;
  }
  get canStart(): boolean {
    return true;
  }
  get status(): string {
    if (this.#stepIndex === -1) return STATUS.UNSTARTED;
    return this.#stepIndex === null ? STATUS.COMPLETED : STATUS.IN_PROGRESS;
  }

  async complete(): Promise<void> {
    await this.progress(this.steps.length);
  }
  /** Closes the tour and keeps its progress. */
  exit(): void {
    this.#clear();
    Tour.activeTour = null;
  }
  async reset(): Promise<void> {
    await this.#keep(-1);
  }
  async start(): Promise<void> {
    if (game['user'].isGM || !this.config.restricted)
      await this.progress(this.hasNext && this.hasPrevious ? this.#stepIndex! : 0);
  }
  async next(): Promise<void> {
    if (this.status === STATUS.COMPLETED) throw new Error(`Tour ${this.id} has already been completed`);
    await (this.hasNext ? this.progress(this.#stepIndex! + 1) : this.complete());
  }
  async previous(): Promise<void> {
    if (this.hasPrevious) await this.progress(this.#stepIndex! - 1);
  }

  async progress(stepIndex: number): Promise<void> {
    if (stepIndex < 0 || stepIndex > this.steps.length) throw new Error(`Step index ${stepIndex} is not valid`);
    if (this.currentStep) await this._postStep();
    if (stepIndex === this.steps.length) {
      Tour.activeTour = null;
      return this.#keep(null);
    }
    Tour.activeTour = this;
    await this.#keep(stepIndex);
    await this._preStep();
    const { selector } = this.currentStep!;
    this.targetElement = selector ? (this._getTargetElement(selector) as HTMLElement | null) : null;
    if (selector && !this.targetElement)
      throw new Error(`Could not find target element ${selector} of tour ${this.key}`);
    await this._renderStep();
  }

  protected _getTargetElement(selector: string): Element | null {
    return document.querySelector(selector);
  }
  protected async _preStep(): Promise<void> {}
  protected async _postStep(): Promise<void> {
    this.#clear();
  }

  protected async _renderStep(): Promise<void> {
    const { title, content } = this.currentStep!;
    const { i18n } = game;
    const tip = Object.assign(document.createElement('section'), { className: 'tour sandbox-tour' });
    tip.setAttribute('role', 'dialog');
    const heading = Object.assign(document.createElement('h3'), { textContent: i18n.localize(title) });
    const text = Object.assign(document.createElement('p'), { innerHTML: i18n.localize(content) });
    const nav = document.createElement('nav');
    const button = (name: string, label: string, act: () => unknown) => {
      const made = Object.assign(document.createElement('button'), { type: 'button', textContent: label });
      made.dataset['action'] = name;
      made.addEventListener('click', () => void act());
      nav.append(made);
    };
    button('exit', 'Exit', () => this.exit());
    if (this.hasPrevious) button('previous', 'Back', () => this.previous());
    nav.append(`${this.#stepIndex! + 1}/${this.steps.length}`);
    button('next', this.hasNext ? 'Next' : 'Finish', () => this.next());
    tip.append(heading, text, nav);
    this.overlayElement = Object.assign(document.createElement('div'), { className: 'tour-overlay' });
    document.body.append(this.overlayElement);
    if (this.targetElement) {
      this.targetElement.scrollIntoView({ block: 'nearest' });
      this.fadeElement = Tour.highlightElement(this.targetElement, { preventInteraction: false });
    }
    document.body.append(tip);
    this.#tip = tip;
    this.#place(tip);
  }

  /** Places the tip beside its target, or in the center of the window without one. */
  #place(tip: HTMLElement): void {
    const { width, height } = tip.getBoundingClientRect();
    const at = this.targetElement?.getBoundingClientRect();
    const left = !at ? (innerWidth - width) / 2 : at.left > width + 20 ? at.left - width - 16 : at.right + 16;
    const top = at ? at.top : (innerHeight - height) / 2;
    tip.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
    tip.style.top = `${Math.max(8, Math.min(top, innerHeight - height - 8))}px`;
  }

  static highlightElement(
    element: HTMLElement,
    { padding = 10 }: { padding?: number; preventInteraction?: boolean } = {},
  ): HTMLElement {
    const fade = Object.assign(document.createElement('div'), { className: 'tour-fadeout' });
    const { left, top, width, height } = element.getBoundingClientRect();
    Object.assign(fade.style, {
      left: `${left - padding}px`,
      top: `${top - padding}px`,
      width: `${width + 2 * padding}px`,
      height: `${height + 2 * padding}px`,
    });
    document.body.append(fade);
    return fade;
  }

  #clear(): void {
    for (const element of [this.fadeElement, this.overlayElement, this.#tip]) element?.remove();
    this.fadeElement = this.overlayElement = this.#tip = undefined;
  }

  _reloadProgress(): void {
    const kept = progressOfAll()[this.namespace]?.[this.id];
    if (kept !== undefined) this.#stepIndex = kept >= this.steps.length ? null : kept;
  }
  async #keep(stepIndex: number | null): Promise<void> {
    this.#stepIndex = stepIndex;
    const all = structuredClone(progressOfAll());
    all[this.namespace] = { ...all[this.namespace], [this.id]: stepIndex ?? this.steps.length };
    await game['settings'].set('core', 'tourProgress', all);
  }
}

/** T14: client/nue/tours-collection.d.mts */
export class ToursCollection extends Map<string, Tour> {
  register(namespace: string, id: string, tour: Tour): void {
    if (this.has(`${namespace}.${id}`)) throw new Error(`You may not override the tour "${namespace}.${id}"`);
    tour.namespace = namespace;
    tour.id = id;
    tour._reloadProgress();
    this.set(`${namespace}.${id}`, tour);
  }
}

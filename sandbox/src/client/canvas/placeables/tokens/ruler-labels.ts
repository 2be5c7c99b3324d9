/** The labels of one ruler, from its template: HTML in `#measurement`, in scene coordinates. */
export class RulerLabels {
  #element: HTMLElement | null = null;
  #turn = 0;
  #failed = false;

  constructor(tokenId: string) {
    this.#element = document.createElement('div');
    this.#element.className = 'token-ruler-labels';
    this.#element.dataset.tokenId = tokenId;
    Object.assign(this.#element.style, { position: 'absolute', left: '0', top: '0' });
    document.getElementById('measurement')?.append(this.#element);
  }

  set visible(value: boolean) {
    if (this.#element) this.#element.hidden = !value;
  }

  /** Ignores results that a newer call has overtaken. */
  async render(template: string, contexts: object[]): Promise<void> {
    const turn = ++this.#turn;
    try {
      const { renderTemplate } = foundry.applications.handlebars;
      const html = await Promise.all(contexts.map((context) => renderTemplate(template, context)));
      if (turn === this.#turn && this.#element) this.#element.innerHTML = html.join('');
    } catch (error) {
      if (!this.#failed) ui.notifications.error(`${template}: ${(error as Error).message}`, { console: true });
      this.#failed = true;
    }
  }

  clear(): void {
    this.#turn += 1;
    this.#element?.replaceChildren();
  }

  destroy(): void {
    this.#turn += 1;
    this.#element?.remove();
    this.#element = null;
  }
}

// Documents and fields also run without a page.
const Element = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

interface EditorConfig {
  name?: string;
  value?: unknown;
  enriched?: string;
  toggled?: boolean;
  disabled?: boolean;
}

/**
 * `<prose-mirror>`: rich text with an edit button. The sandbox has no ProseMirror and edits the HTML source.
 * T13: client/applications/elements/prosemirror-editor.d.mts
 */
export class HTMLProseMirrorElement extends Element {
  static tagName = 'prose-mirror';
  static formAssociated = true;

  #internals = this.attachInternals();
  #value = '';
  #enriched = '';

  static create({
    name,
    value = '',
    enriched = '',
    toggled = false,
    disabled = false,
  }: EditorConfig): HTMLProseMirrorElement {
    const element = document.createElement('prose-mirror') as HTMLProseMirrorElement;
    if (name) element.setAttribute('name', name);
    element.toggleAttribute('toggled', toggled);
    element.toggleAttribute('disabled', disabled);
    element.setAttribute('value', String(value));
    element.dataset['enriched'] = enriched;
    return element;
  }

  get name(): string {
    return this.getAttribute('name') ?? '';
  }

  get value(): string {
    return this.#value;
  }

  get disabled(): boolean {
    return this.matches(':disabled') || this.hasAttribute('disabled');
  }

  connectedCallback(): void {
    this.#keep(this.getAttribute('value') ?? '');
    this.#enriched = this.dataset['enriched'] ?? this.#value;
    this.removeAttribute('value');
    delete this.dataset['enriched'];
    if (this.hasAttribute('toggled') || this.disabled) this.#read();
    else this.#write();
  }

  #keep(value: string): void {
    this.#value = value;
    this.#internals.setFormValue(value);
  }

  #read(): void {
    this.classList.remove('active');
    const content = document.createElement('div');
    content.className = 'editor-content';
    content.innerHTML = this.#enriched;
    this.replaceChildren(content);
    if (this.disabled) return;
    const toggle = iconButton('fa-edit', 'Edit');
    toggle.addEventListener('click', () => {
      this.#write();
      this.querySelector('textarea')!.focus();
    });
    this.append(toggle);
  }

  #write(): void {
    this.classList.add('active');
    const source = document.createElement('textarea');
    source.rows = 6;
    source.value = this.#value;
    const label = this.getAttribute('aria-label') ?? this.name;
    source.setAttribute('aria-label', label);
    source.addEventListener('change', (event) => {
      event.stopPropagation();
      this.#keep(source.value);
      this.#enriched = source.value;
      this.dispatchEvent(new Event('change', { bubbles: true, cancelable: true }));
    });
    this.replaceChildren(source);
    if (!this.hasAttribute('toggled')) return;
    const save = iconButton('fa-floppy-disk', 'Save');
    save.addEventListener('click', () => this.#read());
    this.append(save);
  }
}

function iconButton(icon: string, label: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `icon toggle fa-solid ${icon}`;
  button.setAttribute('aria-label', label);
  return button;
}

if ('customElements' in globalThis) customElements.define('prose-mirror', HTMLProseMirrorElement);

import { KEYBINDING_PRECEDENCE } from '../shared/constants';
import { game } from './game';

interface Binding {
  key: string;
  modifiers?: string[];
}

interface KeyContext {
  key: string;
  event: KeyboardEvent;
  isShift: boolean;
  isControl: boolean;
  isAlt: boolean;
  modifiers: string[];
  up: boolean;
  repeat: boolean;
}

/** T14: client/helpers/interaction/client-keybindings.d.mts */
export interface KeybindingConfig {
  name?: string;
  hint?: string;
  editable?: Binding[];
  uneditable?: Binding[];
  precedence?: number;
  repeat?: boolean;
  restricted?: boolean;
  reservedModifiers?: string[];
  onDown?: (context: KeyContext) => boolean | void;
  onUp?: (context: KeyContext) => boolean | void;
}

type KeyAction = KeybindingConfig &
  Required<Pick<KeybindingConfig, 'repeat' | 'reservedModifiers' | 'precedence'>> & {
    namespace: string;
    order: number;
  };

/** The part of Foundry's keyboard that needs no keyboard. T14: client/helpers/interaction/keyboard-manager.d.mts */
export class KeyboardManager {
  get hasFocus(): boolean {
    return isTyping(globalThis.document?.activeElement);
  }

  /** Presses or releases a key for the registered keybindings. T14: client/helpers/interaction/keyboard-manager.d.mts */
  static emulateKeypress(
    up: boolean,
    code: string,
    { altKey = false, ctrlKey = false, shiftKey = false, repeat = false }: Partial<KeyboardEventInit> = {},
  ): void {
    const event = new KeyboardEvent(`key${up ? 'up' : 'down'}`, { code, key: code, altKey, ctrlKey, shiftKey, repeat });
    game['keybindings'].handle(event, up);
  }

  static MODIFIER_KEYS = { CONTROL: 'Control', SHIFT: 'Shift', ALT: 'Alt' };
}

/** `game.keybindings`. T14: client/helpers/interaction/client-keybindings.d.mts */
export class ClientKeybindings {
  actions = new Map<string, KeyAction>();
  bindings = new Map<string, Binding[]>();

  register(namespace: string, action: string, config: KeybindingConfig) {
    if (game['ready']) throw new Error(`You cannot register a Keybinding after the init hook: ${namespace}.${action}`);
    const id = `${namespace}.${action}`;
    const { editable = [], uneditable = [], precedence = KEYBINDING_PRECEDENCE.NORMAL } = config;
    this.actions.set(id, {
      repeat: false,
      reservedModifiers: [],
      ...config,
      namespace,
      precedence,
      order: this.actions.size,
    });
    this.bindings.set(id, [...uneditable, ...editable]);
  }

  get(namespace: string, action: string): Binding[] {
    const id = `${namespace}.${action}`;
    if (!this.actions.has(id)) throw new Error(`"${id}" is not a registered Keybinding`);
    return this.bindings.get(id)!;
  }

  async set(namespace: string, action: string, bindings: Binding[]) {
    this.get(namespace, action);
    this.bindings.set(`${namespace}.${action}`, bindings);
  }

  /** Runs the actions of a key by precedence. Returns true if one consumed it. */
  handle(event: KeyboardEvent, up = false): boolean {
    const pressed = pressedModifiers(event);
    const bound = [...this.actions.entries()]
      .filter(([id, action]) => this.bindings.get(id)!.some((binding) => fits(binding, event.code, pressed, action)))
      .map(([, action]) => action)
      .sort((a, b) => a.precedence - b.precedence || a.order - b.order);
    for (const action of bound) {
      if (action.restricted && !game['user'].isGM) continue;
      if (event.repeat && !action.repeat) continue;
      const context = {
        key: event.code,
        event,
        isShift: event.shiftKey,
        isControl: event.ctrlKey || event.metaKey,
        isAlt: event.altKey,
      };
      const handled = (up ? action.onUp : action.onDown)?.({
        ...context,
        modifiers: pressed,
        up,
        repeat: Boolean(event.repeat),
      });
      if (handled) return true;
    }
    return false;
  }

  /** Listens in the browser. Ignores keys typed into a field. */
  listen(target: Document) {
    for (const type of ['keydown', 'keyup'] as const) {
      target.addEventListener(type, (event) => {
        if (isTyping(event.target) || event.isComposing || event.defaultPrevented) return;
        if (!this.handle(event, type === 'keyup')) return;
        event.preventDefault();
        event.stopPropagation();
      });
    }
  }
}

function pressedModifiers(event: KeyboardEvent): string[] {
  return [event.altKey && 'Alt', (event.ctrlKey || event.metaKey) && 'Control', event.shiftKey && 'Shift'].filter(
    Boolean,
  ) as string[];
}

function fits(
  { key, modifiers = [] }: Binding,
  code: string,
  pressed: string[],
  { reservedModifiers }: KeyAction,
): boolean {
  if (key !== code) return false;
  const wanted = new Set(modifiers.map((modifier) => modifier.toUpperCase()));
  const free = new Set((reservedModifiers ?? []).map((modifier) => modifier.toUpperCase()));
  const held = pressed.map((modifier) => modifier.toUpperCase());
  return [...wanted].every((modifier) => held.includes(modifier)) && held.every((m) => wanted.has(m) || free.has(m));
}

function isTyping(target: EventTarget | null | undefined): boolean {
  const element = (target ?? {}) as Partial<HTMLElement>;
  // A button in a form counts as focus too, unless `data-keyboard-focus` overrides it.
  // T14: client/helpers/interaction/keyboard-manager.d.mts `hasFocus`
  const said = element.dataset?.['keyboardFocus'];
  if (said !== undefined) return said !== 'false';
  return Boolean(
    element.isContentEditable ||
      element.closest?.('input, textarea, select, prose-mirror, [contenteditable], form button'),
  );
}

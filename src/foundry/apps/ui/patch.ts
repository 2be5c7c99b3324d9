import { lookup } from '../../../kernel/lookup';
import { isElement, isInput } from '../../views/pages';

/**
 * Changes `shown` into `fresh` with few DOM changes, so that hover, focus, caret, scrolling and transitions survive.
 * Keys need to be unique among siblings only; morphdom and idiomorph need keys that are unique in the whole tree.
 */
export function patch(shown: HTMLElement, fresh: HTMLElement): void {
  const { activeElement } = shown.ownerDocument;
  const focused = isElement(activeElement) && shown.contains(activeElement) ? activeElement : null;
  const again = focused && focused !== shown ? nameOf(focused, shown) : null;
  patchElement(shown, fresh);
  if (!focused || shown.ownerDocument.activeElement === focused) return;
  const next = shown.contains(focused) ? focused : again ? shown.querySelector<HTMLElement>(again) : null;
  next?.focus({ preventScroll: true });
}

/** Patches the parts that are already in the page and returns the others, which Foundry inserts. */
export function patchParts(
  parts: Readonly<Record<string, HTMLElement>>,
  drawn: Readonly<Record<string, HTMLElement>>,
  isPatched: (id: string) => boolean = () => true,
): Record<string, HTMLElement> {
  const others: Record<string, HTMLElement> = {};
  for (const [id, fresh] of Object.entries(drawn)) {
    const shown = lookup(parts, id);
    if (shown?.parentElement && isPatched(id)) patch(shown, fresh);
    else others[id] = fresh;
  }
  return others;
}

/** Returns what a row of the tracker is known by: its combatant, or its kind of foes. */
export const rowKeyOf = ({ dataset }: HTMLElement): string | undefined => dataset.combatantId ?? dataset.kind;

/**
 * Patches a list when only some elements were redrawn.
 * @param ids all elements in order
 * @param drawn the new and changed elements
 */
export function patchList(list: HTMLElement, ids: readonly string[], drawn: ReadonlyMap<string, HTMLElement>): void {
  const there = new Map<string, HTMLElement>();
  // The text of an empty list is removed with the first element.
  for (const child of [...list.children])
    if (isElement(child) && rowKeyOf(child) !== undefined) there.set(rowKeyOf(child) ?? '', child);
    else child.remove();
  const { activeElement } = list.ownerDocument;
  const focused = isElement(activeElement) && list.contains(activeElement) ? activeElement : null;
  let place: Element | null = list.firstElementChild;
  for (const id of ids) {
    const present = there.get(id);
    const fresh = drawn.get(id);
    there.delete(id);
    if (present && fresh) patch(present, fresh);
    const element = present ?? fresh;
    if (!element) continue;
    if (element === place) place = place.nextElementSibling;
    else list.insertBefore(element, place);
  }
  for (const gone of there.values()) gone.remove();
  if (focused && focused !== list.ownerDocument.activeElement && list.contains(focused))
    focused.focus({ preventScroll: true });
}

const KEYS = [
  'combatantId',
  'itemId',
  'id',
  'cell',
  'fighter',
  'plan',
  'gauge',
  'pool',
  'key',
  'ask',
  'askInput',
  'option',
  'figure',
  'badge',
];

function keyOf({ dataset, id }: HTMLElement): string | null {
  if (id) return `# ${id}`;
  const keys = KEYS.flatMap((name) => (dataset[name] === undefined ? [] : [`${name} ${dataset[name]}`]));
  return keys.length > 0 ? keys.join(' ') : null;
}

function patchElement(shown: Element, fresh: Element): void {
  if (shown.isEqualNode(fresh)) {
    if (isField(shown)) fill(shown, fresh as Field);
    return;
  }
  patchAttributes(shown, fresh);
  if (isField(shown)) fill(shown, fresh as Field);
  // A custom element fills itself.
  if (!shown.localName.includes('-')) patchChildren(shown, fresh);
}

function patchAttributes(shown: Element, fresh: Element): void {
  for (const { name } of [...shown.attributes])
    if (!fresh.hasAttribute(name) && !(name === 'open' && shown.localName === 'details')) shown.removeAttribute(name);
  for (const { name, value } of fresh.attributes)
    if (shown.getAttribute(name) !== value) shown.setAttribute(name, value);
}

function patchChildren(shown: Element, fresh: Element): void {
  const keyed = new Map<string, ChildNode>();
  for (const child of shown.children) {
    const key = isElement(child) ? keyOf(child) : null;
    if (key !== null && !keyed.has(key)) keyed.set(key, child);
  }
  let at: ChildNode | null = shown.firstChild;
  for (const next of [...fresh.childNodes]) {
    const key = isElement(next) ? keyOf(next) : null;
    const present: ChildNode | null = key === null ? at : (keyed.get(key) ?? null);
    if (key !== null) keyed.delete(key);
    if (!present || !isAlike(present, next)) {
      shown.insertBefore(next, at);
      continue;
    }
    if (present === at) at = at.nextSibling;
    else shown.insertBefore(present, at);
    if (isElement(present)) patchElement(present, next as Element);
    else if (present.nodeValue !== next.nodeValue) present.nodeValue = next.nodeValue;
  }
  while (at) {
    const gone: ChildNode = at;
    at = at.nextSibling;
    gone.remove();
  }
}

function isAlike(shown: ChildNode, fresh: ChildNode): boolean {
  if (shown.nodeType !== fresh.nodeType || shown.nodeName !== fresh.nodeName) return false;
  if (!isElement(shown) || !isElement(fresh)) return true;
  return keyOf(shown) === keyOf(fresh) && shown.getAttribute('type') === fresh.getAttribute('type');
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isField = (element: Element): element is Field => ['input', 'select', 'textarea'].includes(element.localName);

/** A field that is being typed in keeps its text unless the stored value has changed. */
function fill(shown: Field, fresh: Field): void {
  const isTyping = shown.ownerDocument.activeElement === shown;
  if (isInput(shown) && isInput(fresh)) {
    if (shown.checked !== fresh.checked) shown.checked = fresh.checked;
    if (isTyping && shown.dataset.value === fresh.dataset.value) return;
  } else if (isTyping) return;
  if (shown.value !== fresh.value) shown.value = fresh.value;
}

function nameOf(control: HTMLElement, within: HTMLElement): string | null {
  const name = control.getAttribute('name');
  if (name) return `[name="${CSS.escape(name)}"]`;
  const attributes = ['id', 'action', 'ask', 'option'].flatMap((key) => {
    const value = control.dataset[key];
    return value === undefined ? [] : [`[data-${key}="${CSS.escape(value)}"]`];
  });
  const own = attributes.join('');
  if (!own) return null;
  const row = control.closest<HTMLElement>('[data-combatant-id]');
  const isInRow = row && row !== control && within.contains(row) && row !== within;
  return isInRow ? `[data-combatant-id="${CSS.escape(row.dataset.combatantId ?? '')}"] ${own}` : own;
}

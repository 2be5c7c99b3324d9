import { isElement, isInput } from '../../views/pages';

/**
 * Makes what is shown look like something drawn anew, by as few changes as it takes: hover, focus, the caret, scrolling and transitions of
 * all else live on. Among its siblings an element is told by what it is about, and by its place where it says nothing. Libraries such as
 * morphdom and idiomorph need keys that are unique in the whole tree.
 */
export function patch(shown: HTMLElement, fresh: HTMLElement): void {
  const { activeElement } = shown.ownerDocument;
  const focused = isElement(activeElement) && shown.contains(activeElement) ? activeElement : null;
  const again = focused && focused !== shown ? nameOf(focused, shown) : null;
  patchElement(shown, fresh);
  if (!focused || shown.ownerDocument.activeElement === focused) return;
  // It was moved, or another stands in its place.
  const next = shown.contains(focused) ? focused : again ? shown.querySelector<HTMLElement>(again) : null;
  next?.focus({ preventScroll: true });
}

/** Of the parts that a window has drawn anew those that are to be put in place by Foundry; those that stand there are patched. */
export function patchParts(
  parts: Readonly<Record<string, HTMLElement>>,
  drawn: Readonly<Record<string, HTMLElement>>,
  isPatched: (id: string) => boolean = () => true,
): Record<string, HTMLElement> {
  const others: Record<string, HTMLElement> = {};
  for (const [id, fresh] of Object.entries(drawn)) {
    const shown = parts[id];
    if (shown?.parentElement && isPatched(id)) patch(shown, fresh);
    else others[id] = fresh;
  }
  return others;
}

/**
 * The same for a list of which only some elements were drawn.
 * @param ids all that are to stand there, in their order
 * @param drawn those that are new, or others than before
 */
export function patchList(list: HTMLElement, ids: readonly string[], drawn: ReadonlyMap<string, HTMLElement>): void {
  const there = new Map<string, HTMLElement>();
  // What is said of an empty list goes with the first that comes.
  for (const child of [...list.children])
    if (isElement(child) && child.dataset.combatantId !== undefined) there.set(child.dataset.combatantId, child);
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

/** What an element is about, by which it is told among its siblings. */
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
  // One card lies on several cells; an offer has several answers.
  const said = KEYS.flatMap((name) => (dataset[name] === undefined ? [] : [`${name} ${dataset[name]}`]));
  return said.length > 0 ? said.join(' ') : null;
}

function patchElement(shown: Element, fresh: Element): void {
  if (shown.isEqualNode(fresh)) {
    if (isField(shown)) fill(shown, fresh as Field);
    return;
  }
  patchAttributes(shown, fresh);
  if (isField(shown)) fill(shown, fresh as Field);
  // An element of its own kind fills itself.
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

/** Whether one can be made of the other. */
function isAlike(shown: ChildNode, fresh: ChildNode): boolean {
  if (shown.nodeType !== fresh.nodeType || shown.nodeName !== fresh.nodeName) return false;
  if (!isElement(shown) || !isElement(fresh)) return true;
  return keyOf(shown) === keyOf(fresh) && shown.getAttribute('type') === fresh.getAttribute('type');
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isField = (element: Element): element is Field => ['input', 'select', 'textarea'].includes(element.localName);

/** What somebody is typing in stays, unless what is stored has become another. */
function fill(shown: Field, fresh: Field): void {
  const isTyping = shown.ownerDocument.activeElement === shown;
  if (isInput(shown) && isInput(fresh)) {
    if (shown.checked !== fresh.checked) shown.checked = fresh.checked;
    if (isTyping && shown.dataset.value === fresh.dataset.value) return;
  } else if (isTyping) return;
  if (shown.value !== fresh.value) shown.value = fresh.value;
}

/** A selector that finds the same control among others of its kind; null where nothing tells it apart. */
function nameOf(control: HTMLElement, within: HTMLElement): string | null {
  const name = control.getAttribute('name');
  if (name) return `[name="${CSS.escape(name)}"]`;
  const said = ['id', 'action', 'ask', 'option'].flatMap((key) => {
    const value = control.dataset[key];
    return value === undefined ? [] : [`[data-${key}="${CSS.escape(value)}"]`];
  });
  const own = said.join('');
  if (!own) return null;
  // In a list the same control stands once in each row.
  const row = control.closest<HTMLElement>('[data-combatant-id]');
  const isInRow = row && row !== control && within.contains(row) && row !== within;
  return isInRow ? `[data-combatant-id="${CSS.escape(row.dataset.combatantId ?? '')}"] ${own}` : own;
}

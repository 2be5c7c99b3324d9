import type { MoveOption } from '../../encounter/ruleset';
import { mainPage } from '../views/pages';
import type { Corner } from './highlights';

/** How a path is paid for: with what is free, with more than that, or not at all. */
type PathTone = 'free' | 'more' | 'barred';

/** The colors on the map. Those of the label are in styles/canvas/_waypoint-label.scss. */
export const TONE_COLORS: Readonly<Record<PathTone, number>> = { free: 0x6fd28a, more: 0xffb84d, barred: 0xff7a66 };

export const toneOf = ({ whyNot, needsConfirmation }: Pick<MoveOption, 'whyNot' | 'needsConfirmation'>): PathTone =>
  whyNot.length > 0 ? 'barred' : needsConfirmation ? 'more' : 'free';

/** What a label shows, see templates/canvas/waypoint-label.hbs. */
type LabelContext = Readonly<Record<string, unknown>>;

/** The only label: of the path that is dragged, or of one that waits for its confirmation. */
interface PathLabel {
  readonly tokenId: string | null;
  /** The middle of its upper edge, on the map. */
  readonly at: Corner;
  /** The middle of its lower edge, where it would cover the bar or a prompt. */
  readonly above?: Corner;
  readonly context: LabelContext;
  /** Set while it waits for its answer: called when it is hidden. */
  readonly replaced?: () => void;
}

const ID = 'cadence-path-label';
const TEMPLATE = 'systems/cadence/templates/canvas/waypoint-label.hbs';
/** Distance from the edges of the screen, in pixels. */
const GAP = 8;

/** At the bottom of the screen. */
const COVERED = '.cadence-bar__inner, .cadence-prompt__card';

/** There is one label. */
let shown: PathLabel | null = null;
/** So that its hooks are registered once, with the first label. */
let isWatching = false;

/**
 * Shows the label of a dragged path above all windows and prompts, which are popovers too.
 * @param at the middle of its upper edge, on the map
 * @param above the middle of its lower edge, where it would cover the bar or a prompt
 */
export async function showPathLabel(
  tokenId: string | null,
  at: Corner,
  context: LabelContext,
  above?: Corner,
): Promise<void> {
  hidePathLabel();
  await drawLabel({ tokenId, at, context, ...(above && { above }) });
}

/**
 * Shows the label of a path that was dropped and stays until it is answered.
 * @param replaced called when it is hidden, also because another path takes its place
 * @returns its element, or null if it was replaced before it was drawn
 */
export async function showWaitingLabel(
  at: Corner,
  context: LabelContext,
  replaced: () => void,
): Promise<HTMLElement | null> {
  hidePathLabel();
  return drawLabel({ tokenId: null, at, context: { ...context, asks: true }, replaced });
}

/** Hides the label of a token whose ruler is cleared; one that waits for its confirmation stays. */
export function hideDraggedLabel(tokenId: string | null): void {
  if (shown?.replaced || shown?.tokenId !== tokenId) return;
  shown = null;
  labelElement()?.remove();
}

export function hidePathLabel(): void {
  const hidden = shown;
  shown = null;
  labelElement()?.remove();
  hidden?.replaced?.();
}

async function drawLabel(label: PathLabel): Promise<HTMLElement | null> {
  shown = label;
  watchMap();
  const html = await foundry.applications.handlebars.renderTemplate(TEMPLATE, { ...label.context, isAbove: true });
  // A slow template never replaces a newer label.
  if (shown !== label) return null;
  const element = labelElement() ?? createElement();
  element.replaceChildren(foundry.utils.parseHTML(html.trim()));
  element.classList.toggle('cadence-path-label--asks', label.context.asks === true);
  placeElement(element);
  return element;
}

/** Moves the label that waits for its answer, and changes what it says. */
export function updateWaitingLabel(
  at: Corner,
  texts: { readonly notes: string; readonly barred: string },
  above?: Corner,
): void {
  const element = labelElement();
  if (!shown?.replaced || !element) return;
  shown = { ...shown, at, ...(above && { above }) };
  for (const [part, text] of [
    ['note', texts.notes],
    ['why', texts.barred],
  ] as const) {
    const line = element.querySelector<HTMLElement>(`.cadence-waypoint__${part}`);
    if (line && line.textContent !== text) line.textContent = text;
  }
  placeElement(element);
}

const labelElement = (): HTMLElement | null => mainPage().getElementById(ID);

function createElement(): HTMLElement {
  const page = mainPage();
  const element = page.createElement('div');
  element.id = ID;
  element.className = 'cadence cadence-path-label';
  element.setAttribute('popover', 'manual');
  page.body.append(element);
  if ('showPopover' in element) element.showPopover();
  return element;
}

/** API: Canvas#clientCoordinatesFromCanvas. */
function placeElement(element: HTMLElement): void {
  if (!shown || !canvas?.ready) return;
  const { offsetWidth, offsetHeight } = element;
  const below = canvas.clientCoordinatesFromCanvas(shown.at);
  const above = shown.above && canvas.clientCoordinatesFromCanvas(shown.above);
  const isCovering = [...element.ownerDocument.querySelectorAll(COVERED)].some((part) => {
    const { left, right, top } = part.getBoundingClientRect();
    return below.y + offsetHeight > top && Math.abs(2 * below.x - left - right) < right - left + offsetWidth;
  });
  const { x, y } = above && isCovering ? { x: above.x, y: above.y - offsetHeight } : below;
  const { clientWidth, clientHeight } = element.ownerDocument.documentElement;
  const clamp = (value: number, most: number): number => Math.max(GAP, Math.min(value, most - GAP));
  element.style.left = `${clamp(x - offsetWidth / 2, clientWidth - offsetWidth)}px`;
  element.style.top = `${clamp(y, clientHeight - offsetHeight)}px`;
}

function watchMap(): void {
  if (isWatching) return;
  isWatching = true;
  Hooks.on('canvasPan', () => {
    const element = labelElement();
    if (element) placeElement(element);
  });
  Hooks.on('canvasTearDown', hidePathLabel);
}

/** Distance kept between the prompt and what it makes way for. */
const GAP = 8;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The same for the prompt that is shown, if one is: cards come and change by themselves. */
export function keepPromptClear(): void {
  const prompt = document.querySelector<HTMLElement>('.cadence-prompt');
  if (prompt) keepClear(prompt);
}

/**
 * Moves the prompt where it covers no card that asks the same: on a narrow screen new cards stand over the map beside it. It goes
 * beside them if there is room, else above, else to the top of the screen.
 */
export function keepClear(prompt: HTMLElement): void {
  const card = prompt.firstElementChild;
  if (!card) return;
  prompt.style.removeProperty('translate');
  const asks = [...document.querySelectorAll<HTMLElement>('.cadence-card .cadence-ask')];
  const inTheWay = asks.filter((ask) => !prompt.contains(ask) && ask.checkVisibility?.() !== false).map(boxOf);
  const { x, y } = wayClear(boxOf(card), inTheWay);
  if (x || y) prompt.style.translate = `${x}px ${y}px`;
}

const boxOf = (element: Element): Box => element.getBoundingClientRect();

/** How far a box has to move to lie over none of the others: to the left, else up; none of both ends outside the screen. */
export function wayClear(box: Box, others: readonly Box[]): { x: number; y: number } {
  const covered = others.filter((other) => meets(box, other));
  if (covered.length === 0) return { x: 0, y: 0 };
  const left = Math.min(...covered.map((other) => other.left)) - GAP - box.right;
  if (box.left + left >= GAP && clear(box, others, left, 0)) return { x: left, y: 0 };
  const up = Math.min(...covered.map(({ top }) => top)) - GAP - box.bottom;
  if (box.top + up >= GAP && clear(box, others, 0, up)) return { x: 0, y: up };
  return { x: 0, y: GAP - box.top };
}

const clear = (box: Box, others: readonly Box[], x: number, y: number): boolean =>
  !others.some((other) =>
    meets({ left: box.left + x, right: box.right + x, top: box.top + y, bottom: box.bottom + y }, other),
  );

const meets = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

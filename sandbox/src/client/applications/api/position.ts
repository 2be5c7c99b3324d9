/** T13: ApplicationV2.Position */
export interface Position {
  top?: number;
  left?: number;
  width?: number | 'auto';
  height?: number | 'auto';
  scale?: number;
  zIndex?: number;
}

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), Math.max(low, high));

/** Parses `"50%"`, `"20px"` or `"none"` as pixels of the parent's dimension. */
export function parseCSSDimension(style: string, parent: number): number | undefined {
  if (style.includes('px')) return parseInt(style.replace('px', ''), 10);
  if (style.includes('%')) return (parent * parseInt(style.replace('%', ''), 10)) / 100;
  return undefined;
}

/** Clamps a requested position to the viewport. A missing `top` or `left` centers the window. */
export function resolvePosition(element: HTMLElement, wished: Position): Position {
  const view = element.ownerDocument.defaultView!;
  const { innerWidth, innerHeight } = view;
  const style = view.getComputedStyle(element);
  const scale = wished.scale ?? 1;
  const minWidth = parseCSSDimension(style.minWidth, innerWidth) || 0;
  const maxWidth = parseCSSDimension(style.maxWidth, innerWidth) || innerWidth / scale;
  const minHeight = parseCSSDimension(style.minHeight, innerHeight) || 0;
  const maxHeight = parseCSSDimension(style.maxHeight, innerHeight) || innerHeight / scale;

  let { width = 'auto', height = 'auto', left, top } = wished;
  if (width !== 'auto') width = clamp(width, minWidth, maxWidth);
  if (height !== 'auto') height = clamp(height, minHeight, maxHeight);
  element.style.width = width === 'auto' ? 'auto' : `${width}px`;
  element.style.height = height === 'auto' ? 'auto' : `${height}px`;
  const boxWidth = element.offsetWidth * scale;
  const boxHeight = element.offsetHeight * scale;
  if (typeof left !== 'number') left = (innerWidth - boxWidth) / 2;
  if (typeof top !== 'number') top = (innerHeight - boxHeight) / 2;
  left = clamp(left, 0, innerWidth - boxWidth);
  top = clamp(top, 0, innerHeight - boxHeight);
  return { ...wished, width, height, left: Math.round(left), top: Math.round(top), scale };
}

export function applyPosition(element: HTMLElement, { left, top, scale = 1, zIndex }: Position): void {
  element.style.left = `${left}px`;
  element.style.top = `${top}px`;
  element.style.transform = scale === 1 ? '' : `scale(${scale})`;
  if (zIndex !== undefined) element.style.zIndex = String(zIndex);
}

/** T13: client/appv1/api/application-v1.d.mts `Application.Position` */
export interface LegacyPosition {
  left: number | null;
  top: number | null;
  width: number | null;
  height: number | 'auto' | null;
  scale: number | null;
  zIndex?: number;
}

const clamp = (value: number, most: number) => Math.max(0, Math.min(value, most));

/** Applies a position and returns the result. A window without a place is centered. */
export function applyPosition(element: HTMLElement, given: LegacyPosition): LegacyPosition {
  const { innerWidth, innerHeight } = window;
  const { style } = element;
  if (given.width) style.width = `${given.width}px`;
  if (given.height) style.height = given.height === 'auto' ? 'auto' : `${given.height}px`;
  const { offsetWidth: width, offsetHeight: height } = element;
  const left = clamp(given.left ?? (innerWidth - width) / 2, innerWidth - width);
  const top = clamp(given.top ?? (innerHeight - height) / 2, innerHeight - height);
  style.left = `${left}px`;
  style.top = `${top}px`;
  style.transform = given.scale && given.scale !== 1 ? `scale(${given.scale})` : '';
  return { ...given, left, top, width, height: given.height === 'auto' ? 'auto' : height };
}

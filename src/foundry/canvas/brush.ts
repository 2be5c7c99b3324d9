type Brush = (token: Token.Implementation) => void;

/** Set by the bulk actions, which the canvas cannot import. */
let active: Brush | null = null;

/** Sets what a click on a token does instead of selecting it; null restores selection. */
export function setBrush(brush: Brush | null): void {
  active = brush;
}

export const activeBrush = (): Brush | null => active;

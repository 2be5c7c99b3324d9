type Brush = (token: Token.Implementation) => void;

let held: Brush | null = null;

/** From now on a click on a token does this, and selects nobody; with null, what it always does. */
export function setBrush(brush: Brush | null): void {
  held = brush;
}

export const activeBrush = (): Brush | null => held;

import type { Place } from '../../encounter/state';
import type { Procedure } from '../../kernel/procedure';

/** Who may answer to a stride: before it is made, while the mover still stands there, and after. */
export interface OnStride {
  leaving(from: Place, to: Place): Procedure<void>;
  arrived(from: Place, to: Place): Procedure<void>;
  /** Whether either would ask anybody. */
  stops(from: Place, to: Place): 'leaving' | 'arrived' | 'both' | null;
}

export const NOBODY_ASKS: OnStride = {
  *leaving() {},
  *arrived() {},
  stops: () => null,
};

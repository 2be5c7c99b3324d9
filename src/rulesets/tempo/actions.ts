import type { RowsById } from '../../toolkit/act/actions';
import type { Action } from './action';
import { attack } from './attack/attack';
import { inventory } from './gear';
import { magic } from './magic/spell';
import { move } from './movement/movement';
import { rest, shift } from './rest';
import { scan } from './skills/scan';
import { guard, help, hide, markTarget } from './skills/skill';

/**
 * Ledger section 5: what takes a turn, in the order of the count. Below the plan, which reads their numbers; abilities
 * and side actions, which read the plan, are in `turn/side-actions.ts`.
 */
export const ACTIONS: RowsById<Action> = {
  rest,
  scan,
  mark: markTarget,
  'quick-attack': attack('quick', { tempo: 3, planPromise: 0.3 }),
  help,
  move,
  guard,
  'standard-attack': attack('standard', { tempo: 5, planPromise: 0.35 }),
  inventory,
  hide,
  'slow-attack': attack('slow', { tempo: 7, planPromise: 0.25 }),
  shift,
  magic,
};

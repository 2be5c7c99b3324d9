import type { Encounter, Fighter } from '../../encounter/state';
import { choice, flag, group, line, list } from '../../toolkit/define/schema';
import { count, defineState, measured, type StateOf } from '../../toolkit/define/state';
import { ATTRIBUTES, type PoolId } from './schema';
import type { ClashItem, ClashStats } from './stats';

/** The state fields, by the moment they are cleared at. */
const FIELDS = {
  /** The start of every turn (C-20, C-64, C-65). `moved` and `shared` belong to a mount, `mountUsed` to its rider. */
  turn: { moved: flag(), mountUsed: flag(), shared: flag() },
  /** The start of the fighter's own turn (C-17). `walking`: part of the move is left. */
  ownTurn: {
    metresMoved: measured(),
    walking: flag(),
    /** C-115: centers of the squares crossed since the last roll to stay unseen; empty off the map. */
    crossed: list(group({ x: measured(), y: measured() })),
  },
  /** The end of combat. */
  combat: {
    initiative: count(),
    /** Has had its turn in this round. */
    done: flag(),
    /** C-25: the last secret ability, and the attribute that reveals it. */
    hidden: group({ attribute: choice(ATTRIBUTES, 'int'), ability: line() }),
    /** C-A14: whose secret the fighter has tried to identify. */
    'tried-': flag(),
  },
} as const;

type ClashState = StateOf<typeof FIELDS>;
export const STATE = defineState(FIELDS);
export const { setState, clearState } = STATE;

export type ClashFighter = Fighter<ClashStats, ClashItem, ClashState, PoolId>;

export type ClashEncounter = Encounter<ClashFighter>;

import type { Encounter, Fighter } from '../../encounter/state';
import { choice, flag, group, line, list } from '../../toolkit/define/schema';
import { count, defineState, measured, type StateOf } from '../../toolkit/define/state';
import { ATTRIBUTES, type PoolId } from './schema';
import type { ClashItem, ClashStats } from './stats';

/** What a fighter's book may hold, by what it is forgotten at. */
const FIELDS = {
  /** The start of every turn (C-20, C-64, C-65): a mount has moved, its rider has moved it, and it has its turn with its rider. */
  turn: { moved: flag(), mountUsed: flag(), shared: flag() },
  /** The start of its fighter's own turn (C-17): metres moved, and whether some of the move is left. */
  ownTurn: {
    metresMoved: measured(),
    walking: flag(),
    /** C-115: the middles of the squares crossed since it last rolled to be unseen; of a move off the map none. */
    crossed: list(group({ x: measured(), y: measured() })),
  },
  /** The end of combat. */
  combat: {
    initiative: count(),
    /** Whether it has had its turn in this round. */
    done: flag(),
    /** C-25: what was done in secret last, and the attribute it is made out by. */
    hidden: group({ attribute: choice(ATTRIBUTES, 'int'), ability: line() }),
    /** C-A14: whose secret one has tried to make out. */
    'tried-': flag(),
  },
} as const;

type ClashState = StateOf<typeof FIELDS>;
export const STATE = defineState(FIELDS);
export const { setState, clearState } = STATE;

export type ClashFighter = Fighter<ClashStats, ClashItem, ClashState, PoolId>;

export type ClashEncounter = Encounter<ClashFighter>;

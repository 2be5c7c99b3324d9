import type { Encounter, Fighter } from '../../encounter/state';
import { choice, either, flag, group, line, list, shape } from '../../toolkit/define/schema';
import { count, defineState, measured, type StateOf } from '../../toolkit/define/state';
import { ATTRIBUTES, type PoolId } from './schema';
import type { ClashItem, ClashStats } from './stats';

/** A hidden ability, and what identifies it (C-25). */
const secret = () => group({ attribute: choice(ATTRIBUTES, 'int'), ability: line() });

/** By the moment that clears them. */
const FIELDS = {
  /** The start of every turn (C-20, C-64, C-65): `moved` and `shared` are the mount's, `mountUsed` the rider's. */
  turn: { moved: flag(), mountUsed: flag(), shared: flag() },
  /** C-17: the start of the fighter's own turn. */
  ownTurn: {
    metresMoved: measured(),
    walking: flag(),
    /** C-115: centers of squares since the last roll. */
    crossed: list(shape({ x: measured(), y: measured() }, { scene: line() }, 'a square')),
  },
  /** The end of combat. */
  combat: {
    initiative: count(),
    /** In this round. */
    done: flag(),
    /** C-25: the last one, and how many there were with it. */
    hidden: secret(),
    hiddenCount: count(),
    /** C-26: those before it, oldest first. */
    hiddenBefore: list(secret()),
    /** C-A14: by the actor's id, which of its hidden abilities were tried, from 1; an earlier version stored that one was. */
    'tried-': either(list(count()), flag()),
  },
} as const;

type ClashState = StateOf<typeof FIELDS>;
export const STATE = defineState(FIELDS);
export const { setState, clearState } = STATE;

export type ClashFighter = Fighter<ClashStats, ClashItem, ClashState, PoolId>;

export type ClashEncounter = Encounter<ClashFighter>;

import type { Clock, Encounter, Fighter } from '../../encounter/state';
import { amount, flag, group, line, list, shape } from '../../toolkit/define/schema';
import { count, defineState, type StateOf, secret } from '../../toolkit/define/state';
import type { Phase, PoolId, TempoItem } from './schema';
import type { TempoStats } from './stats';

const means = { item: line(), spell: line() };

/** What can be chosen for a slot: an action, the ability or spell it means, and the spell an ability that lists Magic is used for. */
const choice = shape({ action: line() }, means, 'an action and what it means');
export type Choice = typeof choice.initial;

/** What Exert has moved, and to which number (T-98). */
const moved = shape({ action: line(), to: count() }, means, 'an action and its number');
export type RetimedChoice = typeof moved.initial;

/** What a fighter's book may hold. Keys that end in a hyphen go on with the key of an entry, `used-` with the id of what is used. */
const FIELDS = {
  /** Never touched by a step where plans are hidden. */
  plan: {
    /** The Round and the number on which what is planned was let pass. */
    'plan-pass-': secret(group({ round: count(), tempo: count() })),
    /** What Exert had moved when something else was planned in its stead (T-A4). */
    'plan-over-': secret(moved),
    /** The Round it was planned in: what is older counts no more. */
    'plan-round': secret(count()),
    'plan-': secret(choice),
  },
  round: {
    /** How many actions Exert has added, and which. */
    added: count(),
    'add-': choice,
    'moved-': moved,
    /** T-A5: the present number, where Exert has put it there while NPCs act. */
    'late-': count(),
    /** The number on which a turn was given up before its action was done, and the spaces of Normal Move left of it. */
    'given-': group({ tempo: count(), spaces: amount(0) }),
    /** What came of an entry. */
    'did-': choice,
    'used-': count(),
    /** What counts for uniqueness (T-14). */
    record: list(line()),
    /** How many Reactions of the running turn are spent. */
    reacted: count(),
    /** Spaces. */
    normalMoveLeft: amount(0),
  },
  /** `last-` is what was done with an entry a Round ago. */
  scene: { 'last-': choice, reclaimed: flag() },
  /** Whether one has Exerted in this Scene (T-105); on clients that do not know a plan, whether there is one. */
  lasting: { exerted: flag(), ready: flag() },
} as const;

type TempoState = StateOf<typeof FIELDS>;
export const STATE = defineState(FIELDS);
export const { setState, clearState } = STATE;

export type TempoFighter = Fighter<TempoStats, TempoItem, TempoState, PoolId>;

/** Where the count stands, and whose turn runs. */
export interface TempoClock extends Clock {
  readonly phase: Phase;
  /** How many Scenes there have been, so that plans of one are not taken for those of another. */
  readonly scene: number;
  /** The number last called, -1 before the first. */
  readonly tempo: number;
  /** Whether an NPC has begun a turn on this number: players may then no longer (T-A6). */
  readonly closed: boolean;
  /** Whose turn it is; null between turns. */
  readonly turn: string | null;
  /** What the turn was announced for, and the key of the entry it uses up. */
  readonly action: Choice | null;
  readonly entry: string;
  /** Whether the turn's action has been carried out, and what it counts as then (T-14). */
  readonly acted: boolean;
  readonly groups: readonly string[];
  /** Whether a turn has just ended, so that one may Exert "at the end of any turn" (T-A3). */
  readonly justEnded: boolean;
  /** Who was there when the round was planned; whoever comes later waits for the next (T-A10). */
  readonly present: readonly string[];
}

export interface TempoEncounter extends Encounter<TempoFighter> {
  clock: TempoClock;
}

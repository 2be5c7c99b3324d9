import type { Clock, Encounter, Fighter } from '../../encounter/state';
import { amount, flag, group, line, list, shape } from '../../toolkit/define/schema';
import { count, defineState, type StateOf, secret } from '../../toolkit/define/state';
import type { Phase, PoolId, TempoItem } from './schema';
import type { TempoStats } from './stats';

const itemFields = { item: line(), spell: line() };

/** The second spell is cast by an ability that lists Magic. */
const choice = shape({ action: line() }, itemFields, 'an action and what it means');
export type Choice = typeof choice.initial;

/** T-98: moved by Exert. */
const moved = shape({ action: line(), to: count() }, itemFields, 'an action and its number');
export type RetimedChoice = typeof moved.initial;

/** A key that ends in a hyphen is completed with an entry key, `used-` with an item id. */
const FIELDS = {
  /** Not part of a step while plans are hidden. */
  plan: {
    /** The Round and number that were passed, with the move that had brought it there. */
    'plan-pass-': secret(
      shape({ round: count(), tempo: count() }, { moved, late: flag() }, 'a number that was passed'),
    ),
    /** The Round and number that was replanned onto after its players had acted (T-A6). */
    'plan-onto-': secret(group({ round: count(), tempo: count() })),
    /** The move that a new plan replaced (T-A4). */
    'plan-over-': secret(moved),
    /** A plan of an older Round is ignored. */
    'plan-round': secret(count()),
    'plan-': secret(choice),
  },
  round: {
    /** Actions added by Exert: the count, and each choice. */
    added: count(),
    'add-': choice,
    'moved-': moved,
    /** T-A5: the current number, if Exert moved it there while NPCs act. */
    'late-': count(),
    /** A turn ended before its action; `spaces` is its remaining Normal Move, at the Speed `of`. */
    'given-': shape({ tempo: count(), spaces: amount(0) }, { of: amount(0) }, 'a turn without its action'),
    /** The performed action. */
    'did-': choice,
    'used-': count(),
    /** T-14. */
    record: list(line()),
    /** In the running turn. */
    reacted: count(),
    /**
     * Spaces, at the Speed `normalMoveOf`: together they say what is used, and a Speed that changes leaves more or less.
     * Without the second, as in older fights, at the Speed of now.
     */
    normalMoveLeft: amount(0),
    normalMoveOf: amount(0),
  },
  /** `last-`: the action performed a Round ago. */
  scene: { 'last-': choice, reclaimed: flag() },
  /** `exerted`: this Scene (T-105). `ready`: for clients that cannot see the plan. */
  lasting: { exerted: flag(), ready: flag() },
} as const;

type TempoState = StateOf<typeof FIELDS>;
export const STATE = defineState(FIELDS);
export const { setState, clearState } = STATE;

export type TempoFighter = Fighter<TempoStats, TempoItem, TempoState, PoolId>;

export interface TempoClock extends Clock {
  readonly phase: Phase;
  /** Counts Scenes, to tell their plans apart. */
  readonly scene: number;
  /** The number last called, -1 before the first. */
  readonly tempo: number;
  /** An NPC has begun a turn on this number, so players may not (T-A6). */
  readonly closed: boolean;
  /** Null between turns. */
  readonly turn: string | null;
  /** The announced choice, and the key of its entry. */
  readonly action: Choice | null;
  readonly entry: string;
  /** The action has been carried out; `groups` is what it counts as (T-14). */
  readonly acted: boolean;
  readonly groups: readonly string[];
  /** A turn has just ended, so Exert "at the end of any turn" is open (T-A3). */
  readonly justEnded: boolean;
  /** Fighters present when Planning ended; later ones wait for the next Round (T-A10). */
  readonly present: readonly string[];
}

export interface TempoEncounter extends Encounter<TempoFighter> {
  clock: TempoClock;
}

export const isOpen = ({ phase }: TempoClock): boolean => phase === 'players' || phase === 'npcs';

/** Returns true during planning or the count. */
export const isUnderWay = (clock: TempoClock): boolean => clock.phase === 'planning' || isOpen(clock);

import type { Clock, Encounter, Fighter, FighterId } from '../../encounter/state';
import type { Facts } from '../../kernel/ask';
import { choice, flag, line, read, record, shape, whyUnfit } from '../../toolkit/define/schema';
import { count, defineState, type StateOf } from '../../toolkit/define/state';
import { type Phase, type PoolId, type SlotsItem, TRIGGERS } from './schema';
import type { SlotsStats } from './stats';

/** A readied action: its item, its target (else the fighter that fires it), and its trigger (L-09). */
const readied = shape(
  { do: line(), when: choice(TRIGGERS, 'told') },
  { with: line(), at: line(), whom: line() },
  'an action that is readied',
);
export type ReadiedAction = typeof readied.initial;

/** Returns the readied actions in the facts of an ask, by option id. */
export function readiedByOption(facts: Facts = {}): { readonly [option: string]: ReadiedAction | undefined } {
  return whyUnfit(READIED_BY_OPTION, facts.readied) === null ? read(READIED_BY_OPTION, facts.readied, 'readied') : {};
}
const READIED_BY_OPTION = record(null, readied);

/** The state fields that the end of an encounter clears. */
const FIELDS = {
  encounter: {
    /** Place in the order of initiative, from 1. */
    order: count(),
    initiative: count(),
    initiativeModifier: count(),
    /** In a Surprise Round: whether the ambusher still has a turn; the others have none. */
    ambush: choice(['ready', 'done', 'none'], 'ready'),
    /** Whether a paid slot is in use for things (L-70). */
    managing: flag(),
    /** Whether a charge at the fighter is on its way (L-57). */
    charged: flag(),
    readied,
  },
} as const;

type SlotsState = StateOf<typeof FIELDS>;
export const STATE = defineState(FIELDS);
export const { setState, clearState } = STATE;

export type SlotsFighter = Fighter<SlotsStats, SlotsItem, SlotsState, PoolId>;

export interface SlotsClock extends Clock {
  readonly phase: Phase;
  /** Null between turns. */
  readonly turn: FighterId | null;
}

export interface SlotsEncounter extends Encounter<SlotsFighter> {
  clock: SlotsClock;
}

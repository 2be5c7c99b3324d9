import type { Clock, Encounter, Fighter, FighterId } from '../../encounter/state';
import type { Facts } from '../../kernel/ask';
import { choice, flag, line, read, record, shape, whyUnfit } from '../../toolkit/define/schema';
import { count, defineState, type StateOf } from '../../toolkit/define/state';
import { type Phase, type PoolId, type SlotsItem, TRIGGERS } from './schema';
import type { SlotsStats } from './stats';

/** What is to be done when a trigger comes: with what, at whom where not at whoever brings it about; and the trigger (L-09). */
const readied = shape(
  { do: line(), when: choice(TRIGGERS, 'told') },
  { with: line(), at: line(), whom: line() },
  'an action that is readied',
);
export type ReadiedAction = typeof readied.initial;

/** What the options of a question would ready, by their ids, as its facts say it. */
export function readiedByOption(facts: Facts = {}): { readonly [option: string]: ReadiedAction | undefined } {
  return whyUnfit(READIED_BY_OPTION, facts.readied) === null ? read(READIED_BY_OPTION, facts.readied, 'readied') : {};
}
const READIED_BY_OPTION = record(null, readied);

/** What the book holds while an encounter lasts; its end clears it. */
const FIELDS = {
  encounter: {
    /** Place in the order of initiative, from 1. */
    order: count(),
    initiative: count(),
    initiativeModifier: count(),
    /** In a Surprise Round: whether an ambusher's turn is still to come. */
    ambush: choice(['ready', 'done'], 'ready'),
    /** Whether things are handled for a Move slot that has been paid (L-70). */
    managing: flag(),
    readied,
  },
} as const;

type SlotsState = StateOf<typeof FIELDS>;
export const STATE = defineState(FIELDS);
export const { setState, clearState } = STATE;

export type SlotsFighter = Fighter<SlotsStats, SlotsItem, SlotsState, PoolId>;

export interface SlotsClock extends Clock {
  readonly phase: Phase;
  /** Whose turn it is; null between turns. */
  readonly turn: FighterId | null;
}

export interface SlotsEncounter extends Encounter<SlotsFighter> {
  clock: SlotsClock;
}

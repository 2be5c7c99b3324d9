import type { Encounter, Fighter } from '../../encounter/state';
import type { Facts } from '../../kernel/ask';
import { choice, flag, group, line, list, read, record, shape, whyUnfit } from '../../toolkit/define/schema';
import { count, defineState, measured, type StateOf } from '../../toolkit/define/state';
import { CHECKS, OCCASIONS, type PoolId, type SecondsItem, TASKS } from './schema';
import type { SecondsStats } from './stats';

/** Ticks before DEX, whether they are final, a check. */
const terms = shape(
  {},
  { base: measured(), final: flag(), check: choice(CHECKS, 'str'), against: measured() },
  'what the game master has settled',
);
export type Terms = typeof terms.initial;

const held = shape({ do: line() }, { with: line(), at: line(), ticks: count(), terms }, 'an action to hold');
export type HeldCommand = typeof held.initial;

/** Returns the commands by option id. */
export function heldByOption(facts: Facts = {}): { readonly [option: string]: HeldCommand | undefined } {
  return whyUnfit(HELD_BY_OPTION, facts.held) === null ? read(HELD_BY_OPTION, facts.held, 'held') : {};
}
const HELD_BY_OPTION = record(null, held);

/** `open`: not finished by these ticks. */
const span = group({ action: line(), ticks: count(), open: flag() });
export type Span = typeof span.initial;

const thing = shape({ name: line(), defence: measured(), hp: count() }, {}, 'a thing that was struck at');
export type GroundItem = typeof thing.initial;

/** S-A31. */
const help = shape(
  { check: choice(CHECKS, 'str'), bonus: measured(), by: list(line()), turn: flag(), late: flag() },
  { task: choice(TASKS, 'grapple') },
  'help that waits',
);

/** Section 4. */
const FIELDS = {
  encounter: {
    order: count(),
    initiative: count(),
    spans: list(span),
    progress: line(),
    progressTool: line(),
    progressTicks: count(),
    progressRunUp: measured(),
    progressTerms: terms,
    progressAt: line(),
    held: line(),
    heldPlan: list(held),
    heldWhen: choice(OCCASIONS, 'never'),
    heldWhom: line(),
    fear: count(),
    intimidated: flag(),
    runUp: measured(),
    heading: measured(),
    freshPins: list(line()),
    movePaid: count(),
    moveMetres: measured(),
    provoked: list(line()),
    things: list(thing),
    helpFor: choice(TASKS, 'grapple'),
    helpCheck: choice(CHECKS, 'str'),
    helpBonus: measured(),
    helpBy: list(line()),
    helpTurn: flag(),
    helpLate: flag(),
    helps: list(help),
  },
} as const;

export type SecondsState = StateOf<typeof FIELDS>;
export const STATE = defineState(FIELDS);
export const { setState, clearState: forgetState } = STATE;

export type SecondsFighter = Fighter<SecondsStats, SecondsItem, SecondsState, PoolId>;

export type SecondsEncounter = Encounter<SecondsFighter>;

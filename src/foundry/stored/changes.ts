import type { Json, JsonObject } from '../../kernel/json';
import { bookNow, type Former, writtenNow } from '../../rulebook/former';
import type { Stored, StoredChange } from '../../rulebook/stored-change';
import { LARGEST, pack } from '../platform/packed';
import { isPlain } from './shapes';
import { SHOW_ICON } from './show-icon';

/**
 * Packs values that are stored unpacked. They are packed again whenever their document is initialized, and any player may write a message, so
 * beyond the limit a value becomes a text that cannot be read.
 * @param most characters of JSON of all values together
 */
function packer(most: number): (value: object) => string {
  let left = most;
  return (value) => {
    left -= JSON.stringify(value).length;
    return left < 0 ? 'too-large' : pack(value);
  };
}

/** Why an exchange stopped was what the kernel says, and is a reason. Nothing is written for it: the next step replaces it whole. */
const fault: StoredChange = {
  ...{ since: '0.2.0', document: 'Combat', types: [], writes: [], drops: [] },
  migrate(system) {
    const open = system['open'] as Stored | null | undefined;
    if (typeof open?.['fault'] !== 'string') return system;
    return { ...system, open: { ...open, fault: { id: 'replay-failed', data: { detail: open['fault'] } } } };
  },
};

/**
 * Steps of the history are packed. Nothing is written for it either: what is stored otherwise is forgotten after a hundred steps.
 * @param most characters of JSON of all steps together
 */
const stepsWithin = (most: number): StoredChange => ({
  ...{ since: '0.2.0', document: 'Combat', types: [], writes: [], drops: [] },
  migrate(system) {
    const { history } = system;
    if (!isPlain(history)) return system;
    const packed = packer(most);
    const steps = Object.entries(history).map(([step, was]) => [step, isPlain(was) ? packed(was) : was]);
    return { ...system, history: Object.fromEntries(steps) };
  },
});

/** The part of a card in which stands what was told before there were parts. */
export const UNPARTED = 'all';

/**
 * The key of a part: how far its step is from the first of its exchange. The numbers of the steps themselves would do, but engines keep a list as
 * long as the number for an object with such a key.
 */
export const partKey = (step: number, exchange: number): string => String(step - exchange);

/** What the referee keeps with an encounter. */
export const HOST_CHANGES: readonly StoredChange[] = [fault, stepsWithin(Number.POSITIVE_INFINITY)];

/**
 * What a card tells is packed, by steps; what was one list stands before all of them. Nothing is written for it: whatever is stored
 * otherwise is read anew each time, and the next step of its exchange writes it whole.
 */
const told: StoredChange = {
  ...{ since: '0.5.0', document: 'ChatMessage', types: [], writes: [], drops: [] },
  migrate({ entries, ...system }) {
    if (!Array.isArray(entries)) return system;
    return { ...system, parts: system['parts'] ?? { [UNPARTED]: packer(LARGEST)(entries) } };
  },
};

/** What stands on a card. */
export const CARD_CHANGES: readonly StoredChange[] = [fault, stepsWithin(LARGEST), told];

/**
 * Marks, options, facts and the clock were texts where a ruleset kept lists and records. Of a host only books are written: what is open and
 * the clock are written whole with the next step, a card stays as it is, and steps of the history are read anew each time.
 */
export const stateChange = (former: Former, types: readonly string[] = []): StoredChange => ({
  ...{ since: '0.5.0', document: 'Combat', types, writes: ['books'], drops: [] },
  migrate(system) {
    const now: Record<string, unknown> = { ...system };
    const { clock, books } = system;
    if (isPlain(clock) && former.clock) now['clock'] = former.clock(clock as JsonObject);
    if (isPlain(books))
      now['books'] = Object.fromEntries(
        Object.entries(books).map(([id, book]) => [id, isPlain(book) ? bookNow(former, book as JsonObject) : book]),
      );
    for (const key of ['open', 'command']) if (isPlain(system[key])) now[key] = writtenNow(former, system[key] as Json);
    return now;
  },
});

/** Effects that bear a status show their icon on tokens: see {@link SHOW_ICON}. What somebody has set otherwise stays. */
const icon: StoredChange = {
  ...{ since: '0.3.0', document: 'ActiveEffect', types: ['condition', 'base'], writes: [], drops: [] },
  migrate: (system) => system,
  beside({ statuses, showIcon }) {
    const isDefault = showIcon === undefined || showIcon === SHOW_ICON.CONDITIONAL;
    return isDefault && Array.isArray(statuses) && statuses.length > 0 ? { showIcon: SHOW_ICON.ALWAYS } : {};
  },
};

/** What is stored otherwise with active effects. */
export const EFFECT_CHANGES: readonly StoredChange[] = [icon];

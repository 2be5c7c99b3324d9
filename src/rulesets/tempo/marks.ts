import { amount, flag, group, line, list, shape } from '../../toolkit/define/schema';
import { type BookOf, count, marking, secret } from '../../toolkit/define/state';

const means = { item: line(), spell: line() };

/** What can be chosen for a slot: an action, the ability or spell it means, and the spell an ability that lists Magic is used for. */
const choice = shape({ action: line() }, means, 'an action and what it means');
export type Choice = typeof choice.initial;

/** What Exert has moved, and to which number (T-98). */
const moved = shape({ action: line(), to: count() }, means, 'an action and its number');
export type Moved = typeof moved.initial;

/** What a fighter's book may hold. Keys that end in a hyphen go on with the key of an entry, `used-` with the id of what is used. */
const MARKS = {
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

export type TempoBook = BookOf<typeof MARKS>;
export const { mark, forget, read: readBook, rules: MARK_RULES } = marking(MARKS);

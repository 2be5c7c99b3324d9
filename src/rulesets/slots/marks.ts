import { type BookOf, count, marking } from '../../rulebook/marks';
import { choice, flag } from '../../rulebook/schema';

/** What the book holds while an encounter lasts; its end clears it. */
const MARKS = {
  encounter: {
    /** Place in the order of initiative, from 1. */
    order: count(),
    initiative: count(),
    initiativeModifier: count(),
    /** In a Surprise Round: whether an ambusher's turn is still to come. */
    ambush: choice(['ready', 'done'], 'ready'),
    /** Whether things are handled for a Move slot that has been paid (L-70). */
    managing: flag(),
  },
} as const;

export type SlotsBook = BookOf<typeof MARKS>;
export const { mark, forget, read: readBook, rules: MARK_RULES } = marking(MARKS);
